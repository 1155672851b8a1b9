"""Prints docs/cookbook.md from the queries in cypher/cookbook: `python -m tests.graph.cookbook > docs/cookbook.md`."""

import sys

from graphmem.adapters.neo4j.cookbook import recipes

_HEAD = """# Cookbook

Queries for analysts, over the [graph](graph.md). They are the examples on the page `/cypher`; each runs as it stands there, with
[`POST /v1/cypher`](api.md), and in any Bolt client after `:param tenant => 'default'`. They look at one tenant, `$tenant`: that of your key,
unless you give another as a parameter; leave `{tenant: $tenant}` out for all of them. Add `{ref: 'me'}` to an owner for one user. [Administrators](keys.md)
of a tenant run them too, for their tenant.
"""


def document() -> str:
    parts = [_HEAD]
    for number, recipe in enumerate(recipes(), start=1):
        remark = f"{recipe.remark}\n\n" if recipe.remark else ""
        parts.append(f"## {number}. {recipe.question}\n\n{remark}```cypher\n{recipe.query}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    sys.stdout.write(document())
