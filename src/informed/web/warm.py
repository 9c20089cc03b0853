"""Imported once by the process that answers are started from: templates are read there, not again for every answer."""

from informed.web.pages import environment

for name in environment().list_templates(["html"]):
    environment().get_template(name)
