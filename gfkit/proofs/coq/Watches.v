(* Finite automata that read a board beside the machine of Clauses.v, slot by slot; and one of them, which
   counts
   how many constraints are broken. *)
Require Import ZArith NArith List Lia Bool PArith.
From Gfkit Require Import Meaning Sweep Clauses.
Import ListNotations.
Open Scope Z_scope.

(* ================= automata beside the machine ================= *)
Definition watching := (list debt * Z)%type.
Definition cmp_watching (a b : watching) : comparison :=
  match Z.compare (snd a) (snd b) with Eq => lex cmp_debt (fst a) (fst b) | o => o end.
Lemma cmp_watching_eq a b : cmp_watching a b = Eq -> a = b.
Proof.
  destruct a as [p t], b as [q s]. unfold cmp_watching. cbn [fst snd]. destruct (Z.compare_spec t s);
    try discriminate. intro E. apply lex_eq in E; [congruence|exact cmp_debt_eq].
Qed.
Record watch := Watch {
  begun : watching; move : nat -> watching -> nat -> watching; lost : watching -> bool;
  ends_well : list nat -> watching -> bool;          (* with what lies behind the board *)
  lost_move : forall i p x, lost p = true -> lost (move i p x) = true;
  lost_ends : forall t p, lost p = true -> ends_well t p = false }.
Fixpoint moves (ws : list watch) (i : nat) (ps : list watching) (x : nat) : list watching :=
  match ws, ps with w :: ws', p :: ps' => move w i p x :: moves ws' i ps' x | _, _ => [] end.
Fixpoint all_end (ws : list watch) (t : list nat) (ps : list watching) : bool :=
  match ws, ps with
  | w :: ws', p :: ps' => ends_well w t p && all_end ws' t ps' | [], _ => true | _, [] => false
  end.
Fixpoint one_lost (ws : list watch) (ps : list watching) : bool :=
  match ws, ps with w :: ws', p :: ps' => lost w p || one_lost ws' ps' | _, _ => false end.
Lemma one_lost_moves ws i x : forall ps, one_lost ws ps = true -> one_lost ws (moves ws i ps x) = true.
Proof.
  induction ws as [|w ws IH]; intros [|p ps] H; try discriminate H. cbn in *. apply orb_true_iff in H.
  apply orb_true_iff. destruct H as [H|H]; [left; now apply lost_move|right; now apply IH].
Qed.
Lemma one_lost_ends ws t : forall ps, one_lost ws ps = true -> all_end ws t ps = false.
Proof.
  induction ws as [|w ws IH]; intros [|p ps] H; try discriminate H. cbn in *. apply orb_true_iff in H.
  apply andb_false_iff. destruct H as [H|H]; [left; now apply lost_ends|right; now apply IH].
Qed.
(* what an automaton says of a board with something before it and behind it *)
Definition seen_by (w : watch) (b : board) (p : watching) : watching :=
  fold_left (read watching (move w) 0) b p.
Definition watched (before behind b : board) (w : watch) : bool :=
  ends_well w (concat behind) (seen_by w (before ++ b) (begun w)).
Definition watch_all (ws : list watch) (b : board) (ps : list watching) : list watching :=
  fold_left (read (list watching) (moves ws) 0) b ps.
Lemma watch_all_map ws b : forall f, watch_all ws b (map f ws) = map (fun w => seen_by w b (f w)) ws.
Proof.
  assert (M : forall i x f, moves ws i (map f ws) x = map (fun w => move w i (f w) x) ws).
  { intros i x f. induction ws as [|w l IH]; [reflexivity|]. cbn [map moves]. now rewrite IH. }
  assert (R : forall c i f, read _ (moves ws) i (map f ws) c = map (fun w => read _ (move w) i (f w) c) ws).
  { induction c as [|x c IH]; intros i f; [reflexivity|]. cbn [read]. now rewrite M, IH. }
  unfold watch_all, seen_by. induction b as [|c b IH]; intro f; [reflexivity|]. cbn [fold_left].
  now rewrite R, IH.
