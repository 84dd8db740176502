"""Protection: what somebody could win who counts cards, knows hidden ones or banks the game, and what stops it."""
