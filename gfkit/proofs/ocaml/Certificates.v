(* Claims with rules as they are in a certificate: what each states, and the answer of the verified program. *)
Require Import ZArith List Bool.
From Gfkit Require Import Meaning Sweep Strip Weights Claims Verified Predicates Written Readers Translated.
Import ListNotations.
Local Open Scope nat_scope.

Inductive certificate :=
  | Other (c : claim)
  | ArrayNumber (b : boards) (a : array_rule) (P Q : list Z)
  | ArrayWeight (b : boards) (a : array_rule) (weights : list poly) (P Q : list poly).
Definition states (c : certificate) : Prop :=
  match c with
  | Other c => says c
  | ArrayNumber b a P Q => forall n, first b <= n -> counts (array_on b a n) (coefficient P (tl Q) n)
  | ArrayWeight b a weights P Q => weighs weights (first b) (array_on b a) P Q
  end.
(* the program prints windows one by one *)
Definition most_windows : nat := 3000.
Definition few (r : rule) : bool :=
  match r with
  | ArrayRule _ windows _ _ tallies _ => (length windows <=? most_windows) &&
      forallb (fun t => length (events t) <=? most_windows) tallies
  | _ => true
  end.
Section Answer.
Context {explore : Explorer} {finder : Finder}.
Definition rule_on (b : boards) (a : array_rule) : option rule :=
  if boundary_ok (end_of b) (height b) then
    match rule_of_array a with Some r => if few r then Some r else None | None => None end
  else None.
Definition claim_of (c : certificate) : option claim :=
  match c with
  | Other c => Some c
  | ArrayNumber b a P Q => option_map (fun r => Number b r P Q) (rule_on b a)
  | ArrayWeight b a weights P Q => option_map (fun r => Weight b r weights P Q) (rule_on b a)
  end.
Lemma rule_on_means b a r n x : rule_on b a = Some r -> allowed_by b r n x <-> array_on b a n x.
Proof.
  unfold rule_on. destruct (boundary_ok _ _) eqn:E; [|discriminate]. destruct (rule_of_array a) as [r'|] eqn:R; [|discriminate].
  destruct (few r'); [|discriminate]. intros [= <-]. now apply array_means.
Qed.
Lemma claim_of_states c s : claim_of c = Some s -> says s -> states c.
Proof.
  destruct c as [c|b a P Q|b a ws P Q]; cbn [claim_of states].
  - now intros [= <-].
  - destruct (rule_on b a) as [r|] eqn:R; [|discriminate]. intros [= <-] S n L.
    exact (sums_same _ _ _ _ _ (fun x => rule_on_means b a r n x R) (fun _ => eq_refl) (S n L)).
  - destruct (rule_on b a) as [r|] eqn:R; [|discriminate]. intros [= <-] S x y n L.
    exact (sums_same _ _ _ _ _ (fun z => rule_on_means b a r n z R) (fun _ => eq_refl) (S x y n L)).
Qed.
(* the answer to a certificate: its statement as a claim, which is proved or is not; or it has none, as a
   predicate has no value, or conditions are not among those of claims *)
Inductive verdict := NotRead | NotProved (s : claim) | Proved (s : claim).
Definition answer (c : certificate) : verdict :=
  match claim_of c with
  | None => NotRead
  | Some s => match proved s with Some s => Proved s | None => NotProved s end
  end.
Theorem answer_true c s : answer c = Proved s -> says s /\ states c.
Proof.
  unfold answer. destruct (claim_of c) as [s'|] eqn:C; [|discriminate]. destruct (proved s') as [s''|] eqn:P; [|discriminate].
  intros [= ->]. assert (E : s' = s) by (unfold proved in P; destruct (check s'); congruence). subst s'.
  assert (S := proved_true _ _ P). split; [exact S|]. exact (claim_of_states c s C S).
Qed.
End Answer.
