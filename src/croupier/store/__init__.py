"""Where the house is kept: one interface, SQLite for one process, PostgreSQL for several."""
