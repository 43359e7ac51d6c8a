(* Automata that read the lines of a board. *)
Require Import ZArith NArith List Lia Bool.
From Gfkit Require Import Meaning Sweep Clauses Watches Strip.
Import ListNotations.
Local Open Scope Z_scope.

Section Automaton.
Variables (h k : nat) (a : automaton).
(* -1: nothing was read *)
Let size := Z.of_nat (length (steps a)).
Definition after_symbol (s : Z) (x : nat) : Z :=
  Z.of_nat (nth x (nth (Z.to_nat s) (steps a) []) (length (steps a))).
Definition good_state (s : Z) : bool := (s <? size) && existsb (fun t => Z.of_nat t =? s) (accepted a).
Definition dead_end (p : watching) : bool := size <=? snd p.
Definition run_word (s : Z) (word : list nat) : Z := fold_left after_symbol word s.
Lemma after_dead s x : size <= s -> after_symbol s x = size.
Proof.
  intro H. unfold after_symbol. rewrite (nth_overflow (steps a)) by (unfold size in H; lia).
  now destruct x.
Qed.
Lemma run_accepts word : forall s, good_state (run_word (Z.of_nat s) word) = true <-> accepts a s word.
Proof.
  induction word as [|x word IH]; intro s.
  - cbn [run_word fold_left accepts]. unfold good_state, size. rewrite andb_true_iff, Z.ltb_lt,
    existsb_exists.
    split; [intros [H [t [I E]]]; apply Z.eqb_eq in E; assert (t = s) by lia; subst; split; [lia|exact I]|].
    intros [H I]. split; [lia|]. exists s. split; [exact I|apply Z.eqb_refl].
  - cbn [run_word fold_left accepts]. rewrite <- IH. unfold after_symbol at 2. now rewrite Nat2Z.id.
Qed.
Lemma good_alive s : size <= s -> good_state s = false.
Proof. intro H. unfold good_state. apply andb_false_iff. left. now apply Z.ltb_ge. Qed.
Lemma read_fold {A} (f : nat -> A -> nat -> A) c : forall i p, read A f i p c =
  match c with [] => p | x :: c' => read A f (S i) (f i p x) c' end.
Proof. now destruct c. Qed.

(* a line is accepted at its end if nothing was read *)
Definition line_end (_ : list nat) (p : watching) : bool := (snd p =? -1) || good_state (snd p).
Lemma line_lost_ends t p : dead_end p = true -> line_end t p = false.
Proof.
  intro H. apply Z.leb_le in H. unfold line_end. rewrite good_alive by exact H. unfold size in H.
  rewrite orb_false_r. apply Z.eqb_neq. lia.
Qed.
Lemma line_accepts t word : line_end t ([], run_word (-1) word) = true <-> word = [] \/ accepts a 0 word.
Proof.
  unfold line_end. cbn [snd]. destruct word as [|x word]; [cbn; intuition|]. cbn [run_word fold_left].
  change (after_symbol (-1) x) with (after_symbol 0 x). fold (run_word (after_symbol 0 x) word).
  change (run_word (after_symbol 0 x) word) with (run_word (Z.of_nat 0) (x :: word)).
  assert (P : run_word (Z.of_nat 0) (x :: word) =? -1 = false).
  { apply Z.eqb_neq. cbn [run_word fold_left]. unfold after_symbol at 2. generalize (nth x
      (nth (Z.to_nat (Z.of_nat 0)) (steps a) []) (length (steps a))) as s. clear.
    induction word as [|y word IH]; intro s; cbn [fold_left]; [lia|]. apply IH. }
  rewrite P, orb_false_l, run_accepts. split; [tauto|]. intros [H|H]; [discriminate|exact H].
Qed.

(* ---- all slots, one after the other ---- *)
Definition whole_move (_ : nat) (p : watching) (x : nat) : watching :=
  if (x =? k)%nat then p else (fst p, after_symbol (snd p) x).
Lemma whole_lost i p x : dead_end p = true -> dead_end (whole_move i p x) = true.
Proof.
  unfold whole_move. intro H. destruct (_ =? _)%nat; [exact H|]. unfold dead_end in *. cbn [snd].
  apply Z.leb_le in H. rewrite after_dead by exact H. apply Z.leb_refl.
Qed.
Definition whole_watch : watch := Watch ([], -1) whole_move dead_end line_end whole_lost line_lost_ends.
Lemma whole_read c : (forall x, In x c -> (x < k)%nat) -> forall i s,
  read watching whole_move i ([], s) c = ([], run_word s c).
