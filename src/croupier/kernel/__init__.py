"""Kernels: loops written from a model, compiled with the rules' own functions, kept in a cache and run anywhere."""
