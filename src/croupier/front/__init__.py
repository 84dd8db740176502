"""The front door: games under house rules, friendly tables, and values as people write them."""
