"""The exact engine: every figure as a fraction, every strategy proved."""
