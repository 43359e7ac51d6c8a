"""gfkit twins: groups of rules with equal counts, with a proof of each identity."""

from __future__ import annotations

from shlex import quote

import click

from gfkit.cli.files import OutputOption, check_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.core.errors import OptionError
from gfkit.runs.files import write_whole

_OBSERVED = 3
_FAMILIES = (
    "windows:1x3",
    "windows:2x2",
    "windows:2x3",
    "windows:2x2:3",
    "distance-games",
    "structures",
    "atlas",
)


def _complete_rules(ctx: click.Context, parameter: click.Parameter, begun: str) -> list[str]:
    """Return the families and the built-in rules that start with the typed word."""
    known = options.complete_game(ctx, parameter, begun)
    families = options.any_of(_FAMILIES)(ctx, parameter, begun)
    return families + [one for one in known if isinstance(one, str)]


@options.command("twins", short_help="Groups of rules with equal counts, with proofs.")
@click.argument(
    "rules", metavar="RULE...|FILE|FAMILY", nargs=-1, required=True, shell_complete=_complete_rules
)
@click.option(
    "--on",
    default="mxn",
    metavar="BOARDS",
    help="mxn (default), a class of graphs, or a family such as cycle:n.",
)
@click.option(
    "--sample",
    default=1000,
    metavar="N",
    type=click.IntRange(2, 10**6),
    help="Number of rules sampled from a large family.",
)
@click.option("--seed", default=1, metavar="S", type=click.IntRange(0), help="Seed of the sample.")
@click.option(
    "--save",
    "save_to",
    cls=OutputOption,
    metavar="FILE.sqlite",
    help="Store all results; resume if the file exists.",
)
@click.option("--check", is_flag=True, help="Recompute and recheck all results in the file.")
@output_option("--page", metavar="FILE", help="Write an HTML page with all groups and proofs.")
@options.long_options(memory=True, workers=True)
@options.as_json
@click.pass_context
def twins_verb(
    ctx: click.Context,
    rules: tuple[str, ...],
    on: str,
    sample: int,
    seed: int,
    save_to: str | None,
    check: bool,
    page: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Search for rules with equal counts on all boards of a class, and prove each identity.

    Give several rules (RULE...), a directory of rule files, or a text FILE with one rule per line. A single
    RULE is compared with all built-in rules. If it is a rule of binary 2 x 2 windows or a distance game, it
    is also compared with the family of these rules, and rules of binary 1 x 3 or 2 x 3 windows with all
    rules of 1 x 3 windows. A FAMILY is windows:2x2 (all sets of forbidden binary
    2 x 2 windows, up to symmetry), windows:1x3, windows:2x3 (random sets), windows:2x2:3 (three values),
    distance-games, or structures (all built-in rules).

    gfkit twins atlas searches the table of formulas of identify for relations between families that hold for
    all n, such as squares, products, sums, shifts and a(2n). --on FAMILY selects relations of one family.

    Rules with equal counts on small boards, and then on larger ones, form a group. Identities are proved as
    by 'gfkit compare'; the others are listed as open. With --save FILE.sqlite each result is stored
    immediately, and the same command resumes an interrupted search.

    Exit code 0: all identities are proved; 3: some are only observed.

    \b
    Example:
      $ gfkit twins col snort kings
      2 of 3 rules have the same counts as another rule on mxn (1 group)
      group 1  col, snort
      proved by a bijection computed by Mealy machines (1 pair proved equal)
    """
    from gfkit.core.boards.grammar import names_board
    from gfkit.core.hooks import is_installed
    from gfkit.core.memory import core_count
    from gfkit.questions.rule_groups import twins as find_twins

    if page is not None:
        check_file("--page", page, ".html")
    if check and save_to is None:
        raise click.UsageError("--check needs --save FILE.sqlite, whose contents are checked")
    if rules == ("atlas",):
        if save_to is not None or page is not None:
            raise click.UsageError("twins atlas takes a few seconds and writes no file; use --json")
        from gfkit.atlas import family_relations

        with work.progress() as progress:
            relations = family_relations("" if on == "mxn" else on, on_progress=progress)
        present(relations, as_json, full=True)
        return
    if board := next(filter(names_board, rules[1:]), ""):
        raise OptionError(
            f"{board!r} is a board: gfkit twins {quote(rules[0])} --on {quote(board)} searches on it;"
            f" gfkit twins atlas --on {quote(board)} searches for relations of its formulas"
        )
    with work.executor(core_count() if len(rules) == 1 else 1) as executor, work.progress() as progress:
        found = find_twins(
            rules,
            on,
            sample=sample,
            seed=seed,
            save=save_to,
            check=check,
            executor=executor,
            max_memory=work.max_memory,
            on_progress=progress,
        )
    present(found, as_json, full=True)
    if page is not None:
        if not is_installed("show"):
            raise click.UsageError("--page: reports are not installed")
        from gfkit.show.report.groups import groups_page

        write_whole(page, groups_page(found))
    ctx.exit(0 if found.is_proved else _OBSERVED)
