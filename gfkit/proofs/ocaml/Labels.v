(* Proof that tiles with labels as texts are equivalent to tiles with numbers, in columns. *)
Require Import String ZArith List Lia Bool.
From Gfkit Require Import Meaning Claims Written.
Import ListNotations.
Local Open Scope nat_scope.

Fixpoint place_of (s : string) (l : list string) : nat :=
  match l with [] => O | t :: r => if String.eqb s t then O else S (place_of s r) end.
Lemma place_once s t l : In s l -> place_of t l = place_of s l -> t = s.
Proof.
  induction l as [|a l IH]; [intros []|]. cbn [place_of In].
  destruct (String.eqb_spec s a) as [E|N], (String.eqb_spec t a) as [F|M]; try congruence.
  intros [I|I] P; [congruence|]. apply IH; [exact I|congruence].
Qed.
Section Labels.
Variable r : tile_rule.
Let number (s : string) : nat := place_of s (tile_labels r).
Definition columns_of {A B} (f : A -> B) (s : sides A) : sides B :=
  if tile_rows r then Sides (f (Meaning.left s)) (f (bottom s)) (f (right s)) (f (top s))
  else Sides (f (top s)) (f (right s)) (f (bottom s)) (f (Meaning.left s)).
Definition known (t : sides string) : bool :=
  forallb (fun s => existsb (String.eqb s) (tile_labels r)) [top t; right t; bottom t; Meaning.left t].
Definition rule_of_tiles : option rule :=
  if forallb known (tile_list r)
  then Some (TileRule (map (columns_of number) (tile_list r)) (columns_of (map number) (tile_border r))) else None.
