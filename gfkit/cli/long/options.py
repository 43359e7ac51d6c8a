"""Shared options of the commands, and their shell completion."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from dataclasses import fields
from functools import cache, wraps
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, TypeVar
from warnings import catch_warnings, simplefilter

import click

from gfkit.cli.call import Call
from gfkit.cli.files import OutputOption, TypedOption
from gfkit.cli.long.long_call import LongCall as LongCall, LongOptions
from gfkit.cli.output import write_lines
from gfkit.core.errors import GfkitError, InputError, OptionError, ReadingNote, note_reading
from gfkit.core.typing import Positions, UpTo, Weights

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

Command = TypeVar("Command", bound=Callable[..., Any])
Completer = Callable[[click.Context, click.Parameter, str], list[str]]

KINDS = (
    "polynomial",
    "periodic",
    "quasi-polynomial",
    "c-finite",
    "hypergeometric",
    "algebraic",
    "d-finite",
    "regular",
    "nonlinear",
    "q-holonomic",
    "d-algebraic",
)
"""Names of the kinds of formulas, repeated here because shell completion must not import the engine, which is
slow.
"""
LANGUAGES = ("latex", "mathml", "sympy", "pari", "sage", "maple", "mathematica", "oeis", "json")
"""Output formats for formulas, repeated here for the same reason."""
_SIZE, _TIMES = r"[0-9]+|[0-9]*[nN]", ("x", "×", "by")
"""Patterns of one size of a board, and of the separators between sizes."""
_BOARDS = ("path:", "cycle:", "cylinder:", "torus:", "complete:", "graph:", "tree:", "@")


# Shell completion, without importing an engine


def complete_game(
    _ctx: click.Context, _parameter: click.Parameter, begun: str
) -> list[str] | list[CompletionItem]:
    """Return the built-in names that start with the typed word, or rule files."""
    from click.shell_completion import CompletionItem

    from gfkit.core.rules import NAMED

    return _completions(NAMED, begun) or [CompletionItem(begun, type="file")]


def complete_kinds(_ctx: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Return the kinds of formulas that are not yet in the typed list."""
    before, comma, last = begun.rpartition(",")
    return [before + comma + word for word in KINDS if word.startswith(last)]


def any_of(words: Iterable[str]) -> Completer:
    known = tuple(words)
    return lambda _ctx, _parameter, begun: _completions(known, begun)


def alternatives(words: Iterable[str]) -> str:
    """Return words as a list in a sentence.

    >>> alternatives(["a", "b", "c"])
    'a, b or c'
    """
    *others, last = words
    return f"{', '.join(others)} or {last}"


def _completions(words: Iterable[str], begun: str) -> list[str]:
    return [word for word in words if word.startswith(begun)]


# The help of a command


_WHOLE = "gfkit.whole"
"""Key of the metadata of a call whose help includes the rare options."""
OPTION_GROUPS = {
    "What to count": "for on minimum maximum positions given label weights at coefficient pieces values sizes"
    " plays up-to by unique cost impartial misere",
    "Options": "",
    "Output": "full format terms to mod valuation moments list limit witness next zeros moves options"
    " thermograph tree tex pdf certify force json",
    "Limits": "max-memory max-seconds seconds each workers cluster checkpoint no-store",
    "Help": "help-all help version",
}
"""Long names of the options of each group, in the order of the help. Options that name a file to write belong
to the output, and all others to ``Options``.
"""


def option_group(option: click.Option) -> str:
    """Return the group of the help that lists an option.

    >>> option_group(click.Option(["-h", "--help"])), option_group(click.Option(["--misere"]))
    ('Help', 'What to count')
    """
    name, default = option.opts[-1][2:], "Output" if isinstance(option, OutputOption) else "Options"
    return next((title for title, names in OPTION_GROUPS.items() if name in names.split()), default)


