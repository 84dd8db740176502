"""The table: a pure core, commands in and events out."""
