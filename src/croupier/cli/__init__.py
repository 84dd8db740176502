"""The command line: every front-door function as a command."""
