"""What every store keeps to: the same suite for memory, SQLite and PostgreSQL."""

import asyncio
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.house.rows import Document, Entry, Line, Opening, Posting, Row, Snapshot, Unsealed
from croupier.store.memory import MemoryStore
from croupier.store.store import Lost, Store, places
from tests.store.engines import Engine, InSqlite, lines_of, run
from tests.store.units import EVERYTHING, Unit, answer, document, line, played, posting, sealed


async def everything(store: Store) -> list[object]:
    """All that a store tells."""
    return [
        await lines_of(store),
        [opening async for opening in store.openings("t1")],
        await store.sealed("t1"),
        await store.documents("guest"),
        await store.document("guest", "g1"),
        await store.postings("g1"),
        await store.played("g1"),
        await store.answers("g1"),
        await store.snapshot("t1", "d1"),
        [entry async for entry in store.log()],
    ]


def test_each_kind_of_row_comes_back_as_it_was_written(engine: Engine) -> None:
    async def story(store: Store) -> None:
        assert await store.commit([EVERYTHING]) == [True]
        told = await everything(store)
        assert told == [
            [line(0).text, line(1).text],
            [Opening("t1", "dice", 1, '{"dice":1}\n', 2)],
            [sealed(1)],
            {"g1": document(1)},
            document(1),
            [posting(10_000)],
            [played(1)],
            {"k1": answer("k1")},
            Snapshot("t1", 1, "d1", '{"state":1}'),
            [(1, Entry(1000, "g1", "sat", "t1", "asked to", "", "seat 1"))],
        ]

    run(engine, story)


def test_all_documents_of_a_kind_are_told_however_many_there_are(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit([[document(1, f"g{number}") for number in range(1_201)], [document(1, "t1", "table")]])
        assert (await store.documents("guest")).keys() == {f"g{number}" for number in range(1_201)}

    run(engine, story)


def test_openings_are_told_up_to_a_record_and_each_by_itself(engine: Engine) -> None:
    def rows(table: str) -> Unit:
        dice = tuple(Opening(table, "dice", number, f"{number}\n", 10 * number) for number in range(1, 121))
        return (*dice, Opening(table, "shuffle", 1, "1\n", 600), Opening(table, "shuffle", 2, "2\n", 1200))

    async def story(store: Store) -> None:
        await store.commit([rows("t0"), rows("t1"), rows("t2")])
        assert tuple([opening async for opening in store.openings("t1")]) == rows("t1")
        early = [opening async for opening in store.openings("t1", 605)]
        assert [(opening.of, opening.number) for opening in early] == [
            *(("dice", number) for number in range(1, 61)),
            ("shuffle", 1),
        ]
        assert await store.opening("t1", "shuffle", 2) == Opening("t1", "shuffle", 2, "2\n", 1200)
        assert await store.opening("t1", "shuffle", 3) is None

    run(engine, story)


def test_what_was_committed_is_there_when_the_store_is_opened_again(engine: Engine) -> None:
    async def before(store: Store) -> list[object]:
        await store.commit([EVERYTHING])
        return await everything(store)

    assert run(engine, before) == run(engine, everything)


def test_what_is_not_there_is_empty(engine: Engine) -> None:
    assert run(engine, everything) == [[], [], [], {}, None, [], [], {}, None, []]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        pytest.param((line(0),), (line(0, text="other\n"),), id="a line's number"),
        pytest.param((line(0),), (line(2),), id="a number ahead of the last"),
        pytest.param((document(1),), (document(1, name="Bob"),), id="a new document's id"),
        pytest.param((document(1), document(2)), (document(2, name="Bob"),), id="a document's version"),
        pytest.param((document(1),), (document(3),), id="a version ahead of the last"),
        pytest.param((), (document(2),), id="a version of a document that is not there"),
        pytest.param((answer("k1"),), (answer("k1", at=2000),), id="an answer's key"),
        pytest.param((played(1),), (replace(played(1), seat=2),), id="a part in a round"),
        pytest.param((sealed(1),), (replace(sealed(1), key="other"),), id="a sealed secret"),
        pytest.param((Opening("t1", "dice", 1, "a\n", 1),), (Opening("t1", "dice", 1, "b\n", 1),), id="an opening"),
    ],
)
def test_a_unit_whose_place_is_taken_is_not_written_at_all(engine: Engine, first: Unit, second: Unit) -> None:
    async def story(store: Store) -> None:
        assert await store.commit([first]) == [True]
        before = await everything(store)
        extra = (posting(5, "g2"), Entry(1, "house", "started"), line(0, "t2"))
        assert await store.commit([(*extra, *second)]) == [False]
        assert await everything(store) == before
        assert await store.postings("g2") == []
        assert await lines_of(store, "t2") == []

    run(engine, story)


