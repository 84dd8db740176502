"""Rounds that share a shoe or a shuffler: a trial, its kernel, its result."""
