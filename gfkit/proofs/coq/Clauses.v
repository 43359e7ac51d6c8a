(* Constraints that repeat from slice to slice, and what is owed of them: the machine of every local rule.
   A constraint says: if all the given slots show symbols of their sets, then the number of items that show
   symbols of theirs is allowed.  Without items and with nothing allowed it is a clause: not all given show.
   Sets of symbols, and of numbers, are numbers bit by bit. *)
Require Import ZArith NArith List Lia Bool PArith.
From Gfkit Require Import Meaning Sweep.
Import ListNotations.
Open Scope Z_scope.

Definition literal := (nat * N)%type.              (* so many slots further on, one of these symbols *)
Inductive debt := Debt (given items : list literal) (allowed : N).
Definition shows (x : nat) (s : N) : bool := N.testbit s (N.of_nat x).

Section Debts.
Variable outside : nat.                            (* what is seen beyond everything *)
Definition met (u : list nat) (l : literal) : bool := shows (nth (fst l) u outside) (snd l).
Definition holds (u : list nat) (d : debt) : bool :=
  let '(Debt g i a) := d in if forallb (met u) g then shows (length (filter (met u) i)) a else true.
Definition safe (ds : list debt) (u : list nat) : bool := forallb (holds u) ds.
Lemma safe_app p q u : safe (p ++ q) u = safe p u && safe q u.
Proof. apply forallb_app. Qed.
Lemma safe_flat (f : debt -> list debt) u v ds : (forall d, safe (f d) u = holds v d) -> safe (flat_map f ds)
  u = safe ds v.
Proof. intro H. induction ds as [|d ds IH]; [reflexivity|]. cbn [flat_map]. now rewrite safe_app, H, IH. Qed.