Proof.
  induction c as [|x c IH]; intros X i s; [reflexivity|]. cbn [read]. unfold whole_move at 2.
  replace (x =? k)%nat with false by (symmetry; apply Nat.eqb_neq; specialize (X x (or_introl eq_refl)); lia).
  cbn [fst snd]. rewrite IH by (intros y Y; apply X; now right). reflexivity.
Qed.
Lemma whole_seen b : (forall c, In c b -> length c = h /\ forall x, In x c -> (x < k)%nat) -> forall s,
  seen_by whole_watch b ([], s) = ([], run_word s (concat b)).
Proof.
  induction b as [|c b IH]; intros H s; [reflexivity|].
  change (seen_by whole_watch (c :: b) ([], s)) with (seen_by whole_watch b (read watching whole_move 0 ([], s) c)).
  rewrite whole_read by (apply H; now left). rewrite IH by (intros d D; apply H; now right).
  cbn [concat]. unfold run_word. now rewrite fold_left_app.
Qed.

(* ---- along the board, in slot r ---- *)
Section Row.
Variable r : nat.
Definition row_move (i : nat) (p : watching) (x : nat) : watching :=
  if (i =? r)%nat && negb (x =? k)%nat then (fst p, after_symbol (snd p) x) else p.
Lemma row_lost i p x : dead_end p = true -> dead_end (row_move i p x) = true.
Proof.
  unfold row_move. intro H. destruct (_ && _); [|exact H]. unfold dead_end in *. cbn [snd].
  apply Z.leb_le in H. rewrite after_dead by exact H. apply Z.leb_refl.
Qed.
Definition row_watch : watch := Watch ([], -1) row_move dead_end line_end row_lost line_lost_ends.
Lemma row_read c : forall i p, read watching row_move i p c =
  if (i <=? r)%nat && (r <? i + length c)%nat then row_move r p (nth (r - i) c O) else p.
Proof.
  induction c as [|x c IH]; intros i p.
  - cbn [read length]. rewrite Nat.add_0_r. destruct (Nat.leb_spec i r), (Nat.ltb_spec r i); try reflexivity;
    lia.
  - cbn [read length]. rewrite IH.
    destruct (Nat.eq_dec i r) as [->|N].
    + rewrite Nat.sub_diag. cbn [nth]. replace (S r <=? r)%nat with false by (symmetry; apply Nat.leb_gt;
      lia).
      rewrite Nat.leb_refl. replace (r <? r + S (length c))%nat with true by (symmetry; apply Nat.ltb_lt;
        lia).
      reflexivity.
    + replace (row_move i p x) with p by (unfold row_move; now rewrite (proj2 (Nat.eqb_neq i r) N)).
      rewrite <- Nat.add_succ_comm.
      destruct (Nat.leb_spec (S i) r), (Nat.leb_spec i r); try lia; [|reflexivity].
      replace (r - i)%nat with (S (r - S i)) by lia. reflexivity.
Qed.
Hypothesis r_ok : (r < h)%nat.
Lemma row_seen b : (forall c, In c b -> length c = h /\ forall x, In x c -> (x < k)%nat) -> forall s,
  seen_by row_watch b ([], s) = ([], run_word s (map (fun c => nth r c O) b)).
Proof.
  induction b as [|c b IH]; intros H s; [reflexivity|].
  change (seen_by row_watch (c :: b) ([], s)) with (seen_by row_watch b (read watching row_move 0 ([], s) c)).
  destruct (H c (or_introl eq_refl)) as [L X]. rewrite row_read, L. cbn [Nat.leb plus].
  replace (r <? h)%nat with true by (symmetry; now apply Nat.ltb_lt). cbn [andb]. rewrite Nat.sub_0_r.
  unfold row_move. rewrite Nat.eqb_refl. assert (N : (nth r c O < k)%nat) by (apply X, nth_In; lia).
  replace (nth r c O =? k)%nat with false by (symmetry; apply Nat.eqb_neq; lia). cbn [andb negb fst snd].
  rewrite IH by (intros d D; apply H; now right). reflexivity.
Qed.
End Row.

(* ---- across the board, slice by slice ---- *)
Definition from_here (i : nat) (s : Z) : Z := if (i =? 0)%nat && (s <? size) then 0 else s.
Definition settled (i : nat) (s : Z) : Z := if (S i =? h)%nat then if good_state s then -1 else size else s.
Definition column_move (i : nat) (p : watching) (x : nat) : watching :=
  if (x =? k)%nat then p else (fst p, settled i (after_symbol (from_here i (snd p)) x)).
