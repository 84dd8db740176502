"""Snapshots: a table between rounds as JSON, so that not all of its journal is read again after a start.

A snapshot is disposable: whoever does not understand it, or has lost it, folds the journal. It leaves out which
commitments were used before: the audit looks for repeats through the whole journal, and entropy does not repeat.
"""

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Final

from croupier.chance import SHUFFLE, Subject
from croupier.house.plain import by_name
from croupier.house.recorder import RowRecorder, json_text
from croupier.house.rows import Snapshot
from croupier.house.track import Track
from croupier.identity import rulebook_digest
from croupier.record.proofs import Use
from croupier.rulebook import Game, Rulebook
from croupier.table import events as e
from croupier.table.state import Made, Rack, State

SCHEMA: Final = 3
"""Which parts a snapshot has and what they mean; another number for every change of either."""
PLAIN: Final = (
    *("shuffles", "dice_commitment", "bank_holder", "bank_offer", "bank_rounds", "deck_ready", "cut_card_out"),
    *("burn_due", "colour", "commitment", "drawn", "rounds_left", "round", "digest", "chance"),
    *("player_dealer", "action_button", "bank_wager", "bank_used", "bank_result"),
)
"""Parts of a state that JSON holds as they are."""


def snapshot_digest(game: Game, book: Rulebook) -> str:
    """What has to be the same for a snapshot to be understood: its schema, and the rules in force."""
    return sha256(f"croupier snapshot {SCHEMA} {game.id} {rulebook_digest(book)}".encode()).hexdigest()


def snapshot_of(state: State, recorder: RowRecorder) -> Snapshot:
    """A table between rounds; what is counted until the next snapshot starts again."""
    state.spent = ()
    recorder.track.rounds = 0
    body = {
        "state": state_shown(state),
        "track": recorder.track.show(),
        "length": recorder.length,
        "head": recorder.head,
        "uses": [use_shown(use) for use in recorder.uses.open],
    }
    digest = snapshot_digest(state.game, state.rulebook)
    return Snapshot(state.table, recorder.length - 1, digest, json_text(body))


def restored(game: Game, recorder: RowRecorder, snapshot: Snapshot) -> State:
    """The state of a snapshot; its record goes on from there."""
    body = json.loads(snapshot.body)
    state = state_read(game, body["state"])
    recorder.track = Track.read(body["track"])
    recorder.length, recorder.head = body["length"], body["head"]
    for shown in body["uses"]:
        use = use_read(state, shown)
        setattr(recorder.uses, "cards" if use.subject.of == SHUFFLE else "dice", use)
    return state


def state_shown(state: State) -> dict[str, Any]:
    """A state between rounds as JSON has it."""
    if state.in_round:
        raise ValueError("a snapshot is made between rounds")
    return {name: getattr(state, name) for name in PLAIN} | {
        "name": state.name,
        "table": state.table,
        "house": state.rulebook.house.show(),
        "seated": pairs(state.seated),
        "house_run": sorted(state.house_run),
        "accounts": state.ledger.accounts,
        "bank_asked": list(state.bank_asked),
        "remaining": state.remaining.hex(),
        "rack": [list(state.rack.pile), [list(each) for each in state.rack.picked_up], state.rack.unseen],
        "stakes": [[seat, wager, cents] for (seat, wager), cents in state.stakes.items()],
        "players": list(state.players),
        "spots": pairs(state.spots),
        "decisions": [[seat, [list(each) for each in made]] for seat, made in state.decisions.items()],
        "dealt": [[slot, list(cards)] for slot, cards in state.dealt.items()],
        "face_up": [[slot, list(places)] for slot, places in state.face_up.items()],
        "settled": [by_name(each) for each in state.settled],
        "fees": pairs(state.fees),
        "stacked": list(state.stacked),
        "dice": list(state.dice),
    }


def state_read(game: Game, shown: dict[str, Any]) -> State:
    """A state from what `state_shown` gave."""
    opened = e.TableOpened(
        game.id, shown["house"], shown["name"], shown["table"], digest=shown["digest"], chance=shown["chance"]
    )
    state = State(game, game.rulebook(game.house(shown["house"])), opened)
    for name in PLAIN:
        setattr(state, name, shown[name])
    state.seated = dict(map(tuple, shown["seated"]))
    state.house_run = frozenset(shown["house_run"])
    state.ledger.accounts = shown["accounts"]
    state.bank_asked = tuple(shown["bank_asked"])
    state.remaining = bytes.fromhex(shown["remaining"])
    pile, picked_up, unseen = shown["rack"]
    state.rack = Rack(tuple(pile), tuple((slot, count) for slot, count in picked_up), unseen)
    state.stakes = {(seat, wager): cents for seat, wager, cents in shown["stakes"]}
    state.players, state.stacked = tuple(shown["players"]), tuple(shown["stacked"])
    state.dice = tuple(shown["dice"])
    state.spots, state.fees = dict(map(tuple, shown["spots"])), dict(map(tuple, shown["fees"]))
    state.decisions = {seat: tuple(Made(*each) for each in made) for seat, made in shown["decisions"]}
    state.dealt = {slot: tuple(cards) for slot, cards in shown["dealt"]}
    state.face_up = {slot: tuple(places) for slot, places in shown["face_up"]}
    state.settled = tuple(e.WagerSettled(**{**each, "clauses": tuple(each["clauses"])}) for each in shown["settled"])
    return state


def pairs(mapping: Mapping[Any, Any]) -> list[list[Any]]:
    """A mapping as JSON has it where keys are numbers."""
    return [list(each) for each in mapping.items()]


def use_shown(use: Use) -> dict[str, Any]:
    """What was done with a shuffle or dice so far, as JSON has it."""
    return {
        "of": use.subject.of,
        "number": use.subject.number,
        "commitment": use.commitment,
        "version": use.version,
        "drawn": pairs(use.drawn),
        "exposed": sorted(use.exposed),
        "known": sorted(use.known),
        "next": use.next,
        "slots": use.slots,
    }


def use_read(state: State, shown: dict[str, Any]) -> Use:
    """What `use_shown` gave."""
    subject_of = Subject.of_shuffle if shown["of"] == SHUFFLE else Subject.of_dice
    return Use(
        subject_of(state, shown["number"]),
        shown["commitment"],
        shown["version"],
        dict(map(tuple, shown["drawn"])),
        set(shown["exposed"]),
        set(shown["known"]),
        shown["next"],
        shown["slots"],
    )
