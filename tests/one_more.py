"""A game that no test knows: High Card, under names that are nowhere else."""

from examples.games.high_card import HIGH_CARD
from tests.renamed import renamed

ONE_MORE = renamed(HIGH_CARD)
