"""What the pages on protection take from kept figures: tables of what counters win, hidden cards, errors and banks."""

import json
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from scripts.docs_text import code, table
from scripts.protection_figures import KEPT

Data = dict[str, Any]


@cache
def kept() -> Data:
    found: Data = json.loads(KEPT.read_text(encoding="utf-8"))
    return found


def data_of(name: str) -> Data:
    """A figure's data; every name that a page asks for is kept."""
    found: Data = kept()[name]["data"]
    return found


def commands(*names: str) -> str:
    """The commands behind a table, once each."""
    listed = dict.fromkeys(str(kept()[name]["command"]) for name in names)
    said = "; ".join(code(each) for each in listed)
    return f"\nFrom {said}.\n"


def percent(value: float, places: int = 2) -> str:
    return f"{signed(100 * value, places)}%"


def share(value: float, places: int = 2) -> str:
    return f"{100 * value:.{places}f}%"


def signed(value: float, places: int) -> str:
    """A figure with a true minus; what rounds to nothing has no sign."""
    text = f"{value:+.{places}f}"
    return text[1:] if float(text) == 0 else text.replace("-", "−")


def dollars(cents: float, places: int = 2) -> str:
    """Cents as dollars."""
    text = signed(cents / 100, places)
    return f"{text[0]}${text[1:]}" if text[0] in "+−" else f"${text}"


# ── Counting ─────────────────────────────────────────────────────────────────────────────────────────────────────────

TITLES = {
    "dragon_7": "Dragon 7, cut card 14",
    "panda_8": "Panda 8, cut card 14",
    "dragon_bonus_player": "Dragon Bonus on Player, cut card 14",
    "dragon_bonus_banker": "Dragon Bonus on Banker, cut card 14",
    "lucky_monkey": "Lucky Monkey, first paytable",
    "player": "Player",
    "banker": "Banker",
    "tie": "Tie",
    "initial": "Casino Monte from a shoe, with raises",
}


def best_simple(counted: Data) -> Data:
    ways: list[Data] = counted["ways"]
    return max((way for way in ways if "level" in way["way"]), key=lambda way: float(way["units_per_shoe"]))


def every_wager(words: str) -> Iterator[tuple[str, Data, Data]]:
    """Each wager of some figures, with the figure it is from."""
    for name in words.split():
        data = data_of(name)
        for id_, counted in data["wagers"].items():
            yield id_, counted, data


def counting(words: str) -> str:
    """What counters win of each wager."""
    rows = []
    for id_, counted, data in every_wager(words):
        perfect, simple = counted["ways"][0], best_simple(counted)
        spread = "" if data["spread"][0] == 0 else f", {data['spread'][0]:g} to {data['spread'][1]:g} units"
        rows.append(
            (
                f"{TITLES.get(id_, id_)}{spread}",
                percent(counted["value"], 4),
                share(perfect["frequency"]),
                percent(perfect["mean_advantage"], 3),
                f"{signed(perfect['units_per_shoe'], 4)} ± {perfect['standard_error']:.4f}",
                signed(perfect["units_per_100_rounds"], 3),
                "never" if perfect["n0_shoes"] is None else f"{perfect['n0_shoes']:,.0f}",
                signed(simple["units_per_shoe"], 4),
            )
        )
    heads = ("wager", "fresh shoe", "bets", "advantage", "units a shoe", "in 100 rounds", "N0 shoes", "simple count")
    return table(heads, rows) + commands(*words.split())


