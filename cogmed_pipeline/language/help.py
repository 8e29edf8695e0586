"""The help of every command in the person's language."""

from typing import Any

from cogmed_pipeline.language.catalogue import told


def translate_help(command: Any) -> None:
    """Translate what a command of click or of typer, its options and the commands below it say of themselves."""
    if command.help:
        command.help = told(" ".join(command.help.split()))
    for parameter in command.params:
        if getattr(parameter, "help", None):
            parameter.help = told(parameter.help)
    for below in getattr(command, "commands", {}).values():
        translate_help(below)