Definition column_end (_ : list nat) (p : watching) : bool := negb (dead_end p).
Lemma column_lost i p x : dead_end p = true -> dead_end (column_move i p x) = true.
Proof.
  unfold column_move. intro H. destruct (_ =? _)%nat; [exact H|]. unfold dead_end in *. cbn [snd].
  apply Z.leb_le in H. unfold from_here. replace (snd p <? size) with false by (symmetry; now apply Z.ltb_ge).
  rewrite andb_false_r, after_dead by exact H. unfold settled. rewrite good_alive by lia.
  destruct (_ =? _)%nat; apply Z.leb_refl.
Qed.
Lemma column_lost_ends (t : list nat) p : dead_end p = true -> column_end t p = false.
Proof. unfold column_end. now intros ->. Qed.
Definition column_watch : watch := Watch ([], -1) column_move dead_end column_end column_lost
  column_lost_ends.
Lemma column_read c : (forall x, In x c -> (x < k)%nat) -> c <> [] -> forall i s, (i + length c)%nat = h ->
  read watching column_move i ([], s) c =
  ([], if good_state (run_word (from_here i s) c) then -1 else size).
Proof.
  induction c as [|x c IH]; intros X N i s L; [contradiction|]. cbn [read]. unfold column_move at 2.
  replace (x =? k)%nat with false by (symmetry; apply Nat.eqb_neq; specialize (X x (or_introl eq_refl)); lia).
  cbn [fst snd run_word fold_left]. unfold settled. cbn [length] in L. destruct c as [|y c].
  - cbn [length] in L. replace (S i =? h)%nat with true by (symmetry; apply Nat.eqb_eq; lia). reflexivity.
  - replace (S i =? h)%nat with false by (symmetry; apply Nat.eqb_neq; cbn [length] in L; lia).
    rewrite IH by (discriminate || lia || (intros z Z; apply X; now right)). reflexivity.
Qed.
Hypothesis h_ok : h <> O.
Lemma column_seen b : (forall c, In c b -> length c = h /\ forall x, In x c -> (x < k)%nat) ->
  (forall s, size <= s -> size <= snd (seen_by column_watch b ([], s))) /\
  (column_end [] (seen_by column_watch b ([], -1)) = true <-> forall c, In c b -> accepts a 0 c).
Proof.
  induction b as [|c b IH]; intro H.
  - split; [auto|]. split; [intros _ c []|]. intros _. unfold column_end, dead_end, size. cbn.
    apply negb_true_iff, Z.leb_gt. lia.
  - destruct IH as [D I]; [intros d J; apply H; now right|]. destruct (H c (or_introl eq_refl)) as [L X].
    assert (N : c <> []) by (intros ->; cbn in L; lia).
    assert (R : forall s, seen_by column_watch (c :: b) ([], s) = seen_by column_watch b
      ([], if good_state (run_word (from_here 0 s) c) then -1 else size)).
    { intro s. change (seen_by column_watch (c :: b) ([], s)) with
        (seen_by column_watch b (read watching column_move 0 ([], s) c)). now rewrite column_read. }
    split.
    + intros s S. rewrite R. unfold from_here. replace (s <? size) with false by (symmetry; now apply
      Z.ltb_ge).
      rewrite andb_false_r. rewrite good_alive; [apply D; lia|]. clear - S. revert s S.
      induction c as [|x c IHc]; intros s S; [exact S|]. cbn [run_word fold_left]. apply IHc.
      rewrite after_dead by exact S. lia.
    + rewrite R. unfold from_here. cbn [Nat.eqb]. replace (-1 <? size) with true
        by (symmetry; apply Z.ltb_lt; unfold size; lia). cbn [andb]. assert (A := run_accepts c 0).
      cbn [Z.of_nat] in A. split.
      * intros E. destruct (good_state (run_word 0 c)).
        -- intros d [<-|J]; [now apply A|]. now apply I.
        -- exfalso. specialize (D size (Z.le_refl _)). unfold column_end, dead_end in E.
           apply negb_true_iff, Z.leb_gt in E. lia.
      * intro E. rewrite (proj2 A) by (apply E; now left). apply I. intros d J. apply E. now right.
Qed.
End Automaton.

Section Lines.
Variables (e : boundary) (h k : nat).
Definition line_watches (l : direction * automaton) : list watch :=
  match fst l with Across => [column_watch h k (snd l)] | Along => map (row_watch k (snd l)) (seq 0 h)
  | Throughout => [whole_watch k (snd l)] end.