def cuts(words: str) -> str:
    """What counters win of one wager by where the cut card lies, and what that leaves of what they win as it is."""
    (counted,) = data_of(words)["wagers"].values()
    found = counted["by_cut_card"]
    usual = next(iter(found.values()))["perfect"]
    rows = (
        (
            f"{cut} cards",
            f"{each['perfect']['rounds_per_shoe']:.1f}",
            f"{signed(each['perfect']['units_per_shoe'], 4)} ± {each['perfect']['standard_error']:.4f}",
            share(each["perfect"]["units_per_shoe"] / usual["units_per_shoe"], 0),
            signed(each["perfect"]["units_per_100_rounds"], 3),
            signed(each["simple"]["units_per_shoe"], 4),
        )
        for cut, each in found.items()
    )
    heads = ("behind it", "rounds a shoe", "perfect, a shoe", "which leaves", "in 100 rounds", "simple, a shoe")
    return table(heads, rows) + commands(words)


def measures(words: str) -> str:
    """What the house can do about one wager besides, and what that leaves."""
    (counted,) = data_of(words)["wagers"].values()
    rows = []
    for measure in counted["measures"]:
        error, rounds = measure["standard_error"], measure["rounds_per_shoe"]
        units = measure["units_per_shoe"]
        rows.append(
            (
                code(measure["measure"]) if measure["house"] and " = " in measure["measure"] else measure["measure"],
                "nothing" if rounds is None else f"{signed(units, 4)}{f' ± {error:.4f}' if error is not None else ''}",
                "nothing" if rounds is None else signed(100 * units / rounds, 3),
                "nothing" if rounds is None else signed(measure["simple_units_per_shoe"], 4),
                ""
                if rounds is None or measure["dollars_per_shoe"] is None
                else dollars(100 * measure["dollars_per_shoe"]),
            )
        )
    heads = ("measure", "perfect, a shoe", "in 100 rounds", "simple, a shoe", "perfect, at the largest bet")
    return table(heads, rows) + commands(words)


def depth(words: str) -> str:
    """When in a shoe one wager favours the player."""
    (counted,) = data_of(words)["wagers"].values()
    rows = (
        (
            f"{each['cards_dealt_from']} to {each['cards_dealt_from'] + 25}",
            share(each["frequency"]),
            percent(each["mean_advantage"]),
            signed(each["units_per_shoe"], 4),
        )
        for each in counted["by_depth"]
    )
    heads = ("cards dealt", "favours the player", "advantage then", "units a shoe")
    return table(heads, rows) + commands(words)


def published(words: str) -> str:
    """What others have printed beside what comes out here, by their count where they name one."""
    rows = []
    for each in words.split():
        name, wager, printed = each.split("=")
        simple = best_simple(data_of(name)["wagers"][wager])
        rows.append(
            (
                TITLES[wager],
                printed,
                f"{signed(simple['units_per_shoe'], 4)} ± {simple['standard_error']:.4f}",
                f"{simple['way']}, from {simple['threshold']:g}",
            )
        )
    heads = ("wager", "published, units a shoe", "here, ± one standard error", "count")
    return table(heads, rows) + commands(*(each.partition("=")[0] for each in words.split()))


# ── Hidden cards, shared hands, errors ───────────────────────────────────────────────────────────────────────────────


def knowledge(words: str) -> str:
    """What it is worth to know a card."""
    rows = []
    for name in words.split():
        data = data_of(name)
        (known,) = data["known"]
        seen = f"`{known['draw']}[{known['place']}]`" + ("" if known["as"] == "card" else f" as `{known['as']}`")
        rows.append(
            (
                "Nevada rules"
                if name.startswith("nevada")
                else "Three Card Poker here"
                if "hole" in name
                else "Casino Monte",
                seen,
                percent(data["players_edge"], 4),
                percent(data["players_edge_ordinary"], 4),
                share(data["hit_frequency"], 4),
                f"{data['standard_deviation']:.4f}",
                f"{data['departures_per_100']:.2f}",
                "never" if data["even_at"] is None else share(data["even_at"], 1),
            )
        )
    heads = (
        *("game", "known", "player's edge", "without it", "hit frequency", "deviation"),
        *("departures in 100 rounds", "ahead if seen in"),
    )
    return table(heads, rows) + commands(*words.split())


