"""Several seats and one bank over a shift: a trial, its kernel, its result."""
