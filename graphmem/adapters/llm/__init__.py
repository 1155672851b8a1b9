"""Asking a language model on a server."""
