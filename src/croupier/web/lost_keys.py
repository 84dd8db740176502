"""Keys that sealed what is in use, and are not here: a house does not go on without them unless somebody says so."""

from collections.abc import Iterable
from typing import Final

from croupier.errors import Refused
from croupier.house.house import House
from croupier.house.recorder import key_name
from croupier.house.unit import TABLE
from croupier.store.store import Store

LOST: Final = "lost keys"
"""The names of keys that somebody went on without, as the store keeps them."""


async def refuse_lost_keys(store: Store, keys: Iterable[bytes], *, goes_on: bool) -> None:
    """Refuse to start where cards in use cannot be unsealed, or keep in mind that somebody wants that."""
    given_up = set((await store.meta()).get(LOST, ()))
    known = {*map(key_name, keys), *given_up}
    missing: dict[str, set[str]] = {}
    for id_, document in (await store.documents(TABLE)).items():
        names = set() if House.is_over(document) else {row.key for row in await store.sealed(id_)} - known
        if names:
            missing[id_] = names
    if not missing:
        return
    if not goes_on:
        number = "one table" if len(missing) == 1 else f"{len(missing)} tables"
        raise Refused(
            f"the cards in use at {number} were sealed with a key that is not here; put it back, or name its file too, "
            "or add --without-key: rounds whose cards nobody can know are called off then, and these shuffles can "
            "never be proved",
            field="--key",
        )
    await store.note(LOST, sorted(given_up.union(*missing.values())))
