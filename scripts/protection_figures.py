"""Work out the figures of the pages on protection, and keep them with the command that gave each.

The pages' tables are written from what is kept (`docs_protection`), so no figure of theirs is typed. Each figure is a
command, run as anybody would run it, or for a game that no command names a function of this file. Names that are given
are worked out again; without names, all are. `--check` changes nothing and fails if one comes out otherwise.
"""

import argparse
import json
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from croupier.protect.card_class import card_class
from croupier.protect.knowledge import Glimpse, knowledge
from croupier.protect.shared_hands import shared_hands
from tests.exact.foreign import nevada

ROOT: Final = Path(__file__).resolve().parent.parent
KEPT: Final = ROOT / "docs" / "protection-figures.json"
LONG: Final = {"conditions", "effects_of_removal", "not_read"}
"""What no table shows."""
LINES_MAX: Final = 30
"""A strategy of more lines is left out."""
EXAMPLES: Final = "examples/games"
TCP, BANK = "croupier protect tcp", "croupier bank tcp --seed 14"
BONUS = "--stake ante=10 --stake pair_plus=5 --stake six_card_bonus=5"

COMMANDS: Final = {
    "lucky-monkey": "croupier protect baccarat lucky_monkey --seed 14",
    "baccarat": "croupier protect baccarat player banker tie --shoes 500 --seed 14 --no-measures",
    "monte-shoe": "croupier protect monte initial -p shuffle=shoe --shoes 1000 --seed 14",
    "monte-spread": "croupier protect monte initial -p shuffle=shoe --spread 1-8 --shoes 1000 --seed 14",
    **{
        name: f"croupier protect {EXAMPLES}/{file}.py:GAME {wager} -p cut_card=14 --seed 14 --no-measures"
        for name, file, wager in (
            ("dragon-7", "dragon_7", "dragon_7"),
            ("panda-8", "panda_8", "panda_8"),
            ("dragon-bonus", "dragon_bonus", "dragon_bonus_player"),
        )
    },
    "hole": f"{TCP} --sees hole",
    "hole-rank": f"{TCP} --sees hole=rank",
    "hole-QKA": f"{TCP} --sees hole=QKA",
    "hole-paint": f"{TCP} --sees hole=paint",
    "hole-colour": f"{TCP} --sees hole=colour",
    "own-card": "croupier protect monte --sees cards[1]=rank",
    "own-paint": "croupier protect monte --sees cards[1]=paint",
    "other-card": "croupier protect monte --sees cards[2]=rank",
    "other-paint": "croupier protect monte --sees cards[2]=paint",
    "shared-6": f"{TCP} --shared 6",
    "error-flush": f"{TCP} --error pays:pair_plus.flush=straight --rate 1/200",
    "error-straight": f"{TCP} --error twice:pair_plus.straight --rate 1/200",
    "error-ante": f"{TCP} --error twice:ante.ahead --rate 1/200",
    "error-qualify": f"{TCP} --rate 1/200 "
    + " ".join(
        f"--error pays:{wager}.{line}_unqualified={line}"
        for wager in ("ante", "play")
        for line in ("ahead", "tied", "behind")
    ),
    "error-returned": f"{TCP} --error pays:pair_plus.folded=0 --rate 1/200",
    "error-settled": f"{TCP} --error settles:pair_plus.play=play --rate 1/200",
    "error-banker": "croupier protect baccarat --error forgets:banker_third --rate 1/200 --stake player=1",
    "error-player": "croupier protect baccarat --error forgets:player_third --rate 1/200 --stake banker=1",
    "late": "croupier bank tcp --bank 80 --late 1 --rate 1/100",
    "bank": f"{BANK} --bank 70",
    "bank-bonus": f"{BANK} --bank 180 {BONUS} --no-readings",
    "bank-alone": f"{BANK} --bank 10 --seats 1 --respond",
    **{f"play-{bank}": f"{BANK} --bank {bank} --respond --no-readings" for bank in (40, 70, 80, 100)},
    **{
        f"play-{name}": f"{BANK} --bank 70 --respond --no-readings {rules}"
        for name, rules in {
            "at-fold": "-p forfeits=at_fold",
            "by-wager": "-p settlement_order=by_wager",
            "net": "-p coverage=net",
            "net-by-wager": "-p coverage=net -p settlement_order=by_wager",
        }.items()
    },
}


def told(result: Any) -> dict[str, Any]:  # noqa: ANN401  # any result
    data: dict[str, Any] = result.to_dict()
    return data


FUNCTIONS: Final[dict[str, Callable[[], dict[str, Any]]]] = {
    "nevada-card": lambda: told(knowledge(nevada(card_seen=False), Glimpse("hole"))),
    "nevada-QKA": lambda: told(knowledge(nevada(card_seen=False), Glimpse("hole", by=card_class("QKA")))),
    "nevada-paint": lambda: told(knowledge(nevada(card_seen=False), Glimpse("hole", by=card_class("paint")))),
    "nevada-6": lambda: told(shared_hands(nevada(card_seen=False), 6, deals=250_000)),
    "nevada-7": lambda: told(shared_hands(nevada(card_seen=False), 7, deals=250_000)),
}
"""A game that others have studied and no command names: `nevada` in `tests/exact/foreign.py`."""


def worked_out(name: str) -> dict[str, Any]:
    """A figure, and the command that gives it."""
    if name in FUNCTIONS:
        return {"command": f"python -m scripts.protection_figures {name}", "data": short(FUNCTIONS[name]())}
    words = shlex.split(COMMANDS[name])
    code = "from croupier.cli.main import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, *words[1:], "--json"],
        stdout=subprocess.PIPE,
        check=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    return {"command": COMMANDS[name], "data": short(json.loads(done.stdout))}


def is_long(name: str, value: object) -> bool:
    return name == "table" and isinstance(value, list) and len(value) > LINES_MAX


def short(data: Any) -> Any:  # noqa: ANN401  # plain data
    """Data without what no table shows: what is long, and fractions beside their values."""
    if isinstance(data, dict):
        if set(data) == {"exact", "value"}:
            return data["value"]
        return {name: short(value) for name, value in data.items() if name not in LONG and not is_long(name, value)}
    if isinstance(data, list):
        return [short(each) for each in data]
    return float(f"{data:.9g}") if isinstance(data, float) else data


def kept() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.exists() else {}
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which figures: {', '.join((*COMMANDS, *FUNCTIONS))}")
    parser.add_argument("--check", action="store_true", help="change nothing; fail if a figure comes out otherwise")
    asked = parser.parse_args()
    every = (*COMMANDS, *FUNCTIONS)
    if unknown := [name for name in asked.names if name not in every]:
        parser.error(f"there is no figure {unknown[0]}; there are {', '.join(every)}")
    apart = []
    for name in asked.names or every:
        figures, found = kept(), worked_out(name)
        if figures.get(name) != found:
            apart.append(name)
        if not asked.check:
            figures[name] = found
            ordered = {each: figures[each] for each in every if each in figures}
            KEPT.write_text(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        print(f"{name}: {'otherwise than before' if name in apart else 'the same'}")
    return 1 if asked.check and apart else 0


if __name__ == "__main__":
    raise SystemExit(main())
