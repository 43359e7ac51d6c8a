#!/bin/sh
# Builds the verified checker: build.sh DIRECTORY. Needs coq, libzarith-ocaml-dev and js-of-ocaml of Debian 12.
# Coq must accept program_true of Reading.v without axioms.
# Results: DIRECTORY/js/verified.js, DIRECTORY/native/gfkit-verified, and in both the test program of integers.
set -e
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$1/native" "$1/js"
cd "$1"
stale=
for name in Meaning Sweep Clauses Watches Strip Arrays Lines Totals Pieces Edges Tiles Weights Connected Cells Octal Claims Verified Predicates Written Readers Translated Degrees Labels Classes Certificates Reading Extract
do
  source="$here/../coq/$name.v"
  test -f "$source" || source="$here/$name.v"
  test $name = Extract && stale=yes
  cmp -s "$source" $name.v && test -f $name.vo || stale=yes
  test -z "$stale" || { cp "$source" $name.v; coqc -q -R . Gfkit $name.v > $name.log; }
done
grep -q "Closed under the global context" Extract.log || { echo "program_true rests on axioms"; exit 1; }
checker="bz.ml verified.mli verified.ml page.ml oracle.ml json.ml expressions.ml printer.ml verdict.ml"
for kind in native js; do cp verified.ml verified.mli "$here"/*.ml "$here/$kind"/* $kind/; done
for main in main:verified numbers:numbers
do
  (cd native && ocamlfind ocamlopt -w -a -inline 200 -package zarith -linkpkg $checker ${main%:*}.ml -o gfkit-${main#*:})
  (cd js && ocamlfind ocamlc -w -a -no-check-prims $checker ${main%:*}.ml -o ${main#*:}.byte &&
    js_of_ocaml --opt 3 bz_stubs.js ${main#*:}.byte -o ${main#*:}.js)
done
remark="// Made by 'make verified' from gfkit/proofs/coq and gfkit/proofs/ocaml. It contains parts of the runtime of js_of_ocaml
// and of OCaml's standard library, which are under the LGPL 2.1 or later with the OCaml linking exception."
{ echo "$remark"; cat js/verified.js; } > js/with-remark.js
mv js/with-remark.js js/verified.js
