"""Rounds that are each dealt from all the cards: a trial, its kernel, its result."""
