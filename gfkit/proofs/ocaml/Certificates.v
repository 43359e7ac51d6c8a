(* Statements of certificates about rules as Written.v defines them, and the equivalent claims of Claims.v.
   *)
Require Import ZArith String List Bool.
From Gfkit Require Import Meaning Sweep Strip Totals Weights Claims Verified Predicates Written Readers Translated
    Degrees Labels.
Import ListNotations.
Local Open Scope nat_scope.

Inductive certificate :=
  | Other (c : claim)
  | CountOf (b : boards) (w : written) (P Q : list Z)
  | WeightOf (b : boards) (w : written) (weights : list poly) (P Q : list poly).
Definition states (c : certificate) : Prop :=
  match c with
  | Other c => says c
  | CountOf b w P Q => forall n, first b <= n -> counts (written_on b w n) (coefficient P (tl Q) n)
  | WeightOf b w weights P Q => weighs weights (first b) (written_on b w) P Q
  end.
(* The program prints each window, and rejects rules with more. *)
Definition most_windows : nat := 3000.
Definition few (r : rule) : bool :=
  match r with
  | ArrayRule _ windows _ _ tallies _ => (length windows <=? most_windows) &&
      forallb (fun t => length (events t) <=? most_windows) tallies
  | _ => true
  end.
(* Two cells of a window are the same cell of the board with the smallest n, and can have the same symbol. A
   certificate does not place such a window on this board, but a claim does. *)
Definition coincides (first : nat) (w : window) : bool := existsb (fun c => existsb (fun d =>
  let '(r, k, s) := c in let '(r', k', s') := d in (r =? r')%Z && (Z.of_nat first <=? k' - k)%Z &&
    existsb (fun x => existsb (Nat.eqb x) s') s) w) w.
Definition distinct_cells (b : boards) (r : rule) : bool :=
  match end_of b, r with
  | Ring _, ArrayRule _ windows _ _ tallies _ => negb (existsb (coincides (first b)) (windows ++
      flat_map (fun t => flat_map (fun v => match v with Lies w => [w] | Fits _ => [] end) (events t)) tallies))
  | _, _ => true
  end.
Section Answer.
Context {explore : Explorer} {finder : Finder}.
Definition rule_of (w : written) : option rule :=
  match w with
  | AsArray a => rule_of_array a
  | AsEdges vertices edges r => rule_of_edges vertices edges r
  | AsOrientations vertices edges p => rule_of_orientations vertices edges p
  | AsTiles r => rule_of_tiles r
  end.
Definition slots (b : boards) (w : written) : nat :=
  match w with AsArray _ | AsTiles _ => height b | AsEdges _ edges _ | AsOrientations _ edges _ => length edges end.
(* Rows of arrays stay in place where boards are cyclic. *)
Definition rule_on (b : boards) (w : written) : option rule :=
  if boundary_ok (end_of b) (slots b w) && match w with AsArray _ => plain_end (end_of b) | _ => true end then
    match rule_of w with Some r => if few r && distinct_cells b r then Some r else None | None => None end
  else None.
Definition reason (c : certificate) : string :=
  match c with
  | CountOf b w _ _ | WeightOf b w _ _ _ =>
      if match rule_of w with Some r => negb (distinct_cells b r) | None => false end
      then "two cells of a window are one cell of the smallest board"%string
      else "a predicate has no value, or the conditions are not among those of claims"%string
  | Other _ => EmptyString
  end.
Definition claim_of (c : certificate) : option claim :=
  match c with
  | Other c => Some c
  | CountOf b w P Q => option_map (fun r => Number b r P Q) (rule_on b w)
  | WeightOf b w weights P Q => option_map (fun r => Weight b r weights P Q) (rule_on b w)
  end.
Lemma rule_on_means b w r n x : rule_on b w = Some r -> allowed_by b r n x <-> written_on b w n x.
Proof.
  unfold rule_on. destruct (boundary_ok _ _) eqn:E; [|discriminate]. destruct (andb _ _) eqn:En; [|discriminate].
  destruct (rule_of w) as [r'|] eqn:R; [|discriminate].
  destruct (few r' && distinct_cells b r')%bool; [|discriminate]. intros [= <-].
  destruct w as [a|vertices edges r|vertices edges p|r];
      cbn [rule_of slots written_on] in *.
  - now apply array_means.
  - exact (edges_mean_written _ _ _ _ n x E _ R b x eq_refl eq_refl).
  - exact (orientations_mean_written _ _ _ _ n x _ R b eq_refl).
  - now apply tiles_mean_written.
Qed.
Lemma claim_of_states c s : claim_of c = Some s -> says s -> states c.
Proof.
  destruct c as [c|b w P Q|b w ws P Q]; cbn [claim_of states].
  - now intros [= <-].
  - destruct (rule_on b w) as [r|] eqn:R; [|discriminate]. intros [= <-] S n L.
    exact (sums_same _ _ _ _ _ (fun x => rule_on_means b w r n x R) (fun _ => eq_refl) (S n L)).
  - destruct (rule_on b w) as [r|] eqn:R; [|discriminate]. intros [= <-] S x y n L.
    exact (sums_same _ _ _ _ _ (fun z => rule_on_means b w r n z R) (fun _ => eq_refl) (S x y n L)).
Qed.
(* The result for a certificate is its claim, which is proved or not proved. NotRead means that there is no
   claim, because a predicate has no value or a condition has no equivalent in claims. *)
Inductive verdict := NotRead | NotProved (s : claim) | Proved (s : claim).
Definition answer (c : certificate) : verdict :=
  match claim_of c with
  | None => NotRead
  | Some s => match proved s with Some s => Proved s | None => NotProved s end
  end.
Theorem answer_true c s : answer c = Proved s -> says s /\ states c.
Proof.
  unfold answer. destruct (claim_of c) as [s'|] eqn:C; [|discriminate]. destruct (proved s') as [s''|]
      eqn:P; [|discriminate].
  intros [= ->]. assert (E : s' = s) by (unfold proved in P; destruct (check s'); congruence). subst s'.
  assert (S := proved_true _ _ P). split; [exact S|]. exact (claim_of_states c s C S).
Qed.
End Answer.