(* the simplest way to say the same *)
Definition simple (d : debt) : list debt :=
  let '(Debt g i a) := d in
  let every := N.ones (N.of_nat (S (length i))) in let a' := N.land a every in
  if N.eqb a' every then [] else
  match a' with
  | N0 => [Debt g [] 0]
  | Npos xH => map (fun l => Debt (g ++ [l]) [] 0) i
  | _ => [Debt g i a']
  end.
Lemma filter_short {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l as [|a l IH]; cbn; [lia|]. destruct (f a); cbn; lia. Qed.
Lemma simple_ok u d : safe (simple d) u = holds u d.
Proof.
  destruct d as [g i a]. cbn [simple holds]. set (every := N.ones (N.of_nat (S (length i)))).
  assert (B := filter_short (met u) i). set (k := length (filter (met u) i)) in *.
  assert (E : shows k (N.land a every) = shows k a).
  { unfold shows. rewrite N.land_spec. unfold every. rewrite N.ones_spec_low by lia. apply andb_true_r. }
  destruct (N.eqb_spec (N.land a every) every) as [F|F].
  { rewrite <- E, F. unfold shows, every. rewrite N.ones_spec_low by lia. now destruct (forallb (met u) g). }
  rewrite <- E. destruct (N.land a every) as [|[p|p|]]; cbn [safe forallb holds]; rewrite ?andb_true_r.
  - cbn [filter length]. reflexivity.
  - fold k. reflexivity.
  - fold k. reflexivity.
  - subst k. clear. unfold safe. destruct (forallb (met u) g) eqn:G.
    + induction i as [|l i IH]; [reflexivity|]. cbn [map forallb filter holds]. rewrite forallb_app, G.
      cbn [forallb].
      rewrite IH. destruct (met u l); [|reflexivity]. cbn. destruct (length (filter (met u) i)); reflexivity.
    + induction i as [|l i IH]; [reflexivity|]. cbn [map forallb holds]. now rewrite forallb_app, G, IH.
Qed.

(* what is left of a constraint when a symbol is read *)
Definition now_ok (x : nat) (l : literal) : bool := match fst l with O => shows x (snd l) | _ => true end.
Definition now_met (x : nat) (l : literal) : bool := match fst l with O => shows x (snd l) | _ => false end.
Definition later (ls : list literal) : list literal :=
  flat_map (fun l => match fst l with O => [] | S d => [(d, snd l)] end) ls.
Definition after (x : nat) (d : debt) : list debt :=
  let '(Debt g i a) := d in
  if forallb (now_ok x) g then simple (Debt (later g) (later i) (N.shiftr a (N.of_nat (length (filter
    (now_met x) i))))) else [].
Lemma given_ok x u g : forallb (met (x :: u)) g = forallb (now_ok x) g && forallb (met u) (later g).
Proof.
  induction g as [|[[|d] s] g IH]; [reflexivity| |];
    cbn [forallb later flat_map fst snd app now_ok met nth] in *; rewrite IH.
  - unfold met. cbn [fst snd nth]. now rewrite andb_assoc.
  - fold (later g). unfold met at 1 3. cbn [fst snd nth].
    destruct (forallb (now_ok x) g), (shows (nth d u outside) s); reflexivity.
Qed.
Lemma items_ok x u i : length (filter (met (x :: u)) i) = (length (filter (met u) (later i)) + length (filter
  (now_met x) i))%nat.
Proof.
  induction i as [|[[|d] s] i IH]; [reflexivity| |]; cbn [filter later flat_map fst snd app] in *;
    fold (later i) in *;
    unfold met at 1; try unfold now_met at 1; cbn [fst snd nth].
  - destruct (shows x s); cbn [length]; lia.
  - unfold met at 3. cbn [fst snd]. destruct (shows (nth d u outside) s); cbn [length]; lia.
Qed.
Lemma after_ok x u d : safe (after x d) u = holds (x :: u) d.
Proof.
  destruct d as [g i a]. cbn [after holds]. rewrite given_ok. destruct (forallb (now_ok x) g); [|reflexivity].
  rewrite simple_ok. cbn [holds andb]. rewrite items_ok. unfold shows.
  now rewrite N.shiftr_spec', Nat2N.inj_add.
Qed.

(* ================= states ================= *)
(* for each slot to come the symbols that it may not show; and the other constraints, sorted.  None: broken *)
Definition owed := option (list N * list debt).
Fixpoint free (bars : list N) (u : list nat) : bool :=
  match bars with [] => true | m :: r => negb (shows (hd outside u) m) && free r (tl u) end.
Definition owes (p : owed) (u : list nat) : bool :=
  match p with Some (bars, ds) => free bars u && safe ds u | None => false end.
Fixpoint bar (k : nat) (s : N) (bars : list N) : list N :=
  match k, bars with
  | O, [] => [s] | O, m :: r => N.lor s m :: r
  | S k', [] => 0%N :: bar k' s [] | S k', m :: r => m :: bar k' s r
  end.
Lemma hd_nth_out (u : list nat) : hd outside u = nth 0 u outside.
Proof. now destruct u. Qed.
Lemma nth_tl_out k (u : list nat) : nth k (tl u) outside = nth (S k) u outside.
Proof. destruct u; [now destruct k|reflexivity]. Qed.
Lemma bar_ok k s : forall bars u, free (bar k s bars) u = negb (met u (k, s)) && free bars u.
Proof.
  unfold met. cbn [fst snd]. induction k as [|k IH]; intros [|m r] u; cbn [bar free].
  - now rewrite hd_nth_out.
  - rewrite hd_nth_out. unfold shows at 1. rewrite N.lor_spec, negb_orb. now rewrite andb_assoc.
  - rewrite IH, nth_tl_out. reflexivity.
  - rewrite IH, nth_tl_out. destruct (negb (shows (hd outside u) m)), (negb (shows (nth (S k) u outside) s));
    reflexivity.
Qed.

(* an order, to sort by *)
Section Lex.
Context {A : Type} (cmp : A -> A -> comparison).
Fixpoint lex (a b : list A) : comparison :=
  match a, b with
  | [], [] => Eq | [], _ => Lt | _, [] => Gt
  | x :: a', y :: b' => match cmp x y with Eq => lex a' b' | o => o end
  end.
Hypothesis cmp_eq : forall x y, cmp x y = Eq -> x = y.
Lemma lex_eq a : forall b, lex a b = Eq -> a = b.
Proof.
  induction a as [|x a IH]; intros [|y b] E; try discriminate; [reflexivity|]. cbn in E.
  destruct (cmp x y) eqn:F; try discriminate. f_equal; auto.
Qed.
End Lex.
Definition cmp_literal (a b : literal) : comparison :=
  match Nat.compare (fst a) (fst b) with Eq => N.compare (snd a) (snd b) | o => o end.
Definition cmp_debt (a b : debt) : comparison :=
  let '(Debt g i s) := a in let '(Debt g' i' s') := b in
  match lex cmp_literal g g' with
  | Eq => match N.compare s s' with Eq => lex cmp_literal i i' | o => o end
  | o => o
  end.
Lemma cmp_literal_eq a b : cmp_literal a b = Eq -> a = b.
Proof.
  destruct a as [d s], b as [d' s']. unfold cmp_literal. cbn.
  destruct (Nat.compare_spec d d'); try discriminate.
  intro H'. apply N.compare_eq in H'. congruence.
Qed.
Lemma cmp_debt_eq a b : cmp_debt a b = Eq -> a = b.
Proof.
  destruct a as [g i s], b as [g' i' s']. cbn. destruct (lex cmp_literal g g') eqn:E; try discriminate.
  destruct (N.compare s s') eqn:F; try discriminate. intro G.
  apply lex_eq in E; [|exact cmp_literal_eq]. apply lex_eq in G; [|exact cmp_literal_eq].
  apply N.compare_eq in F. congruence.
Qed.
Fixpoint insert (d : debt) (ds : list debt) : list debt :=
  match ds with
  | [] => [d]
  | e :: r => match cmp_debt d e with Lt => d :: ds | Eq => ds | Gt => e :: insert d r end
  end.
Lemma insert_ok u d ds : safe (insert d ds) u = holds u d && safe ds u.
Proof.
  induction ds as [|e r IH]; [reflexivity|]. cbn [insert]. destruct (cmp_debt d e) eqn:E; [|reflexivity|].
  - apply cmp_debt_eq in E. subst e. cbn. now destruct (holds u d).
  - cbn [safe forallb] in *. unfold safe in *. rewrite IH. now destruct (holds u e), (holds u d).
Qed.

(* the normal form: what slots may not show is taken out of the other constraints *)
Fixpoint spread (ds : list debt) (bars : list N) (rest : list debt) (fresh : bool) : option (list N * list
  debt * bool) :=
  match ds with
  | [] => Some (bars, rest, fresh)
  | Debt [] [] N0 :: _ => None
  | Debt [(k, s)] [] N0 :: r => spread r (bar k s bars) rest true
  | d :: r => spread r bars (insert d rest) fresh
  end.
Lemma spread_ok u ds : forall bars rest fresh,
  match spread ds bars rest fresh with Some (b, r, _) => free b u && safe r u | None => false end
  = safe ds u && (free bars u && safe rest u).
Proof.
  assert (keep : forall d bars rest, free bars u && safe (insert d rest) u = holds u d && (free bars u &&
    safe rest u)).
  { intros. rewrite insert_ok. now destruct (free bars u), (holds u d). }
  induction ds as [|d ds IH]; intros bars rest fresh; [reflexivity|]. cbn [safe forallb].
  rewrite <- andb_assoc. unfold safe in *.
  destruct d as [[|[k s] [|l g]] [|l' i] [|a]]; cbn [spread];
    try (rewrite IH, keep; now destruct (forallb (holds u) ds), (holds u (Debt _ _ _))); try reflexivity.
  rewrite IH, bar_ok. cbn [holds forallb]. rewrite andb_true_r.
  replace (shows (length (filter (met u) [])) 0) with false by reflexivity.
  destruct (met u (k, s)), (forallb (holds u) ds), (free bars u); reflexivity.
Qed.
Definition less (bars : list N) (l : literal) : literal := (fst l, N.ldiff (snd l) (nth (fst l) bars 0%N)).
Definition is_some (l : literal) : bool := negb (N.eqb (snd l) 0).
Definition restrict (bars : list N) (d : debt) : list debt :=
  let '(Debt g i a) := d in
  let g' := map (less bars) g in if forallb is_some g' then simple (Debt g' (filter is_some (map (less bars)
    i)) a) else [].
Lemma free_nth bars : forall u k, free bars u = true -> shows (nth k u outside) (nth k bars 0%N) = false.
Proof.
  induction bars as [|m r IH]; intros u k H; [destruct k; apply N.bits_0|]. cbn in H.
  apply andb_true_iff in H. destruct H as [H1 H2].
  apply negb_true_iff in H1. destruct k as [|k]; [now rewrite hd_nth_out in H1|]. rewrite <- nth_tl_out.
  now apply IH.
Qed.
Lemma less_ok bars u l : free bars u = true -> met u (less bars l) = met u l.
Proof.
  intro H. unfold met, less, shows. cbn [fst snd]. rewrite N.ldiff_spec.
  assert (F := free_nth _ _ (fst l) H). unfold shows in F.
  rewrite F. apply andb_true_r.
Qed.
Lemma some_met u l : is_some l = false -> met u l = false.
Proof. unfold is_some. intro H. apply negb_false_iff, N.eqb_eq in H. unfold met. rewrite H. apply N.bits_0.
Qed.
Lemma restrict_ok bars u d : free bars u = true -> safe (restrict bars d) u = holds u d.
Proof.
  intro H. destruct d as [g i a]. cbn [restrict].
  assert (G : forallb (met u) (map (less bars) g) = forallb (met u) g).
  { clear - H. induction g as [|l g IH]; [reflexivity|]. cbn. now rewrite less_ok, IH. }
  destruct (forallb is_some (map (less bars) g)) eqn:E.
  - rewrite simple_ok. unfold holds. rewrite G.
    replace (filter (met u) (filter is_some (map (less bars) i))) with (map (less bars) (filter (met u) i));
      [now rewrite map_length|]. clear - H. symmetry.
    induction i as [|l i IH]; [reflexivity|]. cbn [map filter]. rewrite <- (less_ok bars u l H).
    destruct (is_some (less bars l)) eqn:E; cbn [filter].
    + destruct (met u (less bars l)); cbn [map]; now rewrite IH.
    + now rewrite some_met.
  - cbn [holds]. rewrite <- G. replace (forallb (met u) (map (less bars) g)) with false; [reflexivity|].
    symmetry.
    clear - E. induction (map (less bars) g) as [|l m IH]; [discriminate|]. cbn in *.
    apply andb_false_iff in E. destruct E as [E|E].
    + now rewrite some_met.
    + now rewrite IH, andb_false_r.
Qed.
Fixpoint normal (fuel : nat) (bars : list N) (ds : list debt) : owed :=
  match spread (flat_map (restrict bars) ds) bars [] false with
  | Some (b, r, fresh) => match fuel with S f => if fresh then normal f b r else Some (b, r) | O => Some (b,
    r) end
  | None => None
  end.
Lemma normal_ok u fuel : forall bars ds, owes (normal fuel bars ds) u = free bars u && safe ds u.
Proof.
  assert (S : forall bars ds, match spread (flat_map (restrict bars) ds) bars [] false with Some (b, r, _) =>
    free b u && safe r u | None => false end
              = free bars u && safe ds u).
  { intros bars ds. rewrite spread_ok. cbn [safe forallb]. rewrite andb_true_r.
  destruct (free bars u) eqn:F; [|now rewrite andb_false_r].
    rewrite andb_true_r, (safe_flat _ u u); [reflexivity|]. intro d. now apply restrict_ok. }
  induction fuel as [|fuel IH]; intros bars ds; cbn [normal]; specialize (S bars ds);
    destruct (spread (flat_map (restrict bars) ds) bars [] false) as [[[b r] fresh]|]; cbn [owes];
      try exact S.
  destruct fresh; [rewrite IH; exact S|exact S].
Qed.
End Debts.

Definition same_owed (p r : owed) : bool :=
  match p, r with
  | Some (b, ds), Some (b', ds') => match lex N.compare b b', lex cmp_debt ds ds' with Eq, Eq => true | _, _
    => false end
  | None, None => true
  | _, _ => false
  end.
Lemma same_owed_eq p r : same_owed p r = true -> p = r.
Proof.
  destruct p as [[b ds]|], r as [[b' ds']|]; cbn; try discriminate; [|reflexivity].
  destruct (lex N.compare b b') eqn:E; try discriminate.
  destruct (lex cmp_debt ds ds') eqn:F; try discriminate. intros _.
  apply lex_eq in E; [|apply N.compare_eq]. apply lex_eq in F; [|exact cmp_debt_eq]. congruence.
Qed.
Definition is_dead (p : owed) : bool := match p with None => true | _ => false end.
Definition mix (h v : N) : N := N.land (h * 37 + v) 262143.
Definition mix_literals (ls : list literal) (h : N) : N :=
  fold_left (fun h l => mix (mix h (N.of_nat (fst l))) (snd l)) ls h.
Definition hash (p : owed) : positive :=
  match p with
  | None => 1
  | Some (b, ds) =>
      N.succ_pos (fold_left (fun h d => let '(Debt g i a) := d in mix_literals i (mix_literals g (mix h a)))
        ds (fold_left mix b 7%N))
  end%positive.

Section System.
Variables (alphabets : list (list nat))            (* for each slot of a slice *)
          (patterns : list (list debt))            (* for each slot of a slice: the constraints laid there in
            every slice *)
          (outside : nat).
Let w := length alphabets.
Definition step (i : nat) (p : owed) (x : nat) : owed :=
  match p with
  | None => None
  | Some (bars, ds) =>
      if shows x (hd 0%N bars) then None else normal 4 (tl bars) (flat_map (after x) (ds ++ nth i patterns
        []))
  end.
Lemma step_ok i p x u : owes outside (step i p x) u = owes outside p (x :: u) && safe outside (nth i patterns
  []) (x :: u).
Proof.
  destruct p as [[bars ds]|]; [|reflexivity]. cbn [step owes].
  assert (F : free outside bars (x :: u) = negb (shows x (hd 0%N bars)) && free outside (tl bars) u).
  { destruct bars; reflexivity. }
  rewrite F. destruct (shows x (hd 0%N bars)); [reflexivity|].
  rewrite normal_ok, (safe_flat _ _ u (x :: u)), safe_app, andb_assoc;
    [reflexivity|intro d; apply after_ok].
Qed.

Section Tail.
Variable tail : list nat.                          (* what lies behind the board *)
Definition final (p : owed) : bool := owes outside p tail.
Definition equiv (p q : owed) := p = q.
(* from slot i of a slice on: all constraints that are laid in u hold *)
Fixpoint good (i : nat) (u : list nat) : bool :=
  match u with [] => true | _ :: u' => safe outside (nth (i mod w) patterns []) (u ++ tail) && good (S i) u'
    end.
Lemma good_w u : w <> O -> forall i, good (w + i) u = good i u.
Proof.
  intro W. induction u as [|x u IH]; intro i; [reflexivity|]. cbn [good]. f_equal.
  - do 2 f_equal. replace (w + i)%nat with (i + 1 * w)%nat by lia. now apply Nat.mod_add.
  - replace (S (w + i)) with (w + S i)%nat by lia. apply IH.
Qed.
Lemma read_ok c : forall i p u, (i + length c)%nat = w ->
  owes outside (read owed step i p c) (u ++ tail) && good w u = owes outside p ((c ++ u) ++ tail) && good i
    (c ++ u).
Proof.
  induction c as [|x c IH]; intros i p u H.
  - cbn in *. rewrite Nat.add_0_r in H. now subst i.
  - cbn [read app good length] in *. rewrite IH by lia. rewrite step_ok, (Nat.mod_small i) by lia.
    now rewrite andb_assoc.
Qed.
Lemma accept_ok b : w <> O -> (forall c, In c b -> length c = w) -> forall p,
  accept owed step final p b = owes outside p (concat b ++ tail) && good 0 (concat b).
Proof.
  intros W. induction b as [|c b IH]; intros H p; [cbn; now rewrite andb_true_r|].
  cbn [accept concat]. rewrite IH by (intros; apply H; now right).
  rewrite <- (good_w _ W 0), Nat.add_0_r. rewrite read_ok; [reflexivity|]. apply H. now left.
Qed.
End Tail.
End System.
