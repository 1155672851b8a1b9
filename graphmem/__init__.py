"""Long-term memory for agents: people and facts in a Neo4j graph."""

import os
from importlib.metadata import version

# Texts are read and embedded side by side: numpy, which looks at this when it is first imported, would take both cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = version("graphmem")
