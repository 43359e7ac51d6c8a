(* Automata for rules of lines. A search that is not trusted finds them, and reader_from checks them. *)
Require Import String ZArith List Lia Bool.
From Gfkit Require Import Meaning Predicates Written.
Import ListNotations.
Local Open Scope nat_scope.

(* A search returns an automaton, and for each reachable state of the rule the number of the state in the
   automaton. *)
Class Finder := find_automaton : forall state : Type, list nat -> (state -> nat -> option (option state)) ->
  (state -> option bool) -> (state -> state -> bool) -> state -> automaton * list (state * nat).

Section Reader.
Context {finder : Finder} {state : Type}.
(* The state after a symbol, or Some None if the word is rejected; None if a predicate has no value. *)
Variables (letters : list nat) (step : state -> nat -> option (option state)) (final : state -> option bool)
  (same : state -> state -> bool).
Fixpoint run (s : state) (word : list nat) : Prop :=
  match word with
  | [] => final s = Some true
  | x :: rest => match step s x with Some (Some t) => run t rest | _ => False end
  end.
Hypothesis same_ok : forall s t, same s t = true -> forall word, run s word <-> run t word.
Section Given.
Variables (a : automaton) (reached : list (state * nat)).
Let dead := length (steps a).
Definition knows (s : state) (t : nat) : bool := existsb (fun r => (t =? snd r) && same s (fst r)) reached.
Definition accepting (t : nat) : bool := (t <? dead) && existsb (Nat.eqb t) (accepted a).
(* States with a number >= dead reject all words. *)
Definition leads (s : state) (t x : nat) : bool :=
  let u := nth x (nth t (steps a) []) dead in
  match step s x with Some (Some s') => knows s' u | Some None => dead <=? u | None => false end.
Definition reads_alike : bool :=
  forallb (fun r => match final (fst r) with Some f => eqb f (accepting (snd r)) | None => false end &&
    forallb (leads (fst r) (snd r)) letters) reached.
Lemma dead_rejects word : forall t, dead <= t -> ~ accepts a t word.
Proof.
  induction word as [|x word IH]; intros t H; cbn [accepts].
  - unfold dead in H. lia.
  - apply IH. rewrite (nth_overflow (steps a)) by exact H. now destruct x.
Qed.
Lemma alike word : reads_alike = true -> Forall (fun x => In x letters) word -> forall s t, knows s t = true
    ->
  run s word <-> accepts a t word.
Proof.
  intros R F. unfold reads_alike in R. rewrite forallb_forall in R. induction F as [|x word X F IH]; intros
      s t K;
    unfold knows in K; apply existsb_exists in K; destruct K as [[s' t'] [I K]]; apply andb_true_iff in K;
        cbn [fst snd] in K;
    destruct K as [E S]; apply Nat.eqb_eq in E; subst t'; rewrite (same_ok _ _ S); apply R, andb_true_iff in
        I;
    destruct I as [E L]; cbn [fst snd] in E, L; cbn [run accepts].
  - destruct (final s') as [f|]; [|discriminate]. apply eqb_prop in E. subst f. unfold accepting.
    assert (Q : forall p q : bool, Some (p && q) = Some true <-> p = true /\ q = true) by (intros [] [];
        cbn; split; intuition congruence).
    rewrite Q, Nat.ltb_lt, existsb_exists. split; intros [Y Z]; (split; [exact Y|]).
    + destruct Z as [u [U V]]. apply Nat.eqb_eq in V. now subst u.
    + exists t. split; [exact Z|apply Nat.eqb_refl].
  - rewrite forallb_forall in L. specialize (L x X). unfold leads in L. destruct (step s' x) as [[u|]|];
      [now apply IH| |discriminate].
    apply Nat.leb_le in L. split; [intros []|]. now apply dead_rejects.
Qed.
End Given.
Definition reader_from (start : state) : option automaton :=
  let '(a, reached) := find_automaton state letters step final same start in
  if knows reached start 0 && reads_alike a reached then Some a else None.
Lemma reader_from_ok start a : reader_from start = Some a -> forall word, Forall (fun x => In x letters)
    word ->
  accepts a 0 word <-> run start word.
Proof.
  unfold reader_from. destruct (find_automaton _ _ _ _ _ _) as [a' reached].
  destruct (knows reached start 0) eqn:K; [|discriminate]. destruct (reads_alike a' reached) eqn:R;
      [|discriminate].
  intros [= <-] word F. symmetry. now apply (alike a' reached).
Qed.
End Reader.

Lemma iff_eq_run {state} (q : state -> Prop) s t : s = t -> q s <-> q t.
Proof. now intros ->. Qed.

(* ---- patterns *)
Fixpoint nullable (p : pattern) : bool :=
  match p with
  | NoValue | Repeated _ => true | OneOf _ => false
  | Then p q => nullable p && nullable q | Either p q => nullable p || nullable q
  end.
(* The partial derivatives of a regular expression with respect to a value (Antimirov). *)
Fixpoint follow (p : pattern) (v : Z) : list pattern :=
  match p with
  | NoValue => []
  | OneOf vs => if existsb (Z.eqb v) vs then [NoValue] else []
  | Then p q => map (fun r => Then r q) (follow p v) ++ if nullable p then follow q v else []
  | Either p q => follow p v ++ follow q v
  | Repeated p => map (fun r => Then r (Repeated p)) (follow p v)
  end.
Lemma nullable_ok p : nullable p = true <-> matches p [].
Proof.
  split.
  - induction p as [|vs|p IHp q IHq|p IHp q IHq|p IHp]; cbn [nullable]; intro H; try discriminate.
    + constructor.
    + apply andb_true_iff in H. apply (match_then p q [] []); tauto.
    + apply orb_true_iff in H. destruct H; [apply match_left|apply match_right]; tauto.
    + constructor.
  - intro M. remember [] as w eqn:W. induction M; cbn [nullable]; try reflexivity; try discriminate.
    + apply app_eq_nil in W. destruct W as [-> ->]. now rewrite IHM1, IHM2.
    + now rewrite IHM.
    + now rewrite IHM, orb_true_r.
Qed.
Lemma follow_ok p v w : matches p (v :: w) <-> exists q, In q (follow p v) /\ matches q w.
Proof.
  split.
  - intro M. remember (v :: w) as x eqn:X. revert w X. induction M as [|vs u I|p q a c M1 IH1 M2 IH2|p q a M
      IH|p q a M IH|p|p a c M1 IH1 M2 IH2];
      intros w X; cbn [follow]; try discriminate.
    + injection X as -> <-. exists NoValue. split; [|constructor].
      replace (existsb (Z.eqb v) vs) with true; [now left|]. symmetry. apply existsb_exists. exists v.
          split; [exact I|apply Z.eqb_refl].
    + destruct a as [|y a].
      * apply nullable_ok in M1. rewrite M1. destruct (IH2 w X) as [r [R S]]. exists r. split; [apply
          in_or_app; now right|exact S].
      * injection X as -> <-. destruct (IH1 a eq_refl) as [r [R S]]. exists (Then r q).
        split; [apply in_or_app; left; now apply (in_map (fun r => Then r q))|now constructor].
    + destruct (IH w X) as [r [R S]]. exists r. split; [apply in_or_app; now left|exact S].
    + destruct (IH w X) as [r [R S]]. exists r. split; [apply in_or_app; now right|exact S].
    + destruct a as [|y a]; [now apply IH2|]. injection X as -> <-. destruct (IH1 a eq_refl) as [r [R S]].
      exists (Then r (Repeated p)). split; [now apply (in_map (fun r => Then r (Repeated p)))|now
          constructor].
  - intros [r [R S]]. revert r w R S. induction p as [|vs|p IHp q IHq|p IHp q IHq|p IHp]; intros r w R S;
      cbn [follow] in R.
    + destruct R.
    + destruct (existsb (Z.eqb v) vs) eqn:E; [|destruct R]. destruct R as [<-|[]]. inversion S; subst.
        constructor.
      apply existsb_exists in E. destruct E as [y [I E]]. apply Z.eqb_eq in E. now subst y.
    + apply in_app_or in R. destruct R as [R|R].
      * apply in_map_iff in R. destruct R as [r' [<- R]]. inversion S; subst. apply (match_then p q (v ::
          u)); [now apply (IHp r')|assumption].
      * destruct (nullable p) eqn:N; [|destruct R]. apply nullable_ok in N. apply (match_then p q [] (v ::
          w)); [exact N|now apply (IHq r)].
    + apply in_app_or in R. destruct R as [R|R]; [apply match_left; now apply (IHp r)|apply match_right; now
        apply (IHq r)].
    + apply in_map_iff in R. destruct R as [r' [<- R]]. inversion S; subst. apply (match_again p (v :: u));
        [now apply (IHp r')|assumption].
Qed.
Fixpoint same_values (l m : list Z) : bool :=
  match l, m with [], [] => true | x :: l', y :: m' => (x =? y)%Z && same_values l' m' | _, _ => false end.
Lemma same_values_ok l : forall m, same_values l m = true -> l = m.
Proof.
  induction l as [|x l IH]; intros [|y m]; cbn [same_values]; try discriminate; [reflexivity|].
  intro H. apply andb_true_iff in H. destruct H as [E H]. apply Z.eqb_eq in E. subst. f_equal. now apply IH.
Qed.
Fixpoint same_pattern (p q : pattern) : bool :=
  match p, q with
  | NoValue, NoValue => true
  | OneOf l, OneOf m => same_values l m
  | Then a b, Then c d | Either a b, Either c d => same_pattern a c && same_pattern b d
  | Repeated a, Repeated c => same_pattern a c
  | _, _ => false
  end.
Lemma same_pattern_ok p : forall q, same_pattern p q = true -> p = q.
Proof.
  induction p as [|vs|p IHp q IHq|p IHp q IHq|p IHp]; intros [|us|a b|a b|a]; cbn [same_pattern]; try
      discriminate; intro H.
  - reflexivity.
  - f_equal. now apply same_values_ok.
  - apply andb_true_iff in H. f_equal; [now apply IHp|now apply IHq].
  - apply andb_true_iff in H. f_equal; [now apply IHp|now apply IHq].
  - f_equal. now apply IHp.
Qed.
Definition among (p : pattern) (l : list pattern) : bool := existsb (same_pattern p) l.
Lemma among_ok p l : among p l = true -> In p l.
Proof. unfold among. intro H. apply existsb_exists in H. destruct H as [q [I E]]. apply same_pattern_ok in
    E. now subst. Qed.
Definition each_once (l : list pattern) : list pattern := fold_right (fun p r => if among p r then r else p
    :: r) [] l.
Lemma each_once_ok l p : In p (each_once l) <-> In p l.
Proof.
  unfold each_once. induction l as [|q l IH]; [reflexivity|]. cbn [fold_right In]. destruct (among q _) eqn:A.
  - apply among_ok in A. rewrite IH. split; [tauto|]. intros [<-|I]; [now apply IH|exact I].
  - cbn [In]. now rewrite IH.
Qed.

Section Lines.
Context {finder : Finder}.
Variables (values : list Z).
Let k := length values.
Let all := seq 0 k.
Let value_at := value_at values.
Section Pattern.
Definition pattern_step (l : list pattern) (x : nat) : option (option (list pattern)) :=
  Some (Some (each_once (flat_map (fun p => follow p (value_at x)) l))).
Definition pattern_final (l : list pattern) : option bool := Some (existsb nullable l).
Definition same_patterns (l m : list pattern) : bool := forallb (fun p => among p m) l && forallb (fun p =>
    among p l) m.
Lemma pattern_run word : forall l, run pattern_step pattern_final l word <-> exists p, In p l /\ matches p
    (map value_at word).
Proof.
  induction word as [|x word IH]; intro l; cbn [run map].
  - unfold pattern_final. assert (Q : forall b, Some b = Some true <-> b = true) by (intros []; split;
      congruence).
    rewrite Q, existsb_exists. split; intros [p [I N]]; exists p; (split; [exact I|]); now apply nullable_ok.
  - unfold pattern_step. rewrite IH. split.
    + intros [q [I M]]. apply each_once_ok, in_flat_map in I. destruct I as [p [P I]]. exists p. split;
        [exact P|].
      apply follow_ok. eauto.
    + intros [p [P M]]. apply follow_ok in M. destruct M as [q [I M]]. exists q. split; [|exact M].
      apply each_once_ok, in_flat_map. eauto.
Qed.
Lemma same_patterns_ok l m : same_patterns l m = true -> forall word,
  run pattern_step pattern_final l word <-> run pattern_step pattern_final m word.
Proof.
  unfold same_patterns. intros H word. apply andb_true_iff in H. destruct H as [L M]. rewrite forallb_forall
      in L, M.
  rewrite !pattern_run. split; intros [p [I P]]; exists p; (split; [|exact P]); apply among_ok; auto.
Qed.
End Pattern.

Section Pair.
Variable p : expr.
Definition pair_fits (a b : nat * nat) : bool :=
  holds p (pair_names (value_at (fst a)) (value_at (snd a)) (value_at (fst b)) (value_at (snd b))).
Definition pairs_valued : bool := let l := list_prod all all in forallb (fun a => forallb (fun b =>
  has_value p (pair_names (value_at (fst a)) (value_at (snd a)) (value_at (fst b)) (value_at (snd b)))) l) l.
(* The last symbol, and the pairs that are compatible with all pairs so far. *)
Definition pair_state := (option nat * list (nat * nat))%type.
Definition same_pair (a b : nat * nat) : bool := (fst a =? fst b) && (snd a =? snd b).
Lemma same_pair_ok a b : same_pair a b = true <-> a = b.
Proof.
  destruct a, b. unfold same_pair. cbn [fst snd]. rewrite andb_true_iff, !Nat.eqb_eq. split; [intros [->
      ->]; reflexivity|intros [= -> ->]; tauto].
Qed.
Definition pair_step (s : pair_state) (x : nat) : option (option pair_state) :=
  Some match fst s with
  | None => Some (Some x, snd s)
  | Some y => if existsb (same_pair (y, x)) (snd s)
      then Some (Some x, filter (fun q => pair_fits (y, x) q && pair_fits q (y, x)) (snd s)) else None
  end.
Definition pair_final (s : pair_state) : option bool := Some true.
Definition pair_start : pair_state := (None, filter (fun q => pair_fits q q) (list_prod all all)).
Fixpoint same_pairs (l m : list (nat * nat)) : bool :=
  match l, m with [], [] => true | a :: l', b :: m' => same_pair a b && same_pairs l' m' | _, _ => false end.
Definition same_pair_state (s t : pair_state) : bool :=
  match fst s, fst t with None, None => true | Some x, Some y => x =? y | _, _ => false end && same_pairs
      (snd s) (snd t).
Lemma same_pairs_ok l : forall m, same_pairs l m = true -> l = m.
Proof.
  induction l as [|a l IH]; intros [|b m]; cbn [same_pairs]; try discriminate; [reflexivity|].
  intro H. apply andb_true_iff in H. destruct H as [E H]. apply same_pair_ok in E. subst. f_equal. now apply
      IH.
Qed.
Lemma same_pair_state_ok s t : same_pair_state s t = true -> s = t.
Proof.
  destruct s as [[x|] l], t as [[y|] m]; unfold same_pair_state; cbn [fst snd]; try discriminate; intro H;
      apply andb_true_iff in H;
    destruct H as [E H]; apply same_pairs_ok in H; subst; [apply Nat.eqb_eq in E; now subst|reflexivity].
Qed.
Fixpoint next_to (y : nat) (word : list nat) : list (nat * nat) :=
  match word with [] => [] | x :: rest => (y, x) :: next_to x rest end.
Lemma pair_run word : forall y l, (forall q, In q l -> pair_fits q q = true) ->
  run pair_step pair_final (Some y, l) word <->
  (forall q, In q (next_to y word) -> In q l) /\
  forall q r, In q (next_to y word) -> In r (next_to y word) -> pair_fits q r = true.
Proof.
  induction word as [|x word IH]; intros y l H; cbn [run next_to].
  - unfold pair_final. split; [intros _; split; [intros q []|intros q r []]|reflexivity].
  - unfold pair_step. cbn [fst snd]. destruct (existsb _ l) eqn:E.
    + apply existsb_exists in E. destruct E as [z [I E]]. apply same_pair_ok in E. subst z. rewrite IH.
      * split.
        -- intros [F G]. assert (F' : forall q, In q (next_to x word) -> In q l /\ pair_fits (y, x) q = true
            /\ pair_fits q (y, x) = true).
           { intros q Q. apply F, filter_In in Q. rewrite andb_true_iff in Q. tauto. }
           split; [intros q [<-|Q]; [exact I|now apply F']|].
           intros q r [<-|Q] [<-|R]; [now apply H|now apply F'|now apply F'|now apply G].
        -- intros [F G]. split; [|intros q r Q R; apply G; now right].
           intros q Q. apply filter_In. split; [apply F; now right|]. apply andb_true_iff. split; apply G;
               (now left) || (now right).
      * intros q Q. apply filter_In in Q. apply H, Q.
    + split; [intros []|]. intros [F _]. assert (I := F _ (or_introl eq_refl)).
      enough (existsb (same_pair (y, x)) l = true) by congruence. apply existsb_exists. exists (y, x).
          split; [exact I|]. now apply same_pair_ok.
Qed.
Lemma next_to_ok word : forall y a b, In (a, b) (next_to y word) <->
  exists i, nth_error (y :: word) i = Some a /\ nth_error (y :: word) (S i) = Some b.
Proof.
  induction word as [|x word IH]; intros y a b; cbn [next_to].
  - split; [intros []|]. intros [[|i] [_ H]]; [discriminate|]. destruct i; discriminate.
  - cbn [In]. rewrite IH. split.
    + intros [[= <- <-]|[i H]]; [now exists 0|now exists (S i)].
    + intros [[|i] [H G]]; [left; cbn in H, G; congruence|right; exists i; tauto].
Qed.
Lemma pairs_run word : Forall (fun x => In x all) word ->
  run pair_step pair_final pair_start word <-> fits_line (Pairs p) (map value_at word).
Proof.
  intro A. destruct word as [|y word]; [split; [intros _ [|i] j a b c d H; discriminate|reflexivity]|].
  cbn [run]. unfold pair_step at 1, pair_start. cbn [fst snd]. rewrite pair_run by (intros q Q; now apply
      filter_In in Q).
  cbn [fits_line]. split.
  - intros [_ G] i j a b c d. rewrite !nth_error_map.
    destruct (nth_error _ i) as [a'|] eqn:Ea; [|discriminate]. destruct (nth_error _ (S i)) as [b'|] eqn:Eb;
        [|discriminate].
    destruct (nth_error _ j) as [c'|] eqn:Ec; [|discriminate]. destruct (nth_error _ (S j)) as [d'|] eqn:Ed;
        [|discriminate].
    intros [= <-] [= <-] [= <-] [= <-]. apply (G (a', b') (c', d')); apply next_to_ok; eauto.
  - intro G. assert (F : forall q r, In q (next_to y word) -> In r (next_to y word) -> pair_fits q r = true).
    { intros [a b] [c d] Q R. apply next_to_ok in Q, R. destruct Q as [i [Q1 Q2]], R as [j [R1 R2]].
      apply (G i j); rewrite nth_error_map; [now rewrite Q1|now rewrite Q2|now rewrite R1|now rewrite R2]. }
    split; [|exact F]. intros [a b] Q. apply filter_In. split; [|now apply F].
    apply next_to_ok in Q. destruct Q as [i [Q1 Q2]]. rewrite Forall_forall in A. apply in_prod; apply A;
        eapply nth_error_In; eassumption.
Qed.
End Pair.

Section Steps.
Variables (next : expr) (require accept : option expr).
Definition meets_required (p : option expr) (e : names) : option bool :=
  match p with Some p => option_map truth (eval p e) | None => Some true end.
Definition carry_step (s : Z) (x : nat) : option (option Z) :=
  let e := [("x"%string, Int (value_at x)); ("s"%string, Int s)] in
  match meets_required require e with
  | Some true => match eval next e with Some (Int t) => Some (Some t) | _ => None end
  | Some false => Some None
  | None => None
  end.
Definition carry_final (s : Z) : option bool := meets_required accept [("s"%string, Int s)].
Lemma meets_ok q e : meets_required q e = Some true <-> required q e.
Proof.
  destruct q as [q|]; cbn [meets_required required]; [|tauto]. unfold holds. destruct (eval q e) as [v|];
      cbn [option_map]; split; congruence.
Qed.
Lemma carry_run word : forall s, run carry_step carry_final s word <-> carried next require accept s (map
    value_at word).
Proof.
  induction word as [|x word IH]; intro s; cbn [run carried map]; [apply meets_ok|]. cbn zeta. rewrite <-
      meets_ok. unfold carry_step.
  destruct (meets_required require _) as [[]|]; [|split; [intros []|intros [[=] _]]..].
  destruct (eval next _) as [[t|]|]; [rewrite IH| |].
  - split; [intro C; split; [reflexivity|eauto]|]. intros [_ [u [[= <-] C]]]. exact C.
  - split; [intros []|intros [_ [u [[=] _]]]].
  - split; [intros []|intros [_ [u [[=] _]]]].
Qed.
End Steps.

Definition line_automaton (l : line_rule) : option automaton :=
  match l with
  | Matches p => reader_from all pattern_step pattern_final same_patterns [p]
  | Pairs p => if pairs_valued p then reader_from all (pair_step p) pair_final same_pair_state (pair_start
      p) else None
  | Steps start next require accept => reader_from all (carry_step next require) (carry_final accept) Z.eqb
      start
  end.
Lemma line_automaton_ok l a word : line_automaton l = Some a -> Forall (fun x => In x all) word ->
  accepts a 0 word <-> fits_line l (map value_at word).
Proof.
  intros H F. destruct l as [p|p|start next require accept]; cbn [line_automaton] in H.
  - rewrite (reader_from_ok _ _ _ _ same_patterns_ok _ _ H word F), pattern_run. cbn [fits_line]. split.
    + intros [q [[<-|[]] M]]. exact M.
    + intro M. exists p. split; [now left|exact M].
  - destruct (pairs_valued p); [|discriminate].
    rewrite (reader_from_ok _ _ _ _ (fun s t E w => iff_eq_run (fun u => run _ _ u w) _ _
        (same_pair_state_ok s t E)) _ _ H word F). now apply pairs_run.
  - rewrite (reader_from_ok _ _ _ _ (fun s t E w => iff_eq_run (fun u => run _ _ u w) _ _ (proj1 (Z.eqb_eq s
      t) E)) _ _ H word F). apply carry_run.
Qed.
End Lines.
