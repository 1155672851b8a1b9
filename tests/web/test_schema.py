"""The description at /schema is true: what it allows is taken, what it forbids is refused, nothing else comes back."""

from pathlib import Path

import pytest

from graphmem.adapters.neo4j.engine import Engine
from tests.fuzz.run import ROLES, cases, fuzz, keys_of
from tests.types import Http, Json


async def described(http: Http) -> Json:
    found: Json = (await http.get("/schema")).json()
    return found


@pytest.mark.req("A1", "S2")
@pytest.mark.parametrize("role", ROLES)
async def test_requests_of_every_kind_get_what_the_description_says(
    readme_server: tuple[str, Path], engine: Engine, tmp_path: Path, role: str
) -> None:
    """The same requests each time; `make fuzz` sends thousands."""
    keys, examples = await keys_of(role, engine), 4 if role == "operator" else 2

    done = fuzz(
        readme_server[0], keys, tmp_path, phases="fuzzing", examples=examples, more=["--generation-deterministic"]
    )

    assert done.returncode == 0, done.stdout[-20_000:] + done.stderr
    assert cases(done.stdout) > 100


@pytest.mark.req("A1")
async def test_every_route_tells_its_errors_in_their_shape(http: Http) -> None:
    for path, methods in (await described(http))["paths"].items():
        for method, operation in methods.items():
            answers = operation["responses"]
            shape = "ChatErrorAnswer" if path == "/v1/chat/completions" else "ErrorAnswer"
            errors = {status: answer for status, answer in answers.items() if status >= "400"}
            if path.startswith("/v1") or path == "/rpc":
                assert {"401", "429", "503"} <= errors.keys(), (method, path)
                assert operation["security"] == [{"key": []}]
                for status, answer in errors.items():
                    own = "RpcAnswer" if (path, status) == ("/rpc", "429") else shape
                    assert answer["content"]["application/json"]["schema"]["$ref"].endswith(f"/{own}")
            assert ("requestBody" in operation) == ("413" in errors), (method, path)
            assert ("{" in path) <= ("404" in errors), (method, path)


async def test_bounds_patterns_and_formats_are_told(http: Http) -> None:
    found = await described(http)
    shapes = found["components"]["schemas"]
    item, request = shapes["MemoryItem"]["properties"], shapes["RememberRequest"]
    listing = {
        parameter["name"]: parameter["schema"] for parameter in found["paths"]["/v1/memories"]["get"]["parameters"]
    }

    assert (item["content"]["minLength"], item["content"]["maxLength"]) == (1, 10_000)
    assert item["confidence"]["anyOf"][0] == {"type": "number", "minimum": 0, "maximum": 1}
    assert "preference" in item["kind"]["anyOf"][0]["enum"]
    assert (request["additionalProperties"], request["properties"]["memories"]["maxItems"]) == (False, 1_000)
    assert listing["cursor"] == {"type": "string", "format": "uuid"}
    assert listing["as_of"]["format"] == "date-time"
    assert listing["status"]["enum"] == ["active", "deprecated", "all"]


@pytest.mark.parametrize("method", ["PUT", "TRACE"])
async def test_a_wrong_method_is_told_the_right_ones(http: Http, method: str) -> None:
    answer = await http.request(method, "/v1/memories")

    assert answer.status_code == 405
    assert set(answer.headers["Allow"].split(", ")) == {"DELETE", "GET", "OPTIONS", "POST"}


async def test_options_tell_every_method_of_an_address(http: Http) -> None:
    answer = await http.options("/v1/threads/some")

    assert set(answer.headers["Allow"].split(", ")) == {"DELETE", "GET", "OPTIONS"}


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("/v1/extractions?user_id=%C2%9B", "user_id"),
        ("/v1/extractions?thread_id=%0A", "thread_id"),
        ("/v1/memories/01890000-0000-7000-8000-000000000000?assistant_key=a%0Ab", "assistant_key"),
    ],
)
async def test_an_id_that_nobody_can_have_is_refused(http: Http, path: str, field: str) -> None:
    answer = await http.get(path)

    assert answer.status_code == 400
    assert [detail["field"] for detail in answer.json()["error"]["details"]] == [field]
