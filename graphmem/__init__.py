"""Long-term memory for agents: people and facts in a Neo4j graph."""

from importlib.metadata import version

__version__ = version("graphmem")
