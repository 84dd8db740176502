"""Schemathesis over the whole OpenAPI document: what it makes up is answered as the document says."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from croupier.web.client import Client
from tests.web.live import OPERATOR, OPERATOR_KEY
from tests.web.served import Served, served
from tests.web.test_access import ROWS

pytestmark = pytest.mark.server
EXAMPLES = 25
FEW = 3
ENDLESS = "GET /api/stream"
SLOW = "POST /api/operator/verify"
"""Starts a process each time."""
UNDESCRIBED = "GET /openapi.json"


def session(client: Client) -> str:
    """The cookies of a guest who sits at a table and of an operator, together."""
    client.enter("Ada")
    (table, *_) = (each["table"] for each in client.get("/api/tables")["tables"])
    client.command(f"/api/tables/{table}/sit", {"cents": 10_000})
    guest = client.cookie
    client.cookie = ""
    client.ask("POST", "/api/operator/enter", {"name": OPERATOR, "key": OPERATOR_KEY})
    return f"{guest}; {client.cookie}"


def try_out(house: Served, operation: Any, mode: Any, cookie: str, table: str) -> int:
    """Send what Schemathesis makes up of one operation, and hold each answer against the document; tells how many."""
    from schemathesis import checks  # noqa: PLC0415  # only where it is installed
    from schemathesis.specs.openapi import checks as openapi  # noqa: PLC0415  # as above

    wanted = [
        checks.not_a_server_error,
        openapi.status_code_conformance,
        openapi.content_type_conformance,
        openapi.response_schema_conformance,
    ]

    sent = 0

    @settings(
        max_examples=FEW if operation.label == SLOW else EXAMPLES,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate],
    )
    @given(operation.as_strategy(generation_mode=mode))
    def send(case: Any) -> None:
        nonlocal sent
        sent += 1
        if "table" in case.path_parameters:
            case.path_parameters["table"] = table
        for name in ("Cookie", "Host", "Origin"):
            case.headers.pop(name, None)
        if operation.label == ENDLESS:
            check_beginning(house, case.as_transport_kwargs(base_url=house.url, headers={"Cookie": cookie}))
            return
        response = case.call(base_url=house.url, headers={"Cookie": cookie}, timeout=60)
        if response.status_code not in (405, 411):  # a method, or a body's length, that HTTP itself refuses
            case.validate_response(response, checks=wanted)

    with suppress(Unsatisfiable):  # there is no wrong way to ask what takes nothing
        send()
    return sent


def check_beginning(house: Served, asked: dict[str, Any]) -> None:
    """Hold what a stream begins with against the document, and hang up."""
    requests = pytest.importorskip("requests")  # comes with Schemathesis
    assert house.live
    stated = house.live.document["paths"]["/api/stream"]["get"]["responses"]
    with requests.request(**asked, stream=True, timeout=60) as response:
        assert str(response.status_code) in stated
        assert response.status_code < 500
        assert response.headers["content-type"].partition(";")[0] in stated[str(response.status_code)]["content"]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("is_positive", [True, False], ids=["taken", "refused"])
def test_the_document_is_exact(is_positive: bool) -> None:
    schemathesis = pytest.importorskip("schemathesis")
    from schemathesis.generation import GenerationMode  # noqa: PLC0415  # only where it is installed

    mode = GenerationMode.POSITIVE if is_positive else GenerationMode.NEGATIVE
    with served() as house:
        assert house.live
        schema = schemathesis.openapi.from_dict(house.live.document)
        operations = {each.ok().label: each.ok() for each in schema.get_all_operations()}
        assert set(operations) == set(ROWS) - {UNDESCRIBED}
        (table,) = house.live.house.memory.tables
        client, sent = Client(house.url), 0
        try:
            for label, operation in sorted(operations.items()):
                tried = try_out(house, operation, mode, session(client), table)
                assert tried or not is_positive, label
                sent += tried
                client.cookie = ""
        finally:
            client.close()
    assert sent >= 500
