(* Who wins by symmetry, on boards of every size.
   - Cram on 2a x 2b is won by the second player, on odd x even by the first.
   - Snort is won by the second player if both sides are even, else by the first.
   - Node Kayles is won by the second player if both sides are even, by the first if both are odd.
   - Col is won by the second player if one side is even.
   - Domineering on n x n is won by Left who starts just when by Right who starts: neither of them owns it.
   To be believed: the definitions of the first part. Everything below them is proved, without axioms. *)
Require Import List Lia.
Import ListNotations.

(* ================= What a reader must believe ================= *)
Inductive player := Left | Right.
Definition other (who : player) : player := match who with Left => Right | Right => Left end.

(* A game of placements: which there are on the board, whose they are, and which two exclude each other. *)
Record game := {
  placement : Type;
  on_board : placement -> Prop;
  belongs : player -> placement -> Prop;
  clash : placement -> placement -> Prop }.

(* A position is the list of what was placed. A move adds a placement of one's own that clashes with none. *)
Definition position (G : game) := list (placement G).
Definition move (G : game) (who : player) (x y : position G) : Prop :=
  exists m, y = m :: x /\ on_board G m /\ belongs G who m /\ forall l, In l x -> ~ clash G m l.
(* Normal play: who cannot move loses. [wins who x]: who is to move in x, and wins; [loses who x] likewise. *)
Inductive wins (G : game) (who : player) (x : position G) : Prop :=
  Wins y : move G who x y -> loses G (other who) y -> wins G who x
with loses (G : game) (who : player) (x : position G) : Prop :=
  Loses : (forall y, move G who x y -> wins G (other who) y) -> loses G who x.
Definition first_wins (G : game) : Prop := forall who, wins G who [].      (* whoever begins, wins *)
Definition second_wins (G : game) : Prop := forall who, loses G who [].    (* whoever begins, loses *)

(* Boards of a rows and b columns. *)
Definition cell : Type := nat * nat.
Definition inside (a b : nat) (c : cell) : Prop := fst c < a /\ snd c < b.
Definition upright (c d : cell) : Prop := snd c = snd d /\ (fst c = S (fst d) \/ fst d = S (fst c)).
Definition level (c d : cell) : Prop := fst c = fst d /\ (snd c = S (snd d) \/ snd d = S (snd c)).
Definition next (c d : cell) : Prop := upright c d \/ level c d.
Definition overlap (m l : cell * cell) : Prop :=
  fst m = fst l \/ fst m = snd l \/ snd m = fst l \/ snd m = snd l.

(* Dominoes on two free neighbouring cells; in Domineering Left's are upright and Right's level. *)
Definition cram (a b : nat) : game := {|
  placement := cell * cell;
  on_board := fun m => inside a b (fst m) /\ inside a b (snd m) /\ next (fst m) (snd m);
  belongs := fun _ _ => True;
  clash := overlap |}.
Definition domineering (a b : nat) : game := {|
  placement := cell * cell;
  on_board := fun m => inside a b (fst m) /\ inside a b (snd m) /\ next (fst m) (snd m);
  belongs := fun who m => match who with Left => upright (fst m) (snd m) | Right => level (fst m) (snd m) end;
  clash := overlap |}.
(* Single cells, no two of them neighbours. *)
Definition node_kayles (a b : nat) : game := {|
  placement := cell;
  on_board := inside a b;
  belongs := fun _ _ => True;
  clash := fun c d => c = d \/ next c d |}.
(* Each colours cells with a colour of his own; neighbours may not be alike (Col), or not differ (Snort). *)
Definition col (a b : nat) : game := {|
  placement := player * cell;
  on_board := fun m => inside a b (snd m);
  belongs := fun who m => fst m = who;
  clash := fun m l => snd m = snd l \/ next (snd m) (snd l) /\ fst m = fst l |}.
Definition snort (a b : nat) : game := {|
  placement := player * cell;
  on_board := fun m => inside a b (snd m);
  belongs := fun who m => fst m = who;
  clash := fun m l => snd m = snd l \/ next (snd m) (snd l) /\ fst m <> fst l |}.

(* ================= Games end ================= *)
Lemma other_other who : other (other who) = who.
Proof. now destruct who. Qed.

Fixpoint not_both G who x (W : wins G who x) : loses G who x -> False :=
  match W with Wins _ _ _ y M Ly => fun L =>
    match L with Loses _ _ _ f =>
      match f y M with Wins _ _ _ z N Lz =>
        match Ly with Loses _ _ _ g => not_both G _ z (g z N) Lz end
      end
    end
  end.

(* All placements are in a list, and none can be made twice. *)
Definition finite (G : game) (all : list (placement G)) : Prop :=
  (forall m, on_board G m -> In m all) /\ (forall m, on_board G m -> clash G m m).
Definition legal (G : game) (x : position G) : Prop := NoDup x /\ forall m, In m x -> on_board G m.

Section Symmetric.
Variables (G : game) (all : list (placement G)).
Hypothesis Finite : finite G all.
Lemma legal_short x : legal G x -> length x <= length all.
Proof. intros [N B]. apply NoDup_incl_length; [exact N|]. intros m I. now apply (proj1 Finite), B. Qed.
Lemma legal_add m x : legal G x -> on_board G m -> (forall l, In l x -> ~ clash G m l) -> legal G (m :: x).
Proof.
  intros [N B] O C. split; [constructor; [|exact N]|]; [intro I; exact (C m I (proj2 Finite m O))|].
  intros l [<-|I]; [exact O|now apply B].
Qed.

(* ================= An answer to each move ================= *)
Variable t : placement G -> placement G.
Hypothesis T_board : forall m, on_board G m -> on_board G (t m).
Hypothesis T_back : forall m, on_board G m -> t (t m) = m.
Hypothesis T_other : forall who m, belongs G who m -> belongs G (other who) (t m).
Hypothesis T_clash : forall m l, on_board G m -> on_board G l -> clash G (t m) l -> clash G m (t l).

(* [x] is what was placed after an opening; in it each placement has its answer. *)
Lemma answered who (opening : position G) :
  (forall l, In l opening -> on_board G l) ->
  (forall m, on_board G m -> belongs G who m -> (forall l, In l opening -> ~ clash G m l) ->
     ~ clash G (t m) m /\ forall l, In l opening -> ~ clash G (t m) l) ->
  forall k x, length all <= k + length (x ++ opening) -> legal G (x ++ opening) ->
    (forall m, In m x -> In (t m) x) -> loses G who (x ++ opening).
Proof.
  intros OB Answer k. induction k as [k IH] using (well_founded_induction Wf_nat.lt_wf).
    intros x L Legal Closed.
  constructor. intros y [m (-> & Bm & Who & Free)].
  assert (L1 := legal_add m _ Legal Bm Free).
  destruct (Answer m Bm Who) as [A1 A2]; [intros l I; apply Free, in_app_iff; now right|].
  assert (Free' : forall l, In l (m :: x ++ opening) -> ~ clash G (t m) l).
  { intros l [<-|I]; [exact A1|]. apply in_app_iff in I. destruct I as [I|I]; [|now apply A2]. intro C.
    apply T_clash in C; [|exact Bm|apply (proj2 Legal), in_app_iff; now left].
    apply (Free (t l)); [apply in_app_iff; left; now apply Closed|exact C]. }
  assert (L2 := legal_add (t m) _ L1 (T_board m Bm) Free').
  apply (Wins _ _ _ (t m :: m :: x ++ opening)).
  { exists (t m). repeat split; [now apply T_board|now apply T_other|exact Free']. }
  rewrite other_other. assert (S := legal_short _ L2). cbn [length] in S.
  apply (IH (k - 2)) with (x := t m :: m :: x).
  - lia.
  - cbn [app length]. lia.
  - exact L2.
  - intros l [<-|[<-|I]]; [right; left; symmetry; now apply T_back|now left|right; right; now apply Closed].
Qed.

Theorem second_by_symmetry : (forall m, on_board G m -> ~ clash G (t m) m) -> second_wins G.
Proof.
  intros H who. apply (answered who []) with (k := length all) (x := []).
  - easy.
  - intros m B _ _. split; [now apply H|easy].
  - lia.
  - split; [constructor|easy].
  - easy.
Qed.
(* With an opening after which each move has its answer. *)
Theorem first_by_symmetry :
  (forall who, exists o, on_board G o /\ belongs G who o /\
     forall m, on_board G m -> belongs G (other who) m -> ~ clash G m o -> ~ clash G (t m) m /\
       ~ clash G (t m) o) -> first_wins G.
Proof.
  intros H who. destruct (H who) as [o (B & W & A)]. apply (Wins _ _ _ [o]); [exists o; now repeat split|].
  apply (answered (other who) [o]) with (k := length all) (x := []).
  - now intros l [<-|[]].
  - intros m Bm Wm F. destruct (A m Bm Wm) as [A1 A2]; [apply F; now left|]. split; [exact A1|].
    now intros l [<-|[]].
  - cbn. lia.
  - split; [constructor; [easy|constructor]|now intros l [<-|[]]].
  - easy.
Qed.
End Symmetric.

(* ================= The same game with the players exchanged ================= *)
Section Exchange.
Variables (G H : game) (t : placement G -> placement H) (u : placement H -> placement G).
Hypothesis T_board : forall m, on_board G m -> on_board H (t m).
Hypothesis U_board : forall m, on_board H m -> on_board G (u m).
Hypothesis T_owner : forall who m, belongs G who m -> belongs H (other who) (t m).
Hypothesis U_owner : forall who m, belongs H who m -> belongs G (other who) (u m).
Hypothesis TU : forall m, t (u m) = m.
Hypothesis T_clash : forall m l, clash G m l <-> clash H (t m) (t l).

Lemma move_exchanged who x y : move G who x y -> move H (other who) (map t x) (map t y).
Proof.
  intros [m (-> & B & W & F)]. exists (t m). repeat split; [now apply T_board|now apply T_owner|].
  intros l I. apply in_map_iff in I. destruct I as [l' [<- I]]. rewrite <- T_clash. now apply F.
Qed.
Lemma move_back who x z : move H (other who) (map t x) z -> exists y, z = map t y /\ move G who x y.
Proof.
  intros [m (-> & B & W & F)]. exists (u m :: x). split; [cbn; now rewrite TU|]. exists (u m).
  repeat split; [now apply U_board|rewrite <- (other_other who); now apply U_owner|].
  intros l I C. apply (F (t l)); [now apply in_map|]. apply T_clash in C. now rewrite TU in C.
Qed.
Fixpoint wins_exchanged who x (W : wins G who x) : wins H (other who) (map t x) :=
  match W with
  | Wins _ _ _ y M L => Wins H _ _ (map t y) (move_exchanged _ _ _ M) (loses_exchanged _ _ L)
  end
with loses_exchanged who x (L : loses G who x) : loses H (other who) (map t x).
Proof.
  destruct L as [L]. constructor. intros z M. destruct (move_back _ _ _ M) as [y [-> M']].
  exact (wins_exchanged _ _ (L y M')).
Defined.
End Exchange.

(* ================= Boards ================= *)
Definition cells (a b : nat) : list cell := list_prod (seq 0 a) (seq 0 b).
Lemma in_cells a b c : inside a b c -> In c (cells a b).
Proof. destruct c as [r s]. intros [A B]. apply in_prod; apply in_seq; cbn in *; lia. Qed.
(* The half turn. *)
Definition turn (a b : nat) (c : cell) : cell := (a - 1 - fst c, b - 1 - snd c).

Definition turn_both (a b : nat) (m : cell * cell) : cell * cell := (turn a b (fst m), turn a b (snd m)).
Definition turn_other (a b : nat) (m : player * cell) : player * cell := (other (fst m), turn a b (snd m)).
Definition flip (m : cell * cell) : cell * cell := ((snd (fst m), fst (fst m)), (snd (snd m), fst (snd m))).
Lemma turn_inside a b c : inside a b c -> inside a b (turn a b c).
Proof. unfold turn, inside. cbn. lia. Qed.
Lemma turn_back a b c : inside a b c -> turn a b (turn a b c) = c.
Proof. destruct c as [r s]. unfold turn, inside. cbn. intros I. f_equal; lia. Qed.
Lemma next_sym c d : next c d -> next d c.
Proof. intros [[E F]|[E F]]; [left|right]; (split; [now symmetry|tauto]). Qed.
Lemma turn_both_next a b c d : inside a b c -> inside a b d -> next c d -> next (turn a b c) (turn a b d).
Proof.
  intros [A B] [C D] [[E F]|[E F]]; [left|right]; (split; cbn [turn fst snd]; [now rewrite E|]);
    (destruct F; [right|left]; lia).
Qed.
Lemma turn_next a b c d : inside a b c -> inside a b d -> next (turn a b c) d -> next c (turn a b d).
Proof. intros A B N. rewrite <- (turn_back a b c A).
  apply turn_both_next; [now apply turn_inside|exact B|exact N]. Qed.

Definition near (c d : cell) : Prop := c = d \/ next c d.
Lemma near_sym c d : near c d -> near d c.
Proof. intros [->|N]; [now left|right; now apply next_sym]. Qed.
(* On which boards a cell is turned into itself or into a neighbour. *)
Ltac few_cases := intros [A B] N <-;
  match goal with c : cell |- _ => destruct c as [r s] end; cbn [turn fst snd] in *;
  destruct N as [N|[[N1 N2]|[N1 N2]]]; cbn [turn fst snd] in *; [apply pair_equal_spec in N;
    destruct N as [N1 N2]|..]; cbn [fst snd] in *.
Lemma even_turn a b c d : inside (2 * a) (2 * b) c -> near c d -> turn (2 * a) (2 * b) c <> d.
Proof. few_cases; lia. Qed.
Lemma odd_turn a b c d : inside (2 * a + 1) (2 * b + 1) c -> near c d -> turn (2 * a + 1) (2 * b + 1) c = d
  -> c = (a, b).
Proof. few_cases; f_equal; lia. Qed.
Lemma odd_even_turn a b c d : inside (2 * a + 1) (2 * b + 2) c -> near c d ->
  turn (2 * a + 1) (2 * b + 2) c = d -> c = (a, b) \/ c = (a, b + 1).
Proof. few_cases; (assert (S : s = b \/ s = b + 1) by lia; destruct S; [left|right]; f_equal; lia). Qed.
Lemma even_odd_turn a b c d : inside (2 * a + 2) (2 * b + 1) c -> near c d ->
  turn (2 * a + 2) (2 * b + 1) c = d -> c = (a, b) \/ c = (a + 1, b).
Proof. few_cases; (assert (S : r = a \/ r = a + 1) by lia; destruct S; [left|right]; f_equal; lia). Qed.
Lemma middle a b r s x y : r + x + 1 = a -> s + y + 1 = b -> turn a b (r, s) = (x, y).
Proof. intros. unfold turn. cbn. f_equal; lia. Qed.

Section Turned_dominoes.
Variables a b : nat.
Let G := cram a b.
Lemma cram_finite : finite G (list_prod (cells a b) (cells a b)).
Proof. split; intros [c d]; [intros (A & B & _); apply in_prod; now apply in_cells|intros _; now left]. Qed.
Lemma cram_board m : on_board G m -> on_board G (turn_both a b m).
Proof. intros (A & B & N). repeat split; try apply turn_inside; try apply turn_both_next; assumption. Qed.
Lemma cram_back m : on_board G m -> turn_both a b (turn_both a b m) = m.
Proof. destruct m as [c d]. intros (A & B & _). unfold turn_both. cbn in *. now rewrite !turn_back. Qed.
Lemma cram_clash m l : on_board G m -> on_board G l -> overlap (turn_both a b m) l -> overlap m (turn_both a
  b l).
Proof.
  intros (A & B & _) _. unfold overlap, turn_both. cbn [fst snd].
  intros [E|[E|[E|E]]]; rewrite <- E, turn_back by assumption; tauto.
Qed.
Lemma cram_second : (forall c d, inside a b c -> near c d -> turn a b c <> d) -> second_wins G.
Proof.
  intro H. apply (second_by_symmetry G _ cram_finite (turn_both a b));
    [exact cram_board|exact cram_back|easy|exact cram_clash|].
  intros m (A & B & N). assert (N' := next_sym _ _ N).
    intros [E|[E|[E|E]]]; cbn in *; revert E; apply H; unfold near; auto.
Qed.
Lemma cram_first o o' : on_board G (o, o') -> turn a b o = o' ->
  (forall c d, inside a b c -> near c d -> turn a b c = d -> c = o \/ c = o') -> first_wins G.
Proof.
  intros O <- H. apply (first_by_symmetry G _ cram_finite (turn_both a b));
    [exact cram_board|exact cram_back|easy|exact cram_clash|].
  intros who. exists (o, turn a b o). split; [exact O|]. split; [exact I|]. intros m (A & B & N) _ F.
  assert (N' := next_sym _ _ N). destruct O as [O _]. cbn in O.
  assert (X : forall c, c = fst m \/ c = snd m -> c <> o /\ c <> turn a b o).
  { intros c Hc. split; intros ->; apply F; change (overlap m (o, turn a b o));
      unfold overlap; cbn [fst snd]; destruct Hc as [Hc|Hc]; rewrite <- Hc; auto. }
  assert (I : forall c, c = fst m \/ c = snd m -> inside a b c) by (intros c [->| ->]; assumption).
  assert (Y : forall c d, c = fst m \/ c = snd m -> near c d -> turn a b c <> d).
  { intros c d Hc Nd E. destruct (X c Hc) as [X1 X2]. destruct (H c d (I c Hc) Nd E); contradiction. }
  assert (Z : forall c, c = fst m \/ c = snd m -> turn a b c <> o /\ turn a b c <> turn a b o).
  { intros c Hc. destruct (X c Hc) as [X1 X2]. split; intro E; [apply X2|apply X1];
    rewrite <- (turn_back a b c), E by auto;
      [reflexivity|now apply turn_back]. }
  split; intros [E|[E|[E|E]]]; cbn in E; revert E; solve [apply Y; unfold near; auto|apply Z; auto].
Qed.
End Turned_dominoes.

Theorem cram_even_even a b : second_wins (cram (2 * a) (2 * b)).
Proof. apply cram_second. exact (even_turn a b). Qed.
Theorem cram_odd_even a b : first_wins (cram (2 * a + 1) (2 * b + 2)).
Proof.
  apply (cram_first _ _ (a, b) (a, b + 1)); [|apply middle; lia|apply odd_even_turn].
  split; [split; cbn; lia|split; [split; cbn; lia|]]. right. split; cbn; lia.
Qed.
Theorem cram_even_odd a b : first_wins (cram (2 * a + 2) (2 * b + 1)).
Proof.
  apply (cram_first _ _ (a, b) (a + 1, b)); [|apply middle; lia|apply even_odd_turn].
  split; [split; cbn; lia|split; [split; cbn; lia|]]. left. split; cbn; lia.
Qed.

(* Node Kayles. *)
Lemma cells_finite a b : finite (node_kayles a b) (cells a b).
Proof. split; intros m B; [now apply in_cells|now left]. Qed.
Lemma kayles_clash a b c d : inside a b c -> inside a b d ->
  turn a b c = d \/ next (turn a b c) d -> c = turn a b d \/ next c (turn a b d).
Proof. intros A B [<-|N]; [left; now rewrite turn_back|right; now apply turn_next]. Qed.
Theorem node_kayles_even_even a b : second_wins (node_kayles (2 * a) (2 * b)).
Proof.
  apply (second_by_symmetry _ _ (cells_finite _ _) (turn (2 * a) (2 * b)));
    [apply turn_inside|apply turn_back|easy|apply kayles_clash|].
  intros c B N. exact (even_turn a b c _ B (near_sym _ _ N) eq_refl).
Qed.
Theorem node_kayles_odd_odd a b : first_wins (node_kayles (2 * a + 1) (2 * b + 1)).
Proof.
  apply (first_by_symmetry _ _ (cells_finite _ _) (turn (2 * a + 1) (2 * b + 1)));
    [apply turn_inside|apply turn_back|easy|apply kayles_clash|].
  assert (M : turn (2 * a + 1) (2 * b + 1) (a, b) = (a, b)) by (apply middle; lia).
  assert (O : inside (2 * a + 1) (2 * b + 1) (a, b)) by (split; cbn; lia).
  intros who. exists (a, b). split; [exact O|split; [exact I|]]. intros c B _ F. split; intro N; apply F.
  - left. exact (odd_turn a b c _ B (near_sym _ _ N) eq_refl).
  - cbn in *. rewrite <- M. apply kayles_clash; assumption.
Qed.

(* Col and Snort. *)
Definition colours (a b : nat) : list (player * cell) := list_prod [Left; Right] (cells a b).
Lemma in_colours a b m : inside a b (snd m) -> In m (colours a b).
Proof. destruct m as [[] c]; intro I; apply in_prod; cbn; auto; now apply in_cells. Qed.
Lemma col_finite a b : finite (col a b) (colours a b).
Proof. split; intros m B; [now apply in_colours|now left]. Qed.
Lemma snort_finite a b : finite (snort a b) (colours a b).
Proof. split; intros m B; [now apply in_colours|now left]. Qed.
Lemma turn_other_back a b m : inside a b (snd m) -> turn_other a b (turn_other a b m) = m.
Proof. destruct m as [w c]. intro I. unfold turn_other. cbn in *. now rewrite other_other, turn_back. Qed.
Lemma turn_other_owner a b who m : fst m = who -> fst (turn_other a b m) = other who.
Proof. now intros <-. Qed.
(* [bad]: which colours neighbours may not have. *)
Lemma colours_clash (bad : player -> player -> Prop) a b m l :
  (forall w v, bad (other w) v -> bad w (other v)) -> inside a b (snd m) -> inside a b (snd l) ->
  (snd (turn_other a b m) = snd l \/ next (snd (turn_other a b m)) (snd l) /\ bad (fst (turn_other a b m))
    (fst l)) ->
  snd m = snd (turn_other a b l) \/ next (snd m) (snd (turn_other a b l)) /\ bad (fst m) (fst (turn_other a b
    l)).
Proof.
  destruct m as [w c], l as [v d]. unfold turn_other. cbn.
    intros O A B [<-|[N E]]; [left; now rewrite turn_back|right].
  split; [now apply turn_next|now apply O].
Qed.
Lemma col_second a b : (forall c, inside a b c -> turn a b c <> c) -> second_wins (col a b).
Proof.
  intro H. apply (second_by_symmetry _ _ (col_finite a b) (turn_other a b)); cbn [on_board col].
  - intros m. apply turn_inside.
  - apply turn_other_back.
  - apply turn_other_owner.
  - intros m l. apply (colours_clash eq). now intros [] [].
  - intros [w c] B [E|[_ E]]; cbn in *; [exact (H c B E)|now destruct w].
Qed.
Theorem col_even a b : second_wins (col (2 * a) b).
Proof. apply col_second. intros [r s] [A B] E. apply pair_equal_spec in E. cbn in *. lia. Qed.
Theorem col_even_columns a b : second_wins (col a (2 * b)).
Proof. apply col_second. intros [r s] [A B] E. apply pair_equal_spec in E. cbn in *. lia. Qed.
Theorem snort_even_even a b : second_wins (snort (2 * a) (2 * b)).
Proof.
  apply (second_by_symmetry _ _ (snort_finite _ _) (turn_other (2 * a) (2 * b))); cbn [on_board snort].
  - intros m. apply turn_inside.
  - apply turn_other_back.
  - apply turn_other_owner.
  - intros m l. apply (colours_clash (fun w v => w <> v)). now intros [] [].
  - intros [w c] B [E|[N _]]; cbn in *; [exact (even_turn a b c c B (or_introl eq_refl) E)|].
    exact (even_turn a b c _ B (near_sym _ _ (or_intror N)) eq_refl).
Qed.
Lemma snort_first a b o : inside a b o -> near (turn a b o) o ->
  (forall c, inside a b c -> near c (turn a b c) -> c = o \/ c = turn a b o) -> first_wins (snort a b).
Proof.
  intros O Middle H. apply (first_by_symmetry _ _ (snort_finite a b) (turn_other a b)); cbn [on_board snort].
  - intros m. apply turn_inside.
  - apply turn_other_back.
  - apply turn_other_owner.
  - intros m l. apply (colours_clash (fun w v => w <> v)). now intros [] [].
  - intros who. exists (who, o). split; [exact O|split; [reflexivity|]]. intros [w c] B W F. cbn in *.
    subst w.
    assert (E : c <> turn a b o).
    { intros ->. apply F. destruct Middle as [->|M]; [now left|right]. split; [exact M|now destruct who]. }
    split; intro C.
    + assert (D : c = o \/ c = turn a b o) by (apply H; [exact B|apply near_sym; unfold near; tauto]).
      destruct D; [tauto|contradiction].
    + destruct C as [D|[_ D]]; [|now destruct who]. apply E. now rewrite <- D, turn_back.
Qed.
Theorem snort_odd_odd a b : first_wins (snort (2 * a + 1) (2 * b + 1)).
Proof.
  assert (M : turn (2 * a + 1) (2 * b + 1) (a, b) = (a, b)) by (apply middle; lia).
  apply (snort_first _ _ (a, b)); rewrite ?M; [split; cbn; lia|now left|].
  intros c B N. left. exact (odd_turn a b c _ B N eq_refl).
Qed.
Theorem snort_odd_even a b : first_wins (snort (2 * a + 1) (2 * b + 2)).
Proof.
  assert (M : turn (2 * a + 1) (2 * b + 2) (a, b) = (a, b + 1)) by (apply middle; lia).
  apply (snort_first _ _ (a, b)); rewrite ?M; [split; cbn; lia|right; right; split; cbn; lia|].
  intros c B N. exact (odd_even_turn a b c _ B N eq_refl).
Qed.
Theorem snort_even_odd a b : first_wins (snort (2 * a + 2) (2 * b + 1)).
Proof.
  assert (M : turn (2 * a + 2) (2 * b + 1) (a, b) = (a + 1, b)) by (apply middle; lia).
  apply (snort_first _ _ (a, b)); rewrite ?M; [split; cbn; lia|right; left; split; cbn; lia|].
  intros c B N. exact (even_odd_turn a b c _ B N eq_refl).
Qed.

(* Domineering: reflected in the diagonal, Left's dominoes are Right's. *)
Lemma flip_next c d : (upright c d -> level (snd c, fst c) (snd d, fst d)) /\
  (level c d -> upright (snd c, fst c) (snd d, fst d)).
Proof. split; intros [E F]; now split. Qed.
Lemma flip_board a b m : on_board (domineering a b) m -> on_board (domineering b a) (flip m).
Proof.
  intros ([A B] & [C D] & [N|N]); (split; [now split|split; [now split|]]); apply flip_next in N;
    [now right|now left].
Qed.
Lemma flip_owner a b who m : belongs (domineering a b) who m -> belongs (domineering b a) (other who) (flip
  m).
Proof. destruct who; apply flip_next. Qed.
Theorem domineering_turned a b who : wins (domineering a b) who [] -> wins (domineering b a) (other who) [].
Proof.
  apply (wins_exchanged (domineering a b) (domineering b a) flip flip) with (x := []);
    [apply flip_board|apply flip_board|apply flip_owner|apply flip_owner|now intros [[? ?] [? ?]]|].
  intros [[? ?] [? ?]] [[? ?] [? ?]]. cbn. unfold overlap, flip, cell. cbn. rewrite !pair_equal_spec. tauto.
Qed.
Theorem domineering_square n : wins (domineering n n) Left [] <-> wins (domineering n n) Right [].
Proof. split; apply domineering_turned. Qed.
Theorem domineering_square_outright n :
  ~ (wins (domineering n n) Left [] /\ loses (domineering n n) Right []) /\
  ~ (wins (domineering n n) Right [] /\ loses (domineering n n) Left []).
Proof. split; intros [W L]; apply domineering_square in W; exact (not_both _ _ _ W L). Qed.