def tells(words: str) -> str:
    """The strategies of those who know a card, as surveillance can recognise them."""
    rows = []
    for name in words.split():
        for line in data_of(name)["table"]:
            seen = ", ".join(str(value) for name, value in line.items() if "[" in name)
            departs = "; ".join(
                f"{each['informed']} for {each['ordinary']} {each['per_100']:.2f}" for each in line["departures"]
            )
            plays = f"{line['above']} from {line['from']}" if line.get("from") else f"{line['above']} all"
            ordinary = f"from {line['ordinary_from']}" if line.get("ordinary_from") else ""
            rows.append((seen, plays, ordinary, departs or "–"))
    return table(("dealer card", "informed", "ordinary", "departs, in 100 rounds"), rows) + commands(*words.split())


def shared(words: str) -> str:
    """What seats gain that share their hands."""
    rows = []
    for name in words.split():
        data = data_of(name)
        gain, edge = data["gain"], data["players_edge"]
        rows.append(
            (
                "Nevada rules" if name.startswith("nevada") else "Three Card Poker here",
                str(data["seats"]),
                f"{signed(100 * gain['value'], 3)} ± {100 * gain['half_width_99']:.3f}",
                f"{percent(edge['value'], 3)} ± {100 * edge['half_width_99']:.3f}",
                f"{data['departures_per_100']:.2f}",
            )
        )
    heads = ("game", "seats", "points gained", "player's edge", "departures in 100 hands")
    return table(heads, rows) + commands(*words.split())


def errors(words: str) -> str:
    """What errors cost that are made at some rate."""
    rows = []
    for name in words.split():
        data = data_of(name)
        even = data["even_at"]
        rows.append(
            (
                data["mistake"],
                ", ".join(f"{units} on {id_}" for id_, units in data["stakes"].items()),
                share(data["rounds_changed"]),
                signed(data["cost_of_one"], 2),
                signed(data["cost_per_100"], 4),
                signed(data["cost_per_100_answered"], 4),
                "never" if even is None else share(even, 1),
            )
        )
    heads = ("error", "staked", "changes rounds", "one costs", "in 100 rounds", "answered best", "even at a rate of")
    return table(heads, rows) + commands(*words.split())


def late(words: str) -> str:
    """What a settlement begun late moves."""
    data = data_of(words)
    rows = (
        (
            f"seat {each['position']}" if each["position"] != "bank" else "bank",
            f"{dollars(each['right_cents_by_round'])} ± {each['right_standard_error'] / 100:.2f}",
            f"{dollars(each['gain_cents_by_round'])} ± {each['standard_error'] / 100:.2f}",
            dollars(100 * each["gain_dollars_per_100"]),
        )
        for each in data["moved"]
    )
    heads = ("who", "wins a round", "gains in a round begun late", f"in 100 rounds at {share(data['rate'], 0)}")
    return table(heads, rows) + commands(words)


# ── Banks ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def mean(of: Data, places: int = 2) -> str:
    """A mean of cents as dollars, with its error if it has one."""
    error = of["standard_error"] or 0
    return f"{dollars(of['mean'], places)}{f' ± {error / 100:.{places}f}' if error else ', exact'}"


def rate(of: Data, placed: int) -> str:
    """A mean of cents as a share of what was placed."""
    error = of["standard_error"] or 0
    return f"{percent(of['mean'] / placed)}{f' ± {100 * error / placed:.2f}' if error else ''}"


def placed_by(data: Data) -> int:
    """The cents that each seat places; all are alike."""
    return int(sum(data["seats"][0]["stakes"].values()))


def bank(words: str) -> str:
    """What a bank is worth by the wager put up."""
    data = data_of(words)
    hour = data["rounds_per_hour"]
    rows = (
        (
            dollars(each["wager"])[1:].removesuffix(".00"),
            mean(each["after_fees_by_round"], 3),
            dollars(each["after_fees_by_round"]["mean"] * hour, 0),
            f"${each['deviation_by_round'] / 100:.2f}",
            share(each["rounds_short"], 1),
            f"${each['capital']['0.01'] / 100:,.0f}",
        )
        for each in data["wagers"]
    )
    heads = ("bank", "after fees, by round", "by hour", "spread of a round", "leaves something uncovered", "capital")
    return table(heads, rows) + commands(words)


