"""Learns the weights of the ranker: `python -m training.ranker --help`.

Learned from labelled questions (`training/questions`) and, where their files are given, the development halves of
LoCoMo and LongMemEval. Each figure is of conversations or people that the weights it was scored with have not seen.
"""

import argparse
import json
import zlib
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from graphmem.core.ranker import ORDER, Column, answered_signs, chosen_signs, relevance, weighed
from training import chats
from training.export import encoder
from training.samples import CachedVectors, Sample, own_people, samples, texts

FOLDS = 5
WEIGHT = {"locomo": 1.0, "longmemeval": 2.0, "questions": 1.0}  # of a question, so that no set outvotes the others
Weights = Mapping[str, float]


def fit_order(learned: Sequence[Sample], names: Sequence[str] = ORDER, *, steps: int = 300) -> Weights:
    """Weights that put what answers before what doesn't."""
    useful = [sample for sample in learned if sample.right.any()]
    rows = torch.tensor(np.concatenate([_matrix(sample, names) for sample in useful]), dtype=torch.float32)
    right = torch.tensor(np.concatenate([sample.right for sample in useful]), dtype=torch.float32)
    which = torch.repeat_interleave(torch.arange(len(useful)), torch.tensor([len(s.right) for s in useful]))
    share = torch.tensor([WEIGHT[sample.source] / sample.right.sum() for sample in useful], dtype=torch.float32)
    weights = torch.zeros(len(names), requires_grad=True)
    adam = torch.optim.Adam([weights], lr=0.05)
    for _ in range(steps):
        score = rows @ weights
        top = torch.full((len(useful),), -1e9).scatter_reduce(0, which, score, "amax").detach()
        total = torch.zeros(len(useful)).index_add_(0, which, torch.exp(score - top[which]))
        log_share = score - top[which] - torch.log(total)[which]
        loss = -(log_share * right * share[which]).sum() / share.sum() + 1e-4 * (weights**2).sum()
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
    return _rounded(names, weights.detach().numpy())


def fit_relevance(learned: Sequence[Sample], order: Weights) -> dict[str, Weights]:
    """Weights of the two probabilities that make up a memory's relevance."""
    answered = _logistic(
        [answered_signs(sample.rows) for sample in learned],
        [np.array([float(sample.answers > 0)]) for sample in learned],
        balanced=True,
    )
    useful = [sample for sample in learned if sample.right.any() and sample.source == "questions"]  # as facts are kept
    chosen = _logistic([chosen_signs(score(sample, order)) for sample in useful], [one.right for one in useful])
    return {"answered": answered, "chosen": chosen}


def _logistic(
    signs: Sequence[Mapping[str, Column]], right: Sequence[Column], *, balanced: bool = False, steps: int = 500
) -> Weights:
    names = list(signs[0])
    rows = np.concatenate([np.stack([each[name] for name in names], axis=1) for each in signs])
    constant = names.index("constant")
    centre, spread = rows.mean(0), rows.std(0)
    centre[constant], spread[constant] = 0, 1
    scaled = torch.tensor((rows - centre) / spread, dtype=torch.float32)
    truth = torch.tensor(np.concatenate(right), dtype=torch.float32)
    # Balanced, as many have an answer as have none: who asks is not known to know what there is.
    share = torch.where(truth > 0, 0.5 / truth.mean(), 0.5 / (1 - truth.mean())) if balanced else torch.ones_like(truth)
    weights = torch.zeros(len(names), requires_grad=True)
    adam = torch.optim.Adam([weights], lr=0.05)
    for _ in range(steps):
        loss = torch.nn.functional.binary_cross_entropy_with_logits(scaled @ weights, truth, weight=share)
        loss = loss + 1e-4 * (weights**2).sum()
        adam.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        adam.step()
    plain = weights.detach().numpy() / spread
    plain[constant] -= (plain * centre).sum()
    return _rounded(names, plain)


def _rounded(names: Sequence[str], weights: npt.NDArray[Any]) -> Weights:
    return {name: round(float(weight), 3) for name, weight in zip(names, weights, strict=True)}


def score(sample: Sample, order: Weights) -> Column:
    return weighed(sample.rows, order)


def _matrix(sample: Sample, names: Sequence[str]) -> npt.NDArray[np.float64]:
    return np.stack([sample.rows[name] for name in names], axis=1)


def found(sample: Sample, order: Weights) -> list[float]:
    """Share of the answers among the first 5, 10, 20; an answer first, among the first five; all in five; reach."""
    right = sample.right[np.argsort(-score(sample, order), kind="stable")]
    first = [float(right[:most].sum()) / sample.answers for most in (5, 10, 20)]
    return [*first, float(right[0]), float(right[:5].max()), float(first[0] == 1), float(right.sum()) / sample.answers]


def likeliest(sample: Sample, order: Weights, weights: Mapping[str, Weights]) -> float:
    """The highest probability among the candidates."""
    return float(relevance(sample.rows, score(sample, order), weights).max())


