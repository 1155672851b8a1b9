"""Reading texts with spaCy."""
