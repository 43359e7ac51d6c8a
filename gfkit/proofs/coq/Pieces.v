(* What positions of a placement game are, and that the constraint system says the same. *)
Require Import ZArith List Lia Bool FinFun.
From Gfkit Require Import Meaning Sweep Clauses.
Import ListNotations.
Local Open Scope nat_scope.

Section Pieces.
Variables (pieces : list (list (nat * nat))) (w : nat).  (* each piece: its cells, seen from its anchor: rows down, columns on *)

(* ================= the statement ================= *)
(* a position says of every cell which piece has its anchor there: 0 for none, S k for the k-th piece *)
Definition holds (b : board) (row col k : nat) : Prop := nth row (nth col b []) 0 = S k.
Definition covered (k row col : nat) : list (nat * nat) := map (fun o => (row + fst o, col + snd o)) (nth k pieces []).
Definition legal (n : nat) (b : board) : Prop :=
  (forall row col k y x, holds b row col k -> In (y, x) (covered k row col) -> y < w /\ x < n) /\
  (forall row col k row' col' k' cell, holds b row col k -> holds b row' col' k' ->
     In cell (covered k row col) -> In cell (covered k' row' col') -> row = row' /\ col = col').
Definition is_board (n : nat) (b : board) : Prop :=
  length b = n /\ forall c, In c b -> length c = w /\ forall x, In x c -> x <= length pieces.
(* "there are a(n) positions": a list without repetition of all legal positions has that length *)
Definition positions (n : nat) (number : Z) : Prop :=
  exists l, NoDup l /\ (forall b, In b l <-> is_board n b /\ legal n b) /\ Z.of_nat (length l) = number.

(* ================= as clauses ================= *)
Definition out := S (length pieces).
Definition alphabets : list (list nat) := repeat (seq 0 (S (length pieces))) w.
Definition leaves (r k : nat) : list clause :=
  flat_map (fun o => (if r + fst o <? w then [] else [[(0, [S k])]]) ++
                     (if snd o =? 0 then [] else [[(0, [S k]); (snd o * w, [out])]])) (nth k pieces []).
Definition overlaps (r k k' : nat) : list clause :=
  flat_map (fun o => flat_map (fun o' =>
    let r' := r + fst o - fst o' in let d := (snd o - snd o') * w + r' in
    if (snd o' <=? snd o) && (fst o' <=? r + fst o) && (r' <? w) && (r <? d)
    then [[(0, [S k]); (d - r, [S k'])]] else []) (nth k' pieces [])) (nth k pieces []).
Definition patterns : list (list clause) :=
  map (fun r => flat_map (fun k => leaves r k ++ flat_map (overlaps r k) (seq 0 (length pieces))) (seq 0 (length pieces))) (seq 0 w).

Lemma concat_nth (d : nat) (b : board) : (forall c, In c b -> length c = w) -> forall col row, row < w -> col < length b ->
  nth (col * w + row) (concat b) d = nth row (nth col b []) d.
Proof.
  induction b as [|c b IH]; intros H col row Hr Hc; [cbn in Hc; lia|].
  cbn [concat]. assert (Lc : length c = w) by (apply H; now left). destruct col as [|col].
  - cbn. rewrite app_nth1 by lia. reflexivity.
  - rewrite app_nth2 by lia. replace (S col * w + row - length c) with (col * w + row) by lia.
    cbn [nth]. apply IH; [|exact Hr|cbn in Hc; lia]. intros c' I. apply H. now right.
Qed.
Lemma concat_length (b : board) : (forall c, In c b -> length c = w) -> length (concat b) = length b * w.
Proof.
  induction b as [|c b IH]; intro H; [reflexivity|]. cbn. rewrite app_length, IH by (intros; apply H; now right).
  rewrite (H c) by now left. reflexivity.
Qed.
Lemma skipn_nth {A} (d : A) m l i : nth i (skipn m l) d = nth (m + i) l d.
Proof. revert l. induction m as [|m IH]; intros [|a l]; cbn; auto. destruct i; reflexivity. Qed.
Lemma nth_map_seq {A} (F : nat -> A) d r m : r < m -> nth r (map F (seq 0 m)) d = F r.
Proof.
  intro H. rewrite (nth_indep _ d (F 0)) by (rewrite map_length, seq_length; exact H). rewrite (map_nth F). now rewrite seq_nth.
Qed.
Lemma shows_one x s : shows x [s] = (x =? s).
Proof. cbn. apply orb_false_r. Qed.

Section Board.
Variables (n : nat) (b : board).
Hypothesis B : is_board n b.
Let lengths : forall c, In c b -> length c = w.
Proof. intros c I. apply B in I. tauto. Qed.
Let len : length b = n := proj1 B.
Lemma holds_inside row col k : holds b row col k -> row < w /\ col < n.
Proof.
  unfold holds. intro H. destruct (lt_dec col (length b)) as [Hc|Hc].
  - split; [|lia]. destruct (lt_dec row w) as [|Hr]; [assumption|]. rewrite nth_overflow in H; [discriminate|].
    rewrite (lengths (nth col b [])) by (now apply nth_In). lia.
  - rewrite (nth_overflow b) in H by lia. destruct row; discriminate.
Qed.
Lemma symbol_at row col d : row < w -> col < n -> nth (col * w + row) (concat b) d = nth row (nth col b []) d.
Proof. intros. apply concat_nth; [exact lengths|assumption|lia]. Qed.
Lemma symbol_default row col d d' : row < w -> col < n -> nth row (nth col b []) d = nth row (nth col b []) d'.
Proof. intros. apply nth_indep. rewrite (lengths (nth col b [])); [assumption|]. apply nth_In. lia. Qed.

Lemma allowed_spec : allowed alphabets patterns out 0 b = true <->
  forall row col, row < w -> col < n -> forall c, In c (nth row patterns []) -> broken out (skipn (col * w + row) (concat b)) c = false.
Proof.
  rewrite allowed_plain. unfold frame. cbn [repeat app]. cbv zeta. rewrite forallb_forall, concat_length, len by exact lengths.
  assert (W : length alphabets = w) by apply repeat_length. rewrite W. split.
  - intros H row col Hr Hc c I. specialize (H (col * w + row)). rewrite forallb_forall in H.
    rewrite Nat.add_comm, Nat.mod_add, Nat.mod_small in H by lia. rewrite (Nat.add_comm row) in H.
    apply negb_true_iff. apply H; [apply in_seq; nia|exact I].
  - intros H place Hp. apply in_seq in Hp. rewrite forallb_forall. intros c I. apply negb_true_iff.
    assert (w <> 0) by nia. rewrite (Nat.div_mod place w) by assumption. rewrite Nat.mul_comm.
    apply H; [now apply Nat.mod_upper_bound|apply Nat.div_lt_upper_bound; lia|exact I].
Qed.
Lemma patterns_in row c : row < w -> (In c (nth row patterns []) <->
  exists k, k < length pieces /\ (In c (leaves row k) \/ exists k', k' < length pieces /\ In c (overlaps row k k'))).
Proof.
  intro Hr. unfold patterns. rewrite nth_map_seq by exact Hr.
  rewrite in_flat_map. split.
  - intros [k [Hk I]]. apply in_seq in Hk. exists k. split; [lia|]. apply in_app_or in I. destruct I as [I|I]; [now left|right].
    apply in_flat_map in I. destruct I as [k' [Hk' I]]. apply in_seq in Hk'. exists k'. split; [lia|exact I].
  - intros [k [Hk I]]. exists k. split; [apply in_seq; lia|]. apply in_or_app. destruct I as [I|[k' [Hk' I]]]; [now left|right].
    apply in_flat_map. exists k'. split; [apply in_seq; lia|exact I].
Qed.
Lemma holds_known row col k o : holds b row col k -> In o (nth k pieces []) -> k < length pieces.
Proof. intros _ I. destruct (lt_dec k (length pieces)); [assumption|]. rewrite nth_overflow in I by lia. destruct I. Qed.

Lemma legal_allowed : legal n b <-> allowed alphabets patterns out 0 b = true.
Proof.
  rewrite allowed_spec. split.
  - intros [Hin Hov] row col Hr Hc c I. apply patterns_in in I; [|exact Hr]. destruct I as [k [Hk I]].
    apply not_true_is_false. intro Br.
    assert (S0 : forall rest, broken out (skipn (col * w + row) (concat b)) ((0, [S k]) :: rest) = true ->
                 holds b row col k /\ broken out (skipn (col * w + row) (concat b)) rest = true).
    { intros rest E. unfold broken in E. cbn [forallb] in E. apply andb_true_iff in E. destruct E as [E1 E2]. split; [|exact E2].
      cbn [fst snd] in E1. rewrite shows_one in E1. apply Nat.eqb_eq in E1. unfold holds.
      rewrite (symbol_default row col 0 out Hr Hc), <- symbol_at by assumption. rewrite skipn_nth, Nat.add_0_r in E1. exact E1. }
    assert (S1 : forall d s, broken out (skipn (col * w + row) (concat b)) [(d, [s])] = true -> nth (col * w + row + d) (concat b) out = s).
    { intros d s E. unfold broken in E. cbn [forallb fst snd] in E. rewrite andb_true_r, shows_one, skipn_nth in E. now apply Nat.eqb_eq in E. }
    destruct I as [I|[k' [Hk' I]]].
    + apply in_flat_map in I. destruct I as [[dr dc] [Io I]]. cbn [fst snd] in I. apply in_app_or in I.
      assert (Ic : In (row + dr, col + dc) (covered k row col)) by (apply in_map_iff; exists (dr, dc); auto).
      destruct I as [I|I].
      * destruct (row + dr <? w) eqn:E; [destruct I|]. destruct I as [<-|[]]. apply Nat.ltb_ge in E.
        destruct (S0 _ Br) as [H _]. destruct (Hin _ _ _ _ _ H Ic). lia.
      * destruct (dc =? 0) eqn:E; [destruct I|]. destruct I as [<-|[]]. destruct (S0 _ Br) as [H E1].
        destruct (Hin _ _ _ _ _ H Ic) as [_ Hx]. apply S1 in E1.
        replace (col * w + row + dc * w) with ((col + dc) * w + row) in E1 by lia. rewrite symbol_at in E1 by assumption.
        assert (Ix : In (nth row (nth (col + dc) b []) out) (nth (col + dc) b [])).
        { apply nth_In. rewrite lengths; [exact Hr|]. apply nth_In. lia. }
        rewrite E1 in Ix. assert (Hb := proj2 B). destruct (Hb (nth (col + dc) b [])) as [_ Hb']; [apply nth_In; lia|].
        apply Hb' in Ix. unfold out in Ix. lia.
    + apply in_flat_map in I. destruct I as [[dr dc] [Io I]]. apply in_flat_map in I. destruct I as [[dr' dc'] [Io' I]].
      cbn [fst snd] in I.
      destruct ((dc' <=? dc) && (dr' <=? row + dr) && (row + dr - dr' <? w) && (row <? (dc - dc') * w + (row + dr - dr'))) eqn:E; [|destruct I].
      destruct I as [<-|[]]. repeat (apply andb_true_iff in E; destruct E as [E ?]).
      apply Nat.leb_le in E. repeat match goal with H : (_ <=? _) = true |- _ => apply Nat.leb_le in H | H : (_ <? _) = true |- _ => apply Nat.ltb_lt in H end.
      destruct (S0 _ Br) as [Hh E1]. apply S1 in E1.
      replace (col * w + row + ((dc - dc') * w + (row + dr - dr') - row)) with ((col + (dc - dc')) * w + (row + dr - dr')) in E1 by nia.
      assert (Hx : col + dc < n). { eapply (Hin row col k (row + dr)); [exact Hh|]. apply in_map_iff. exists (dr, dc). auto. }
      rewrite symbol_at in E1 by lia.
      assert (Hh' : holds b (row + dr - dr') (col + (dc - dc')) k').
      { unfold holds. rewrite (symbol_default _ _ 0 out) by lia. exact E1. }
      destruct (Hov _ _ _ _ _ _ (row + dr, col + dc) Hh Hh') as [Er Ec].
      * apply in_map_iff. exists (dr, dc). auto.
      * apply in_map_iff. exists (dr', dc'). split; [cbn; f_equal; lia|exact Io'].
      * assert (dc - dc' = 0) by lia. rewrite H2 in *. lia.
  - intro A.
    assert (no : forall row col k, holds b row col k -> forall c, In ((0, [S k]) :: c) (nth row patterns []) ->
                 broken out (skipn (col * w + row) (concat b)) c = false).
    { intros row col k H c I. destruct (holds_inside _ _ _ H) as [Hr Hc]. specialize (A row col Hr Hc _ I).
      unfold broken in A. cbn [forallb fst snd] in A. rewrite shows_one, skipn_nth, Nat.add_0_r in A.
      unfold holds in H. rewrite symbol_at, (symbol_default row col out 0), H, Nat.eqb_refl in A by assumption. exact A. }
    assert (inside : forall row col k y x, holds b row col k -> In (y, x) (covered k row col) -> y < w /\ x < n).
    { intros row col k y x H I. destruct (holds_inside _ _ _ H) as [Hr Hc].
      apply in_map_iff in I. destruct I as [[dr dc] [E I]]. cbn [fst snd] in E. injection E as <- <-.
      assert (Hk := holds_known _ _ _ _ H I). split.
      - apply Nat.nle_gt. intro L. enough (F : true = false) by discriminate F.
        apply (no row col k H []). apply patterns_in; [exact Hr|]. exists k. split; [exact Hk|left].
        apply in_flat_map. exists (dr, dc). split; [exact I|]. apply in_or_app. left. cbn [fst].
        replace (row + dr <? w) with false by (symmetry; apply Nat.ltb_ge; lia). now left.
      - apply Nat.nle_gt. intro L.
        assert (F : broken out (skipn (col * w + row) (concat b)) [(dc * w, [out])] = false).
        { apply (no row col k H). apply patterns_in; [exact Hr|]. exists k. split; [exact Hk|left].
          apply in_flat_map. exists (dr, dc). split; [exact I|]. apply in_or_app. right. cbn [snd].
          replace (dc =? 0) with false by (symmetry; apply Nat.eqb_neq; lia). now left. }
        unfold broken in F. cbn [forallb fst snd] in F. rewrite shows_one, skipn_nth, nth_overflow, Nat.eqb_refl in F.
        + discriminate F.
        + rewrite concat_length, len by exact lengths. nia. }
    split; [exact inside|].
    assert (clash : forall row col k row' col' k' cell, holds b row col k -> holds b row' col' k' ->
      In cell (covered k row col) -> In cell (covered k' row' col') -> col * w + row < col' * w + row' -> False).
    { intros row col k row' col' k' cell H H' I I' L.
      destruct (holds_inside _ _ _ H) as [Hr Hc], (holds_inside _ _ _ H') as [Hr' Hc'].
      apply in_map_iff in I. destruct I as [[dr dc] [E I]]. apply in_map_iff in I'. destruct I' as [[dr' dc'] [E' I']].
      cbn [fst snd] in E, E'. subst cell. injection E' as Er Ec.
      assert (Lc : col <= col') by nia.
      assert (F : broken out (skipn (col * w + row) (concat b)) [(col' * w + row' - (col * w + row), [S k'])] = false).
      { apply (no row col k H). apply patterns_in; [exact Hr|]. exists k. split; [exact (holds_known _ _ _ _ H I)|right].
        exists k'. split; [exact (holds_known _ _ _ _ H' I')|].
        apply in_flat_map. exists (dr, dc). split; [exact I|]. apply in_flat_map. exists (dr', dc'). split; [exact I'|]. cbn [fst snd].
        replace (row + dr - dr') with row' by lia. replace (dc - dc') with (col' - col) by lia.
        replace (dc' <=? dc) with true by (symmetry; apply Nat.leb_le; lia).
        replace (dr' <=? row + dr) with true by (symmetry; apply Nat.leb_le; lia).
        replace (row' <? w) with true by (symmetry; now apply Nat.ltb_lt).
        replace (row <? (col' - col) * w + row') with true by (symmetry; apply Nat.ltb_lt; nia).
        left. do 3 f_equal. nia. }
      unfold broken in F. cbn [forallb fst snd] in F. rewrite shows_one, skipn_nth in F.
      replace (col * w + row + (col' * w + row' - (col * w + row))) with (col' * w + row') in F by lia.
      unfold holds in H'. rewrite symbol_at, (symbol_default row' col' out 0), H', Nat.eqb_refl in F by assumption. discriminate F. }
    intros row col k row' col' k' cell H H' I I'.
    destruct (holds_inside _ _ _ H) as [Hr Hc], (holds_inside _ _ _ H') as [Hr' Hc'].
    destruct (lt_eq_lt_dec (col * w + row) (col' * w + row')) as [[L|E]|L].
    + destruct (clash _ _ _ _ _ _ _ H H' I I' L).
    + assert (col = col') by nia. subst col'. split; [lia|reflexivity].
    + destruct (clash _ _ _ _ _ _ _ H' H I' I L).
Qed.
End Board.

(* the enumerated boards are all boards, each once *)
Lemma all_slices_spec a : forall c, In c (all_slices a) <-> length c = length a /\ forall i, i < length a -> In (nth i c 0) (nth i a []).
Proof.
  induction a as [|s a IH]; intro c; cbn [all_slices length].
  - split; [intros [<-|[]]; split; [reflexivity|intros; lia]|]. intros [L _]. destruct c; [now left|discriminate].
  - rewrite in_flat_map. split.
    + intros [x [Hx I]]. apply in_map_iff in I. destruct I as [c' [<- I]]. apply IH in I. destruct I as [L I].
      split; [cbn; lia|]. intros [|i] Hi; [exact Hx|]. cbn. apply I. lia.
    + intros [L I]. destruct c as [|x c]; [discriminate|]. exists x. split; [apply (I 0); lia|].
      apply in_map. apply IH. cbn in L. split; [lia|]. intros i Hi. apply (I (S i)). lia.
Qed.
Lemma NoDup_cons_map {A} (s : list (list A)) : NoDup s -> forall a, NoDup a -> NoDup (flat_map (fun x => map (cons x) s) a).
Proof.
  intros H a. induction a as [|x a IH]; intro N; [constructor|]. inversion_clear N as [|? ? Nx Na]. cbn [flat_map].
  assert (D : NoDup (map (cons x) s)) by (apply FinFun.Injective_map_NoDup; [intros u v E; now injection E|exact H]).
  revert D. generalize (IH Na). assert (F : forall c, In c (map (cons x) s) -> ~ In c (flat_map (fun x => map (cons x) s) a)).
  { intros c I J. apply in_map_iff in I. destruct I as [c' [<- _]]. apply in_flat_map in J. destruct J as [y [Hy J]].
    apply in_map_iff in J. destruct J as [c'' [E _]]. injection E as -> _. contradiction. }
  revert F. generalize (map (cons x) s) as l, (flat_map (fun x => map (cons x) s) a) as l'.
  induction l as [|c l IHl]; intros l' F N' N; [exact N'|]. inversion_clear N as [|? ? Nc Nl]. cbn. constructor.
  - intro J. apply in_app_or in J. destruct J as [J|J]; [contradiction|]. apply (F c); [now left|exact J].
  - apply IHl; auto. intros d I. apply F. now right.
Qed.
Lemma all_slices_NoDup a : (forall s, In s a -> NoDup s) -> NoDup (all_slices a).
Proof.
  induction a as [|s a IH]; intro H; cbn; [repeat constructor; intros []|].
  apply NoDup_cons_map; [apply IH; intros; apply H; now right|apply H; now left].
Qed.
Lemma all_boards_NoDup a n : (forall s, In s a -> NoDup s) -> NoDup (all_boards a n).
Proof.
  intro H. induction n as [|n IH]; cbn; [repeat constructor; intros []|].
  apply NoDup_cons_map; [exact IH|now apply all_slices_NoDup].
Qed.
Lemma boards_spec n : forall b, In b (all_boards alphabets n) <-> is_board n b.
Proof.
  assert (Sl : forall c, In c (all_slices alphabets) <-> length c = w /\ forall x, In x c -> x <= length pieces).
  { intro c. rewrite all_slices_spec. unfold alphabets at 1 2. rewrite repeat_length.
    assert (A : forall i, i < w -> nth i alphabets [] = seq 0 (S (length pieces))).
    { intros i Hi. unfold alphabets. rewrite (nth_indep _ [] (seq 0 (S (length pieces)))) by (rewrite repeat_length; exact Hi). apply nth_repeat. }
    split; intros [L H]; (split; [exact L|]).
    - intros x Hx. apply (In_nth _ _ 0) in Hx. destruct Hx as [i [Hi <-]]. rewrite L in Hi.
      specialize (H i Hi). rewrite A in H by exact Hi. apply in_seq in H. lia.
    - intros i Hi. rewrite A by exact Hi. apply in_seq. assert (nth i c 0 <= length pieces); [|lia]. apply H. apply nth_In. lia. }
  induction n as [|n IH]; intro b; cbn [all_boards].
  - unfold is_board. split; [intros [<-|[]]; split; [reflexivity|intros c []]|]. intros [L _]. destruct b; [now left|discriminate].
  - rewrite in_flat_map. unfold is_board in *. split.
    + intros [c [Hc I]]. apply in_map_iff in I. destruct I as [b' [<- I]]. apply IH in I. destruct I as [L I]. apply Sl in Hc.
      split; [cbn; lia|]. intros d [<-|Hd]; auto.
    + intros [L I]. destruct b as [|c b]; [discriminate|]. exists c. split; [apply Sl; apply I; now left|].
      apply in_map. apply IH. cbn in L. split; [lia|]. intros d Hd. apply I. now right.
Qed.

Theorem placement_strip P Q layers start e : certified alphabets patterns out 0 P Q layers start e = true ->
  forall n, positions n (coefficient P (tl Q) n).
Proof.
  intros H n. exists (filter (allowed alphabets patterns out 0) (all_boards alphabets n)). split; [|split].
  - apply NoDup_filter, all_boards_NoDup. intros s I. apply repeat_spec in I. subst s. apply seq_NoDup.
  - intro b. rewrite filter_In, boards_spec. split; intros [B A]; (split; [exact B|]); now apply (legal_allowed n b B).
  - exact (clause_strip alphabets patterns out 0 P Q layers start e H n).
Qed.
End Pieces.
