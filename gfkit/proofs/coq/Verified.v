(* One check of claims, and its theorem: a claim that passes is true, whatever finds the states. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Watches Strip Arrays Totals Pieces Edges Tiles Weights Claims.
From Gfkit Require Connected Cells Octal.
Import ListNotations.
Local Open Scope nat_scope.

Section Check.
Context {explore : Explorer}.
Definition slots_of (b : boards) (r : rule) : nat :=
  match r with EdgeRule _ edges _ _ | DirectedRule _ edges _ => length edges | _ => height b end.
Definition symbols_of (r : rule) : nat :=
  match r with
  | ArrayRule k _ _ _ _ _ => k | PieceRule pieces _ _ => S (length pieces)
  | EdgeRule _ _ _ _ => 2 | DirectedRule _ _ _ => 3 | TileRule tiles _ => length tiles
  end.
Definition conditions_of (b : boards) (r : rule) : list condition :=
  match r with
  | ArrayRule k windows nears pins tallies _ =>
      whole_conditions (closed b) (height b) k windows nears pins tallies
  | PieceRule pieces apart which => conditions (closed b) (height b) pieces apart which
  | EdgeRule vertices edges degrees None => edge_conditions vertices edges degrees
  | EdgeRule vertices edges degrees (Some (left, taken)) =>
      edge_end_conditions vertices edges degrees left taken
  | DirectedRule vertices edges degrees => orientation_conditions vertices edges degrees
  | TileRule tiles border => tile_conditions (closed b) (height b) tiles border
  end.
Definition watches_of_rule (b : boards) (r : rule) : list watch :=
  match r with
  | ArrayRule k _ _ _ tallies readers => whole_watches (closed b) (height b) k tallies readers
  | _ => []
  end.
Definition rule_ok (b : boards) (r : rule) : bool :=
  match r with
  | ArrayRule k windows _ pins tallies _ => whole_ok (end_of b) (closed b) (height b) k windows pins tallies
  | PieceRule pieces apart _ => told (end_of b) (closed b) (height b) pieces apart (first b)
  | _ => true
  end.
(* on rings the first board is as long as conditions reach: tested first, as vm_compute evaluates all of a && b *)
Definition long_enough (b : boards) (r : rule) : bool :=
  match end_of b with
  | Open => true
  | Ring _ => (0 <? first b) && (span (end_of b) (flat_map plain (conditions_of b r)) <=? first b)
  end.
Definition check (c : claim) : bool :=
  match c with
  | Number b r P Q => if rule_ok b r && long_enough b r then
      checked_with (end_of b) (first b) (slots_of b r) (symbols_of r) (conditions_of b r) (watches_of_rule b r)
        P Q else false
  | Weight b r weights P Q => if rule_ok b r && long_enough b r then
      checked_xy_with weights (end_of b) (first b) (slots_of b r) (symbols_of r) (conditions_of b r)
        (watches_of_rule b r) P Q else false
  | ConnectedNumber rows CellsOf P Q =>
      Cells.cells_checked rows Z 0%Z Z.add Z.mul (Z.eqb 0) Z.eqb 1%Z (fun _ _ => 1%Z) P Q
  | ConnectedNumber rows (EdgesOf tree cap degrees) P Q => Connected.certified_sets rows tree cap degrees P Q
  | ConnectedWeight rows CellsOf w P Q => Cells.cells_checked rows poly [] padd pmul pzero peq [[1%Z]]
      (fun _ x => if x =? 1 then w else [[1%Z]]) P Q
  | ConnectedWeight rows (EdgesOf tree cap degrees) w P Q => Connected.sets_checked rows tree cap degrees
      poly [] padd pmul pzero peq [[1%Z]] (fun i x => power w (length (Connected.choice rows i x))) P Q
  | Period code start period => Octal.repeats code start period
  end.

(* what conditions mean: of pieces, positions as anchors, which are sets of cells from the first n on *)
Definition conditioned (b : boards) (r : rule) (n : nat) (x : board) : Prop :=
  match r with
  | PieceRule pieces apart which => apart_on (end_of b) (closed b) (height b) pieces apart n x /\
      asked (end_of b) (closed b) (height b) pieces apart which n x
  | _ => allowed_by b r n x
  end.
Lemma rule_mean b r : rule_ok b r = true -> mean_with (end_of b) (slots_of b r) (symbols_of r)
  (conditions_of b r) (watches_of_rule b r) (conditioned b r).
Proof.
  intro H. destruct r as [k wi ne pi ta re|pi ap a|v es d [[l t]|]|v es d|ti bo].
  - exact (whole_mean _ _ _ _ _ _ _ _ _ H).
  - apply mean_alone. exact (positions_mean _ _ _ _ _ _).
  - apply mean_alone. exact (edge_ends_mean _ _ _ _ _ _).
  - apply mean_alone. intros E W n x. refine (iff_trans (edges_mean (end_of b) v es d E W n x) _).
    cbn [conditioned allowed_by]. tauto.
  - apply mean_alone. exact (orientations_mean _ _ _ _).
  - apply mean_alone. exact (tiles_mean _ _ _ _ _).
Qed.
Lemma rule_sets b r n x : rule_ok b r = true -> first b <= n -> conditioned b r n x <-> allowed_by b r n x.
Proof. destruct r; cbn [conditioned]; try tauto. intros H L. exact (positions_told _ _ _ _ _ _ _ n x H L). Qed.

Theorem check_true c : check c = true -> says c.
Proof.
  destruct c as [b r P Q|b r ws P Q|rows [tree cap d|] P Q|rows [tree cap d|] w P Q|code n0 p];
    cbn [check says].
  - intros H n L. destruct (rule_ok b r) eqn:O; [|discriminate]. destruct (long_enough b r); [|discriminate].
    cbn [andb] in H.
    refine (sums_same _ _ _ _ _ (fun x => rule_sets b r n x O L) (fun _ => eq_refl) _).
    exact (strip_counts_with _ _ _ _ _ _ _ _ _ H (rule_mean b r O) n L).
  - intros H x y n L. destruct (rule_ok b r) eqn:O; [|discriminate]. destruct (long_enough b r); [|discriminate].
    cbn [andb] in H.
    refine (sums_same _ _ _ _ _ (fun z => rule_sets b r n z O L) (fun _ => eq_refl) _).
    exact (strip_weighs_with _ _ _ _ _ _ _ _ _ _ H (rule_mean b r O) x y n L).
  - apply Connected.strip_sets.
  - apply Cells.connected_sets.
  - apply Connected.strip_sets_weigh.
  - apply Cells.connected_sets_weigh.
  - apply Octal.octal_repeats.
Qed.
(* the answer to a claim: the claim that was proved, or none *)
Definition proved (c : claim) : option claim := if check c then Some c else None.
Theorem proved_true c s : proved c = Some s -> says s.
Proof.
  unfold proved. destruct (check c) eqn:E; [|discriminate]. intro H. injection H as <-. now apply check_true.
Qed.
End Check.
(* with the library's own search for the states, for files that Coq's kernel checks *)
Theorem kernel_true c : @check plain_explorer c = true -> says c.
Proof. apply check_true. Qed.
