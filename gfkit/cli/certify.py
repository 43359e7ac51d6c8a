"""gfkit certify: independent check of certificates."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from gfkit.cli.files import check_file, check_folder, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.core.errors import OptionError
from gfkit.core.typing import Progress


@options.command("certify", short_help="Check a certificate.")
@click.argument("file", metavar="FILE", required=False)
@output_option("--coq", "coq", metavar="FILE.v", help="Write the theorem as a Coq file.")
@options.rare(output_option("--coq-library", metavar="DIR", help="Write the library that Coq files import."))
@options.rare(output_option("--lean", "lean", metavar="FILE.lean", help="Write the theorem as a Lean file."))
@options.rare(
    output_option("--lean-library", metavar="DIR", help="Write the library that Lean files import.")
)
@options.rare(click.option("--alone", is_flag=True, help="Include the library in the Coq or Lean file."))
@click.option("--kernel", is_flag=True, help="Check the theorem with the kernel of Coq or Lean.")
@click.option("--verified", is_flag=True, help="Run the verified program too (needs Node.js).")
@options.long_options()
@options.as_json
@click.pass_context
def certify_verb(
    ctx: click.Context,
    file: str | None,
    coq: str | None,
    coq_library: str | None,
    lean: str | None,
    lean_library: str | None,
    alone: bool,
    kernel: bool,
    verified: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Check a certificate written by the option --save of derive, constant, outcomes, nim or value.

    The output states the theorem and its assumptions. FILE may be - for standard input. A certificate
    of a family contains the rule, the boards, the fraction, and each state of the proof with its
    pending constraints. The checker computes the constraints from the rule, verifies each state, and
    proves the fraction by one sweep. It is plain Python without the rest of gfkit, in
    gfkit/proofs/checker; 'make checker' writes it as one program, gfkit_check.py. Exit code 0: proved;
    1: refuted; 3: only consistent, or the check would take too long.

    With --kernel the kernel of the proof assistant Coq also checks the theorem, starting from the
    definition of the rule; --coq FILE.v writes the theorem as a file of about twenty lines. For a file
    FILE.v or FILE.lean, certify checks that it contains the library of gfkit (its SHA-256 is printed) and
    only lines that gfkit writes; --kernel runs coqc or lean. Lean is the program on the path or the extra
    gfkit[lean]. Exit code 2 if lean is missing, 1 if it rejects the theorem.

    With --verified a second program, extracted from a Coq proof of its correctness and run by Node.js, checks
    the theorem starting from the definition of the rule. Its statement is compared with the statement that
    gfkit derives from the same file. Exit code 2 if Node.js is missing, or if the program does not support
    this kind of certificate.

    \b
    Example:
      $ gfkit derive col path:n --save col.json
      $ gfkit certify col.json
    """
    from gfkit.proofs.certificate import certify_loaded, certify_theorem, loaded, with_verified

    writes_library = coq_library is not None or lean_library is not None
    if file is None and (not writes_library or coq is not None or lean is not None or kernel or verified):
        raise OptionError("missing argument FILE, a certificate written by --save")
    if alone and coq is None and lean is None:
        raise OptionError("--alone requires --coq FILE.v or --lean FILE.lean")
    check_file("--coq", coq, ".v")
    check_file("--lean", lean, ".lean")
    if lean_library is not None:
        from gfkit.proofs.lean_kernel import is_lean_library, write_lean_library

        check_folder("--lean-library", lean_library, is_lean_library)
        write_lean_library(Path(lean_library))
    if coq_library is not None:
        from gfkit.proofs.kernel import is_library, write_library

        check_folder("--coq-library", coq_library, is_library)
        write_library(Path(coq_library))
    if file is None:
        return
    if file.endswith((".v", ".lean")):
        for option, value in (("--coq", coq), ("--lean", lean), ("--verified", verified)):
            if value:
                raise OptionError(f"{option} requires a certificate, not a theorem for Coq or Lean")
        verdict = certify_theorem(file, kernel, work.seconds)
        present(verdict, as_json)
        ctx.exit({"proved": 0, "consistent": 3}.get(verdict.status, 1))
    with work.progress() as progress, loaded(file) as certificate:
        progress(Progress("checking the certificate", 0, 0, 0))
        verdict = certify_loaded(certificate, file)
        if verdict.ok and verified:
            progress(Progress("checking the theorem with the verified program", 0, 0, 0))
            verdict = with_verified(verdict, certificate, work.seconds)
        if verdict.ok and lean is not None:
            from gfkit.proofs.lean_theorem import lean_file
            from gfkit.runs.files import write_whole

            assert isinstance(certificate, dict), "the certificate was checked"
            named = verdict.game or "the rule in the certificate"
            write_whole(lean, lean_file({**certificate, "game": named}, alone))
        if verdict.ok and (coq is not None or kernel):
            from gfkit.proofs.kernel import ask_kernel, coq_file_of
            from gfkit.runs.files import write_whole

            assert isinstance(certificate, dict), "the certificate was checked"
            text = coq_file_of({**certificate, "game": verdict.game or "the rule in the certificate"}, alone)
            if coq is not None:
                write_whole(coq, text)
            if kernel:
                progress(Progress("checking the theorem in Coq", 0, 0, 0))
                verdict = replace(verdict, kernel=ask_kernel(text, work.seconds))
    present(verdict, as_json)
    ctx.exit({"proved": 0, "consistent": 3}.get(verdict.status, 1))
