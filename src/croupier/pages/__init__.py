"""Pages: what people see of the house in a browser, as HTML made from what one viewer may know."""
