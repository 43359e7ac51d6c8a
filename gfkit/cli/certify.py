"""gfkit certify: a saved result checked again, from its rule, by the independent checkers."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from gfkit.cli.files import check_file, check_folder, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.errors import OptionError
from gfkit.typing import Progress


@click.command(short_help="Check a saved result again.")
@click.argument("file", metavar="FILE", required=False)
@output_option("--coq", "coq", metavar="FILE.v", help="Write the theorem as a file for Coq.")
@options.rare(
    output_option("--coq-library", metavar="DIR", help="Write the library that files for Coq need.")
)
@options.rare(click.option("--alone", is_flag=True, help="Write the library into the file for Coq."))
@click.option("--kernel", is_flag=True, help="Let Coq's kernel check the theorem, where coqc is installed.")
@click.option("--verified", is_flag=True, help="Run the verified program too, if Node.js is installed.")
@options.long_options()
@options.as_json
@click.pass_context
def certify(
    ctx: click.Context,
    file: str | None,
    coq: str | None,
    coq_library: str | None,
    alone: bool,
    kernel: bool,
    verified: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Check a result saved by --save FILE of 'gfkit derive', constant, outcomes, nim or value.

    Prints what is proved, and what that rests on. FILE may be - for standard input. That of a derived family
    holds the rule, the boards, the fraction, and each state of the proof as what it still owes. The checker
    makes the constraints from the rule, each state from those before, and proves the fraction by one sweep.
    It is plain Python that shares nothing with the rest of gfkit: the parts stand in gfkit/proofs/checker,
    and 'make checker' writes them as one program, gfkit_check.py. Exit code 0 when the file is proved, 1 when
    it is refuted, 3 when it is only consistent or checking would take too long.

    With --kernel the theorem is also checked by the kernel of the proof assistant Coq, from the definition of
    the rule on; --coq FILE.v writes it as a file of some twenty lines. Of such a file, FILE.v, certify checks
    that it has the library of gfkit (its SHA-256 is printed) and no other lines than gfkit writes.

    With --verified a second program checks the theorem from the definition of the rule on: Coq extracted it
    from the proof that each claim it accepts is true. Node.js runs it. Its statement is compared with one
    that gfkit makes of the same file. Exit code 2 if Node.js is missing, or if the program has no claim of
    the file's kind.

    \b
    Example:
      $ gfkit derive col path:n --save col.json
      $ gfkit certify col.json
    """
    from gfkit.proofs.certificate import certify_loaded, certify_theorem, loaded

    if file is None and (coq_library is None or coq is not None or kernel or verified):
        raise OptionError("FILE is missing: a certificate that --save wrote")
    if alone and coq is None:
        raise OptionError("--alone: goes with --coq FILE.v")
    check_file("--coq", coq, ".v")
    if coq_library is not None:
        from gfkit.proofs.kernel import is_library, write_library

        check_folder("--coq-library", coq_library, is_library)
        write_library(Path(coq_library))
    if file is None:
        return
    if file.endswith(".v"):
        if coq is not None:
            raise OptionError("--coq: goes with a certificate, and not with a file for Coq")
        if verified:
            raise OptionError("--verified: goes with a certificate, and not with a file for Coq")
        verdict = certify_theorem(file, kernel)
        present(verdict, as_json)
        ctx.exit({"proved": 0, "consistent": 3}.get(verdict.status, 1))
    with work.progress() as progress, loaded(file) as certificate:
        progress(Progress("checking the certificate", 0, 0, 0))
        verdict = certify_loaded(certificate, file)
        if verdict.ok and verified:
            from gfkit.proofs.verified import check_verified

            progress(Progress("checking the theorem with the verified program", 0, 0, 0))
            verdict = replace(verdict, verified=check_verified(certificate))
        if verdict.ok and (coq is not None or kernel):
            from gfkit.proofs.kernel import ask_kernel, coq_file_of
            from gfkit.runs.files import write_whole

            assert isinstance(certificate, dict), "it was checked"
            text = coq_file_of({**certificate, "game": verdict.game or "the rule in the certificate"}, alone)
            if coq is not None:
                write_whole(coq, text)
            if kernel:
                progress(Progress("checking the theorem in Coq", 0, 0, 0))
                verdict = replace(verdict, kernel=ask_kernel(text))
    present(verdict, as_json)
    ctx.exit({"proved": 0, "consistent": 3}.get(verdict.status, 1))