Lemma meets_fits x beside opposite opposite' allowed : In x (tile_labels r) ->
  (forall u, opposite' (columns_of number u) = number (opposite u)) ->
  Meaning.meets (number x) (option_map (columns_of number) beside) opposite' (map number allowed) <->
  fits_side x beside opposite allowed.
Proof.
  intros I O. unfold Meaning.meets, fits_side. destruct beside as [u|]; cbn [option_map].
  - rewrite O. split; [intro E; exact (place_once _ _ _ I E)|now intros ->].
  - rewrite in_map_iff. split; [intros [y [E Y]]|intro Y; now exists x]. now rewrite <- (place_once _ _ _ I E).
Qed.
Theorem tiles_mean_written bs q n x : rule_of_tiles = Some q ->
  allowed_by bs q n x <-> tiled_on (end_of bs) (closed bs) (height bs) n x r.
Proof.
  unfold rule_of_tiles. destruct (forallb known (tile_list r)) eqn:K; [|discriminate]. intros [= <-].
  rewrite forallb_forall in K. cbn [allowed_by]. unfold tiling, tiled_on. rewrite map_length.
  set (at_ := tile_at (end_of bs) (closed bs) (height bs) (map (columns_of number) (tile_list r)) x).
  set (on := tile_on (end_of bs) (closed bs) (height bs) x r).
  assert (A : forall row column, at_ (fst (@turned (tile_rows r) Z (row, column))) (snd (@turned (tile_rows r) Z (row, column))) =
    option_map (columns_of number) (on row column)).
  { intros row column. unfold at_, on, tile_at, tile_on. destruct (look_round _ _ _ _ _ _); [|reflexivity]. apply nth_error_map. }
  assert (L : forall row column t, on row column = Some t -> forall s, In s [top t; right t; bottom t; Meaning.left t] -> In s (tile_labels r)).
  { intros row column t O s S. assert (I : In t (tile_list r)).
    { unfold on, tile_on in O. destruct (look_round _ _ _ _ _ _); [|discriminate]. exact (nth_error_In _ _ O). }
    specialize (K t I). unfold known in K. rewrite forallb_forall in K. apply K, existsb_exists in S.
    destruct S as [y [Y E]]. apply String.eqb_eq in E. now subst y. }
  apply and_iff_compat_l. unfold turned in A. set (border := tile_border r). destruct (tile_rows r) eqn:E; cbn [fst snd] in A.
  - assert (C : forall A B (f : A -> B) s, columns_of f s = Sides (f (Meaning.left s)) (f (bottom s)) (f (right s)) (f (top s))).
    { intros. unfold columns_of. now rewrite E. }
    assert (Q : forall row column t, on row column = Some t ->
      (Meaning.meets (number (Meaning.left t)) (at_ (column - 1) row) bottom (map number (Meaning.left border)) /\
       Meaning.meets (number (bottom t)) (at_ column (row + 1)) Meaning.left (map number (bottom border)) /\
       Meaning.meets (number (right t)) (at_ (column + 1) row) top (map number (right border)) /\
       Meaning.meets (number (top t)) (at_ column (row - 1)) right (map number (top border)))%Z <->
      (fits_side (top t) (on (row - 1) column) bottom (top border) /\
       fits_side (right t) (on row (column + 1)) Meaning.left (right border) /\
       fits_side (bottom t) (on (row + 1) column) top (bottom border) /\
       fits_side (Meaning.left t) (on row (column - 1)) right (Meaning.left border))%Z).
    { intros row column t O. assert (I := L row column t O). cbn [In] in I. rewrite !A.
      rewrite (meets_fits (Meaning.left t) _ right), (meets_fits (bottom t) _ top), (meets_fits (right t) _ Meaning.left),
        (meets_fits (top t) _ bottom) by ((apply I; tauto) || (intro u; now rewrite C)). tauto. }
    rewrite (C _ _ (map number) border). cbn [top right bottom Meaning.left]. split.
    + intros H row column t O. assert (G := H column row (columns_of number t)).
      rewrite A, O in G. specialize (G eq_refl). rewrite C in G. exact (proj1 (Q row column t O) G).
    + intros H i j t' O. rewrite A in O. destruct (on j i) as [t|] eqn:T; [|discriminate]. injection O as <-.
      rewrite C. exact (proj2 (Q j i t T) (H j i t T)).
  - assert (C : forall A B (f : A -> B) s, columns_of f s = Sides (f (top s)) (f (right s)) (f (bottom s)) (f (Meaning.left s))).
    { intros. unfold columns_of. now rewrite E. }
    assert (Q : forall row column t, on row column = Some t ->
      (Meaning.meets (number (top t)) (at_ (row - 1) column) bottom (map number (top border)) /\
       Meaning.meets (number (right t)) (at_ row (column + 1)) Meaning.left (map number (right border)) /\
       Meaning.meets (number (bottom t)) (at_ (row + 1) column) top (map number (bottom border)) /\
       Meaning.meets (number (Meaning.left t)) (at_ row (column - 1)) right (map number (Meaning.left border)))%Z <->
      (fits_side (top t) (on (row - 1) column) bottom (top border) /\
       fits_side (right t) (on row (column + 1)) Meaning.left (right border) /\
       fits_side (bottom t) (on (row + 1) column) top (bottom border) /\
       fits_side (Meaning.left t) (on row (column - 1)) right (Meaning.left border))%Z).
    { intros row column t O. assert (I := L row column t O). cbn [In] in I. rewrite !A.
      rewrite (meets_fits (Meaning.left t) _ right), (meets_fits (bottom t) _ top), (meets_fits (right t) _ Meaning.left),
        (meets_fits (top t) _ bottom) by ((apply I; tauto) || (intro u; now rewrite C)). tauto. }
    rewrite (C _ _ (map number) border). cbn [top right bottom Meaning.left]. split.
    + intros H row column t O. assert (G := H row column (columns_of number t)).
      rewrite A, O in G. specialize (G eq_refl). rewrite C in G. exact (proj1 (Q row column t O) G).
    + intros H i j t' O. rewrite A in O. destruct (on i j) as [t|] eqn:T; [|discriminate]. injection O as <-.
      rewrite C. exact (proj2 (Q i j t T) (H i j t T)).
Qed.
End Labels.
