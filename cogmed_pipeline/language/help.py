"""The help of every command in the person's language, the words that typer adds to it included."""

from typing import Any

import typer

from cogmed_pipeline.language.catalogue import told

HEADINGS = (
    "ARGUMENTS_PANEL_TITLE",
    "OPTIONS_PANEL_TITLE",
    "COMMANDS_PANEL_TITLE",
    "DEFAULT_STRING",
    "ENVVAR_STRING",
    "REQUIRED_LONG_STRING",
)
"""The fixed strings of ``typer.rich_utils``, which are there to be set."""


def translate_headings() -> None:
    """Translate the words that stand around every help; they are the same for all commands."""
    from typer import rich_utils

    for name in HEADINGS:
        setattr(rich_utils, name, told(getattr(rich_utils, name)))


def translate_help(command: Any) -> None:
    """Translate what a command of click or of typer, its options and the commands below it say of themselves."""
    command.help = told(" ".join((command.help or "").split()))
    command.options_metavar = told(command.options_metavar)
    if hasattr(command, "subcommand_metavar"):
        command.subcommand_metavar = told(command.subcommand_metavar)
    usage = command.get_usage
    command.get_usage = lambda context: told(usage(context))
    for parameter in (*command.params, command.get_help_option(typer.Context(command))):
        if getattr(parameter, "help", None):
            parameter.help = told(parameter.help)
    for below in getattr(command, "commands", {}).values():
        translate_help(below)
