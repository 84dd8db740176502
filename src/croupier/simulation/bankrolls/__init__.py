"""Bankrolls over many rounds: a trial, its kernel, its result."""
