"""Expressions that nothing could end, or whose values grow without end, are refused by their words."""

import pytest

from graphmem.adapters.neo4j.cookbook import recipes
from graphmem.core.cypher_growth import objection
from graphmem.core.cypher_words import tokens

pytestmark = pytest.mark.req("Z1")
DOUBLED = " ".join("WITH s + s AS s" for _ in range(26))
PAIRED = " ".join("WITH [s, s] AS s" for _ in range(26))
MAPPED = " ".join("WITH {a: v.a, b: v.a} AS w WITH {a: [w.a, w.b]} AS v" for _ in range(6))


@pytest.mark.parametrize(
    ("query", "why"),
    [
        ("UNWIND range(1, 1000) AS r RETURN reduce(s = 'aa', x IN range(1, 22) | s + s) AS s", "once only"),
        ("RETURN reduce(s = 'aa', x IN range(1, 22) | s || s) AS s", "once only"),
        ("RETURN REDUCE (`s` = 'aa', x IN range(1, 22) | s /* s */ + `s`) AS s", "once only"),
        ("RETURN reduce(s = 0, x IN range(1, 1000000000000) | s + x)", "at most 10,000"),
        ("RETURN any(x IN range(1, 1000000000000) WHERE x < 0)", "at most 10,000"),
        ("RETURN `range`(1, 1000000000000)", "at most 10,000"),
        ("RETURN size([x IN range(1, $n) | x])", "numbers, size"),
        ("WITH range(0, 10 ^ 9) AS r RETURN r", "numbers, size"),
        ("UNWIND range(1, 1000000000) + range(1, 10) AS x RETURN x", "at most 10,000"),
        ("WITH range(1, 10000) AS r RETURN [x IN r | [y IN r | x]]", "inside another"),
        ("WITH range(1, 9) AS r RETURN all(x IN r WHERE any(y IN r WHERE x > y))", "inside another"),
        ("RETURN reduce(s = 'a', x IN range(1, 9) | head([y IN [s] | y + y]))", "inside another"),
        ("MATCH (m:Memory) WITH collect(m.content) AS c RETURN reduce(s = '', x IN c | s + x)", "UNWIND longer"),
        ("WITH {c: [1]} AS v RETURN reduce(s = '', x IN v.c | s + x)", "UNWIND longer"),
        ("RETURN allReduce(s = '', x IN $xs | s + s, true)", "once only"),
        ("MATCH (m:Memory) RETURN replace(m.content, 'a', m.content)", "in quotes"),
        ("MATCH (m:Memory) RETURN m.content =~ m.key", "in quotes"),
        ("RETURN 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!' =~ '(a+)+'", "for ever"),
        ("RETURN $text =~ '.*a.*b.*c.*d'", "for ever"),
        (f"WITH 'a' AS s {DOUBLED} RETURN size(s)", "67,108,864 others"),
        (f"WITH [1] AS s {PAIRED} RETURN s", "67,108,864 others"),
        (f"WITH {{a: 1}} AS v {MAPPED} RETURN v", "others"),
        ("RETURN [x IN range(1, 10000) | $text + x] AS l", "others"),
    ],
)
def test_what_could_not_be_ended_or_grows_without_end_is_refused(query: str, why: str) -> None:
    assert why in str(objection(tokens(query)))


@pytest.mark.parametrize(
    "query",
    [
        "UNWIND range(1, 1000000000) AS x RETURN sum(x)",
        "MATCH (p:Person) RETURN p.name + ' (' + p.status + ')' AS who, replace(p.name, ' ', '_') AS id",
        "MATCH w = (:Person)-[:RELATED_TO*..3]-(:Person) RETURN reduce(n = 0, r IN relationships(w) | n + r.weight)",
        "MATCH w = (:Person)--(:Person) RETURN [i IN range(0, size(nodes(w)) - 1) | i]",
        "MATCH (m:Memory) WHERE any(tag IN m.tags WHERE tag STARTS WITH 'w') RETURN m.content, [t IN m.tags | toUpper(t)]",
        "MATCH (m:Memory) RETURN reduce(s = '', tag IN m.tags | s + ', ' + tag) AS tags",
        "MATCH (m:Memory) WHERE m.content =~ '(?i).*tea.*' RETURN m",
        "MATCH (m:Memory) UNWIND split(m.content, ' ') AS word RETURN word, count(*) AS n ORDER BY n DESC",
        "MATCH (m:Memory) RETURN {id: m.id, text: m.content, kind: m.kind, key: m.key, tags: m.tags, at: m.created_at} AS m",
        "MATCH (p:Person) RETURN p.name, [(p)<-[:ABOUT]-(m:Memory) | m.content] AS facts",
    ],
)
def test_what_analysts_ask_is_not(query: str) -> None:
    assert objection(tokens(query)) is None


def test_no_recipe_of_the_cookbook_is_refused() -> None:
    assert [recipe.query for recipe in recipes() if objection(tokens(recipe.query))] == []
