"""Cards of a place as far as they are known, so that a rulebook's own `facts` name the draws of a half-dealt round."""

from typing import SupportsIndex, overload

from croupier.cards import NO_CARD


class Known(tuple[int, ...]):
    """Cards of one place; where there is none yet, `NO_CARD`."""

    __slots__ = ()

    @overload
    def __getitem__(self, place: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, place: slice, /) -> tuple[int, ...]: ...
    def __getitem__(self, place: SupportsIndex | slice, /) -> int | tuple[int, ...]:
        """Give a card, or those of a part of the place."""
        if isinstance(place, slice):
            return super().__getitem__(place)
        return super().__getitem__(place) if -len(self) <= place.__index__() < len(self) else NO_CARD
