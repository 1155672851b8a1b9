from hypothesis import given
from hypothesis import strategies as some

from graphmem.core.pages import page_of


@given(some.lists(some.integers(), max_size=30), some.integers(min_value=1, max_value=7))
def test_pages_put_together_are_the_whole_list(whole: list[int], limit: int) -> None:
    seen: list[int] = []
    while True:
        page, last = page_of(whole[len(seen) : len(seen) + limit + 1], limit)
        seen.extend(page)
        if last is None:
            break
        assert last == page[-1]
        assert len(page) == limit
    assert seen == whole
