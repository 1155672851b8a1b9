"""Trains the reader of messages: `python -m training.reader --help`.

A transformer reads a message with the question before it and tells of each token whether a clause begins there, what
the clause is worth, and whether somebody is spoken of: as what, who that is to the user, and which other words mean
the same person. Files that are held out are never trained on; the figures at the end are theirs alone.
"""

import argparse
import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
import torch
from torch.nn.functional import binary_cross_entropy_with_logits, cross_entropy
from tqdm import tqdm
from transformers import AutoModel, AutoTokenizer, PreTrainedTokenizerBase, get_linear_schedule_with_warmup

from training.export import Averaged, quantised, sums
from training.messages import (
    CLASSES,
    KINDS,
    RELATIONS,
    SORTS,
    STATUSES,
    Labelled,
    Spoken,
    alone,
    begun,
    read_facts,
    read_mentions,
    read_turns,
    renamed,
)

SEED = 7
_DATA = Path(__file__).parent
LONGEST = 320  # tokens of a message with what was asked before it
_BEFORE = 48  # tokens of what was asked, its last ones
_TIE = 64  # numbers by which two tokens are compared
_IGNORED = -100
_GIVEN_NAMES = _DATA.parent / "graphmem" / "adapters" / "spacy" / "data" / "given_names.txt"
_THING = SORTS.index("thing")
_TIED = 2.0  # how much the ties between mentions count in training
_MARKS = 2 * len(SORTS) + 1  # outside, and each sort at its beginning and further on
# What each token is told, one part after the other.
PARTS = {
    "begins": 1,
    "worth": len(CLASSES),
    "mention": _MARKS,
    "says": len(RELATIONS),
    "relation": len(RELATIONS),
    "status": len(STATUSES),
}
TIES = ("same", "same", "of", "of")  # each as the one who is compared and as the one it is compared with
# What two mentions are to each other by their sorts and places alone: how many mentions the second is behind or before
# the first, at most four, and how many letters lie between them.
_PLACES = 9
_GAPS = (2, 20)  # up to so many letters between: next to each other, near, further


