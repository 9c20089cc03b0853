"""The papers recomputed as Markdown."""

from informed.lab.papers.text import markdown as reproduction_markdown

__all__ = ["reproduction_markdown"]
