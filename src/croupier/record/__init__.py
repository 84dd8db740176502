"""The record of a table: journal, history, proofs of its cards and dice, and the audit of it all."""
