"""A name for somebody who has not thought of one."""

import secrets
from typing import Final

FIRST: Final = (
    *("Amber", "Brisk", "Calm", "Clever", "Copper", "Early", "Gentle", "Golden", "Honest", "Jolly", "Kind", "Lucky"),
    *("Merry", "Nimble", "Patient", "Quiet", "Rapid", "Silver", "Steady", "Sunny", "Swift", "Tidy", "Velvet", "Witty"),
)
SECOND: Final = (
    *("Badger", "Comet", "Falcon", "Finch", "Fox", "Hare", "Heron", "Ibis", "Jay", "Kite", "Lark", "Lynx", "Marten"),
    *("Newt", "Otter", "Owl", "Panda", "Puffin", "Raven", "Robin", "Seal", "Swan", "Tern", "Wren"),
)


def suggested_name() -> str:
    """Two friendly words."""
    return f"{secrets.choice(FIRST)} {secrets.choice(SECOND)}"