class GroupedCommand(click.Command):
    """Command whose help lists the options in groups, with aligned columns."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Parse the arguments. An option for a structure and its boards may have one quoted value."""
        pairs = {name for option in self.params if option.nargs == 2 for name in option.opts}
        for place in reversed(range(len(args))):
            name, _, value = args[place].partition("=")
            if name in pairs:
                words = [*filter(None, [value]), *args[place + 1 :]]
                phrase = split_sentence(words[0], is_quoted=True) if words else None
                pair = _with_one_note(*phrase) if phrase else words and _sentence_alone(*words[:2])
                args = [*args[:place], name, *(pair or ()), *words[bool(pair) :]]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        rows = []
        for option in self.get_params(ctx):
            if isinstance(option, click.Option):
                shown = copy(option)
                shown.opts = [name for name in option.opts[:-1] if name[:2] != "--"] + option.opts[-1:]
                shown.hidden = option.hidden and not (ctx.meta.get(_WHOLE) and hasattr(option, "is_rare"))
                if (record := shown.get_help_record(ctx)) is not None:
                    rows.append((option_group(option), *record))
        width = max(len(names) for _, names, _ in rows)
        for title in OPTION_GROUPS:
            if listed := [(f"{names:{width}}", text) for group, names, text in rows if group == title]:
                with formatter.section(title):
                    formatter.write_dl(listed)


def command(name: str, **how: Any) -> Callable[[Callable[..., Any]], click.Command]:
    """Declare a command of gfkit."""
    return click.command(name, cls=GroupedCommand, **how)


# Options


def as_json(command: Command) -> Command:
    """Add --json, --json-schema and --help-all."""
    whole = click.option(
        "--json",
        "as_json",
        is_flag=True,
        is_eager=True,
        help="Print one JSON object (schema: --json-schema).",
    )
    schema = click.option(
        "--json-schema", is_flag=True, is_eager=True, expose_value=False, hidden=True, callback=_write_schema
    )
    more = click.option(
        "--help-all",
        cls=_HelpAll,
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=_write_help,
        help="Show this message with more options.",
    )
    return whole(schema(more(command)))


