(* Statements of certificates about rules as Written.v defines them, and the equivalent claims of Claims.v.
   *)
Require Import ZArith String List Lia Bool.
From Gfkit Require Import Meaning Sweep Strip Totals Weights Claims Verified Predicates Written Readers Translated
    Degrees Labels Classes.
From Gfkit Require Octal.
Import ListNotations.
Local Open Scope nat_scope.

Inductive certificate :=
  | Other (c : claim)
  | CountOf (b : boards) (w : written) (P Q : list Z)
  | WeightOf (b : boards) (w : written) (weights : list poly) (P Q : list poly)
  (* The arrays are counted up to renaming of their values, or those whose new values occur in order, row by
     row, where slices are columns. *)
  | ClassesOf (b : boards) (a : array_rule) (P Q : list Z)
  | RowsOf (b : boards) (a : array_rule) (P Q : list Z)
  (* The first Grundy values of heaps, and their period. *)
  | HeapsOf (code values : list N) (start period : nat).
Definition states (c : certificate) : Prop :=
  match c with
  | Other c => says c
  | CountOf b w P Q => forall n, first b <= n -> counts (written_on b w n) (coefficient P (tl Q) n)
  | WeightOf b w weights P Q => weighs weights (first b) (written_on b w) P Q
  | ClassesOf b a P Q => forall n, first b <= n ->
      classes (length (values a)) (array_on b a n) (coefficient P (tl Q) n)
  | RowsOf b a P Q => forall n, first b <= n ->
      counts (fun x => array_on b a n x /\ smallest_first (values a) (by_row (height b) x)) (coefficient P (tl Q) n)
  | HeapsOf code values start period => says (Period code start period) /\
      forall g, Octal.nim_value code g -> forall n, n < length values -> g n = nth n values 0%N
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
(* A class of arrays is counted by its member whose new values occur in order, slice by slice. *)
Definition in_order (a : array_rule) : array_rule :=
  Array (values a) (by_rows a) (outside a) (forbidden a) (numbers_near a) (further a ++ [NewInOrder]).
Definition treats_alike (a : array_rule) : bool :=
  match rule_of_array a with Some r => few r && symmetric r && ascending (values a) | None => false end.
Definition are_values (code values : list N) : bool :=
  Octal.ends code && all_pairs N.eqb (rev values) (fst (Octal.table code (length values))).
Lemma are_values_ok code values : are_values code values = true ->
  forall g, Octal.nim_value code g -> forall n, n < length values -> g n = nth n values 0%N.
Proof.
  unfold are_values. rewrite andb_true_iff. intros [E A] g G n L.
  rewrite (Octal.nim_unique code g _ E G (Octal.value_nim code E) n). rewrite Octal.table_downs in A.
  assert (D : forall l m, all_pairs N.eqb l m = true -> l = m).
  { induction l as [|a l IH]; intros [|b m] H; try discriminate; [reflexivity|]. cbn [all_pairs] in H.
    rewrite andb_true_iff, N.eqb_eq in H. destruct H as [-> H]. f_equal. auto. }
  apply D in A. rewrite <- (rev_involutive values), A. set (h := Octal.value code). clearbody h.
  revert L. generalize (length values) as m. induction m as [|m IH]; intro L; [lia|]. cbn [Octal.downs rev].
  assert (Len : length (rev (Octal.downs h m)) = m).
  { rewrite rev_length. clear. induction m as [|m IH]; [reflexivity|]. cbn [Octal.downs length]. now rewrite IH. }
  destruct (Nat.eq_dec n m) as [->|N].
  - rewrite app_nth2 by lia. now rewrite Len, Nat.sub_diag.
  - rewrite app_nth1 by lia. apply IH. lia.
Qed.
Definition reason (c : certificate) : string :=
  match c with
  | ClassesOf b a _ _ | RowsOf b a _ _ =>
      if treats_alike a then "conditions that are not among those of claims"%string
      else "conditions that do not treat all values alike, have no value, or are not about windows or neighbours"%string
  | CountOf b w _ _ | WeightOf b w _ _ _ =>
      if match rule_of w with Some r => negb (distinct_cells b r) | None => false end
      then "two cells of a window are one cell of the smallest board"%string
      else "a predicate has no value, or the conditions are not among those of claims"%string
  | HeapsOf _ _ _ _ => "the values of heaps are not those of the code"%string
  | Other _ => EmptyString
  end.
