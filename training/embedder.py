"""Trains the embedder on questions and the facts that answer them: `python -m training.embedder --help`.

Each answered question is set beside its answer and other facts of the same person; sentence-transformers' own trainer
and losses do the rest. With `--calibrate`, a model that was trained so learns from its own mistakes: pairs of questions
and the facts that it takes for answers, so that a cosine means the same whatever is asked, even where nothing answers.
Files that are held out are never trained on; the figures at the end are theirs alone.
"""

import argparse
import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from datasets import Dataset
from sentence_transformers import (
    SentenceTransformer,
    SentenceTransformerTrainer,
    SentenceTransformerTrainingArguments,
)
from sentence_transformers.sentence_transformer.losses import CoSENTLoss, MultipleNegativesRankingLoss
from sentence_transformers.sentence_transformer.modules import Normalize, Pooling, Transformer
from sentence_transformers.sentence_transformer.training_args import BatchSamplers

from training.questions import Person, examine, read, told_apart

HARD_NEGATIVES = 3
MISTAKES = 2  # learned from for each question
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


def pairs(people: Sequence[Person], model: SentenceTransformer) -> Iterator[dict[str, str | float]]:
    """Questions with an answer, and with the facts that the model takes for one though they are not."""
    for person in people:
        asked = model.encode([question.text for question in person.questions])
        likeness = asked @ model.encode(list(person.facts)).T
        for question, row in zip(person.questions, likeness, strict=True):
            wrong = [place for place in np.argsort(-row).tolist() if place not in question.answers]
            for place in (*question.answers[:1], *wrong[: MISTAKES if question.answers else 2 * MISTAKES]):
                yield {
                    "question": question.text,
                    "fact": person.facts[place],
                    "score": float(place in question.answers),
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
    _tell("before", model, held_out)
    rng = random.Random(SEED)
    people = read(arguments.train)
    rows = [row for _ in range(arguments.epochs) for row in examples(people, rng)]
    data = {"answers": Dataset.from_list(rows)}
    losses: dict[str, torch.nn.Module] = {"answers": MultipleNegativesRankingLoss(model)}
    if arguments.calibrate:
        data["pairs"] = Dataset.from_list(list(pairs(people, model)))
        losses["pairs"] = CoSENTLoss(model)
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
            save_strategy="steps",
            save_steps=75,
            save_total_limit=1,
            logging_steps=20,
            report_to="none",
            use_cpu=True,
            bf16=True,  # half the time, where the processor has it
        ),
        train_dataset=data,
        loss=losses,
    )
    trainer.train(resume_from_checkpoint=arguments.resume)
    model.max_seq_length = 256
    model.save_pretrained(str(arguments.out))
    _tell("after", model, held_out)


def _tell(when: str, model: SentenceTransformer, people: Sequence[Person]) -> None:
    figures = {when: examine(model.encode, people), "AUC": told_apart(model.encode, people)}
    print(json.dumps(figures), flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--base", required=True, help="folder of the weights to start from")
    parser.add_argument("--pooling", choices=["cls", "mean"], default="cls")
    parser.add_argument("--train", nargs="+", type=Path, required=True)
    parser.add_argument("--held-out", nargs="+", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--calibrate", action="store_true", help="learn from pairs too; for a model trained before")
    parser.add_argument("--batch", type=int, default=16)
    parser.add_argument("--learning-rate", type=float, default=3e-5)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--resume", action="store_true", help="go on from the last checkpoint in --out")
    return parser.parse_args()


if __name__ == "__main__":
    main()