def rare(option: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Declare an option that --help-all shows and --help does not."""

    def declare(command: Command) -> Command:
        declared = option(command)
        parameter = declared.__click_params__[-1]  # type: ignore[attr-defined]
        parameter.hidden = parameter.is_rare = True
        return declared

    return declare


class _HelpAll(click.Option):
    """Option --help-all. The help shows it if a command has rare options."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        has_rare = any(hasattr(option, "is_rare") for option in ctx.command.params)
        return super().get_help_record(ctx) if has_rare else None


def _write_help(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        click.echo(whole_help(ctx))
        ctx.exit()


def whole_help(ctx: click.Context) -> str:
    """Return the help of a command with its rare options."""
    ctx.meta[_WHOLE] = True
    return ctx.get_help()


def _write_schema(ctx: click.Context, _option: click.Parameter, asked: bool) -> None:
    if asked and not ctx.resilient_parsing:
        from json import dumps

        from gfkit.show.schema import schema_of

        write_lines([dumps(schema_of(ctx.command_path.partition(" ")[2]))])
        ctx.exit()


max_memory = click.option("--max-memory", metavar="SIZE", help="Memory limit, such as 500M or 4G.")


def full(what: str) -> Callable[[Command], Command]:
    """Add --full, which prints long results in full."""
    return click.option("--full", is_flag=True, help=f"Print long {what} in full.")


def language(command: Command) -> Command:
    """Add --format, which prints only the formula for another system, and --to N, the last n.

    ``--to SYSTEM``, the former spelling of ``--format SYSTEM``, is accepted with a note.
    """
    former = click.option(
        "--to",
        metavar="N",
        is_eager=True,
        expose_value=False,
        callback=_parse_last_n,
        hidden=command.__name__ != "derive",
        help="The last n whose term is printed.",
    )
    return click.option(
        "--format",
        "language",
        metavar="SYSTEM",
        callback=_parse_language,
        shell_complete=any_of(LANGUAGES),
        help=f"Print only the formula, for {', '.join(LANGUAGES)}.",
    )(former(command))


LAST_N = "gfkit.last_n"
"""Key of the value of --to in the metadata of a call."""
_FORMAT = "gfkit.format"
TABLE_FORMATS = ("csv", "bfile")
"""Output formats for a range of sizes: ``gfkit count --sizes``."""


def _parse_last_n(ctx: click.Context, _option: click.Parameter, word: str | None) -> None:
    """Store the last n, or the system given by the former spelling of --format."""
    if word is None:
        return
    if re.fullmatch("-[0-9]+", word):
        raise OptionError(f"--to {word}: the last n must not be negative")
    if not re.fullmatch(r"[0-9]+(?:\^[0-9]+)?", word):
        note_reading(f"--to {word} read as --format {word}; --to N is the last n")
        ctx.meta[_FORMAT] = word
    elif ctx.command.name == "derive" and word.isdecimal() and len(word) < 7:
        ctx.meta[LAST_N] = int(word)
    else:
        raise OptionError(
            f"--to {word}: too many terms to print; for one term write gfkit count STRUCTURE 2x10^18 --mod M"
            if ctx.command.name == "derive"
            else f"--to {word}: {ctx.command.name} has no last n; to select a system use --format"
        )


def not_with_json(ctx: click.Context, option: click.Parameter, value: Any) -> Any:
    """Return the value of an option whose output is not JSON. Raise an error if --json is given too."""
    if value and ctx.params.get("as_json"):
        shown = "" if value is True else f" {value}"
        raise OptionError(f"{option.opts[0]}{shown} and --json cannot be combined")
    return value


def _parse_language(ctx: click.Context, option: click.Parameter, word: str | None) -> Any:
    word = ctx.meta.get(_FORMAT) if word is None else word
    if word in TABLE_FORMATS and ctx.command.name in ("count", "optimum"):
        return not_with_json(ctx, option, word)
    if word is not None:
        from gfkit.core.algebra.formula import language_named

        language_named(word)
    return not_with_json(ctx, option, word)


def game_on(
    board: str,
    game: str = "STRUCTURE",
    *,
    required: bool = True,
    heaps: bool = False,
    kinds: Mapping[str, str] = MappingProxyType({}),
) -> Callable[[Command], Command]:
    """Add the arguments for a structure or game and for a board, with the given metavars; with ``heaps``,
    numbers may be the sizes of heaps. A word of ``kinds`` before them is the value of the option ``kind``.
    """

    def add_options(command: Command) -> Command:
        @wraps(command)
        def run(*values: Any, game: str | None, board: Sequence[str], **named: Any) -> Any:
            typed = [*([] if game is None else [game]), *board]
            if typed and typed[0] in kinds and (typed[2:] or not _names_thing(typed[0])):
                named["kind"] = _leading_kind(typed, kinds, named["kind"])
                del typed[0]
            words = (heaps and _game_and_heaps(typed)) or game_and_board(*typed)
            return command(
                *values, **dict(zip(("game", "board"), (*words, None, None), strict=False)), **named
            )

        place = click.argument(
            "board",
            metavar=board,
            nargs=-1,
            callback=fill_board if required else None,
            shell_complete=any_of(_BOARDS),
        )
        first = click.argument(
            "game", metavar=game, required=not game.startswith("["), shell_complete=complete_game
        )
        return first(place(run))  # type: ignore[return-value]

    return add_options


def _names_thing(word: str) -> bool:
    """Return True if a word is the name of a structure or of a board."""
    from gfkit.core.boards.grammar import names_board
    from gfkit.core.rules.library import names_game

    return names_game(word) or names_board(word)


def _leading_kind(typed: Sequence[str], kinds: Mapping[str, str], other: str | None) -> str:
    """Return the kind that the first argument denotes. Raise OptionError if nothing follows it, or if the
    option names another kind.
    """
    word, kind = typed[0], kinds[typed[0]]
    if other not in (None, kind):
        raise OptionError(f"{word!r} and --as {other}: give only one of them")
    if not typed[1:]:
        raise OptionError(f"{word!r} is a kind of drawing; name a board or a structure after it")
    return kind


def specifies_class(text: str) -> bool:
    """Return True if a text specifies a class by equations."""
    from gfkit.core.rules.library import specification_reader

    return specification_reader(text) is not None


def fill_board(ctx: click.Context, place: click.Parameter, words: tuple[str, ...]) -> tuple[str, ...]:
    """Return the typed board, or the boards that a sentence in place of the structure names."""
    game = ctx.params.get("game") or ""
    if words or split_sentence(game, is_quoted=True):
        return words
    if specifies_class(game):
        return ("n",)
    if pair := _sentence_alone(game):
        return pair[1:]
    raise click.MissingParameter(ctx=ctx, param=place)


def _sentence_alone(text: str, after: str = "") -> tuple[str, str] | None:
    """Return a sentence and the boards that it names, unless boards come after it; or None.

    >>> _sentence_alone("tilings of a 2 X n board with dominoes", "F(n+1)")
    ('tilings of a 2 X n board with dominoes', '2xn')
    """
    from gfkit.core.boards.grammar import names_board
    from gfkit.core.rules.library import sentence_read

    sentence = None if re.fullmatch(r"n|\d+", after) or names_board(after) else sentence_read(text)
    boards = sentence and sentence.board_at("n")
    return (text, boards) if boards else None


@cache
def split_sentence(
    text: str, *, is_quoted: bool = False, names: Callable[[str], object] | None = None
) -> tuple[str, str] | None:
    """Return a structure and a board with a preposition between them as the pair of them, or None.

    The preposition may be missing in a single argument, which was quoted. ``names`` tests the first part, by
    default the name of a structure or of an optimal number.

    >>> split_sentence("perfect matchings of the 4x4 torus"), split_sentence("sets of size 3")
    (('perfect matchings', 'the 4x4 torus'), None)
    >>> split_sentence("acyclic orientations 3x3", is_quoted=True)
    ('acyclic orientations', '3x3')
    """
    from gfkit.core.boards.grammar import is_board_in_words, names_board
    from gfkit.core.rules.library import names_game

    for match in re.finditer(r" (?:in |of |on )?" if is_quoted else r" (?:in|of|on) ", text):
        from gfkit.core.boards.spelling import optimum_named  # most arguments contain no preposition

        game, board = text[: match.start()], text[match.end() :]
        is_named = names(game) if names else names_game(game) or optimum_named(game)
        if is_named and (is_board_in_words(board) or names_board(board)):
            return game, board
    return None


def _game_and_heaps(words: list[str]) -> list[str]:
    """Return a heap game, by default Nim, and the sum of its heaps; or [] if the words are no such pair.

    >>> _game_and_heaps(["3", "5", "7"]), _game_and_heaps(["kayles", "3", "5"]), _game_and_heaps(["3xn"])
    (['nim', '3+5+7'], ['kayles', '3+5'], [])
    """
    from gfkit.core.rules.library import heap_code

    def is_heap(word: str) -> bool:
        return word.replace("+", "").replace(",", "").isdecimal()

    game, *sizes = ["nim", *words] if is_heap(words[0]) else words
    is_heap_game, wrong = heap_code(game), [word for word in sizes if not is_heap(word)]
    is_sum = not wrong and (game.lower() == "nim" or is_heap_game)
    is_mixed = 0 < len(wrong) < len(sizes)
    if is_mixed and (is_heap_game or (game == "nim" and wrong[0] not in sizes[: 1 + (sizes == words)])):
        raise OptionError(f"heap {wrong[0]!r}: sizes of heaps are integers, as in 3 5 7")
    return [game, "+".join(sizes)] if sizes and is_sum else []


def _with_one_note(game: str, board: str) -> tuple[str, str]:
    """Return a structure and a board; if both have other names, replace these and print one note on both."""
    from gfkit.core.rules import Question

    meaning = ""
    with catch_warnings(record=True) as notes, suppress(GfkitError):
        simplefilter("always", ReadingNote)
        asked = Question.of(game, board)
        if len(notes) > 1:
            game, board, meaning = asked.game, asked.boards.text, asked.as_object().text
    if meaning:
        note_reading(f"read as: {meaning}")
    return game, board


def game_and_board(*words: str) -> Sequence[str]:
    """Return the pair (game, board): separate sizes are joined, and the board may be the first argument.

    >>> game_and_board("domineering", "4", "x", "n"), game_and_board("K5", "matchings")
    (['domineering', '4xn'], ['matchings', 'K5'])
    """
    from gfkit.core.boards.grammar import names_board
    from gfkit.core.rules.library import board_of_size, check_name, names_game

    if words and specifies_class(words[0]):
        if words[2:]:
            raise click.UsageError(f"Got unexpected extra arguments ({' '.join(words[2:])})")
        return words
    if pair := split_sentence(" ".join(words), is_quoted=len(words) == 1):
        return _with_one_note(*pair)
    joined: list[str] = []
    typed = words
    words = tuple(word for word in words if word.lower() not in _TIMES)
    for word, before in zip(words, ("", *words), strict=False):
        if re.fullmatch(_SIZE, word) and re.fullmatch(_SIZE, before):
            joined[-1] += f"x{word}"
        else:
            joined.append(word)
    if len(joined) > 2 and not any(map(names_board, joined[:-1])) and names_board(joined[-1]):
        joined = [" ".join(joined[:-1]), joined[-1]]
    if len(joined) > 2:
        for cut in range(1, len(typed)):
            game, board = " ".join(typed[:cut]), " ".join(typed[cut:])
            if names_game(game) and names_board(board):
                return [game, board]
        if not names_game(joined[0]):
            check_name(" ".join(joined[:-1]))
        raise click.UsageError(f"Got unexpected extra arguments ({' '.join(joined[2:])})")
    if len(joined) == 2 and names_game(joined[1]) and not names_game(joined[0]):
        return joined if names_board(joined[1]) and not names_board(joined[0]) else joined[::-1]
    return [joined[0], board_of_size(*joined)] if len(joined) == 2 and names_game(joined[0]) else joined


def game_on_family(*names: str, **how: Any) -> Callable[[Command], Command]:
    """Declare an option that takes a game and a board, in either order."""
    return click.option(
        *names,
        nargs=2,
        callback=lambda _ctx, _option, words: words and game_and_board(*words),
        shell_complete=complete_game,
        **how,
    )


positions = click.option(
    "--positions",
    default=Positions.ALL.value,
    metavar="CLASS",
    callback=lambda _ctx, _option, word: Positions.read(word),
    shell_complete=any_of(Positions),
    help=f"Class of positions to count: {alternatives(Positions)}.",
)
"""Option --positions, parsed as a position class."""


def weights(help_text: str = "", default: str | None = Weights.NONE.value) -> Callable[[Command], Command]:
    """Declare --weights, parsed as one of the choices, or None if there is no default."""
    return click.option(
        "--weights",
        default=default,
        metavar="WEIGHTS",
        callback=lambda _ctx, _option, word: None if word is None else Weights.read(word),
        shell_complete=any_of(Weights),
        help=help_text or f"Weights of configurations: {alternatives(Weights)}.",
    )


def weight_part(command: Command) -> Command:
    """Declare --at and --coefficient, which imply --weights."""
    return weight_values(
        click.option(
            "--coefficient",
            metavar="MONOMIAL",
            help="Print only the coefficient of MONOMIAL, such as x^3.",
        )(command)
    )


class ValueRange(click.IntRange):
    """Integer of an option, which may be written with sums, products and powers, such as 10^9+7."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        if isinstance(value, str) and {*"+*-^"} & {*value} and {*value} <= {*"0123456789+*-^() "}:
            from gfkit.claims.statement.values import read_polynomial

            with suppress(InputError):
                value = read_polynomial(value, ()).get((), 0)
        return super().convert(value, param, ctx)


weight_values = click.option(
    "--at",
    metavar="x=A,y=B",
    multiple=True,
    callback=lambda _, __, values: ",".join(values) if values else None,
    help="Substitute exact numbers for the weights.",
)
"""Option --at, which substitutes numbers for the weights."""


given = click.option(
    "--given",
    metavar="EVENT",
    multiple=True,
    callback=lambda _, __, events: events or None,
    help="Only configurations with this event, such as 'cell 1,1 is 1'.",
)
"""Option --given, events that occur in all configurations."""


def labels(command: Command) -> Command:
    """Declare --label, which adds labels to the board of the command."""

    @wraps(command)
    def run(*values: Any, labels: Sequence[str], game: str, board: Any, **named: Any) -> Any:
        if labels:
            from gfkit.core.rules.question import labelled_board

            board = labelled_board(game, board, dict(map(_read_label, labels)))
        return command(*values, game=game, board=board, **named)

    return click.option(
        "--label",
        "labels",
        metavar="NAME=FILE",
        multiple=True,
        help="Label of the board that STRUCTURE reads: a drawing, a table, or lines such as 1,2: 3.",
    )(run)  # type: ignore[return-value]


def _read_label(typed: str) -> tuple[str, str]:
    """Return the name of a label and the content of its file."""
    from gfkit.core.files import given_text

    name, equals, path = typed.partition("=")
    if not (name and equals and path):
        raise OptionError(f"--label {typed!r} must be NAME=FILE, such as clue=puzzle.txt")
    return name, given_text("--label", path)


up_to = click.option(
    "--up-to",
    default=None,
    metavar="SYMMETRIES",
    callback=lambda _ctx, _option, word: None if word is None else UpTo.read(word),
    shell_complete=any_of(UpTo),
    help=f"Count orbits under symmetries of the board: {', '.join(UpTo)}.",
)
"""Option --up-to, parsed as symmetries, or None."""


plays_option = click.option(
    "--plays",
    metavar="all|complete|K",
    help="Count plays: all, complete ones, or with K moves.",
)
"""Option --plays."""


def long_options(
    *,
    memory: bool = False,
    seconds: bool = True,
    workers: bool = False,
    cluster: bool = False,
    stores: bool = False,
    checkpoint: bool = False,
    partial: bool = False,
    usual_memory: int | None = None,
) -> Callable[[Command], Command]:
    """Add the options of long commands; the command receives them as one argument, ``work``.

    If ``stores`` is set, the command stores parts of its work; if ``partial`` is set, it prints partial
    results when it is stopped. ``usual_memory`` is its memory limit, in bytes, without an option. Every
    command reads GFKIT_MAX_MEMORY and GFKIT_MAX_SECONDS, even without these options.
    """
    chosen = [
        memory and max_memory,
        seconds and _MAX_SECONDS,
        workers and _WORKERS,
        cluster and _CLUSTER,
        stores and _NO_STORE,
        checkpoint and _CHECKPOINT,
    ]

    def add_options(command: Command) -> Command:
        @wraps(command)
        def run(*values: Any, **named: Any) -> Any:
            asked = LongOptions(**{name: named.pop(name) for name in _NAMES if name in named})
            context = click.get_current_context()
            call = context.find_object(Call) or Call(())
            with LongCall(asked, call, stores, partial, context.command.params, usual_memory) as work:
                return command(*values, work=work, **named)

        for option in reversed([declared for declared in chosen if declared]):
            run = option(run)
        return run  # type: ignore[return-value]

    return add_options


_NAMES = tuple(option.name for option in fields(LongOptions))
_MAX_SECONDS = click.option("--max-seconds", metavar="TIME", help="Stop after TIME, such as 90s, 5m or 2h.")
_WORKERS = click.option(
    "--workers", metavar="N", type=click.IntRange(1, 1024), help="Number of worker processes."
)
_CLUSTER = rare(
    click.option(
        "--cluster",
        cls=TypedOption,
        metavar="ADDRESS",
        help="Use the machines of a Dask scheduler, such as tcp://host:8786.",
    )
)
_NO_STORE = rare(click.option("--no-store", is_flag=True, help="Neither store nor use stored work."))
_CHECKPOINT = click.option(
    "--checkpoint",
    cls=TypedOption,
    metavar="DIR",
    help="Store the states in DIR, from which the same command resumes.",
)
