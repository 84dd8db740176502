"""`croupier play`; empty, so that who draws a settled round does not wait for the whole table."""