Definition claim_of (c : certificate) : option claim :=
  match c with
  | Other c => Some c
  | CountOf b w P Q => option_map (fun r => Number b r P Q) (rule_on b w)
  | WeightOf b w weights P Q => option_map (fun r => Weight b r weights P Q) (rule_on b w)
  | ClassesOf b a P Q | RowsOf b a P Q =>
      if treats_alike a then option_map (fun r => Number b r P Q) (rule_on b (AsArray (in_order a))) else None
  | HeapsOf code values start period => if are_values code values then Some (Period code start period) else None
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
Lemma in_order_means b a n x : array_on b (in_order a) n x <-> array_on b a n x /\ smallest_first (values a) (concat x).
Proof.
  unfold array_on, in_order. cbn [values by_rows outside forbidden numbers_near further]. split.
  - intros [B [W [O F]]].
    split; [|refine (F NewInOrder (in_or_app _ _ _ (or_intror _))); now left].
    split; [exact B|]. split; [exact W|]. split; [exact O|]. intros q I. apply F, in_or_app. now left.
  - intros [[B [W [O F]]] D]. split; [exact B|]. split; [exact W|]. split; [exact O|]. intros q I.
    apply in_app_or in I. destruct I as [I|[<-|[]]]; [now apply F|exact D].
Qed.
Lemma classes_mean b a r P Q : treats_alike a = true -> rule_on b (AsArray (in_order a)) = Some r ->
  says (Number b r P Q) -> states (ClassesOf b a P Q) /\ states (RowsOf b a P Q).
Proof.
  unfold treats_alike. destruct (rule_of_array a) as [ra|] eqn:A; [|discriminate]. intros T R S.
  apply andb_true_iff in T. destruct T as [T Up]. apply andb_true_iff in T. destruct T as [_ T].
  assert (E : boundary_ok (end_of b) (height b) = true /\ plain_end (end_of b) = true).
  { unfold rule_on in R. cbn [slots] in R. destruct (boundary_ok _ _), (plain_end _); try discriminate. auto. }
  destruct E as [E En]. assert (M := fun n x => array_means b a ra n x E En A).
  assert (B : forall n x, array_on b a n x -> is_board (height b) (length (values a)) n x) by (intros n x X; apply X).
  assert (O : forall n x word, (forall a, In a word -> In a (concat x)) -> array_on b a n x ->
    smallest_first (values a) word <-> ordered word).
  { intros n x word I X. apply (smallest_first_ok _ (outside a) _ Up). apply Forall_forall. intros s W.
    exact (below _ _ n _ (B n) x X s (I s W)). }
  assert (K : forall n u v x, u < length (values a) -> v < length (values a) -> array_on b a n x ->
    array_on b a n (map (map (swap u v)) x)).
  { intros n u v x U V X. apply M. apply (symmetric_alike b ra n T); [|now apply M].
    unfold rule_of_array in A. destruct (values_once _ _); [|discriminate].
    destruct (traverse _ _); [|discriminate]. injection A as <-. now split. }
  assert (C : states (ClassesOf b a P Q)).
  { intros n L. apply (classes_ordered _ _ n _ (B n) (K n) _ (slice_map _) (slice_all _)).
    refine (sums_same _ _ _ _ _ (fun x => _) (fun _ => eq_refl) (S n L)).
    rewrite (rule_on_means b _ r n x R). cbn [written_on]. rewrite in_order_means. split; intros [X Y]; (split; [exact X|]); apply (O n x (concat x) (fun _ I => I) X); exact Y. }
  split; [exact C|]. intros n L.
  refine (sums_same _ _ _ _ _ (fun x => _) (fun _ => eq_refl)
    (ordered_classes _ _ n _ (B n) (K n) _ (row_map _ _ n _ (B n)) (row_all _ _ n _ (B n)) _ (C n L))).
  split; intros [X Y]; (split; [exact X|]); apply (O n x _ (fun s => proj1 (row_all _ _ n _ (B n) x X s)) X); exact Y.
Qed.
Lemma claim_of_states c s : claim_of c = Some s -> says s -> states c.
Proof.
  destruct c as [c|b w P Q|b w ws P Q|b a P Q|b a P Q|code values start period]; cbn [claim_of states].
  - now intros [= <-].
  - destruct (rule_on b w) as [r|] eqn:R; [|discriminate]. intros [= <-] S n L.
    exact (sums_same _ _ _ _ _ (fun x => rule_on_means b w r n x R) (fun _ => eq_refl) (S n L)).
  - destruct (rule_on b w) as [r|] eqn:R; [|discriminate]. intros [= <-] S x y n L.
    exact (sums_same _ _ _ _ _ (fun z => rule_on_means b w r n z R) (fun _ => eq_refl) (S x y n L)).
  - destruct (treats_alike a) eqn:T; [|discriminate].
    destruct (rule_on b (AsArray (in_order a))) as [r|] eqn:R; [|discriminate]. intros [= <-] S.
    exact (proj1 (classes_mean b a r P Q T R S)).
  - destruct (treats_alike a) eqn:T; [|discriminate].
    destruct (rule_on b (AsArray (in_order a))) as [r|] eqn:R; [|discriminate]. intros [= <-] S.
    exact (proj2 (classes_mean b a r P Q T R S)).
  - destruct (are_values code values) eqn:V; [|discriminate]. intros [= <-] S.
    split; [exact S|exact (are_values_ok _ _ V)].
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
