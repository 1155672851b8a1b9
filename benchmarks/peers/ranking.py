"""The best of many scores."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def best(ids: Sequence[str], scores: NDArray[np.float32], limit: int) -> list[tuple[str, float]]:
    """So many ids with the highest scores, best first; of equal ones the earlier first."""
    order = np.argsort(-scores, kind="stable")[:limit]
    return [(ids[place], float(scores[place])) for place in order]
