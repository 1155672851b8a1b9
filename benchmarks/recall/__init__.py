"""How well and how fast memories are found, by graphmem and by its peers in the same run: `make bench-recall`."""
