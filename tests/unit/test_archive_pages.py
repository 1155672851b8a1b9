"""How owners are put together for one page of an export."""

from graphmem.adapters.neo4j.archive_pages import LARGE, together
from graphmem.adapters.neo4j.archive_queries import OwnerRow


def test_small_owners_go_together_and_a_large_one_goes_alone() -> None:
    sizes = [1, 2, LARGE + 1, 3, LARGE - 3, 1]
    groups = together(OwnerRow(id=str(place), things=None, size=size) for place, size in enumerate(sizes))
    assert [[owner.size for owner in group] for group in groups] == [[1, 2], [LARGE + 1], [3, LARGE - 3], [1]]
