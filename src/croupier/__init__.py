"""Casino table games written once as rulebooks: dealt, settled and audited from one text."""

__version__ = "0.1.0.dev0"