class Reader(torch.nn.Module):
    """The scores of PARTS for each token, and what pairs of tokens are compared by."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.body = AutoModel.from_pretrained(
            folder, attn_implementation="eager", add_pooling_layer=False, attention_probs_dropout_prob=0.0
        )
        self.body.embeddings.requires_grad_(False)  # words that no message uses keep their meaning
        _tell_capitals(self.body)
        width = self.body.config.hidden_size
        self.drop = torch.nn.Dropout(0.1)
        self.scores = torch.nn.Linear(width, sum(PARTS.values()))
        self.ties = torch.nn.Linear(width, len(TIES) * _TIE)
        self.places = torch.nn.Parameter(torch.zeros(2, len(SORTS), len(SORTS), _PLACES, len(_GAPS) + 1))

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        hidden = self.body(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
        hidden = self.drop(hidden)
        return torch.cat([self.scores(hidden), self.ties(hidden)], dim=2)


def _tell_capitals(body: torch.nn.Module) -> None:
    """Words with a capital are two types of their own, since the vocabulary has none."""
    known = body.embeddings.token_type_embeddings.weight.data  # type: ignore[union-attr]
    wider = torch.nn.Embedding(4, known.shape[1])
    wider.weight.data = torch.cat([known, known])
    body.embeddings.token_type_embeddings = wider  # type: ignore[union-attr]
    body.config.type_vocab_size = 4  # type: ignore[union-attr]


@dataclass(frozen=True, slots=True)
class Encoded:
    """A message in tokens with what was said before it; None for tokens that are no words."""

    ids: list[int]
    types: list[int]
    offsets: list[tuple[int, int] | None]  # in the message
    asked: list[tuple[int, int] | None]  # in what was said before it
    labelled: Labelled


def encoded(tokenizer: PreTrainedTokenizerBase, labelled: Labelled) -> Encoded:
    before = tokenizer(labelled.before, add_special_tokens=False, return_offsets_mapping=True)
    message = tokenizer(labelled.message, add_special_tokens=False, return_offsets_mapping=True)
    asked = before["input_ids"][-_BEFORE:]
    spans = before["offset_mapping"][-_BEFORE:]
    room = LONGEST - len(asked) - 3
    own, places = message["input_ids"][:room], message["offset_mapping"][:room]
    cls, sep = tokenizer.cls_token_id, tokenizer.sep_token_id
    ids = [cls, *asked, sep, *own, sep]
    types = [
        0,
        *(2 * labelled.before[start].isupper() for start, _ in spans),
        0,
        *(1 + 2 * labelled.message[start].isupper() for start, _ in places),
        1,
    ]
    offsets = [None] * (len(asked) + 2) + [tuple(place) for place in places] + [None]
    earlier = [None, *(tuple(place) for place in spans), *[None] * (len(own) + 2)]
    return Encoded(ids, [int(one) for one in types], offsets, earlier, labelled)


def batch_of(items: Sequence[Encoded]) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    width = max(len(one.ids) for one in items)
    ids, mask, types = (torch.zeros(len(items), width, dtype=torch.long) for _ in range(3))
    for row, one in enumerate(items):
        ids[row, : len(one.ids)] = torch.tensor(one.ids)
        mask[row, : len(one.ids)] = 1
        types[row, : len(one.ids)] = torch.tensor(one.types)
    return ids, mask, types


def parted(scores: torch.Tensor) -> dict[str, torch.Tensor]:
    """The scores by their parts; the ties as four vectors a token."""
    found, at = {}, 0
    for name, width in PARTS.items():
        found[name] = scores[..., at : at + width]
        at += width
    found["ties"] = scores[..., at:].unflatten(-1, (len(TIES), _TIE))
    return found


def loss_of(scores: torch.Tensor, places: torch.Tensor, one: Encoded) -> torch.Tensor:
    parts = parted(scores[: len(one.ids)])
    losses = []
    if one.labelled.pieces is not None:
        losses.append(_loss_of_clauses(parts, one))
    if one.labelled.spoken is not None:
        losses.append(_loss_of_people(parts, places, one))
    return torch.stack(losses).sum()


def _tokens(one: Encoded, start: int, end: int, *, asked: bool = False) -> list[int]:
    places = one.asked if asked else one.offsets
    return [i for i, place in enumerate(places) if place and place[0] < end and place[1] > start]


def _loss_of_clauses(parts: dict[str, torch.Tensor], one: Encoded) -> torch.Tensor:
    begins = torch.zeros(len(one.ids))
    spans, truth = [], []
    worth = []
    for piece in one.labelled.pieces or ():
        tokens = _tokens(one, piece.start, piece.end)
        if not tokens:
            continue
        begins[tokens[0]] = 1
        spans.append(parts["worth"][tokens].mean(0))
        truth.append(piece.label)
        worth.append((parts["worth"][tokens], torch.full((len(tokens),), piece.label)))
    own = [i for i, place in enumerate(one.offsets) if place]
    cut = binary_cross_entropy_with_logits(parts["begins"][own, 0], begins[own])
    if not spans:
        return cut
    whole = cross_entropy(torch.stack(spans), torch.tensor(truth), label_smoothing=0.05)
    each = cross_entropy(torch.cat([a for a, _ in worth]), torch.cat([b for _, b in worth]), label_smoothing=0.05)
    return 3 * cut + whole + 0.5 * each


def _loss_of_people(parts: dict[str, torch.Tensor], places: torch.Tensor, one: Encoded) -> torch.Tensor:
    marks = torch.zeros(len(one.ids), dtype=torch.long)
    told = any(spoken.asked for spoken in one.labelled.spoken or ())
    marks[[i for i, place in enumerate(one.offsets) if not place and not (told and one.asked[i])]] = _IGNORED
    says, relations, statuses = [], [], []
    firsts: list[tuple[int, Spoken]] = []
    for spoken in sorted(one.labelled.spoken or (), key=lambda spoken: (not spoken.asked, spoken.start)):
        tokens = _tokens(one, spoken.start, spoken.end, asked=spoken.asked)
        if not tokens:
            continue
        marks[tokens] = 2 + 2 * spoken.sort
        marks[tokens[0]] = 1 + 2 * spoken.sort
        if spoken.sort == _THING:
            continue
        says += [(i, spoken.says) for i in tokens]
        relations += [(i, spoken.relation) for i in tokens]
        statuses += [(i, spoken.status) for i in tokens]
        firsts.append((tokens[0], spoken))
    loss = 4 * cross_entropy(parts["mention"], marks, ignore_index=_IGNORED)
    if not says:
        return loss
    for name, labels, factor in (("says", says, 0.5), ("relation", relations, 1.0), ("status", statuses, 0.5)):
        at, truth = [i for i, _ in labels], torch.tensor([label for _, label in labels])
        loss = loss + factor * cross_entropy(parts[name][at], truth, label_smoothing=0.02)
    return loss + _TIED * _loss_of_ties(parts["ties"], places, firsts)


def tied(ties: torch.Tensor, places: torch.Tensor, firsts: Sequence[tuple[int, Spoken]]) -> tuple[torch.Tensor, ...]:
    """Of each two mentions, whether both mean one person, and whether the first is something of the second."""
    at = [token for token, _ in firsts]
    same = ties[at, 0] @ ties[at, 1].T / _TIE**0.5
    of = ties[at, 2] @ ties[at, 3].T / _TIE**0.5
    how = torch.tensor([[_place(a, b, firsts[a][1], firsts[b][1]) for b in range(len(at))] for a in range(len(at))])
    flat = places.flatten(1)[:, how]
    same = same + flat[0]
    return (same + same.T) / 2, of + flat[1]


def _place(a: int, b: int, one: Spoken, other: Spoken) -> int:
    behind = max(-4, min(4, b - a)) + 4
    gap = 1_000 if one.asked != other.asked else max(other.start - one.end, one.start - other.end)
    near = sum(gap > most for most in _GAPS)
    return ((one.sort * len(SORTS) + other.sort) * _PLACES + behind) * (len(_GAPS) + 1) + near


def _loss_of_ties(ties: torch.Tensor, places: torch.Tensor, firsts: list[tuple[int, Spoken]]) -> torch.Tensor:
    if len(firsts) < 2:
        return torch.zeros(())
    same, of = tied(ties, places, firsts)
    who = [spoken for _, spoken in firsts]
    owned = torch.tensor([[float(a.of is not None and a.of == b.person) for b in who] for a in who])
    apart = ~torch.eye(len(firsts), dtype=torch.bool)
    return _loss_of_persons(same, who) + binary_cross_entropy_with_logits(of[apart], owned[apart])


def _loss_of_persons(same: torch.Tensor, who: Sequence[Spoken]) -> torch.Tensor:
    """Each mention chooses among those before it, and nobody: right is whoever means the same person."""
    before = torch.ones_like(same).tril(-1).bool()
    alike = torch.tensor([[a.person == b.person for b in who] for a in who]) & before
    nobody = ~alike.any(1, keepdim=True)
    scores = torch.cat([torch.zeros(len(who), 1), same.masked_fill(~before, -torch.inf)], dim=1)
    right = torch.cat([nobody, alike], dim=1)
    found = scores.logsumexp(1) - scores.masked_fill(~right, -torch.inf).logsumexp(1)
    return found[1:].mean()


def trained(folder: str, data: Sequence[Labelled], given: argparse.Namespace) -> tuple[Reader, PreTrainedTokenizerBase]:
    torch.manual_seed(given.seed)
    rng = random.Random(given.seed)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    reader = Reader(folder)
    if given.start:
        reader.load_state_dict(torch.load(given.start, weights_only=True))
    body = [weights for weights in reader.body.parameters() if weights.requires_grad]
    heads = [*reader.scores.parameters(), *reader.ties.parameters()]
    groups = [
        {"params": body, "lr": given.learning_rate},
        {"params": heads, "lr": 1e-3},
        {"params": [reader.places], "lr": 2e-2, "weight_decay": 0.0},
    ]
    adam = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    batches = [one for _ in range(given.epochs) for one in _batches(data, tokenizer, given.batch, rng)]
    slope = get_linear_schedule_with_warmup(adam, len(batches) // 10, len(batches))
    averaged = Averaged(reader)
    reader.train()
    progress = tqdm(batches, mininterval=20)
    for part in progress:
        with torch.autocast("cpu", torch.bfloat16):  # half the time, where the processor has it
            scores = reader(*batch_of(part)).float()
        loss = torch.stack([loss_of(scores[row], reader.places, one) for row, one in enumerate(part)]).mean()
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(reader.parameters(), 1.0)
        adam.step()
        slope.step()
        averaged.step()
        progress.set_postfix(loss=f"{loss.item():.3f}", refresh=False)
    averaged.take()
    return reader.eval(), tokenizer


def _batches(
    data: Sequence[Labelled], tokenizer: PreTrainedTokenizerBase, size: int, rng: random.Random
) -> list[list[Encoded]]:
    """In random order, those of like length together; of the clauses, as many as there are messages with people."""
    people = [one for one in data if one.spoken and one.pieces is None]
    nobody = [one for one in data if not one.spoken and one.pieces is None]
    clauses = [one for one in data if one.pieces is not None]
    chosen = [*people, *rng.sample(clauses, min(len(clauses), max(len(people), 1_000)))]
    chosen += rng.sample(nobody, min(len(nobody), len(people) // 6))
    mixed = [encoded(tokenizer, _varied(one, rng)) for one in rng.sample(chosen, len(chosen))]
    found = []
    for start in range(0, len(mixed), 20 * size):
        near = sorted(mixed[start : start + 20 * size], key=lambda one: len(one.ids))
        found += [near[place : place + size] for place in range(0, len(near), size)]
    return rng.sample(found, len(found))


def _varied(labelled: Labelled, rng: random.Random) -> Labelled:
    """As it is, or with other names, with its first sentences said before it, in small letters as many people write."""
    if labelled.spoken and rng.random() < 0.4:
        labelled = renamed(labelled, _names(), rng)
    if labelled.spoken and rng.random() < 0.5:
        labelled = rng.choice([begun, alone])(labelled, rng)
    return _small(labelled) if rng.random() < 0.15 else labelled


@cache
def _names() -> dict[str, list[str]]:
    """Given names, men's and women's."""
    lines = [line.split() for line in _GIVEN_NAMES.read_text().splitlines()]
    return {sort: [line[0] for line in lines if len(line) > 1 and line[1].rstrip("!") == sort] for sort in "mf"}


def _small(labelled: Labelled) -> Labelled:
    small = labelled.message.lower()
    return replace(labelled, message=small) if len(small) == len(labelled.message) else labelled


@torch.no_grad()
def figures_of_clauses(
    reader: Reader, tokenizer: PreTrainedTokenizerBase, data: Sequence[Labelled]
) -> dict[str, object]:
    """How many of the lasting clauses are kept, and of the others, cut where they are cut by hand."""
    keep, truth, kinds, cuts = [], [], [], [0, 0, 0]
    for one in (encoded(tokenizer, labelled) for labelled in data):
        parts = parted(reader(*batch_of([one]))[0])
        begins = torch.sigmoid(parts["begins"][:, 0]) > 0.5
        gold = set()
        for piece in one.labelled.pieces or ():
            tokens = _tokens(one, piece.start, piece.end)
            if not tokens:
                continue
            gold.add(tokens[0])
            chances = torch.softmax(parts["worth"][tokens].mean(0), 0)
            keep.append(float(chances[: len(KINDS)].sum()))
            truth.append(piece.label < len(KINDS))
            kinds.append(int(chances[: len(KINDS)].argmax()) == piece.label)
        own = {i for i, place in enumerate(one.offsets) if place and begins[i]}
        cuts = [cuts[0] + len(own & gold), cuts[1] + len(own), cuts[2] + len(gold)]
    chance, right = np.array(keep), np.array(truth)
    found: dict[str, object] = {"clauses": len(keep)}
    found |= {"cut precision": cuts[0] / cuts[1], "cut recall": cuts[0] / cuts[2]}
    found["kind right"] = float(np.array(kinds)[right].mean())
    for least in (0.3, 0.4, 0.5, 0.6, 0.7):
        kept = chance >= least
        found[f"p >= {least}"] = {"kept": float(kept[right].mean()), "others kept": float(kept[~right].mean())}
    return found


@torch.no_grad()
def figures_of_people(
    reader: Reader, tokenizer: PreTrainedTokenizerBase, data: Sequence[Labelled]
) -> dict[str, object]:
    """Of the mentions: found with their exact words; of those, the relation to the user and the status right."""
    right, found, there, related, status, ties, pairs = 0, 0, 0, 0, 0, 0, 0
    for one in (encoded(tokenizer, labelled) for labelled in data):
        parts = parted(reader(*batch_of([one]))[0])
        marks = parts["mention"].argmax(1).tolist()
        guessed = {(i, _end(marks, i)): (mark - 1) // 2 for i, mark in enumerate(marks) if mark % 2 and one.offsets[i]}
        gold = {}
        for spoken in one.labelled.spoken or ():
            tokens = _tokens(one, spoken.start, spoken.end)
            if tokens and spoken.sort != _THING:
                gold[tokens[0], tokens[-1]] = spoken
        guessed = {span: sort for span, sort in guessed.items() if sort != _THING}
        there, found = there + len(gold), found + len(guessed)
        hits = [span for span in guessed if span in gold]
        right += len(hits)
        for first, last in hits:
            spoken = gold[first, last]
            related += int(parts["relation"][first : last + 1].mean(0).argmax()) == spoken.relation
            status += int(parts["status"][first : last + 1].mean(0).argmax()) == spoken.status
        firsts = sorted(((first, spoken) for (first, _), spoken in gold.items()), key=lambda pair: pair[1].start)
        if len(firsts) < 2:
            continue
        same = tied(parts["ties"], reader.places, firsts)[0] > 0
        who = [spoken.person for _, spoken in firsts]
        for a in range(len(who)):
            for b in range(a):
                ties += bool(same[a, b]) == (who[a] == who[b])
                pairs += 1
    return {
        "mentions": there,
        "precision": right / max(1, found),
        "recall": right / max(1, there),
        "relation right": related / max(1, right),
        "status right": status / max(1, right),
        "pairs told apart": ties / max(1, pairs),
    }


def _end(marks: Sequence[int], start: int) -> int:
    end = start
    while end + 1 < len(marks) and marks[end + 1] == marks[start] + 1:
        end += 1
    return end


def main() -> None:
    given = _arguments()
    torch.set_num_threads(given.threads)
    data = [*read_turns(given.turns), *read_mentions(given.mentions), *read_facts(given.questions)]
    reader, tokenizer = trained(given.base, data, given)
    given.out.mkdir(parents=True, exist_ok=True)
    torch.save(reader.state_dict(), given.out / "reader.pt")
    for file in given.held_out_turns:
        print(file.name, json.dumps(figures_of_clauses(reader, tokenizer, read_turns([file])), indent=1), flush=True)
    for file in given.held_out_mentions:
        print(file.name, json.dumps(figures_of_people(reader, tokenizer, read_mentions([file])), indent=1), flush=True)
    quantised(reader, given.out / "model.onnx", output="scores", by_token=True)
    tokenizer.backend_tokenizer.save(str(given.out / "tokenizer.json"))
    labels: dict[str, object] = {
        "parts": PARTS,
        "worth": CLASSES,
        "mention": SORTS,
        "relation": RELATIONS,
        "status": STATUSES,
    }
    labels |= {"tie": _TIE, "gaps": _GAPS, "places": reader.places.detach().numpy().round(3).tolist()}
    (given.out / "labels.json").write_text(json.dumps(labels, indent=1) + "\n")
    sums(given.out)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default=".venv-torch/bge-small-en-v1.5", help="folder of the weights to start from")
    parser.add_argument("--start", type=Path, help="reader.pt of an earlier pass, to go on from")
    parser.add_argument("--turns", nargs="*", type=Path, default=_files("turns", "abcdefgij"))
    parser.add_argument("--mentions", nargs="*", type=Path, default=_files("mentions", "abcdeghik"))
    parser.add_argument(
        "--questions", nargs="*", type=Path, default=_files("questions", "abcf"), help="facts that speak of nobody"
    )
    parser.add_argument("--held-out-turns", nargs="*", type=Path, default=_files("turns", "h"))
    parser.add_argument("--held-out-mentions", nargs="*", type=Path, default=_files("mentions", "f"))
    parser.add_argument("--out", type=Path, default=Path(".venv-torch/reader"))
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--batch", type=int, default=24)
    parser.add_argument("--learning-rate", type=float, default=8e-5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    return parser.parse_args()


def _files(kind: str, names: str) -> list[Path]:
    return [_DATA / kind / f"{name}.jsonl" for name in names]


if __name__ == "__main__":
    main()