def test_the_others_of_a_batch_are_written_when_one_loses_its_place(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit([(line(0),)])
        batch = [(line(0, "t2"),), (line(0),), (line(0, "t3"),)]
        assert await store.commit(batch) == [True, False, True]
        assert [await lines_of(store, table) for table in ("t1", "t2", "t3")] == [
            [line(0).text],
            [line(0, "t2").text],
            [line(0, "t3").text],
        ]

    run(engine, story)


def test_a_unit_made_after_one_that_is_lost_is_lost_too_even_if_its_own_number_is_free(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit([(line(0),)])
        await store.commit([(line(1, text="by another process\n"),)])
        guest = (document(1), posting(100))
        batch = [(line(1), *guest), (line(2),), (document(2),), (line(0, "t2"),)]
        assert await store.commit(batch) == [False, False, False, True]
        assert await lines_of(store) == [line(0).text, "by another process\n"]
        assert await store.document("guest", "g1") is None

    run(engine, story)


def test_units_of_one_batch_build_on_each_other(engine: Engine) -> None:
    async def story(store: Store) -> None:
        batch = [(line(number), document(number + 1), posting(number)) for number in range(20)]
        assert await store.commit(batch) == [True] * 20
        assert await lines_of(store, start=15) == [line(number).text for number in range(15, 20)]
        assert await store.document("guest", "g1") == document(20)
        assert [posting.cents for posting in await store.postings("g1")] == list(range(20))

    run(engine, story)


def test_an_empty_batch_and_an_empty_unit_are_written(engine: Engine) -> None:
    async def story(store: Store) -> None:
        assert list(await store.commit([])) == []
        assert await store.commit([()]) == [True]

    run(engine, story)


def test_many_lines_are_told_in_order_from_any_number_on(engine: Engine) -> None:
    async def story(store: Store) -> None:
        texts = [f"record {number}\n" for number in range(1203)]
        await store.commit([tuple(Line("t1", number, text) for number, text in enumerate(texts))])
        await store.commit([tuple(Entry(number, "house", "ticked") for number in range(1203))])
        assert await lines_of(store) == texts
        assert await lines_of(store, start=700) == texts[700:]
        assert await lines_of(store, start=1203) == []
        assert [text async for text in store.lines("t1", 3, 700)] == texts[3:700]
        assert [(number, entry.at) async for number, entry in store.log(700)] == [
            (number, number - 1) for number in range(700, 1204)
        ]

    run(engine, story)


def test_an_erased_document_is_gone_from_the_list_but_its_version_stays(engine: Engine) -> None:
    async def story(store: Store) -> None:
        erased = Document("guest", "g1", 2, None)
        await store.commit([(document(1),), (erased,)])
        assert await store.documents("guest") == {}
        assert await store.document("guest", "g1") == erased
        assert await store.commit([(document(1),)]) == [False]
        assert await store.commit([(document(3),)]) == [True]

    run(engine, story)


def test_a_document_in_a_store_is_not_the_writers_to_change(engine: Engine) -> None:
    async def story(store: Store) -> None:
        body = {"seats": {"1": {"guest": "g1"}}}
        await store.commit([(Document("table", "t1", 1, body),)])
        body["seats"]["1"]["guest"] = "g2"
        kept = await store.document("table", "t1")
        assert kept is not None
        assert kept.body == {"seats": {"1": {"guest": "g1"}}}

    run(engine, story)


def test_the_latest_rounds_of_a_guest_come_first(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit([(played(1), played(2)), (played(1, "g2"),), (played(3),)])
        assert await store.played("g1", 2) == [played(3), played(2)]
        assert await store.round_of("g1", "t1", 2) == played(2)
        assert await store.round_of("g2", "t1", 2) is None

    run(engine, story)


def test_one_answer_is_found_by_its_key(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit([(answer("k1"), answer("k2", at=2000), answer("k2", "g2"))])
        assert await store.answer("g1", "k2") == answer("k2", at=2000)
        assert await store.answer("g2", "k1") is None

    run(engine, story)


def test_a_secret_that_is_unsealed_is_gone(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit([(sealed(1), sealed(2), sealed(1, "t2"))])
        assert await store.commit([(Unsealed("t1", "shuffle", 1),)]) == [True]
        assert await store.sealed("t1") == [sealed(2)]
        assert await store.sealed("t2") == [sealed(1, "t2")]

    run(engine, story)


def test_a_snapshot_replaces_only_an_earlier_one_under_its_digest(engine: Engine) -> None:
    async def story(store: Store) -> None:
        early, late, other = Snapshot("t1", 5, "d1", "a"), Snapshot("t1", 9, "d1", "b"), Snapshot("t1", 7, "d2", "c")
        assert await store.commit([(early,), (late,), (other,), (early,)]) == [True] * 4
        assert await store.snapshot("t1", "d1") == late
        assert await store.snapshot("t1", "d2") == other
        assert await store.snapshot("t1", "d3") is None

    run(engine, story)


def test_what_has_had_its_time_is_forgotten(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit(
            [(answer("old", at=10), answer("new", at=20)), (document(1), Document("guest", "g1", 2, None))]
        )
        await store.commit([(Snapshot("t1", 5, "d1", "a"), Snapshot("t1", 9, "d2", "b"), document(1, "g2"))])
        await store.forget(before=20)
        assert set(await store.answers("g1")) == {"new"}
        assert await store.snapshot("t1", "d1") is None
        assert await store.snapshot("t1", "d2") == Snapshot("t1", 9, "d2", "b")
        assert await store.document("guest", "g1") == Document("guest", "g1", 2, None)
        await store.forget(before=20)
        assert await store.document("guest", "g1") is None
        assert await store.documents("guest") == {"g2": document(1, "g2")}

    run(engine, story)


def test_a_store_keeps_facts_about_itself(engine: Engine) -> None:
    async def story(store: Store) -> None:
        assert (await store.meta())["schema"] >= 1
        await store.note("restored", {"at": 1000})
        await store.probe()
        assert {**await store.meta(), "schema": 0} == {"schema": 0, "restored": {"at": 1000}}
        await store.note("restored", None)
        assert set(await store.meta()) == {"schema"}

    run(engine, story)


def test_text_of_any_script_and_any_byte_is_kept(engine: Engine) -> None:
    async def story(store: Store) -> None:
        name = "Żółw 🂡 \u202e \\ ' \" % ? $1"
        secret = replace(sealed(1), sealed=bytes(range(256)))
        await store.commit([(document(1, name=name), line(0, text=f"{name}\n"), secret, posting(-(2**53)))])
        assert (await store.documents("guest"))["g1"].body == {"name": name}
        assert await lines_of(store) == [f"{name}\n"]
        assert await store.sealed("t1") == [secret]
        assert (await store.postings("g1"))[0].cents == -(2**53)

    run(engine, story)


rows = st.one_of(
    st.builds(line, st.integers(0, 3), st.sampled_from(["t1", "t2"])),
    st.builds(document, st.integers(1, 4), st.sampled_from(["g1", "g2"])),
    st.builds(answer, st.sampled_from(["k1", "k2"])),
    st.builds(sealed, st.integers(0, 2)),
    st.builds(posting, st.integers(-5, 5)),
    st.just(Unsealed("t2", "shuffle", 1)),
    st.builds(Entry, st.integers(0, 9), st.just("house"), st.just("ticked")),
)
batches = st.lists(st.lists(st.lists(rows, max_size=3).map(tuple), max_size=5), max_size=5)


def check_alike(engine: Engine, history: list[list[tuple[Row, ...]]]) -> None:
    """Write the same to a store and to one in memory: both must tell the same of it."""

    async def story(store: Store) -> None:
        model = MemoryStore()
        for batch in history:
            assert list(await store.commit(batch)) == list(await model.commit(batch))
        assert await everything(store) == await everything(model)

    run(engine, story)


@given(history=batches)
def test_sqlite_writes_what_memory_writes(tmp_path_factory: pytest.TempPathFactory, history: list[list[Unit]]) -> None:
    check_alike(InSqlite(tmp_path_factory.mktemp("store")), history)


def test_places_are_tables_guests_and_documents() -> None:
    assert places(EVERYTHING) == {("table", "t1"), ("guest", "g1")}
    assert places((Posting("g2", 1, 1, "sit"), Document("link", "l", 1, {}))) == {("guest", "g2"), ("link", "l")}


def test_what_is_lost_spreads_along_common_places() -> None:
    lost = Lost()
    lost.add((line(1, "t1"),))
    assert lost.has((line(2, "t1"), document(1, "g1")))
    assert lost.has((posting(1, "g1"),))
    assert not lost.has((line(0, "t2"),))


def test_what_is_written_at_the_same_time_is_all_written(engine: Engine) -> None:
    """The committer writes batches, and a self-check beside it notes when it was made."""

    async def story(store: Store) -> None:
        for number in range(10):
            written, *_ = await asyncio.gather(
                store.commit([(line(number),)]),
                store.note("checked", number),
                store.forget(0),
                store.note("other", number),
            )
            assert written == [True]
            assert (await store.meta())["checked"] == number
        assert len(await lines_of(store)) == 10

    run(engine, story)


def test_rounds_that_were_seen_already_can_be_left_out(engine: Engine) -> None:
    async def story(store: Store) -> None:
        await store.commit([[played(number) for number in range(1, 6)]])
        assert [each.round for each in await store.played("g1", limit=2, skip=1)] == [4, 3]
        assert await store.played("g1", skip=5) == []

    run(engine, story)
