"""Trains the judge of pairs: `python -m training.judge --help`.

A transformer reads an older and a newer statement together and tells how likely the newer one replaces the older,
repeats it, or stands beside it. Files that are held out are never trained on; the figures at the end are theirs alone.
"""

import argparse
import json
import random
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from tqdm import tqdm
from transformers import AutoModel, AutoTokenizer, PreTrainedTokenizerBase, get_linear_schedule_with_warmup

from training.export import Averaged, encoder, quantised, sums
from training.pairs import VERDICTS, Pair, multiplied, of_messages, of_people, read

SEED = 7
_DATA = Path(__file__).parent
LONGEST = 160  # tokens of both statements together
Probabilities = npt.NDArray[np.float64]


class Judge(torch.nn.Module):
    """The probabilities of VERDICTS, from the first token and the mean of all."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.body = AutoModel.from_pretrained(
            folder, attn_implementation="eager", add_pooling_layer=False, attention_probs_dropout_prob=0.0
        )
        self.body.embeddings.requires_grad_(False)  # words that no pair uses keep their meaning
        self.drop = torch.nn.Dropout(0.1)
        self.head = torch.nn.Linear(2 * self.body.config.hidden_size, len(VERDICTS))

    def logits(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        hidden = self.body(input_ids=ids, attention_mask=mask, token_type_ids=types).last_hidden_state
        weights = mask[..., None].to(hidden.dtype)
        mean = (hidden * weights).sum(1) / weights.sum(1)
        return self.head(self.drop(torch.cat([hidden[:, 0], mean], dim=1)))

    def forward(self, ids: torch.Tensor, mask: torch.Tensor, types: torch.Tensor) -> torch.Tensor:
        return torch.softmax(self.logits(ids, mask, types), dim=1)


def encoded(tokenizer: PreTrainedTokenizerBase, pairs: Sequence[Pair]) -> tuple[torch.Tensor, ...]:
    found = tokenizer(
        [pair.first for pair in pairs],
        [pair.second for pair in pairs],
        padding=True,
        truncation=True,
        max_length=LONGEST,
        return_token_type_ids=True,
        return_tensors="pt",
    )
    return found["input_ids"], found["attention_mask"], found["token_type_ids"]


def trained(
    folder: str,
    pairs: Sequence[Pair],
    *,
    start: Path | None,
    epochs: int,
    learning_rate: float,
    batch: int,
    seed: int,
) -> tuple[Judge, PreTrainedTokenizerBase]:
    torch.manual_seed(seed)
    rng = random.Random(seed)
    tokenizer = AutoTokenizer.from_pretrained(folder)
    judge = Judge(folder)
    if start is not None:
        judge.load_state_dict(torch.load(start, weights_only=True))
    body = [weights for weights in judge.body.parameters() if weights.requires_grad]
    groups = [{"params": body, "lr": learning_rate}, {"params": judge.head.parameters(), "lr": 1e-3}]
    adam = torch.optim.AdamW(groups, weight_decay=0.01, fused=True)
    batches = [each for _ in range(epochs) for each in _batches(multiplied(pairs, rng), batch, rng)]
    slope = get_linear_schedule_with_warmup(adam, len(batches) // 10, len(batches))
    loss_of = torch.nn.CrossEntropyLoss(label_smoothing=0.02)
    averaged = Averaged(judge)
    judge.train()
    progress = tqdm(batches, mininterval=20)
    for part in progress:
        right = torch.tensor([VERDICTS.index(pair.verdict) for pair in part])
        with torch.autocast("cpu", torch.bfloat16):  # half the time, where the processor has it
            loss = loss_of(judge.logits(*encoded(tokenizer, part)).float(), right)
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(judge.parameters(), 1.0)
        adam.step()
        slope.step()
        averaged.step()
        progress.set_postfix(loss=f"{loss.item():.3f}", refresh=False)
    averaged.take()
    return judge.eval(), tokenizer


def _batches(pairs: Sequence[Pair], size: int, rng: random.Random) -> list[list[Pair]]:
    """In random order, those of like length together: padding costs as much as words."""
    mixed = rng.sample(pairs, len(pairs))
    found = []
    for start in range(0, len(mixed), 20 * size):
        near = sorted(mixed[start : start + 20 * size], key=lambda pair: len(pair.first) + len(pair.second))
        found += [near[place : place + size] for place in range(0, len(near), size)]
    return rng.sample(found, len(found))


@torch.no_grad()
def judged(judge: Judge, tokenizer: PreTrainedTokenizerBase, pairs: Sequence[Pair]) -> Probabilities:
    parts = [judge(*encoded(tokenizer, pairs[start : start + 32])).numpy() for start in range(0, len(pairs), 32)]
    return np.concatenate(parts).astype(float)


def figures(chances: Probabilities, pairs: Sequence[Pair]) -> dict[str, object]:
    """How many verdicts are right, and what happens at each threshold."""
    truth = np.array([VERDICTS.index(pair.verdict) for pair in pairs])
    guess = chances.argmax(1)
    found: dict[str, object] = {"pairs": len(pairs), "right": _share(guess == truth)}
    found["right, by verdict"] = {name: _share(guess[truth == k] == k) for k, name in enumerate(VERDICTS)}
    for least in (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.93, 0.95, 0.96, 0.97, 0.975, 0.98, 0.983, 0.985):
        retired = chances[:, 0] >= least
        joined = (chances[:, 1] >= least) & ~retired
        found[f"p >= {least}"] = {
            "changes retired": _share(retired[truth == 0]),
            "coexisting retired": _share(retired[truth == 2]),
            "duplicates retired": _share(retired[truth == 1]),
            "duplicates joined": _share(joined[truth == 1]),
            "coexisting joined": _share(joined[truth == 2]),
            "changes joined": _share(joined[truth == 0]),
        }
    return found


def _share(flags: npt.NDArray[np.bool_]) -> float:
    return round(float(flags.mean()), 3) if len(flags) else 0.0


def main() -> None:
    given = _arguments()
    torch.set_num_threads(given.threads)
    pairs, rng = read(given.train), random.Random(given.seed)
    beside = [of_messages(given.turns, rng), of_people(given.questions, encoder(given.embedder), rng)]
    judge, tokenizer = trained(
        given.base,
        [*pairs, *(pair for part in beside for pair in rng.sample(part, min(len(part), len(pairs) // 3)))],
        start=given.start,
        epochs=given.epochs,
        learning_rate=given.learning_rate,
        batch=given.batch,
        seed=given.seed,
    )
    if given.start is not None and given.mean:
        before = torch.load(given.start, weights_only=True)
        judge.load_state_dict({name: (value + before[name]) / 2 for name, value in judge.state_dict().items()})
    given.out.mkdir(parents=True, exist_ok=True)
    torch.save(judge.state_dict(), given.out / "judge.pt")
    for file in given.held_out:
        pairs = read([file])
        print(file.name, json.dumps(figures(judged(judge, tokenizer, pairs), pairs), indent=1), flush=True)
    quantised(judge, given.out / "model.onnx", output="probabilities", by_token=False)
    tokenizer.backend_tokenizer.save(str(given.out / "tokenizer.json"))
    sums(given.out)


def _files(kind: str, names: Sequence[str]) -> list[Path]:
    return [_DATA / kind / f"{name}.jsonl" for name in names]


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", default=".venv-torch/bge-small-en-v1.5", help="folder of the weights to start from")
    parser.add_argument("--start", type=Path, help="judge.pt of an earlier pass, to go on from")
    parser.add_argument("--mean", action="store_true", help="give the mean of the weights of both passes")
    parser.add_argument(
        "--train",
        nargs="+",
        type=Path,
        default=_files("pairs", [*"abcefghijklmnorstuvxy", "aa", "ab", "ad", "ae", "af", "ag"]),
    )
    parser.add_argument(
        "--turns",
        nargs="*",
        type=Path,
        default=_files("turns", "abcdefgij"),
        help="labelled messages, which tell pairs too",
    )
    parser.add_argument(
        "--questions",
        nargs="*",
        type=Path,
        default=_files("questions", "abcdfghij"),
        help="people whose facts all hold",
    )
    parser.add_argument("--embedder", type=Path, default=_DATA.parent / "models" / "recall-minilm-2")
    parser.add_argument("--held-out", nargs="+", type=Path, default=_files("pairs", ["q", "w", "ac"]))
    parser.add_argument("--out", type=Path, default=Path(".venv-torch/judge"))
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--learning-rate", type=float, default=7e-5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    return parser.parse_args()


if __name__ == "__main__":
    main()