Qed.
Lemma all_end_map ws t f : all_end ws t (map f ws) = forallb (fun w => ends_well w t (f w)) ws.
Proof. induction ws as [|w ws IH]; [reflexivity|]. cbn [map all_end forallb]. now rewrite IH. Qed.
Lemma watch_app ws b b' ps : watch_all ws (b ++ b') ps = watch_all ws b' (watch_all ws b ps).
Proof. apply fold_left_app. Qed.
Lemma accept_fold {A} (step : nat -> A -> nat -> A) fin b : forall p,
  accept A step fin p b = fin (fold_left (read A step 0) b p).
Proof. induction b as [|c b IH]; intro p; [reflexivity|]. apply IH. Qed.

(* ================= how many constraints are broken ================= *)
Section Tally.
Variables (outside h : nat) (patterns : list (list debt)) (cap : Z) (numbers : list Z).
Definition broken (u : list nat) (ds : list debt) : Z :=
  total (fun d => if holds outside u d then 0 else 1) ds.
Lemma broken_pos u ds : 0 <= broken u ds.
Proof. unfold broken. induction ds as [|d ds IH]; cbn; [lia|]. destruct (holds outside u d); lia. Qed.
(* a constraint that can still be broken, shortly *)
Definition brief (d : debt) : list debt :=
  let '(Debt g i a) := d in
  let every := N.ones (N.of_nat (S (length i))) in let a' := N.land a every in
  if N.eqb a' every then [] else match a' with N0 => [Debt g [] 0] | _ => [Debt g i a'] end.
Lemma brief_ok u d : broken u (brief d) = if holds outside u d then 0 else 1.
Proof.
  destruct d as [g i a]. cbn [brief holds]. set (every := N.ones (N.of_nat (S (length i)))).
  assert (B := filter_short (met outside u) i). set (k := length (filter (met outside u) i)) in *.
  assert (E : shows k (N.land a every) = shows k a).
  { unfold shows. rewrite N.land_spec. unfold every. rewrite N.ones_spec_low by lia. apply andb_true_r. }
  destruct (N.eqb_spec (N.land a every) every) as [F|F].
  { rewrite <- E, F. unfold shows, every. rewrite N.ones_spec_low by lia.
    now destruct (forallb (met outside u) g). }
  rewrite <- E. destruct (N.land a every) as [|p]; unfold broken; cbn [total holds]; rewrite Z.add_0_r;
    [cbn [filter length]; reflexivity|reflexivity].
Qed.
Definition left_of (x : nat) (d : debt) : list debt :=
  let '(Debt g i a) := d in
  if forallb (now_ok x) g then brief (Debt (later g) (later i) (N.shiftr a (N.of_nat (length (filter (now_met
    x)
    i))))) else [].
Lemma left_ok x u ds : broken u (flat_map (left_of x) ds) = broken (x :: u) ds.
Proof.
  unfold broken at 1. rewrite total_flat_map. apply total_ext. intros [g i a] _.
  fold (broken u (left_of x (Debt g i a))). cbn [left_of holds]. rewrite given_ok.
  destruct (forallb (now_ok x) g); [|reflexivity]. rewrite brief_ok. cbn [holds andb]. rewrite items_ok.
  unfold shows. now rewrite N.shiftr_spec', Nat2N.inj_add.
Qed.
Fixpoint put (d : debt) (ds : list debt) : list debt :=
  match ds with [] => [d] | e :: r => match cmp_debt d e with Gt => e :: put d r | _ => d :: ds end end.
Lemma put_ok u d ds : broken u (put d ds) = (if holds outside u d then 0 else 1) + broken u ds.
Proof.
  unfold broken. induction ds as [|e r IH]; [reflexivity|]. cbn [put]. destruct (cmp_debt d e);
    [reflexivity|reflexivity|]. cbn [total]. rewrite IH. lia.
Qed.
(* what is broken is counted; the others wait, sorted *)
Fixpoint settle (ds rest : list debt) (t : Z) : watching :=
  match ds with
  | [] => (rest, t)
  | Debt [] [] N0 :: r => settle r rest (t + 1)
  | d :: r => settle r (put d rest) t
  end.
Lemma settle_ok u ds : forall rest t, let p := settle ds rest t in
  snd p + broken u (fst p) = t + broken u ds + broken u rest.
Proof.
  induction ds as [|d ds IH]; intros rest t; [cbn; unfold broken; cbn; lia|].
  assert (K : snd (settle ds (put d rest) t) + broken u (fst (settle ds (put d rest) t)) =
    t + broken u (d :: ds) + broken u rest).
  { rewrite IH, put_ok. unfold broken at 3. cbn [total]. fold (broken u ds). lia. }
  destruct d as [[|l g] [|l' i] [|a]]; try exact K. cbn [settle]. cbv zeta. rewrite IH. unfold broken at 3.
  cbn [total holds forallb filter length]. change (shows 0 0) with false. cbv iota. fold (broken u ds). lia.
Qed.
Definition capped (t : Z) : Z := Z.min t cap.
Definition tally_move (i : nat) (p : watching) (x : nat) : watching :=
  let q := settle (flat_map (left_of x) (fst p ++ nth i patterns [])) [] (snd p) in (fst q, capped (snd q)).
Definition tally_lost (p : watching) : bool := forallb (fun a => a <? capped (snd p)) numbers.
Definition tally_end (t : list nat) (p : watching) : bool :=
  existsb (Z.eqb (capped (snd p + broken t (fst p)))) numbers.
Lemma move_ok i p x u : let q := tally_move i p x in forall more, 0 <= more ->
  capped (snd q + broken u (fst q) + more) =
  capped (snd p + broken (x :: u) (fst p) + broken (x :: u) (nth i patterns []) + more).
Proof.
  unfold tally_move. cbv zeta. cbn [fst snd]. intros more M.
  assert (S := settle_ok u (flat_map (left_of x) (fst p ++ nth i patterns [])) [] (snd p)). cbv zeta in S.
  destruct (settle _ _ _) as [ds t]. cbn [fst snd] in *. rewrite left_ok in S. unfold broken at 2 3 in S.
  rewrite total_app in S. cbn [total] in S. fold (broken (x :: u) (fst p)) in S.
  fold (broken (x :: u) (nth i patterns [])) in S. assert (P := broken_pos u ds). unfold capped. lia.
Qed.
Lemma tally_lost_move i p x : tally_lost p = true -> tally_lost (tally_move i p x) = true.
Proof.
  unfold tally_lost. rewrite !forallb_forall. intros H a I. specialize (H a I). apply Z.ltb_lt in H.
  apply Z.ltb_lt. unfold tally_move. cbn [snd fst].
  assert (S : forall ds rest t, t <= snd (settle ds rest t)).
  { induction ds as [|d ds IH]; intros rest t; [cbn; lia|].
    destruct d as [[|l g] [|l' i'] [|a']]; cbn [settle]; try apply IH.
    eapply Z.le_trans; [|apply IH]. lia. }
  specialize (S (flat_map (left_of x) (fst p ++ nth i patterns [])) [] (snd p)). unfold capped in *. lia.
Qed.
Lemma tally_lost_ends t p : tally_lost p = true -> tally_end t p = false.
Proof.
  unfold tally_lost, tally_end. rewrite forallb_forall. intro H. apply not_true_iff_false. intro E.
  apply existsb_exists in E. destruct E as [a [I E]]. apply Z.eqb_eq in E. specialize (H a I).
  apply Z.ltb_lt in H. assert (P := broken_pos t (fst p)). unfold capped in *. lia.
Qed.
Definition tally_watch : watch := Watch ([], 0) tally_move tally_lost tally_end tally_lost_move
  tally_lost_ends.

(* what is laid in u from slot i of a slice on, and broken there *)
Section Tail.
Variable tail : list nat.
Fixpoint laid (i : nat) (u : list nat) : Z :=
  match u with [] => 0 | _ :: u' => broken (u ++ tail) (nth (i mod h) patterns []) + laid (S i) u' end.
Lemma laid_pos u : forall i, 0 <= laid i u.
Proof. induction u as [|x u IH]; intro i; cbn [laid]; [lia|]. specialize (IH (S i)).
  assert (P := broken_pos ((x :: u) ++ tail) (nth (i mod h) patterns [])). lia. Qed.
Hypothesis h_ok : h <> O.
Lemma laid_h u : forall i, laid (h + i) u = laid i u.
Proof.
  induction u as [|x u IH]; intro i; [reflexivity|]. cbn [laid]. f_equal.
  - do 2 f_equal. replace (h + i)%nat with (i + 1 * h)%nat by lia. now apply Nat.mod_add.
  - replace (S (h + i)) with (h + S i)%nat by lia. apply IH.
Qed.
Lemma read_laid c : forall i p u, (i + length c)%nat = h -> let q := read watching tally_move i p c in
  capped (snd q + broken (u ++ tail) (fst q) + laid 0 u) =
  capped (snd p + broken ((c ++ u) ++ tail) (fst p) + laid i (c ++ u)).
Proof.
  induction c as [|x c IH]; intros i p u H; cbv zeta.
  - cbn in *. rewrite Nat.add_0_r in H. subst i. rewrite <- (laid_h u 0). now rewrite Nat.add_0_r.
  - cbn [read app laid length] in *. rewrite (IH (S i)) by lia. cbn [app].
    rewrite move_ok by apply laid_pos. rewrite (Nat.mod_small i) by lia. f_equal. cbn [app]. lia.
Qed.
Lemma seen_laid b : (forall c, In c b -> length c = h) -> forall p, let q := seen_by tally_watch b p in
  capped (snd q + broken tail (fst q)) = capped (snd p + broken (concat b ++ tail) (fst p) + laid 0 (concat
    b)).
Proof.
  induction b as [|c b IH]; intros H p; cbv zeta; [cbn; f_equal; lia|].
  change (seen_by tally_watch (c :: b) p) with (seen_by tally_watch b (read watching tally_move 0 p c)).
  rewrite IH by (intros; apply H; now right). cbn [concat]. apply read_laid. apply H. now left.
Qed.
Lemma laid_places u : forall i, laid i u = total (fun p => broken (skipn p u ++ tail) (nth ((i + p) mod h)
  patterns [])) (seq 0 (length u)).
Proof.
  induction u as [|x u IH]; intro i; [reflexivity|]. cbn [laid length seq total skipn].
  rewrite Nat.add_0_r, IH, <- seq_shift, total_map. f_equal. apply total_ext. intros p _. cbn [skipn].
  now rewrite Nat.add_succ_comm.
Qed.
End Tail.
Lemma tally_watched before behind b : h <> O -> (forall c, In c (before ++ b) -> length c = h) ->
  watched before behind b tally_watch =
  existsb (Z.eqb (capped (laid (concat behind) 0 (concat (before ++ b))))) numbers.
Proof.
  intros W H. assert (S := seen_laid (concat behind) W (before ++ b) H ([], 0)). cbv zeta in S.
  cbn [fst snd] in S. unfold broken at 2 in S. cbn [total] in S.
  change (existsb (Z.eqb (capped (snd (seen_by tally_watch (before ++ b) ([], 0)) + broken (concat behind)
    (fst (seen_by tally_watch (before ++ b) ([], 0)))))) numbers =
    existsb (Z.eqb (capped (laid (concat behind) 0 (concat (before ++ b))))) numbers).
  now rewrite S.
Qed.
End Tally.