def auc(pairs: Sequence[tuple[float, float]]) -> float:
    """How often something with an answer is rated above something without."""
    with_answer = np.array([value for value, has in pairs if has])
    without = np.array([value for value, has in pairs if not has])
    above = (with_answer[:, None] > without[None]).mean() + 0.5 * (with_answer[:, None] == without[None]).mean()
    return round(float(above), 3)


def _five(sample: Sample, order: Weights, weights: Mapping[str, Weights]) -> tuple[Column, Column]:
    """The probabilities of the first five, and which of them answer."""
    scores = score(sample, order)
    first = np.argsort(-scores, kind="stable")[:5]
    return relevance(sample.rows, scores, weights)[first], sample.right[first]


def _dial(every: Sequence[tuple[Column, Column, float]]) -> dict[str, list[float]]:
    """For each least probability: questions still answered in five, and memories given where nothing answers."""
    found = {}
    for least in (0, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.3):
        kept = [float((right * (chances >= least)).any()) for chances, right, has in every if has]
        noise = [int((chances >= least).sum()) for chances, _, has in every if not has]
        found[str(least)] = [round(float(np.mean(kept)), 3), round(float(np.mean(noise)), 2)]
    return found


def _calibration(pairs: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """What was said of the first memory and how often it was so, by tenths."""
    tenths: dict[int, list[tuple[float, float]]] = defaultdict(list)
    for said, true in pairs:
        tenths[int(said * 10)].append((said, true))
    return [tuple(np.mean(rows, axis=0).round(2).tolist()) for _, rows in sorted(tenths.items())]


def crossed(every: Sequence[Sample], names: Sequence[str] = ORDER) -> dict[str, Any]:
    """Figures of each set, every question scored with weights that have not seen its conversation or person."""
    groups = sorted({sample.group for sample in every if sample.source == "locomo"})

    def fold(sample: Sample) -> int:
        return groups.index(sample.group) if sample.group in groups else zlib.crc32(sample.group.encode()) % FOLDS

    figures: dict[str, list[list[float]]] = defaultdict(list)
    told: list[tuple[float, float]] = []
    right: list[tuple[float, float]] = []
    dial: list[tuple[Column, Column, float]] = []
    for number in range(FOLDS):
        kept = [sample for sample in every if fold(sample) == number]
        learned = [sample for sample in every if fold(sample) != number]
        order = fit_order(learned, names)
        weights = fit_relevance(learned, order)
        for sample in kept:
            if sample.answers:
                figures[sample.source].append(found(sample, order))
                if sample.source == "questions":
                    figures[f"questions {sample.kind}"].append(found(sample, order))
                    figures[f"questions in {sample.group[0]}"].append(found(sample, order))
            if sample.source == "questions":
                chance, has = likeliest(sample, order, weights), float(sample.answers > 0)
                told.append((chance, has))
                dial.append((*_five(sample, order, weights), has))
                right += [(chance, sample.right[np.argmax(score(sample, order))])]
    out: dict[str, Any] = {name: np.mean(rows, axis=0).round(3).tolist() for name, rows in sorted(figures.items())}
    out["no answer: AUC"] = auc(told)
    out["least probability: answered in five, given where nothing answers"] = _dial(dial)
    out["calibration: said, true"] = _calibration(right)
    return out


def main() -> None:
    given = _arguments()
    cases = list(own_people(given.questions))
    if given.bench:
        cases += chats.locomo(given.bench / "locomo_dev.json")
        cases += chats.longmemeval(given.bench / "longmemeval_dev.json", given.bench / "longmemeval_fillers_dev.json")
    vectors = CachedVectors(encoder(given.model), given.cache)
    vectors.learn([text for case in cases for text in texts(case)])
    every = [sample for case in cases for sample in samples(case, vectors)]
    report: dict[str, Any] = {"questions": len(every), "crossed": crossed(every)}
    print(json.dumps(report, indent=1), flush=True)
    if given.ablate:
        report["without"] = {}
        for name in ORDER:
            report["without"][name] = crossed(every, [other for other in ORDER if other != name])
            print(name, {k: v[:5] for k, v in report["without"][name].items() if " " not in k}, flush=True)
    order = fit_order(every)
    weights = {"order": order, **fit_relevance(every, order)}
    given.out.write_text(json.dumps(weights, indent=2) + "\n")
    if given.report:
        given.report.write_text(json.dumps(report, indent=2) + "\n")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", type=Path, required=True, help="folder of the exported embedder")
    parser.add_argument("--questions", nargs="+", type=Path, required=True)
    parser.add_argument("--bench", type=Path, help="folder of locomo_dev.json and longmemeval_dev.json")
    parser.add_argument("--cache", type=Path, default=Path("vectors.npz"))
    parser.add_argument("--ablate", action="store_true", help="tell what each feature is worth")
    parser.add_argument("--out", type=Path, required=True, help="where the weights go")
    parser.add_argument("--report", type=Path, help="where the figures go")
    return parser.parse_args()


if __name__ == "__main__":
    main()
