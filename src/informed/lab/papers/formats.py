"""The papers recomputed as Markdown and HTML."""

from informed.lab.papers.text import html as reproduction_html
from informed.lab.papers.text import markdown as reproduction_markdown

__all__ = ["reproduction_html", "reproduction_markdown"]
