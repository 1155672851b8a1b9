"""What the flows need from the outside, and nothing more."""
