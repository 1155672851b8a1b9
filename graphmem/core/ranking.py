"""Which of the candidates are worth an agent's attention, and in which order."""

from collections.abc import Sequence

from graphmem.model import Candidate, PassedOver, Recalled

WORDS_WEIGHT = 0.35  # of the best match in words, beside 1 for a perfect match in meaning
# A question with few words in common with its answer seldom reaches the similarity that proves two texts related; its
# answer still stands out among the rest. By `make quality`, the fixed cut alone loses 4 of 10 answers.
STANDS_OUT = 0.5  # of the best similarity found
LEAST = 0.4  # of the similarity that proves two texts related
ASKED_WEIGHT = 0.15  # of being about somebody whom the question speaks of
TELLING_WORDS = 0.6  # of the best match in words


def ranked(
    candidates: Sequence[Candidate], *, min_similarity: float, limit: int, strict: bool = False
) -> list[Recalled]:
    """The best candidates, best first.

    A candidate counts from `min_similarity` on. Unless `strict`, so do those that stand out for this question,
    in meaning or in words.
    """
    best = max((candidate.similarity or 0.0 for candidate in candidates), default=0.0)
    best_words = max((candidate.text_score for candidate in candidates), default=0.0)
    admitted = [
        Recalled(
            memory=candidate.memory,
            score=_score(candidate, best_words),
            similarity=candidate.similarity,
            outdated=candidate.outdated,
        )
        for candidate in candidates
        if _related(candidate, min_similarity)
        or (not strict and _stands_out(candidate, best, best_words, least=min_similarity * LEAST))
    ]
    return sorted(admitted, key=lambda item: (-item.score, item.memory.id))[:limit]


def passed_over(
    candidates: Sequence[Candidate], chosen: Sequence[Recalled], *, min_similarity: float, strict: bool = False
) -> list[PassedOver]:
    """The candidates that were looked at and not given, best first, with the reason of each."""
    best_words = max((candidate.text_score for candidate in candidates), default=0.0)
    admitted = {
        item.memory.id
        for item in ranked(candidates, min_similarity=min_similarity, limit=len(candidates), strict=strict)
    }
    given = {item.memory.id for item in chosen}
    left = [
        PassedOver(
            memory=candidate.memory,
            score=_score(candidate, best_words),
            similarity=candidate.similarity,
            reason="there was no room left for it"
            if candidate.memory.id in admitted
            else f"its similarity is under {min_similarity:.2f}, and it doesn't stand out",
        )
        for candidate in candidates
        if candidate.memory.id not in given
    ]
    return sorted(left, key=lambda item: (-item.score, item.memory.id))


def _score(candidate: Candidate, best_words: float) -> float:
    words = candidate.text_score / best_words if best_words else 0.0
    return (candidate.similarity or 0.0) + WORDS_WEIGHT * words + ASKED_WEIGHT * candidate.asked


def _related(candidate: Candidate, min_similarity: float) -> bool:
    if candidate.similarity is None:
        return candidate.text_score > 0
    return candidate.similarity >= min_similarity


def _stands_out(candidate: Candidate, best: float, best_words: float, *, least: float) -> bool:
    in_words = candidate.text_score > 0 and candidate.text_score >= TELLING_WORDS * best_words
    in_meaning = (candidate.similarity or 0.0) >= (least if candidate.asked else max(STANDS_OUT * best, least))
    return in_words or in_meaning
