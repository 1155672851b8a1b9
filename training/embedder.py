"""Trains the embedder on questions and the facts that answer them: `python -m training.embedder --help`.

Each answered question is set beside its answer and other facts of the same person; sentence-transformers' own trainer
and loss do the rest. Files that are held out are never trained on; the figures at the end are theirs alone.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import torch
from datasets import Dataset
from sentence_transformers import (
    SentenceTransformer,
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.sentence_transformer.losses import MultipleNegativesRankingLoss
from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
from sentence_transformers.sentence_transformer.training_args import BatchSamplers

from training.questions import Person, examine, read

HARD_NEGATIVES = 3
SEED = 7


def examples(people: Sequence[Person], rng: random.Random) -> Iterator[dict[str, str]]:
    """A question, a fact that answers it, and facts of the same person that don't."""
    for person in people:
        for question in person.questions:
            others = [fact for index, fact in enumerate(person.facts) if index not in question.answers]
            for answer in question.answers[:2]:
                wrong = rng.sample(others, HARD_NEGATIVES)
                yield {
                    "question": question.text,
                    "answer": person.facts[answer],
                    **{f"other_{number}": fact for number, fact in enumerate(wrong)},
                }


def base(folder: str, pooling: str, *, longest: int) -> SentenceTransformer:
    transformer = Transformer(folder, max_seq_length=longest)
    transformer.auto_model.embeddings.requires_grad_(False)  # words that no question uses keep their meaning
    width = transformer.get_embedding_dimension()
    return SentenceTransformer(modules=[transformer, Pooling(width, pooling_mode=pooling), Normalize()], device="cpu")


def main() -> None:
    arguments = _arguments()
    torch.set_num_threads(arguments.threads)
    model = base(arguments.base, arguments.pooling, longest=96)
    held_out = read(arguments.held_out)
    print(json.dumps({"before": examine(model.encode, held_out)}), flush=True)
    rng = random.Random(SEED)
    rows = [row for _ in range(arguments.epochs) for row in examples(read(arguments.train), rng)]
    trainer = SentenceTransformerTrainer(
        model=model,
        args=SentenceTransformerTrainingArguments(
            output_dir=str(arguments.out / "steps"),
            num_train_epochs=1,  # each pass has drawn its own negatives
            per_device_train_batch_size=arguments.batch,
            learning_rate=arguments.learning_rate,
            warmup_steps=0.1,
            weight_decay=0.01,
            batch_sampler=BatchSamplers.NO_DUPLICATES,
            seed=SEED,
            save_strategy="no",
            logging_steps=20,
            report_to="none",
            use_cpu=True,
        ),
        train_dataset=Dataset.from_list(rows),
        loss=MultipleNegativesRankingLoss(model),
    )
    trainer.train()
    model.max_seq_length = 256
    model.save_pretrained(str(arguments.out))
    print(json.dumps({"after": examine(model.encode, held_out)}), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True, help="folder of the weights to start from")
    parser.add_argument("--pooling", choices=["cls", "mean"], default="cls")
    parser.add_argument("--train", nargs="+", type=Path, required=True)
    parser.add_argument("--held-out", nargs="+", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--learning-rate", type=float, default=3e-5)
    parser.add_argument("--threads", type=int, default=1)
    return parser.parse_args()


if __name__ == "__main__":
    main()
