"""What guests may ask about rounds they share: a link lets anybody see what the sharer saw, without any name.

The secret of a link is told once and kept as a hash. A share ends when it is revoked, when its time is up, or when the
guest is erased.
"""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.house import requests as r
from croupier.house.floor import Visit
from croupier.house.guest import SECRET_LENGTH, hash_of, secret_text
from croupier.house.listing import Shown
from croupier.house.rows import Document
from croupier.house.settings import SECOND
from croupier.house.unit import SHARE, Denied


def share(at: Visit, request: r.ShareRound) -> Shown:
    guest, table, settings = at.asked.guest, at.asked.table, at.floor.settings
    found = at.floor.memory.tables.get(table)  # of a table that is not at hand, every round is over
    if request.round < 1 or (found and request.round > found.recorder.track.closed.round):
        raise Denied(409, "round", "only a round that is over can be shared", field="round")
    shares = at.floor.memory.shares.values()
    if len(shares) >= settings.shares:
        raise Denied(503, "full", "too many rounds are shared here; try again later")
    if sum(bool(each.body and each.body["guest"] == guest) for each in shares) >= settings.shares_of_guest:
        raise Denied(409, "shares", f"you share {settings.shares_of_guest} rounds already; revoke one first")
    secret = secret_text(at.floor.entropy(SECRET_LENGTH))
    body = {"guest": guest, "table": table, "round": request.round, "made": at.work.now}
    document = Document(SHARE, hash_of(secret), 1, {**body, "until": at.work.now + settings.share * SECOND})
    at.work.shares[document.id] = document
    at.work.secrets["link"] = secret
    at.work.log(guest, "round shared", f"{table} round {request.round}")
    return share_listing(document)


def revoke(at: Visit, request: r.RevokeShare) -> Shown:
    found = at.floor.memory.shares.get(request.share)
    if found is None or found.body is None or found.body["guest"] != at.asked.guest:
        raise Denied(404, "unknown", "you share no such round", field="share")
    at.work.shares[found.id] = Document(SHARE, found.id, found.version + 1, None)
    at.work.log(at.asked.guest, "share revoked", f"{found.body['table']} round {found.body['round']}")
    return share_listing(found)


def drop_shares(at: Visit, is_over: Callable[[Mapping[str, Any]], bool]) -> None:
    """End some shares."""
    for id_, found in at.floor.memory.shares.items():
        if found.body and is_over(found.body):
            at.work.shares[id_] = Document(SHARE, id_, found.version + 1, None)


def share_listing(document: Document) -> Shown:
    """A share as its guest may know it."""
    return {"share": document.id, **(document.body or {})}
