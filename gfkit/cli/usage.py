"""What click found wrong, as one line in the style of every other error."""

from __future__ import annotations

import click

from gfkit.errors import did_you_mean


def usage_line(error: click.ClickException) -> str:
    """The message for an error of click's own."""
    context = getattr(error, "ctx", None)
    if isinstance(error, click.NoSuchOption):
        return _unknown_option(error, context)
    if isinstance(error, click.MissingParameter) and error.param is not None and context is not None:
        words = [error.param.make_metavar(context)]
        if isinstance(error.param, click.Option):
            words.insert(0, max(error.param.opts, key=len))
        return f"{' '.join(words)} is missing{_see(context)}"
    text = (
        " ".join(error.format_message().split()).rstrip(".").replace("valid integer range", "valid integer")
    )
    return f"{text[:1].lower()}{text[1:]}{_see(context)}"


def _unknown_option(error: click.NoSuchOption, context: click.Context | None) -> str:
    if context is None:
        return f"option {error.option_name!r} is unknown"
    known = [
        word
        for parameter in context.command.get_params(context)
        if isinstance(parameter, click.Option)
        for word in parameter.opts
        if word.startswith("--")
    ]
    hint = did_you_mean(error.option_name, known)
    return (
        f"option {error.option_name!r} is unknown; {hint}options of {context.command_path}"
        f" are {', '.join(known)}"
    )


def _see(context: click.Context | None) -> str:
    return f"; see {context.command_path} --help" if context is not None else ""
