"""The live house without input or output: tables, guests, operators and clocks, over the pure core of a table."""