Lemma seen_frame w r : (forall i p, move w i p k = p) -> forall p, seen_by w (repeat (repeat k h) r) p = p.
Proof.
  intro H. assert (C : forall m i p, read watching (move w) i p (repeat k m) = p).
  { induction m as [|m IH]; intros i p; [reflexivity|]. cbn [repeat read]. now rewrite H, IH. }
  induction r as [|r IH]; intro p; [reflexivity|]. cbn [repeat]. unfold seen_by in *. cbn [fold_left].
  now rewrite C, IH.
Qed.
Lemma watched_still w r b : (forall i p, move w i p k = p) -> (forall t t' p, ends_well w t p = ends_well w
  t' p) ->
  watched (before_board e h k r) (behind_board e h k r b) b w = ends_well w [] (seen_by w b (begun w)).
Proof.
  intros M T. unfold watched. rewrite (T _ []). f_equal. unfold seen_by. rewrite fold_left_app. f_equal.
  destruct e; [now apply (seen_frame w r M)|reflexivity].
Qed.
Lemma line_watched n r b l : h <> O -> is_board h k n b ->
  watched_all e h k r (line_watches l) b = true <-> reads h b l.
Proof.
  intros W B. assert (S : forall c, In c b -> length c = h /\ forall x, In x c -> (x < k)%nat) by apply B.
  destruct l as [[| |] a]; unfold line_watches, watched_all, reads, lines; cbn [fst snd].
  - cbn [forallb]. rewrite andb_true_r, watched_still.
    2: { intros i p. cbn [move column_watch]. unfold column_move. now rewrite Nat.eqb_refl. }
    2: reflexivity.
    rewrite (proj2 (column_seen h k a W b S)). split; intros H c I; [right; now apply H|].
    destruct (H c I) as [->|A]; [|exact A]. apply S in I. cbn in I. lia.
  - assert (R : forall i, (i < h)%nat -> watched (before_board e h k r) (behind_board e h k r b) b
      (row_watch k a i) = true <-> map (fun c => nth i c O) b = [] \/ accepts a 0 (map (fun c => nth i c O)
        b)).
    { intros i Hi. rewrite watched_still.
      2: { intros j p. cbn [move row_watch]. unfold row_move. now rewrite Nat.eqb_refl, andb_false_r. }
      2: reflexivity.
      cbn [ends_well begun row_watch]. rewrite (row_seen h k a i Hi b S). apply line_accepts. }
    rewrite forallb_forall. split.
    + intros H word I. apply in_map_iff in I. destruct I as [i [<- I]]. apply R; [apply in_seq in I; lia|].
      apply H. apply in_map_iff. eauto.
    + intros H w I. apply in_map_iff in I. destruct I as [i [<- I]]. apply R; [apply in_seq in I; lia|].
      apply H. apply in_map_iff. eauto.
  - cbn [forallb]. rewrite andb_true_r, watched_still.
    2: { intros i p. cbn [move whole_watch]. unfold whole_move. now rewrite Nat.eqb_refl. }
    2: reflexivity.
    cbn [ends_well begun whole_watch]. rewrite (whole_seen h k a b S), line_accepts.
    split; [intros H word [<-|[]]; exact H|intro H; apply H; now left].
Qed.
Lemma lines_mean cs ws ls property : mean_with e h k cs ws property ->
  mean_with e h k cs (ws ++ flat_map line_watches ls) (fun n b => property n b /\ forall l, In l ls -> reads
    h b l).
Proof.
  intros M E W r n b L. assert (M' := M E W n b L). cbv zeta in M'. fold r in M'.
  assert (X : is_board h k n b -> (watched_all e h k r (flat_map line_watches ls) b = true <->
    forall l, In l ls -> reads h b l)).
  { intro B. induction ls as [|l ls IH]; [split; [intros _ l []|reflexivity]|]. cbn [flat_map].
    unfold watched_all in *. rewrite forallb_app, andb_true_iff, IH. fold (watched_all e h k r (line_watches
      l) b).
    rewrite (line_watched n r b l W B). split; [intros [H1 H2] l' [<-|I]; auto|].
    intro H. split; [apply H; now left|intros; apply H; now right]. }
  unfold watched_all in *. rewrite forallb_app, andb_true_iff. split.
  - intros [B [A [V V']]]. split; [now apply M'|now apply X].
  - intros [S V]. apply M' in S. destruct S as [B [A S]]. apply (X B) in V. tauto.
Qed.
End Lines.