def positions(words: str) -> str:
    """What every seat wins by its position, for each wager of the bank's."""
    data = data_of(words)
    placed = placed_by(data)
    rows = (
        (
            dollars(each["wager"])[1:].removesuffix(".00"),
            *(rate(seat["result_by_round"], placed) for seat in each["seats"]),
        )
        for each in data["wagers"]
    )
    seats = (f"seat {n}" for n in range(1, len(data["seats"]) + 1))
    return table(("bank", *seats), rows) + commands(words)


def given_up(words: str) -> str:
    """What folds gave up and got back because nobody covered it, by seat."""
    data = data_of(words)
    of = data["bank"]
    rows = (
        (
            f"seat {seat['position']}",
            share(seat["share_returned"], 1),
            dollars(seat["given_up_and_returned_by_round"])[1:],
        )
        for seat in of["seats"]
    )
    return table(("who", "of all that was due, uncovered", "given up and returned, by round"), rows) + commands(words)


def play(words: str) -> str:
    """What seats win that respond best to those before them."""
    rows = []
    for name in words.split():
        data = data_of(name)
        best, placed = data["best_play"], placed_by(data)
        rows.append(
            (
                dollars(data["bank"]["wager"])[1:].removesuffix(".00"),
                *(rate(seat["best"], placed) for seat in best["seats"]),
                f"{dollars(best['bank_by_round']['mean'])} ± {best['bank_by_round']['standard_error'] / 100:.2f}",
                share(max(seat["could_gain_at_most"] for seat in best["seats"]) / placed),
            )
        )
    seats = (f"seat {n}" for n in range(1, len(data["seats"]) + 1))
    return table(("bank", *seats, "bank before fees", "more at most"), rows) + commands(*words.split())


def readings(words: str) -> str:
    """The same bank under other readings, with ordinary play and with best responses where those were worked out."""
    name, *others = words.split()
    data = data_of(name)
    placed = placed_by(data)
    responses = {}
    for each in others:
        found = data_of(each)
        values = [seat["best"]["mean"] for seat in found["best_play"]["seats"]]
        changes = kept()[each]["command"].split(" -p ")[1:]
        responses[frozenset(changes)] = share((max(values) - min(values)) / placed, 1)
    rows = []
    for reading in data["readings"]:
        changes = frozenset(f"{name}={value}" for name, value in reading["changes"].items())
        words_ = ", ".join(sorted(code(change) for change in changes)) or "as it is"
        values = reading["seats_per_unit"]
        rows.append(
            (
                words_ + (f", button at seat {reading['button']}" if reading["button"] else ""),
                mean(reading["bank_after_fees_by_round"], 3),
                percent(values[0]),
                percent(values[-1]),
                percent(max(values)),
                share(reading["spread"] / placed, 1),
                responses.get(changes, "–"),
            )
        )
    heads = (
        *("reading", "bank after fees", "first seat", "last seat", "best seat"),
        *("apart, ordinary play", "apart, best responses"),
    )
    return table(heads, rows) + commands(name, *others)


TABLES: dict[str, Callable[[str], str]] = {
    "bank": bank,
    "counting": counting,
    "cuts": cuts,
    "depth": depth,
    "errors": errors,
    "given-up": given_up,
    "knowledge": knowledge,
    "late": late,
    "measures": measures,
    "play": play,
    "positions": positions,
    "published": published,
    "readings": readings,
    "shared": shared,
    "tells": tells,
}


def figures(words: str) -> str:
    """One table of kept figures."""
    name, _, rest = words.partition(" ")
    return TABLES[name](rest)


PARTS = {"figures": figures}
