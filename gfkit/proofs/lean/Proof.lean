/-
  The proof that `check` implies the recurrence for every n, and the first terms.
-/
noncomputable section
namespace Gfkit
/- ================= numbers ================= -/
theorem ff {C : Prop} (h : Eq Bool.false .true) : C :=
  @Eq.rec Bool .false (fun b _ => Bool.rec (motive := fun _ => Prop) True C b) True.intro .true h
theorem zero_add : (n : Nat) → Eq (Nat.add 0 n) n
  | .zero => rfl
  | .succ n => congrArg Nat.succ (zero_add n)
theorem succ_add : (a b : Nat) → Eq (Nat.add (.succ a) b) (.succ (Nat.add a b))
  | _, .zero => rfl
  | a, .succ b => congrArg Nat.succ (succ_add a b)
theorem add_comm : (a b : Nat) → Eq (Nat.add a b) (Nat.add b a)
  | a, .zero => Eq.symm (zero_add a)
  | a, .succ b => Eq.trans (congrArg Nat.succ (add_comm a b)) (Eq.symm (succ_add b a))
theorem add_assoc : (a b c : Nat) → Eq (Nat.add (Nat.add a b) c) (Nat.add a (Nat.add b c))
  | _, _, .zero => rfl
  | a, b, .succ c => congrArg Nat.succ (add_assoc a b c)
theorem add_eq {a b c d : Nat} (h : Eq a b) (k : Eq c d) : Eq (Nat.add a c) (Nat.add b d) :=
  Eq.trans (congrArg (fun s => Nat.add s c) h) (congrArg (Nat.add b) k)
theorem add_swap (b c d : Nat) : Eq (Nat.add b (Nat.add c d)) (Nat.add c (Nat.add b d)) :=
  Eq.trans (Eq.symm (add_assoc b c d)) (Eq.trans (congrArg (fun s => Nat.add s d) (add_comm b c)) (add_assoc c b d))
theorem add_add (a b c d : Nat) : Eq (Nat.add (Nat.add a b) (Nat.add c d)) (Nat.add (Nat.add a c) (Nat.add b d)) :=
  Eq.trans (add_assoc a b (Nat.add c d)) (Eq.trans (congrArg (Nat.add a) (add_swap b c d))
    (Eq.symm (add_assoc a c (Nat.add b d))))
theorem mul_add (c : Nat) : (a b : Nat) → Eq (Nat.mul c (Nat.add a b)) (Nat.add (Nat.mul c a) (Nat.mul c b))
  | _, .zero => rfl
  | a, .succ b => Eq.trans (congrArg (fun s => Nat.add s c) (mul_add c a b)) (add_assoc (Nat.mul c a) (Nat.mul c b) c)
theorem zero_mul : (n : Nat) → Eq (Nat.mul 0 n) 0
  | .zero => rfl
  | .succ n => zero_mul n
theorem one_mul : (n : Nat) → Eq (Nat.mul 1 n) n
  | .zero => rfl
  | .succ n => congrArg Nat.succ (one_mul n)
theorem eq_of_beq : (a b : Nat) → Eq (Nat.beq a b) .true → Eq a b
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => ff h
  | .succ _, .zero, h => ff h
  | .succ a, .succ b, h => congrArg Nat.succ (eq_of_beq a b h)
def lt (x k : Nat) : Bool := Nat.rec (motive := fun _ => Nat → Bool) (fun _ => .false) (fun _ r x => Nat.rec .true (fun x _ => r x) x) k x
theorem lt_self : (k : Nat) → Eq (lt k (.succ k)) .true
  | .zero => rfl
  | .succ k => lt_self k
theorem lt_step : (y k : Nat) → Eq (lt y k) .true → Eq (lt y (.succ k)) .true
  | .zero, .zero, _ => rfl
  | .succ _, .zero, e => ff e
  | .zero, .succ _, _ => rfl
  | .succ y, .succ k, e => lt_step y k e
/- ================= truth values ================= -/
theorem and_left : (a b : Bool) → Eq (and a b) .true → Eq a .true
  | .true, _, _ => rfl
  | .false, _, h => ff h
theorem and_right : (a b : Bool) → Eq (and a b) .true → Eq b .true
  | .true, _, h => h
  | .false, _, h => ff h
theorem and_intro : (a b : Bool) → Eq a .true → Eq b .true → Eq (and a b) .true
  | .true, _, _, h => h
  | .false, _, h, _ => ff h
theorem pick_zero : (b : Bool) → Eq (pick b (0 : Nat) 0) 0
  | .true => rfl
  | .false => rfl
theorem pick_and : (a b : Bool) → (x : Nat) → Eq (pick (and a b) x 0) (pick a (pick b x 0) 0)
  | .true, _, _ => rfl
  | .false, _, _ => rfl
theorem pick_and' : (a b : Bool) → (x : Nat) → Eq (pick (and a b) x 0) (pick b (pick a x 0) 0)
  | .true, _, _ => rfl
  | .false, b, _ => Eq.symm (pick_zero b)
/- ================= sums ================= -/
theorem sum_congr {α : Type} {f g : α → Nat} (e : ∀ a, Eq (f a) (g a)) : (l : List α) → Eq (sum f l) (sum g l)
  | .nil => rfl
  | .cons a l => add_eq (e a) (sum_congr e l)
theorem sum_add {α : Type} (f g : α → Nat) : (l : List α) → Eq (sum (fun a => Nat.add (f a) (g a)) l) (Nat.add (sum f l) (sum g l))
  | .nil => rfl
  | .cons a l => Eq.trans (congrArg (Nat.add _) (sum_add f g l)) (add_add (f a) (g a) (sum f l) (sum g l))
theorem sum_zero {α : Type} : (l : List α) → Eq (sum (fun _ => 0) l) 0
  | .nil => rfl
  | .cons _ l => Eq.trans (zero_add _) (sum_zero l)
theorem sum_mul {α : Type} (c : Nat) (f : α → Nat) : (l : List α) → Eq (Nat.mul c (sum f l)) (sum (fun a => Nat.mul c (f a)) l)
  | .nil => rfl
  | .cons a l => Eq.trans (mul_add c (f a) (sum f l)) (congrArg (Nat.add _) (sum_mul c f l))
theorem sum_pick {α : Type} (f : α → Nat) (l : List α) : (b : Bool) → Eq (pick b (sum f l) 0) (sum (fun a => pick b (f a) 0) l)
  | .true => rfl
  | .false => Eq.symm (sum_zero l)
theorem sum_swap {α β : Type} (f : α → β → Nat) (m : List β) : (l : List α) →
    Eq (sum (fun a => sum (f a) m) l) (sum (fun b => sum (fun a => f a b) l) m)
  | .nil => Eq.symm (sum_zero m)
  | .cons a l => Eq.trans (congrArg (Nat.add _) (sum_swap f m l))
      (Eq.symm (sum_add (f a) (fun b => sum (fun a => f a b) l) m))
theorem sum_append {α : Type} (f : α → Nat) (m : List α) : (l : List α) → Eq (sum f (append l m)) (Nat.add (sum f l) (sum f m))
  | .nil => Eq.symm (zero_add _)
  | .cons a l => Eq.trans (congrArg (Nat.add (f a)) (sum_append f m l)) (Eq.symm (add_assoc (f a) (sum f l) (sum f m)))
theorem sum_map {α β : Type} (f : β → Nat) (g : α → β) : (l : List α) → Eq (sum f (map g l)) (sum (fun a => f (g a)) l)
  | .nil => rfl
  | .cons a l => congrArg (Nat.add (f (g a))) (sum_map f g l)
theorem sum_bind {α β : Type} (f : β → Nat) (g : α → List β) : (l : List α) → Eq (sum f (bind g l)) (sum (fun a => sum f (g a)) l)
  | .nil => rfl
  | .cons a l => Eq.trans (sum_append f (bind g l) (g a)) (congrArg (Nat.add _) (sum_bind f g l))
theorem sum_lists {α : Type} (f : List α → Nat) (l : List α) (n : Nat) :
    Eq (sum f (lists l (.succ n))) (sum (fun a => sum (fun s => f (.cons a s)) (lists l n)) l) :=
  Eq.trans (sum_bind f (fun a => map (List.cons a) (lists l n)) l)
    (sum_congr (fun a => sum_map f (List.cons a) (lists l n)) l)
theorem length_pick {α : Type} (a : α) (r : List α) : (b : Bool) → Eq (length (pick b (.cons a r) r)) (Nat.add (pick b 1 0) (length r))
  | .true => Eq.symm (Eq.trans (succ_add 0 (length r)) (congrArg Nat.succ (zero_add (length r))))
  | .false => Eq.symm (zero_add (length r))
theorem length_filter {α : Type} (p : α → Bool) : (l : List α) → Eq (length (filter p l)) (sum (fun a => pick (p a) 1 0) l)
  | .nil => rfl
  | .cons a l => Eq.trans (length_pick a (filter p l) (p a)) (congrArg (Nat.add _) (length_filter p l))
theorem sum_symbols {f g : Nat → Nat} : (k : Nat) → (∀ y, Eq (lt y k) .true → Eq (f y) (g y)) → Eq (sum f (symbols k)) (sum g (symbols k))
  | .zero, _ => rfl
  | .succ k, e => add_eq (e k (lt_self k)) (sum_symbols k (fun y hy => e y (lt_step y k hy)))
/- ================= words ================= -/
def word (k : Nat) (c : List Nat) (h : Nat) : Bool :=
  List.rec (motive := fun _ => Nat → Bool) (fun h => Nat.rec .true (fun _ _ => .false) h)
    (fun x _ r h => Nat.rec .false (fun h _ => and (lt x k) (r h)) h) c h
theorem sum_words {k : Nat} : (h : Nat) → {f g : List Nat → Nat} → (∀ c, Eq (word k c h) .true → Eq (f c) (g c)) →
    Eq (sum f (lists (symbols k) h)) (sum g (lists (symbols k) h))
  | .zero, _, _, e => e .nil rfl
  | .succ h, f, g, e => Eq.trans (sum_lists f (symbols k) h) (Eq.trans
      (sum_symbols k (fun y hy => sum_words h (fun c hc => e (.cons y c) (and_intro (lt y k) (word k c h) hy hc))))
      (Eq.symm (sum_lists g (symbols k) h)))
/- ================= columns one after the other ================= -/
def paths (ok : Rule) (k h : Nat) : Nat → List Nat → Nat
  | .zero, c => pick (seam ok k c (outside k h)) 1 0
  | .succ n, c => sum (fun d => pick (seam ok k c d) (paths ok k h n d) 0) (lists (symbols k) h)
theorem count_paths (ok : Rule) (k h : Nat) : (n : Nat) → (c : List Nat) →
    Eq (sum (fun b => pick (legal ok k h c b) 1 0) (lists (lists (symbols k) h) n)) (paths ok k h n c)
  | .zero, _ => rfl
  | .succ n, c => Eq.trans (sum_lists _ (lists (symbols k) h) n) (sum_congr (fun d =>
      Eq.trans (sum_congr (fun s => pick_and (seam ok k c d) (legal ok k h d s) 1) _)
        (Eq.trans (Eq.symm (sum_pick _ _ (seam ok k c d)))
          (congrArg (fun v => pick (seam ok k c d) v 0) (count_paths ok k h n d)))) _)
theorem count_eq (ok : Rule) (k h n : Nat) : Eq (count ok k h n) (paths ok k h n (outside k h)) :=
  Eq.trans (length_filter _ _) (count_paths ok k h n (outside k h))
/- ================= more on numbers ================= -/
theorem succ_inj {a b : Nat} (e : Eq (Nat.succ a) (.succ b)) : Eq a b := congrArg (fun n => Nat.rec (motive := fun _ => Nat) 0 (fun m _ => m) n) e
theorem zero_ne {C : Prop} {a : Nat} (e : Eq (Nat.succ a) 0) : C :=
  ff (Eq.symm (congrArg (fun n => Nat.rec (motive := fun _ => Bool) .false (fun _ _ => .true) n) e))
theorem add_cancel (a : Nat) : (b c : Nat) → Eq (Nat.add b a) (Nat.add c a) → Eq b c :=
  Nat.rec (motive := fun a => ∀ b c, Eq (Nat.add b a) (Nat.add c a) → Eq b c) (fun _ _ e => e) (fun _ r b c e => r b c (succ_inj e)) a
theorem add_cancel' (a b c : Nat) (e : Eq (Nat.add a b) (Nat.add a c)) : Eq b c :=
  add_cancel a b c (Eq.trans (add_comm b a) (Eq.trans e (add_comm a c)))
theorem double_succ (a : Nat) : Eq (Nat.add (.succ a) (.succ a)) (.succ (.succ (Nat.add a a))) := congrArg Nat.succ (succ_add a a)
theorem double_inj : (a b : Nat) → Eq (Nat.add a a) (Nat.add b b) → Eq a b
  | .zero, .zero, _ => rfl
  | .zero, .succ _, e => zero_ne (Eq.symm e)
  | .succ _, .zero, e => zero_ne e
  | .succ a, .succ b, e => congrArg Nat.succ (double_inj a b
      (succ_inj (succ_inj (Eq.trans (Eq.symm (double_succ a)) (Eq.trans e (double_succ b))))))
theorem mul_one (c : Nat) : Eq (Nat.mul c 1) c := zero_add c
theorem two_mul (a : Nat) : Eq (Nat.mul 2 a) (Nat.add a a) :=
  Nat.rec (motive := fun a => Eq (Nat.mul 2 a) (Nat.add a a)) rfl
    (fun a r => Eq.trans (congrArg (fun n => Nat.succ (Nat.succ n)) r) (Eq.symm (double_succ a))) a
theorem succ_mul : (a b : Nat) → Eq (Nat.mul (.succ a) b) (Nat.add (Nat.mul a b) b)
  | _, .zero => rfl
  | a, .succ b => congrArg Nat.succ (Eq.trans (congrArg (fun n => Nat.add n a) (succ_mul a b))
      (Eq.trans (add_assoc (Nat.mul a b) b a) (Eq.trans (congrArg (Nat.add (Nat.mul a b)) (add_comm b a))
        (Eq.symm (add_assoc (Nat.mul a b) a b)))))
theorem mul_comm : (a b : Nat) → Eq (Nat.mul a b) (Nat.mul b a)
  | a, .zero => Eq.symm (zero_mul a)
  | a, .succ b => Eq.trans (congrArg (fun n => Nat.add n a) (mul_comm a b)) (Eq.symm (succ_mul b a))
theorem mul_assoc (a b : Nat) : (c : Nat) → Eq (Nat.mul (Nat.mul a b) c) (Nat.mul a (Nat.mul b c))
  | .zero => rfl
  | .succ c => Eq.trans (congrArg (fun n => Nat.add n (Nat.mul a b)) (mul_assoc a b c)) (Eq.symm (mul_add a (Nat.mul b c) b))
theorem add_mul (a b c : Nat) : Eq (Nat.mul (Nat.add a b) c) (Nat.add (Nat.mul a c) (Nat.mul b c)) :=
  Eq.trans (mul_comm (Nat.add a b) c) (Eq.trans (mul_add c a b) (add_eq (mul_comm c a) (mul_comm c b)))
/- ================= inequalities ================= -/
def Le (a b : Nat) : Prop := Exists (fun c => Eq (Nat.add a c) b)
theorem le_refl (a : Nat) : Le a a := ⟨0, rfl⟩
theorem zero_le (a : Nat) : Le 0 a := ⟨a, zero_add a⟩
theorem le_trans {a b c : Nat} : Le a b → Le b c → Le a c
  | ⟨x, hx⟩, ⟨y, hy⟩ => ⟨Nat.add x y, Eq.trans (Eq.symm (add_assoc a x y)) (Eq.trans (congrArg (fun n => Nat.add n y) hx) hy)⟩
theorem le_add {a b c d : Nat} : Le a b → Le c d → Le (Nat.add a c) (Nat.add b d)
  | ⟨x, hx⟩, ⟨y, hy⟩ => ⟨Nat.add x y, Eq.trans (add_add a c x y) (add_eq hx hy)⟩
theorem le_mul {a b : Nat} (c : Nat) : Le a b → Le (Nat.mul c a) (Nat.mul c b)
  | ⟨x, hx⟩ => ⟨Nat.mul c x, Eq.trans (Eq.symm (mul_add c a x)) (congrArg (Nat.mul c) hx)⟩
theorem le_eq {a b c : Nat} (h : Le a b) (e : Eq c a) : Le c b := Eq.rec (motive := fun x _ => Le x b) h (Eq.symm e)
theorem le_eq' {a b c : Nat} (h : Le a b) (e : Eq b c) : Le a c := Eq.rec (motive := fun x _ => Le a x) h e
theorem le_atMost (a b : Nat) (h : Eq (atMost a b) .true) : Le a b := ⟨Nat.sub b a, eq_of_beq _ _ h⟩
theorem le_pick (b : Bool) (a : Nat) : Le (pick b a 0) a := Bool.rec (zero_le a) (le_refl a) b
/- ================= binary digits ================= -/
/-- 2^w - 1 -/
def full (w : Nat) : Nat := Nat.rec 0 (fun _ r => .succ (Nat.add r r)) w
/-- a * 2^s -/
def shift (a s : Nat) : Nat := Nat.rec a (fun _ r => Nat.add r r) s
def bit (x : Bool) (a : Nat) : Nat := Bool.rec (Nat.add a a) (.succ (Nat.add a a)) x
theorem shift_add (a b : Nat) : (s : Nat) → Eq (shift (Nat.add a b) s) (Nat.add (shift a s) (shift b s))
  | .zero => rfl
  | .succ s => Eq.trans (add_eq (shift_add a b s) (shift_add a b s)) (add_add (shift a s) (shift b s) (shift a s) (shift b s))
theorem shiftLeft_eq : (s a : Nat) → Eq (Nat.shiftLeft a s) (shift a s)
  | .zero, _ => rfl
  | .succ s, a => Eq.trans (shiftLeft_eq s (Nat.mul 2 a)) (Eq.trans (congrArg (fun n => shift n s) (two_mul a)) (shift_add a a s))
theorem shift_zero : (s : Nat) → Eq (shift 0 s) 0
  | .zero => rfl
  | .succ s => add_eq (shift_zero s) (shift_zero s)
theorem shift_shift (a s : Nat) : (t : Nat) → Eq (shift (shift a s) t) (shift a (Nat.add s t))
  | .zero => rfl
  | .succ t => add_eq (shift_shift a s t) (shift_shift a s t)
theorem shift_inj (a b : Nat) : (s : Nat) → Eq (shift a s) (shift b s) → Eq a b
  | .zero, e => e
  | .succ s, e => shift_inj a b s (double_inj _ _ e)
theorem mul_shift (c a : Nat) : (s : Nat) → Eq (Nat.mul c (shift a s)) (shift (Nat.mul c a) s)
  | .zero => rfl
  | .succ s => Eq.trans (mul_add c (shift a s) (shift a s)) (add_eq (mul_shift c a s) (mul_shift c a s))
theorem le_shift {a b : Nat} : Le a b → (s : Nat) → Le (shift a s) (shift b s)
  | ⟨x, hx⟩, s => ⟨shift x s, Eq.trans (Eq.symm (shift_add a x s)) (congrArg (fun n => shift n s) hx)⟩
theorem full_shift : (w : Nat) → Eq (.succ (full w)) (shift 1 w)
  | .zero => rfl
  | .succ w => Eq.trans (Eq.symm (double_succ (full w))) (add_eq (full_shift w) (full_shift w))
theorem ones_full (w : Nat) : Eq (ones w) (full w) :=
  congrArg (fun n => Nat.rec (motive := fun _ => Nat) 0 (fun m _ => m) n) (Eq.trans (shiftLeft_eq w 1) (Eq.symm (full_shift w)))
theorem full_add (t : Nat) : (s : Nat) → Eq (full (Nat.add t s)) (Nat.add (full s) (shift (full t) s))
  | .zero => Eq.symm (zero_add _)
  | .succ s => Eq.trans (congrArg (fun n => Nat.succ (Nat.add n n)) (full_add t s))
      (Eq.trans (congrArg Nat.succ (add_add (full s) (shift (full t) s) (full s) (shift (full t) s)))
        (Eq.symm (succ_add (Nat.add (full s) (full s)) (shift (full t) (.succ s)))))
/-- the number with the digits l, least significant first, above them the number b -/
def on (l : List Bool) (b : Nat) : Nat := List.rec b (fun x _ r => bit x r) l
def both : List Bool → List Bool → List Bool
  | .cons x l, .cons y m => .cons (and x y) (both l m)
  | .cons _ _, .nil => .nil
  | .nil, _ => .nil
def trues (w : Nat) : List Bool := Nat.rec .nil (fun _ l => .cons .true l) w
theorem land_bit : (x y : Bool) → (a b : Nat) → Eq (Nat.land (bit x a) (bit y b)) (bit (and x y) (Nat.land a b))
  | .false, .false, a, b => land_even_even a b
  | .false, .true, a, b => land_even_odd a b
  | .true, .false, a, b => land_odd_even a b
  | .true, .true, a, b => land_odd_odd a b
theorem land_on : (l m : List Bool) → (b d : Nat) → Eq (length l) (length m) →
    Eq (Nat.land (on l b) (on m d)) (on (both l m) (Nat.land b d))
  | .nil, .nil, _, _, _ => rfl
  | .cons x l, .cons y m, b, d, e => Eq.trans (land_bit x y (on l b) (on m d)) (congrArg (bit (and x y)) (land_on l m b d (succ_inj e)))
  | .nil, .cons _ _, _, _, e => zero_ne (Eq.symm e)
  | .cons _ _, .nil, _, _, e => zero_ne e
theorem bit_add : (x : Bool) → (a b : Nat) → Eq (bit x (Nat.add a b)) (Nat.add (bit x a) (Nat.add b b))
  | .false, a, b => add_add a b a b
  | .true, a, b => Eq.trans (congrArg Nat.succ (add_add a b a b)) (Eq.symm (succ_add (Nat.add a a) (Nat.add b b)))
theorem on_eq (b : Nat) : (l : List Bool) → Eq (on l b) (Nat.add (on l 0) (shift b (length l)))
  | .nil => Eq.symm (zero_add b)
  | .cons x l => Eq.trans (congrArg (bit x) (on_eq b l)) (bit_add x (on l 0) (shift b (length l)))
theorem length_both : (l m : List Bool) → Eq (length l) (length m) → Eq (length (both l m)) (length l)
  | .nil, _, _ => rfl
  | .cons _ l, .cons _ m, e => congrArg Nat.succ (length_both l m (succ_inj e))
  | .cons _ _, .nil, e => zero_ne e
theorem length_trues : (w : Nat) → Eq (length (trues w)) w
  | .zero => rfl
  | .succ w => congrArg Nat.succ (length_trues w)
theorem on_trues : (w : Nat) → Eq (on (trues w) 0) (full w)
  | .zero => rfl
  | .succ w => congrArg (bit .true) (on_trues w)
/-- a number below another one has at most as many digits -/
def Digits (w a : Nat) : Prop := Exists (fun l => And (Eq (length l) w) (Eq (on l 0) a))
theorem digits_pred : (l : List Bool) → (m : Nat) → Eq (on l 0) (.succ m) → Digits (length l) m
  | .nil, _, e => zero_ne (Eq.symm e)
  | .cons .true l, _, e => ⟨.cons .false l, ⟨rfl, succ_inj e⟩⟩
  | .cons .false l, m, e =>
      Nat.rec (motive := fun v => Eq (on l 0) v → Digits (.succ (length l)) m)
        (fun z => zero_ne (Eq.trans (Eq.symm e) (congrArg (fun n => Nat.add n n) z)))
        (fun v _ z =>
          have e' : Eq (.succ (Nat.add v v)) m := succ_inj (Eq.trans (Eq.symm (double_succ v)) (Eq.trans (Eq.symm (congrArg (fun n => Nat.add n n) z)) e))
          Exists.rec (motive := fun _ => Digits (.succ (length l)) m) (fun l' h => ⟨.cons .true l', ⟨congrArg Nat.succ h.left,
            Eq.trans (congrArg (bit .true) h.right) e'⟩⟩) (digits_pred l v z))
        (on l 0) rfl
theorem digits_le (a w : Nat) : (c : Nat) → Digits w (Nat.add a c) → Digits w a
  | .zero, h => h
  | .succ c, ⟨l, h⟩ => digits_le a w c
      (Eq.rec (motive := fun x _ => Digits x (Nat.add a c)) (digits_pred l (Nat.add a c) h.right) h.left)
theorem digits_of_le (w a : Nat) : Le a (full w) → Digits w a
  | ⟨c, h⟩ => digits_le a w c ⟨trues w, ⟨length_trues w, Eq.trans (on_trues w) (Eq.symm h)⟩⟩
theorem land_split (S a b c d : Nat) (ha : Le a (full S)) (hc : Le c (full S)) :
    Eq (Nat.land (Nat.add a (shift b S)) (Nat.add c (shift d S))) (Nat.add (Nat.land a c) (shift (Nat.land b d) S)) :=
  Exists.rec (motive := fun _ => Eq (Nat.land (Nat.add a (shift b S)) (Nat.add c (shift d S))) (Nat.add (Nat.land a c) (shift (Nat.land b d) S)))
    (fun l hl => Exists.rec (motive := fun _ => Eq (Nat.land (Nat.add a (shift b S)) (Nat.add c (shift d S))) (Nat.add (Nat.land a c) (shift (Nat.land b d) S)))
      (fun m hm =>
        have e : Eq (length l) (length m) := Eq.trans hl.left (Eq.symm hm.left)
        have value : ∀ (l : List Bool) (a b : Nat), Eq (length l) S → Eq (on l 0) a → Eq (on l b) (Nat.add a (shift b S)) :=
          fun l _ b hs ha => Eq.trans (on_eq b l) (add_eq ha (congrArg (shift b) hs))
        have lc : Eq (on (both l m) 0) (Nat.land a c) :=
          Eq.trans (congrArg (on (both l m)) (Eq.symm (land_zero 0))) (Eq.trans (Eq.symm (land_on l m 0 0 e))
            (Eq.trans (congrArg (fun x => Nat.land x (on m 0)) hl.right) (congrArg (Nat.land a) hm.right)))
        Eq.trans (congrArg (fun x => Nat.land x (Nat.add c (shift d S))) (Eq.symm (value l a b hl.left hl.right)))
          (Eq.trans (congrArg (Nat.land (on l b)) (Eq.symm (value m c d hm.left hm.right)))
            (Eq.trans (land_on l m b d e) (value (both l m) (Nat.land a c) (Nat.land b d) (Eq.trans (length_both l m e) hl.left) lc))))
      (digits_of_le S c hc)) (digits_of_le S a ha)
theorem land_trues : (l : List Bool) → Eq (Nat.land (on l 0) (full (length l))) (on l 0)
  | .nil => land_zero 0
  | .cons .false l => Eq.trans (land_bit .false .true (on l 0) (full (length l))) (congrArg (bit .false) (land_trues l))
  | .cons .true l => Eq.trans (land_bit .true .true (on l 0) (full (length l))) (congrArg (bit .true) (land_trues l))
theorem land_full (S a : Nat) (ha : Le a (full S)) : Eq (Nat.land a (full S)) a :=
  Exists.rec (motive := fun _ => Eq (Nat.land a (full S)) a) (fun l hl =>
    Eq.trans (congrArg (Nat.land a) (congrArg full (Eq.symm hl.left))) (Eq.trans (congrArg (fun x => Nat.land x (full (length l))) (Eq.symm hl.right))
      (Eq.trans (land_trues l) hl.right))) (digits_of_le S a ha)
theorem parity : (a : Nat) → Exists (fun x => Exists (fun c => Eq (bit x c) a))
  | .zero => ⟨.false, ⟨0, rfl⟩⟩
  | .succ a => Exists.rec (motive := fun _ => Exists (fun x => Exists (fun c => Eq (bit x c) (.succ a)))) (fun x h =>
      Exists.rec (motive := fun _ => Exists (fun x => Exists (fun c => Eq (bit x c) (.succ a)))) (fun c e =>
        Bool.rec (motive := fun x => Eq (bit x c) a → Exists (fun x => Exists (fun c => Eq (bit x c) (.succ a))))
          (fun e => ⟨.true, ⟨c, congrArg Nat.succ e⟩⟩) (fun e => ⟨.false, ⟨.succ c, Eq.trans (double_succ c) (congrArg Nat.succ e)⟩⟩) x e) h) (parity a)
theorem le_bit {a b : Nat} : (x : Bool) → Le a b → Le (bit x a) (bit .true b)
  | .true, ⟨c, h⟩ => ⟨Nat.add c c, Eq.trans (succ_add _ _) (congrArg Nat.succ (Eq.trans (add_add a a c c) (add_eq h h)))⟩
  | .false, ⟨c, h⟩ => ⟨.succ (Nat.add c c), congrArg Nat.succ (Eq.trans (add_add a a c c) (add_eq h h))⟩
theorem and_true : (x : Bool) → Eq (and x .true) x
  | .true => rfl
  | .false => rfl
theorem land_le : (w a : Nat) → Le (Nat.land a (full w)) (full w)
  | .zero, a => le_eq (le_refl 0) (land_zero a)
  | .succ w, a => Exists.rec (motive := fun _ => Le (Nat.land a (full (.succ w))) (full (.succ w))) (fun x h =>
      Exists.rec (motive := fun _ => Le (Nat.land a (full (.succ w))) (full (.succ w))) (fun c e =>
        le_eq (le_bit x (land_le w c)) (Eq.trans (congrArg (fun n => Nat.land n (full (.succ w))) (Eq.symm e))
          (Eq.trans (land_bit x .true c (full w)) (congrArg (fun y => bit y (Nat.land c (full w))) (and_true x))))) h) (parity a)
theorem land_pick (S a : Nat) (ha : Le a (full S)) : (b : Bool) → Eq (Nat.land a (pick b (full S) 0)) (pick b a 0)
  | .true => land_full S a ha
  | .false => land_zero a
/- ================= blocks ================= -/
theorem join_succ (S k : Nat) (f : Nat → Nat) :
    Eq (join S (.succ k) f) (Nat.add (f 0) (shift (join S k (fun x => f (.succ x))) S)) := congrArg (Nat.add (f 0)) (shiftLeft_eq S _)
theorem join_congr (S : Nat) : (k : Nat) → (f g : Nat → Nat) → (∀ v, Eq (lt v k) .true → Eq (f v) (g v)) → Eq (join S k f) (join S k g)
  | .zero, _, _, _ => rfl
  | .succ k, f, g, e => add_eq (e 0 rfl) (congrArg (fun n => Nat.shiftLeft n S)
      (join_congr S k (fun x => f (.succ x)) (fun x => g (.succ x)) (fun v h => e (.succ v) h)))
theorem join_add (S : Nat) : (k : Nat) → (f g : Nat → Nat) →
    Eq (join S k (fun v => Nat.add (f v) (g v))) (Nat.add (join S k f) (join S k g))
  | .zero, _, _ => rfl
  | .succ k, f, g => Eq.trans (join_succ S k _) (Eq.trans (congrArg (Nat.add _) (Eq.trans
      (congrArg (fun n => shift n S) (join_add S k (fun x => f (.succ x)) (fun x => g (.succ x)))) (shift_add _ _ S)))
      (Eq.trans (add_add (f 0) (g 0) _ _) (Eq.symm (add_eq (join_succ S k f) (join_succ S k g)))))
theorem join_zero (S : Nat) : (k : Nat) → Eq (join S k (fun _ => 0)) 0
  | .zero => rfl
  | .succ k => Eq.trans (join_succ S k _) (Eq.trans (zero_add _) (Eq.trans (congrArg (fun n => shift n S) (join_zero S k)) (shift_zero S)))
theorem join_mul (S c : Nat) : (k : Nat) → (f : Nat → Nat) → Eq (Nat.mul c (join S k f)) (join S k (fun v => Nat.mul c (f v)))
  | .zero, _ => rfl
  | .succ k, f => Eq.trans (congrArg (Nat.mul c) (join_succ S k f)) (Eq.trans (mul_add c _ _) (Eq.trans (congrArg (Nat.add _)
      (Eq.trans (mul_shift c _ S) (congrArg (fun n => shift n S) (join_mul S c k (fun x => f (.succ x)))))) (Eq.symm (join_succ S k _))))
theorem join_shift (S s : Nat) : (k : Nat) → (f : Nat → Nat) → Eq (shift (join S k f) s) (join S k (fun v => shift (f v) s))
  | .zero, _ => shift_zero s
  | .succ k, f => Eq.trans (congrArg (fun n => shift n s) (join_succ S k f)) (Eq.trans (shift_add _ _ s) (Eq.trans (congrArg (Nat.add _)
      (Eq.trans (shift_shift _ S s) (Eq.trans (congrArg (shift _) (add_comm S s)) (Eq.trans (Eq.symm (shift_shift _ s S))
        (congrArg (fun n => shift n S) (join_shift S s k (fun x => f (.succ x)))))))) (Eq.symm (join_succ S k _))))
theorem join_le (S : Nat) : (k : Nat) → (f : Nat → Nat) → (∀ v, Eq (lt v k) .true → Le (f v) (full S)) →
    Le (join S k f) (full (Nat.mul S k))
  | .zero, _, _ => le_refl 0
  | .succ k, f, h => le_eq (le_eq' (le_add (h 0 rfl) (le_shift (join_le S k (fun x => f (.succ x)) (fun v e => h (.succ v) e)) S))
      (Eq.symm (full_add (Nat.mul S k) S))) (join_succ S k f)
theorem join_full (S : Nat) : (k : Nat) → Eq (join S k (fun _ => full S)) (full (Nat.mul S k))
  | .zero => rfl
  | .succ k => Eq.trans (join_succ S k _) (Eq.trans (congrArg (fun n => Nat.add (full S) (shift n S)) (join_full S k))
      (Eq.symm (full_add (Nat.mul S k) S)))
theorem join_land (S : Nat) : (k : Nat) → (f g : Nat → Nat) → (∀ v, Eq (lt v k) .true → Le (f v) (full S)) →
    (∀ v, Eq (lt v k) .true → Le (g v) (full S)) → Eq (Nat.land (join S k f) (join S k g)) (join S k (fun v => Nat.land (f v) (g v)))
  | .zero, _, _, _, _ => land_zero 0
  | .succ k, f, g, hf, hg => Eq.trans (congrArg (fun n => Nat.land n (join S (.succ k) g)) (join_succ S k f))
      (Eq.trans (congrArg (Nat.land _) (join_succ S k g)) (Eq.trans (land_split S (f 0) _ (g 0) _ (hf 0 rfl) (hg 0 rfl))
        (Eq.trans (congrArg (fun n => Nat.add _ (shift n S)) (join_land S k (fun x => f (.succ x)) (fun x => g (.succ x))
          (fun v e => hf (.succ v) e) (fun v e => hg (.succ v) e))) (Eq.symm (join_succ S k _)))))
theorem low_block (S k : Nat) (f : Nat → Nat) (h : Le (f 0) (full S)) : Eq (Nat.land (join S (.succ k) f) (full S)) (f 0) :=
  Eq.trans (congrArg (fun n => Nat.land n (full S)) (join_succ S k f)) (Eq.trans
    (congrArg (Nat.land _) (Eq.symm (congrArg (Nat.add (full S)) (shift_zero S))))
    (Eq.trans (land_split S (f 0) _ (full S) 0 h (le_refl _)) (Eq.trans (congrArg (fun n => Nat.add _ (shift n S)) (land_zero _))
      (Eq.trans (congrArg (Nat.add _) (shift_zero S)) (land_full S (f 0) h)))))
theorem join_inj (S : Nat) : (k : Nat) → (f g : Nat → Nat) → (∀ v, Eq (lt v k) .true → Le (f v) (full S)) →
    (∀ v, Eq (lt v k) .true → Le (g v) (full S)) → Eq (join S k f) (join S k g) → ∀ v, Eq (lt v k) .true → Eq (f v) (g v)
  | .zero, _, _, _, _, _, _, e => ff e
  | .succ k, f, g, hf, hg, e, v, hv =>
      have z : Eq (f 0) (g 0) := Eq.trans (Eq.symm (low_block S k f (hf 0 rfl))) (Eq.trans (congrArg (fun n => Nat.land n (full S)) e)
        (low_block S k g (hg 0 rfl)))
      have r : Eq (join S k (fun x => f (.succ x))) (join S k (fun x => g (.succ x))) := shift_inj _ _ S (add_cancel' (f 0) _ _
        (Eq.trans (Eq.symm (join_succ S k f)) (Eq.trans e (Eq.trans (join_succ S k g) (congrArg (fun n => Nat.add n _) (Eq.symm z))))))
      Nat.rec (motive := fun v => Eq (lt v (.succ k)) .true → Eq (f v) (g v)) (fun _ => z) (fun v _ hv =>
        join_inj S k (fun x => f (.succ x)) (fun x => g (.succ x)) (fun v e => hf (.succ v) e) (fun v e => hg (.succ v) e) r v hv) v hv
theorem join_one (S Z : Nat) : (k y : Nat) → Eq (lt y k) .true → Eq (join S k (fun v => pick (Nat.beq v y) Z 0)) (shift Z (Nat.mul S y))
  | .zero, _, e => ff e
  | .succ k, .zero, _ => Eq.trans (join_succ S k _) (congrArg (Nat.add Z) (Eq.trans (congrArg (fun n => shift n S) (join_zero S k)) (shift_zero S)))
  | .succ k, .succ y, e => Eq.trans (join_succ S k _) (Eq.trans (zero_add _) (Eq.trans (congrArg (fun n => shift n S) (join_one S Z k y e))
      (shift_shift Z (Nat.mul S y) S)))
/- ================= functions of columns in one number ================= -/
def pack (k B m : Nat) : (List Nat → Nat) → Nat :=
  Nat.rec (motive := fun _ => (List Nat → Nat) → Nat) (fun f => f .nil)
    (fun m r f => join (stride k B m) k (fun v => r (fun c => f (.cons v c)))) m
/-- f is at most E for all columns of m symbols -/
def Bounded (k m : Nat) (f : List Nat → Nat) (E : Nat) : Prop := ∀ c, Eq (word k c m) .true → Le (f c) E
theorem bounded_cons {k m E : Nat} {f : List Nat → Nat} (h : Bounded k (.succ m) f E) (v : Nat) (hv : Eq (lt v k) .true) :
    Bounded k m (fun c => f (.cons v c)) E := fun c hc => h (.cons v c) (and_intro (lt v k) (word k c m) hv hc)
theorem pack_congr (k B : Nat) : (m : Nat) → (f g : List Nat → Nat) → (∀ c, Eq (word k c m) .true → Eq (f c) (g c)) →
    Eq (pack k B m f) (pack k B m g)
  | .zero, _, _, e => e .nil rfl
  | .succ m, f, g, e => join_congr (stride k B m) k _ _ (fun v hv => pack_congr k B m (fun c => f (.cons v c)) (fun c => g (.cons v c))
      (fun c hc => e (.cons v c) (and_intro (lt v k) (word k c m) hv hc)))
theorem pack_add (k B : Nat) : (m : Nat) → (f g : List Nat → Nat) →
    Eq (pack k B m (fun c => Nat.add (f c) (g c))) (Nat.add (pack k B m f) (pack k B m g))
  | .zero, _, _ => rfl
  | .succ m, f, g => Eq.trans (join_congr (stride k B m) k _ _ (fun v _ => pack_add k B m (fun c => f (.cons v c)) (fun c => g (.cons v c))))
      (join_add (stride k B m) k _ _)
theorem pack_zero (k B : Nat) : (m : Nat) → Eq (pack k B m (fun _ => 0)) 0
  | .zero => rfl
  | .succ m => Eq.trans (join_congr (stride k B m) k _ _ (fun _ _ => pack_zero k B m)) (join_zero (stride k B m) k)
theorem pack_mul (k B a : Nat) : (m : Nat) → (f : List Nat → Nat) → Eq (Nat.mul a (pack k B m f)) (pack k B m (fun c => Nat.mul a (f c)))
  | .zero, _ => rfl
  | .succ m, f => Eq.trans (join_mul (stride k B m) a k _) (join_congr (stride k B m) k _ _ (fun v _ => pack_mul k B a m (fun c => f (.cons v c))))
theorem pack_full (k B : Nat) : (m : Nat) → Eq (pack k B m (fun _ => full B)) (full (stride k B m))
  | .zero => rfl
  | .succ m => Eq.trans (join_congr (stride k B m) k _ _ (fun _ _ => pack_full k B m)) (join_full (stride k B m) k)
theorem pack_pick (k B m : Nat) (f : List Nat → Nat) : (b : Bool) → Eq (pack k B m (fun c => pick b (f c) 0)) (pick b (pack k B m f) 0)
  | .true => rfl
  | .false => pack_zero k B m
theorem pack_sum {α : Type} (k B m : Nat) (f : α → List Nat → Nat) : (l : List α) →
    Eq (pack k B m (fun c => sum (fun a => f a c) l)) (sum (fun a => pack k B m (f a)) l)
  | .nil => pack_zero k B m
  | .cons a l => Eq.trans (pack_add k B m (f a) (fun c => sum (fun a => f a c) l)) (congrArg (Nat.add _) (pack_sum k B m f l))
theorem pack_le (k B : Nat) : (m : Nat) → (f : List Nat → Nat) → Bounded k m f (full B) → Le (pack k B m f) (full (stride k B m))
  | .zero, _, h => h .nil rfl
  | .succ m, f, h => join_le (stride k B m) k _ (fun v hv => pack_le k B m (fun c => f (.cons v c)) (bounded_cons h v hv))
theorem pack_land (k B : Nat) : (m : Nat) → (f g : List Nat → Nat) → Bounded k m f (full B) → Bounded k m g (full B) →
    Eq (Nat.land (pack k B m f) (pack k B m g)) (pack k B m (fun c => Nat.land (f c) (g c)))
  | .zero, _, _, _, _ => rfl
  | .succ m, f, g, hf, hg => Eq.trans (join_land (stride k B m) k _ _ (fun v hv => pack_le k B m (fun c => f (.cons v c)) (bounded_cons hf v hv))
      (fun v hv => pack_le k B m (fun c => g (.cons v c)) (bounded_cons hg v hv)))
      (join_congr (stride k B m) k _ _ (fun v hv => pack_land k B m (fun c => f (.cons v c)) (fun c => g (.cons v c))
        (bounded_cons hf v hv) (bounded_cons hg v hv)))
theorem word_inj (k : Nat) (P : List Nat → Prop) (m : Nat) (h : ∀ v, Eq (lt v k) .true → ∀ c, Eq (word k c m) .true → P (.cons v c)) :
    (c : List Nat) → Eq (word k c (.succ m)) .true → P c
  | .nil, e => ff e
  | .cons v c, e => h v (and_left (lt v k) (word k c m) e) c (and_right (lt v k) (word k c m) e)
theorem word_nil (k : Nat) (P : List Nat → Prop) (h : P .nil) : (c : List Nat) → Eq (word k c 0) .true → P c
  | .nil, _ => h
  | .cons _ _, e => ff e
theorem pack_inj (k B : Nat) : (m : Nat) → (f g : List Nat → Nat) → Bounded k m f (full B) → Bounded k m g (full B) →
    Eq (pack k B m f) (pack k B m g) → ∀ c, Eq (word k c m) .true → Eq (f c) (g c)
  | .zero, f, g, _, _, e => word_nil k (fun c => Eq (f c) (g c)) e
  | .succ m, f, g, hf, hg, e => word_inj k (fun c => Eq (f c) (g c)) m (fun v hv =>
      pack_inj k B m (fun c => f (.cons v c)) (fun c => g (.cons v c)) (bounded_cons hf v hv) (bounded_cons hg v hv)
        (join_inj (stride k B m) k _ _ (fun v hv => pack_le k B m (fun c => f (.cons v c)) (bounded_cons hf v hv))
          (fun v hv => pack_le k B m (fun c => g (.cons v c)) (bounded_cons hg v hv)) e v hv))
/-- a mask selects the columns that satisfy b -/
theorem pack_select (k B m : Nat) (f : List Nat → Nat) (b : List Nat → Bool) (h : Bounded k m f (full B)) :
    Eq (Nat.land (pack k B m f) (pack k B m (fun c => pick (b c) (full B) 0))) (pack k B m (fun c => pick (b c) (f c) 0)) :=
  Eq.trans (pack_land k B m f (fun c => pick (b c) (full B) 0) h (fun c _ => le_pick (b c) (full B)))
    (pack_congr k B m (fun c => Nat.land (f c) (pick (b c) (full B) 0)) (fun c => pick (b c) (f c) 0)
      (fun c hc => land_pick B (f c) (h c hc) (b c)))
/- ================= the masks ================= -/
theorem force_eq {β : Type} : (n : Nat) → (K : Nat → β) → Eq (force n K) (K n)
  | .zero, _ => rfl
  | .succ _, _ => rfl
theorem forced {n : Nat} {K : Nat → Bool} (e : Eq (force n K) .true) : Eq (K n) .true := Eq.trans (Eq.symm (force_eq n K)) e
theorem ones_pick (w : Nat) (b : Bool) : Eq (pick b (ones w) 0) (pick b (full w) 0) := congrArg (fun n => pick b n 0) (ones_full w)
/-- the symbol in row r is y, and the rule allows u next to the symbol above it, and y next to x below -/
def selects (ok : Rule) (u x y : Nat) : List Nat → Nat → Nat → Bool
  | .nil, _, _ => .false
  | .cons v _, .zero, p => and (Nat.beq v y) (ok p u x y)
  | .cons v c, .succ r, _ => selects ok u x y c r v
theorem selects_any (ok : Rule) (u x y r p q : Nat) : (c : List Nat) → Eq (selects ok u x y c (.succ r) p) (selects ok u x y c (.succ r) q)
  | .nil => rfl
  | .cons _ _ => rfl
theorem mask_eq (ok : Rule) (k B u x y : Nat) : (m r p : Nat) →
    Eq (mask ok k B u x y m r p) (pack k B m (fun c => pick (selects ok u x y c r p) (full B) 0))
  | .zero, _, _ => rfl
  | .succ m, .zero, p => join_congr (stride k B m) k _ _ (fun v _ => Eq.trans (ones_pick (stride k B m) (and (Nat.beq v y) (ok p u x y)))
      (Eq.symm (Eq.trans (pack_pick k B m (fun _ => full B) (and (Nat.beq v y) (ok p u x y)))
        (congrArg (fun n => pick (and (Nat.beq v y) (ok p u x y)) n 0) (pack_full k B m)))))
  | .succ m, .succ .zero, _ => join_congr (stride k B m) k _ _ (fun v _ => mask_eq ok k B u x y m 0 v)
  | .succ m, .succ (.succ r), _ => Eq.trans (force_eq (mask ok k B u x y m (.succ r) 0) (fun n => join (stride k B m) k (fun _ => n)))
      (join_congr (stride k B m) k _ _ (fun v _ => Eq.trans (mask_eq ok k B u x y m (.succ r) 0)
        (pack_congr k B m _ _ (fun c _ => congrArg (fun b => pick b (full B) 0) (selects_any ok u x y r 0 v c)))))
/-- the rule allows u next to the last symbol, above the cells outside -/
def closes (ok : Rule) (k u : Nat) : List Nat → Nat → Bool
  | .nil, p => ok p u k k
  | .cons v c, _ => closes ok k u c v
theorem maskLast_eq (ok : Rule) (k B u : Nat) : (m p : Nat) →
    Eq (maskLast ok k B u m p) (pack k B m (fun c => pick (closes ok k u c p) (full B) 0))
  | .zero, p => ones_pick B (ok p u k k)
  | .succ .zero, _ => join_congr (stride k B 0) k _ _ (fun v _ => maskLast_eq ok k B u 0 v)
  | .succ (.succ m), _ => Eq.trans (force_eq (maskLast ok k B u (.succ m) 0) (fun n => join (stride k B (.succ m)) k (fun _ => n)))
      (join_congr (stride k B (.succ m)) k _ _ (fun v _ => Eq.trans (maskLast_eq ok k B u (.succ m) 0)
        (pack_congr k B (.succ m) _ _ (word_inj k (fun c => Eq (pick (closes ok k u c 0) (full B) 0) (pick (closes ok k u c v) (full B) 0)) m
          (fun _ _ _ _ => rfl)))))
theorem maskLow_eq (k B b : Nat) : (m : Nat) → Eq (maskLow k B b m) (pack k B m (fun _ => full b))
  | .zero => ones_full b
  | .succ m => Eq.trans (force_eq (maskLow k B b m) (fun n => join (stride k B m) k (fun _ => n)))
      (join_congr (stride k B m) k _ _ (fun _ _ => maskLow_eq k B b m))
theorem maskFirst_eq (ok : Rule) (k B : Nat) : (m q : Nat) →
    Eq (maskFirst ok k B m q) (pack k B m (fun d => pick (pairs ok k k q (outside k m) d) (full B) 0))
  | .zero, q => ones_pick B (ok k q k k)
  | .succ m, q => join_congr (stride k B m) k _ _ (fun y _ => Eq.trans (congrArg (fun n => pick (ok k q k y) n 0) (maskFirst_eq ok k B m y))
      (Eq.trans (Eq.symm (pack_pick k B m _ (ok k q k y))) (pack_congr k B m _ _ (fun d _ =>
        Eq.symm (pick_and (ok k q k y) (pairs ok k k y (outside k m) d) (full B))))))
theorem base_eq (ok : Rule) (k B : Nat) : (m p : Nat) →
    Eq (base ok k B m p) (pack k B m (fun c => pick (pairs ok k p k c (outside k m)) 1 0))
  | .zero, _ => rfl
  | .succ m, p => join_congr (stride k B m) k _ _ (fun x _ => Eq.trans (congrArg (fun n => pick (ok p k x k) n 0) (base_eq ok k B m x))
      (Eq.trans (Eq.symm (pack_pick k B m _ (ok p k x k))) (pack_congr k B m _ _ (fun c _ =>
        Eq.symm (pick_and (ok p k x k) (pairs ok k x k c (outside k m)) 1)))))
/- ================= one row ================= -/
def All {α : Type} (P : α → Prop) (l : List α) : Prop := List.rec True (fun a _ r => And (P a) r) l
theorem all_map {α : Type} {P Q : α → Prop} (h : ∀ a, P a → Q a) : (l : List α) → All P l → All Q l
  | .nil, _ => True.intro
  | .cons a l, e => ⟨h a e.left, all_map h l e.right⟩
theorem all_symbols (P : Nat → Prop) : (k : Nat) → (∀ y, Eq (lt y k) .true → P y) → All P (symbols k)
  | .zero, _ => True.intro
  | .succ k, h => ⟨h k (lt_self k), all_symbols P k (fun y hy => h y (lt_step y k hy))⟩
theorem sum_le {α : Type} (g : α → Nat) (E : Nat) : (l : List α) → All (fun a => Le (g a) E) l → Le (sum g l) (Nat.mul E (length l))
  | .nil, _ => le_refl 0
  | .cons a l, h => le_eq (le_add (sum_le g E l h.right) h.left) (add_comm (g a) (sum g l))
theorem minus_eq : (x y : Nat) → Eq (Nat.add x (minus y x)) (Nat.add y (minus x y))
  | .zero, .zero => rfl
  | .zero, .succ y => zero_add (.succ y)
  | .succ x, .zero => Eq.symm (zero_add (.succ x))
  | .succ x, .succ y => Eq.trans (succ_add x (minus y x)) (Eq.trans (congrArg Nat.succ (minus_eq x y)) (Eq.symm (succ_add y (minus x y))))
abbrev States : Type := Nat → List Nat → Nat
/-- x in row r, where a column of F contains y -/
def moved (ok : Rule) (L : List Nat) (x y : Nat) : List Nat → Nat → Nat → States → Nat
  | .nil, _, _, _ => 0
  | .cons v c, .zero, p, F => pick (Nat.beq v x) (sum (fun u => pick (ok p u x y) (F u (.cons y c)) 0) L) 0
  | .cons v c, .succ r, _, F => moved ok L x y c r v (fun u c => F u (.cons v c))
/-- the sum over the symbols u to the left of row r, which contained y -/
def replaced (ok : Rule) (L : List Nat) (y : Nat) : List Nat → Nat → Nat → States → Nat
  | .nil, _, _, _ => 0
  | .cons v c, .zero, p, F => sum (fun u => pick (ok p u v y) (F u (.cons y c)) 0) L
  | .cons v c, .succ r, _, F => replaced ok L y c r v (fun u c => F u (.cons v c))
theorem pick_same (f : Nat → Nat) (y v : Nat) : (b : Bool) → Eq (Nat.beq v y) b → (a : Bool) →
    Eq (pick (and b a) (f v) 0) (pick b (pick a (f y) 0) 0)
  | .true, e, a => congrArg (fun z => pick a (f z) 0) (eq_of_beq v y e)
  | .false, _, _ => rfl
theorem moved_shift (ok : Rule) (k B : Nat) (L : List Nat) (x y : Nat) (hx : Eq (lt x k) .true) (hy : Eq (lt y k) .true) :
    (m r p : Nat) → (F : States) →
    Eq (shift (pack k B m (fun c => moved ok L x y c r p F)) (Nat.mul (place k B m r) (minus y x)))
      (shift (pack k B m (fun c => sum (fun u => pick (selects ok u x y c r p) (F u c) 0) L)) (Nat.mul (place k B m r) (minus x y)))
  | .zero, _, _, _ => Eq.trans (shift_zero _) (Eq.symm (Eq.trans (congrArg (fun n => shift n _) (sum_zero L)) (shift_zero _)))
  | .succ m, .zero, p, F =>
      have Z : Eq (pack k B (.succ m) (fun c => moved ok L x y c 0 p F))
          (shift (pack k B m (fun c => sum (fun u => pick (ok p u x y) (F u (.cons y c)) 0) L)) (Nat.mul (stride k B m) x)) :=
        Eq.trans (join_congr (stride k B m) k _ _ (fun v _ => pack_pick k B m _ (Nat.beq v x))) (join_one (stride k B m) _ k x hx)
      have Y : Eq (pack k B (.succ m) (fun c => sum (fun u => pick (selects ok u x y c 0 p) (F u c) 0) L))
          (shift (pack k B m (fun c => sum (fun u => pick (ok p u x y) (F u (.cons y c)) 0) L)) (Nat.mul (stride k B m) y)) :=
        Eq.trans (join_congr (stride k B m) k _ _ (fun v _ => Eq.trans (pack_congr k B m _ _ (fun c _ =>
            Eq.trans (sum_congr (fun u => pick_same (fun z => F u (.cons z c)) y v (Nat.beq v y) rfl (ok p u x y)) L)
              (Eq.symm (sum_pick (fun u => pick (ok p u x y) (F u (.cons y c)) 0) L (Nat.beq v y)))))
          (pack_pick k B m (fun c => sum (fun u => pick (ok p u x y) (F u (.cons y c)) 0) L) (Nat.beq v y))))
          (join_one (stride k B m) _ k y hy)
      Eq.trans (congrArg (fun n => shift n (Nat.mul (stride k B m) (minus y x))) Z) (Eq.trans (shift_shift _ _ _)
        (Eq.trans (congrArg (shift _) (Eq.trans (Eq.symm (mul_add (stride k B m) x (minus y x)))
          (Eq.trans (congrArg (Nat.mul (stride k B m)) (minus_eq x y)) (mul_add (stride k B m) y (minus x y)))))
          (Eq.symm (Eq.trans (congrArg (fun n => shift n (Nat.mul (stride k B m) (minus x y))) Y) (shift_shift _ _ _)))))
  | .succ m, .succ r, _, F => Eq.trans (join_shift (stride k B m) _ k _) (Eq.trans (join_congr (stride k B m) k _ _ (fun v _ =>
      moved_shift ok k B L x y hx hy m r v (fun u c => F u (.cons v c)))) (Eq.symm (join_shift (stride k B m) _ k _)))
theorem beq_refl : (a : Nat) → Eq (Nat.beq a a) .true
  | .zero => rfl
  | .succ a => beq_refl a
theorem beq_lt : (x k : Nat) → Eq (lt x k) .true → Eq (Nat.beq k x) .false
  | _, .zero, e => ff e
  | .zero, .succ _, _ => rfl
  | .succ x, .succ k, e => beq_lt x k e
theorem lt_of : (v k : Nat) → Eq (lt v (.succ k)) .true → Eq (Nat.beq v k) .false → Eq (lt v k) .true
  | .zero, .zero, _, e => ff (Eq.symm e)
  | .zero, .succ _, _, _ => rfl
  | .succ _, .zero, e, _ => ff e
  | .succ v, .succ k, e, h => lt_of v k e h
theorem sum_one (G : Nat → Nat) (v : Nat) : (k : Nat) → Eq (lt v k) .true → Eq (sum (fun x => pick (Nat.beq v x) (G x) 0) (symbols k)) (G v)
  | .zero, e => ff e
  | .succ k, e => Bool.rec (motive := fun b => Eq (Nat.beq v k) b → Eq (Nat.add (pick b (G k) 0) (sum (fun x => pick (Nat.beq v x) (G x) 0) (symbols k))) (G v))
      (fun h => Eq.trans (zero_add _) (sum_one G v k (lt_of v k e h)))
      (fun h => Eq.trans (congrArg (Nat.add (G k)) (Eq.trans (sum_symbols k (fun x hx => congrArg (fun b => pick b (G x) 0)
        (Eq.trans (congrArg (fun n => Nat.beq n x) (eq_of_beq v k h)) (beq_lt x k hx)))) (sum_zero (symbols k)))) (congrArg G (Eq.symm (eq_of_beq v k h))))
      (Nat.beq v k) rfl
theorem sum_moved (ok : Rule) (k : Nat) (L : List Nat) (y : Nat) : (c : List Nat) → (m r p : Nat) → (F : States) → Eq (word k c m) .true →
    Eq (sum (fun x => moved ok L x y c r p F) (symbols k)) (replaced ok L y c r p F)
  | .nil, _, _, _, _, _ => sum_zero (symbols k)
  | .cons _ _, .zero, _, _, _, e => ff e
  | .cons v c, .succ m, .zero, p, F, e => sum_one (fun x => sum (fun u => pick (ok p u x y) (F u (.cons y c)) 0) L) v k (and_left (lt v k) (word k c m) e)
  | .cons v c, .succ m, .succ r, _, F, e => sum_moved ok k L y c m r v (fun u c => F u (.cons v c)) (and_right (lt v k) (word k c m) e)
theorem replaced_le (ok : Rule) (k : Nat) (L : List Nat) (y E : Nat) (hy : Eq (lt y k) .true) : (c : List Nat) → (m r p : Nat) → (F : States) →
    All (fun u => Bounded k m (F u) E) L → Eq (word k c m) .true → Le (replaced ok L y c r p F) (Nat.mul E (length L))
  | .nil, _, _, _, _, _, _ => zero_le _
  | .cons _ _, .zero, _, _, _, _, e => ff e
  | .cons v c, .succ m, .zero, p, _, h, e => sum_le _ E L (all_map (fun u hu => le_trans (le_pick (ok p u v y) _)
      (hu (.cons y c) (and_intro (lt y k) (word k c m) hy (and_right (lt v k) (word k c m) e)))) L h)
  | .cons v c, .succ m, .succ r, _, F, h, e => replaced_le ok k L y E hy c m r v (fun u c => F u (.cons v c))
      (all_map (fun _ hu => bounded_cons hu v (and_left (lt v k) (word k c m) e)) L h) (and_right (lt v k) (word k c m) e)
/- the numbers that the check computes -/
theorem dot_eq (k B m : Nat) (F : States) (b : Nat → List Nat → Bool) (M : Nat → Nat)
    (hM : ∀ u, Eq (M u) (pack k B m (fun c => pick (b u c) (full B) 0))) : (L : List Nat) → All (fun u => Bounded k m (F u) (full B)) L →
    Eq (dot (map (fun u => pack k B m (F u)) L) (map M L)) (pack k B m (fun c => sum (fun u => pick (b u c) (F u c) 0) L))
  | .nil, _ => Eq.symm (pack_zero k B m)
  | .cons u L, h => Eq.trans (add_eq (Eq.trans (congrArg (Nat.land _) (hM u)) (pack_select k B m (F u) (b u) h.left)) (dot_eq k B m F b M hM L h.right))
      (Eq.symm (pack_add k B m (fun c => pick (b u c) (F u c) 0) (fun c => sum (fun u => pick (b u c) (F u c) 0) L)))
theorem move_ok (l r t Z : Nat) (K : Nat → Bool) (hZ : Eq (shift Z r) (shift t l)) (e : Eq (move l r t .false K) .true) : Eq (K Z) .true :=
  have e1 : Eq (pick (Nat.beq r 0) (K (Nat.shiftLeft t l)) (force (Nat.shiftRight (Nat.shiftLeft t l) r)
      (fun s => pick (Nat.beq (Nat.shiftLeft s r) (Nat.shiftLeft t l)) (K s) .false))) .true := forced (K := fun z => pick (Nat.beq r 0) (K z)
    (force (Nat.shiftRight z r) (fun s => pick (Nat.beq (Nat.shiftLeft s r) z) (K s) .false))) e
  Bool.rec (motive := fun b => Eq (Nat.beq r 0) b → Eq (pick b (K (Nat.shiftLeft t l)) (force (Nat.shiftRight (Nat.shiftLeft t l) r)
      (fun s => pick (Nat.beq (Nat.shiftLeft s r) (Nat.shiftLeft t l)) (K s) .false))) .true → Eq (K Z) .true)
    (fun _ e => Bool.rec (motive := fun b => Eq (Nat.beq (Nat.shiftLeft (Nat.shiftRight (Nat.shiftLeft t l) r) r) (Nat.shiftLeft t l)) b →
        Eq (pick b (K (Nat.shiftRight (Nat.shiftLeft t l) r)) .false) .true → Eq (K Z) .true)
      (fun _ e => ff e)
      (fun h e => Eq.trans (congrArg K (shift_inj _ _ r (Eq.trans hZ (Eq.trans (Eq.symm (shiftLeft_eq l t)) (Eq.trans (Eq.symm (eq_of_beq _ _ h))
        (shiftLeft_eq r _)))))) e) _ rfl
      (forced (K := fun s => pick (Nat.beq (Nat.shiftLeft s r) (Nat.shiftLeft t l)) (K s) .false) e))
    (fun h e => Eq.trans (congrArg K (Eq.trans (Eq.symm (congrArg (shift Z) (eq_of_beq r 0 h))) (Eq.trans hZ (Eq.symm (shiftLeft_eq l t))))) e)
    (Nat.beq r 0) rfl e1
/- ================= one column ================= -/
theorem forEach_ok {α β γ : Type} (f : α → (β → Bool) → Bool) (g : γ → α) (r : γ → β) (Q : γ → Prop)
    (h : ∀ c, Q c → ∀ K, Eq (f (g c) K) .true → Eq (K (r c)) .true) : (l : List γ) → All Q l → (K : List β → Bool) →
    Eq (forEach f (map g l) K) .true → Eq (K (map r l)) .true
  | .nil, _, _, e => e
  | .cons c l, q, K, e => forEach_ok f g r Q h l q.right (fun bs => K (.cons (r c) bs)) (h c q.left (fun b => forEach f (map g l) (fun bs => K (.cons b bs))) e)
theorem forEach_ok' {α β : Type} (f : α → (β → Bool) → Bool) (r : α → β) (h : ∀ c K, Eq (f c K) .true → Eq (K (r c)) .true) :
    (l : List α) → (K : List β → Bool) → Eq (forEach f l K) .true → Eq (K (map r l)) .true
  | .nil, _, e => e
  | .cons c l, K, e => forEach_ok' f r h l (fun bs => K (.cons (r c) bs)) (h c (fun b => forEach f l (fun bs => K (.cons b bs))) e)
theorem length_map {α β : Type} (f : α → β) : (l : List α) → Eq (length (map f l)) (length l)
  | .nil => rfl
  | .cons _ l => congrArg Nat.succ (length_map f l)
def entry (ok : Rule) (k B h r : Nat) (L : List Nat) (y x : Nat) : Entry :=
  ⟨Nat.mul (place k B h r) (minus x y), ⟨Nat.mul (place k B h r) (minus y x), map (fun u => mask ok k B u x y h r k) L⟩⟩
def rowOf (ok : Rule) (k B h r : Nat) (L : List Nat) : List (List Entry) := map (fun y => map (entry ok k B h r L y) (symbols k)) (symbols k)
def rowsOf (ok : Rule) (k B h : Nat) : Nat → Nat → List Nat → List (List (List Entry))
  | .zero, _, _ => .nil
  | .succ j, r, L => .cons (rowOf ok k B h r L) (rowsOf ok k B h j (.succ r) (symbols k))
def lastOf (ok : Rule) (k B h : Nat) : Nat → List Nat → List Nat
  | .zero, L => map (fun u => maskLast ok k B u h k) L
  | .succ j, _ => lastOf ok k B h j (symbols k)
theorem makeEntry_ok (ok : Rule) (k B h r : Nat) (L : List Nat) (y x : Nat) (K : Entry → Bool)
    (e : Eq (makeEntry ok k B h r L y x K) .true) : Eq (K (entry ok k B h r L y x)) .true :=
  forEach_ok' (fun u K => force (mask ok k B u x y h r k) K) (fun u => mask ok k B u x y h r k) (fun _ _ e => forced e) L
    (fun M => K ⟨Nat.mul (place k B h r) (minus x y), ⟨Nat.mul (place k B h r) (minus y x), M⟩⟩)
    (forced (K := fun right => forEach (fun u K => force (mask ok k B u x y h r k) K) L (fun M => K ⟨Nat.mul (place k B h r) (minus x y), ⟨right, M⟩⟩))
      (forced (K := fun left => force (Nat.mul (place k B h r) (minus y x)) (fun right =>
        forEach (fun u K => force (mask ok k B u x y h r k) K) L (fun M => K ⟨left, ⟨right, M⟩⟩))) e))
theorem makeRows_ok (ok : Rule) (k B h : Nat) : (j : Nat) → (K : List (List (List Entry)) → List Nat → Bool) → (r : Nat) → (L : List Nat) →
    Eq (makeRows ok k B h j K r L) .true → Eq (K (rowsOf ok k B h j r L) (lastOf ok k B h j L)) .true
  | .zero, K, _, L, e => forEach_ok' (fun u K => force (maskLast ok k B u h k) K) (fun u => maskLast ok k B u h k) (fun _ _ e => forced e) L (fun M => K .nil M) e
  | .succ j, K, r, L, e => makeRows_ok ok k B h j (fun rows last => K (.cons (rowOf ok k B h r L) rows) last) (.succ r) (symbols k)
      (forEach_ok' (fun y K => forEach (fun x K => makeEntry ok k B h r L y x K) (symbols k) K) (fun y => map (entry ok k B h r L y) (symbols k))
        (fun y K e => forEach_ok' (fun x K => makeEntry ok k B h r L y x K) (entry ok k B h r L y) (fun x K e => makeEntry_ok ok k B h r L y x K e) (symbols k) K e)
        (symbols k) (fun es => makeRows ok k B h j (fun rows last => K (.cons es rows) last) (.succ r) (symbols k)) e)
theorem cell_ok (ok : Rule) (k B h r : Nat) (L : List Nat) (y : Nat) (hy : Eq (lt y k) .true) (F : States) (hF : All (fun u => Bounded k h (F u) (full B)) L) :
    (xs : List Nat) → All (fun x => Eq (lt x k) .true) xs → (acc : Nat) → (K : Nat → Bool) →
    Eq (cell (map (fun u => pack k B h (F u)) L) (map (entry ok k B h r L y) xs) acc K) .true →
    Eq (K (Nat.add acc (sum (fun x => pack k B h (fun c => moved ok L x y c r k F)) xs))) .true
  | .nil, _, _, _, e => e
  | .cons x xs, hx, acc, K, e =>
      have e1 := forced (n := dot (map (fun u => pack k B h (F u)) L) (map (fun u => mask ok k B u x y h r k) L))
        (K := fun t => move (Nat.mul (place k B h r) (minus x y)) (Nat.mul (place k B h r) (minus y x)) t .false
          (fun s => force (Nat.add acc s) (fun acc => cell (map (fun u => pack k B h (F u)) L) (map (entry ok k B h r L y) xs) acc K))) e
      have e2 := forced (K := fun acc => cell (map (fun u => pack k B h (F u)) L) (map (entry ok k B h r L y) xs) acc K)
        (move_ok _ _ _ (pack k B h (fun c => moved ok L x y c r k F)) (fun s => force (Nat.add acc s)
          (fun acc => cell (map (fun u => pack k B h (F u)) L) (map (entry ok k B h r L y) xs) acc K))
        (Eq.trans (moved_shift ok k B L x y hx.left hy h r k F) (congrArg (fun n => shift n (Nat.mul (place k B h r) (minus x y)))
          (Eq.symm (dot_eq k B h F (fun u c => selects ok u x y c r k) (fun u => mask ok k B u x y h r k) (fun u => mask_eq ok k B u x y h r k) L hF)))) e1)
      Eq.trans (congrArg K (Eq.symm (add_assoc acc _ _))) (cell_ok ok k B h r L y hy F hF xs hx.right _ K e2)
theorem row_ok (ok : Rule) (k B h r : Nat) (L : List Nat) (F : States) (hF : All (fun u => Bounded k h (F u) (full B)) L) (K : List Nat → Bool)
    (e : Eq (row (map (fun u => pack k B h (F u)) L) (rowOf ok k B h r L) K) .true) :
    Eq (K (map (fun y => pack k B h (fun c => replaced ok L y c r k F)) (symbols k))) .true :=
  forEach_ok (fun es => cell (map (fun u => pack k B h (F u)) L) es 0) (fun y => map (entry ok k B h r L y) (symbols k))
    (fun y => pack k B h (fun c => replaced ok L y c r k F)) (fun y => Eq (lt y k) .true) (fun y hy K e =>
      Eq.trans (congrArg K (Eq.symm (Eq.trans (zero_add _) (Eq.trans (Eq.symm (pack_sum k B h (fun x c => moved ok L x y c r k F) (symbols k)))
        (pack_congr k B h _ _ (fun c hc => sum_moved ok k L y c h r k F hc))))))
        (cell_ok ok k B h r L y hy F hF (symbols k) (all_symbols _ k (fun _ hx => hx)) 0 K e))
    (symbols k) (all_symbols _ k (fun _ hy => hy)) K e
/-- all rows of a column from row r on -/
def rest (ok : Rule) (k : Nat) : Nat → Nat → List Nat → States → Nat → List Nat → Nat
  | .zero, _, L, F, p, c => sum (fun u => pick (closes ok k u c p) (F u c) 0) L
  | .succ j, r, L, F, p, c => rest ok k j (.succ r) (symbols k) (fun y c => replaced ok L y c r p F) p c
theorem all_bounded {k h E E' : Nat} (F : States) (hE : Le E E') (L : List Nat) (a : All (fun u => Bounded k h (F u) E) L) :
    All (fun u => Bounded k h (F u) E') L := all_map (P := fun u => Bounded k h (F u) E) (Q := fun u => Bounded k h (F u) E') (fun _ hu c hc => le_trans (hu c hc) hE) L a
theorem column_ok (ok : Rule) (k B h : Nat) (K : Nat → Bool) : (j r : Nat) → (L : List Nat) → (F : States) → (E : Nat) → All (fun u => Bounded k h (F u) E) L →
    Eq (column (full B) (rowsOf ok k B h j r L) (lastOf ok k B h j L) (map (fun u => pack k B h (F u)) L) E K) .true →
    And (Bounded k h (rest ok k j r L F k) (full B)) (Eq (K (pack k B h (rest ok k j r L F k))) .true)
  | .zero, _, L, F, E, hF, e =>
      have hE : Le E (full B) := le_atMost E (full B) (and_left _ _ e)
      have e1 := and_right (atMost E (full B)) _ e
      have hE' : Le (Nat.mul E (length L)) (full B) := le_eq (le_atMost _ (full B) (and_left _ _ e1))
        (congrArg (Nat.mul E) (Eq.symm (length_map (fun u => pack k B h (F u)) L)))
      ⟨fun c hc => le_trans (sum_le _ E L (all_map (fun u hu => le_trans (le_pick (closes ok k u c k) _) (hu c hc)) L hF)) hE',
        Eq.trans (congrArg K (Eq.symm (dot_eq k B h F (fun u c => closes ok k u c k) (fun u => maskLast ok k B u h k) (fun u => maskLast_eq ok k B u h k) L
          (all_bounded F hE L hF)))) (forced (and_right (atMost (Nat.mul E (length (map (fun u => pack k B h (F u)) L))) (full B)) _ e1))⟩
  | .succ j, r, L, F, E, hF, e =>
      have hE : Le E (full B) := le_atMost E (full B) (and_left _ _ e)
      have e1 := row_ok ok k B h r L F (all_bounded F hE L hF)
        (fun X => force (Nat.mul E (length (map (fun u => pack k B h (F u)) L))) (fun E =>
          column (full B) (rowsOf ok k B h j (.succ r) (symbols k)) (lastOf ok k B h j (symbols k)) X E K)) (and_right (atMost E (full B)) _ e)
      column_ok ok k B h K j (.succ r) (symbols k) (fun y c => replaced ok L y c r k F) _ (all_symbols _ k (fun y hy c hc =>
        le_eq' (replaced_le ok k L y E hy c h r k F hF hc) (congrArg (Nat.mul E) (Eq.symm (length_map (fun u => pack k B h (F u)) L)))))
        (forced (K := fun E => column (full B) (rowsOf ok k B h j (.succ r) (symbols k)) (lastOf ok k B h j (symbols k)) _ E K) e1)
/- what a column computes, in terms of the rule -/
theorem rest_cons (ok : Rule) (k : Nat) : (j r : Nat) → (L : List Nat) → (F : States) → (p v : Nat) → (c : List Nat) →
    Eq (rest ok k j (.succ r) L F p (.cons v c)) (rest ok k j r L (fun u c => F u (.cons v c)) v c)
  | .zero, _, _, _, _, _, _ => rfl
  | .succ j, r, L, F, p, v, c => rest_cons ok k j (.succ r) (symbols k) (fun y c => replaced ok L y c (.succ r) p F) p v c
theorem rest_eq (ok : Rule) (k : Nat) : (m : Nat) → (L : List Nat) → (F : States) → (p : Nat) → (c : List Nat) → Eq (word k c m) .true →
    Eq (rest ok k m 0 L F p c) (sum (fun u => sum (fun d => pick (pairs ok k p u c d) (F u d) 0) (lists (symbols k) m)) L)
  | .zero, _, _, _, .nil, _ => rfl
  | .zero, _, _, _, .cons _ _, e => ff e
  | .succ _, _, _, _, .nil, e => ff e
  | .succ m, L, F, p, .cons x c, e => Eq.trans (rest_cons ok k m 0 (symbols k) (fun y c => replaced ok L y c 0 p F) p x c)
      (Eq.trans (rest_eq ok k m (symbols k) (fun y c => sum (fun u => pick (ok p u x y) (F u (.cons y c)) 0) L) x c (and_right (lt x k) (word k c m) e))
      (Eq.trans (sum_congr (fun y => Eq.trans (sum_congr (fun d => Eq.trans (sum_pick _ L (pairs ok k x y c d))
          (sum_congr (fun u => Eq.symm (pick_and' (ok p u x y) (pairs ok k x y c d) (F u (.cons y d)))) L)) (lists (symbols k) m))
          (sum_swap (fun d u => pick (and (ok p u x y) (pairs ok k x y c d)) (F u (.cons y d)) 0) L (lists (symbols k) m))) (symbols k))
        (Eq.trans (sum_swap (fun y u => sum (fun d => pick (and (ok p u x y) (pairs ok k x y c d)) (F u (.cons y d)) 0) (lists (symbols k) m)) L (symbols k))
          (sum_congr (fun u => Eq.symm (sum_lists (fun d => pick (pairs ok k p u (.cons x c) d) (F u d) 0) (symbols k) m)) L))))
theorem column_step (ok : Rule) (k h : Nat) (f : List Nat → Nat) (c : List Nat) (hc : Eq (word k c h) .true) :
    Eq (rest ok k h 0 (.cons k .nil) (fun _ => f) k c) (sum (fun d => pick (seam ok k c d) (f d) 0) (lists (symbols k) h)) :=
  rest_eq ok k h (.cons k .nil) (fun _ => f) k c hc
/- ================= the sum of all fields: the remainder modulo 2^B - 1 ================= -/
def Cong (M a b : Nat) : Prop := Exists (fun t => Eq a (Nat.add b (Nat.mul M t)))
theorem cong_refl (M a : Nat) : Cong M a a := ⟨0, rfl⟩
theorem cong_trans {M a b c : Nat} : Cong M a b → Cong M b c → Cong M a c
  | ⟨s, hs⟩, ⟨t, ht⟩ => ⟨Nat.add t s, Eq.trans hs (Eq.trans (congrArg (fun n => Nat.add n (Nat.mul M s)) ht) (Eq.trans (add_assoc c _ _)
      (congrArg (Nat.add c) (Eq.symm (mul_add M t s)))))⟩
theorem cong_add {M a b c d : Nat} : Cong M a b → Cong M c d → Cong M (Nat.add a c) (Nat.add b d)
  | ⟨s, hs⟩, ⟨t, ht⟩ => ⟨Nat.add s t, Eq.trans (add_eq hs ht) (Eq.trans (add_add b _ d _) (congrArg (Nat.add (Nat.add b d)) (Eq.symm (mul_add M s t))))⟩
def Multiple (M a : Nat) : Prop := Exists (fun t => Eq a (Nat.mul M t))
theorem multiple_add {M a b : Nat} : Multiple M a → Multiple M b → Multiple M (Nat.add a b)
  | ⟨s, hs⟩, ⟨t, ht⟩ => ⟨Nat.add s t, Eq.trans (add_eq hs ht) (Eq.symm (mul_add M s t))⟩
theorem multiple_shift {M a : Nat} : Multiple M a → (s : Nat) → Multiple M (shift a s)
  | ⟨t, ht⟩, s => ⟨shift t s, Eq.trans (congrArg (fun n => shift n s) ht) (Eq.symm (mul_shift M t s))⟩
theorem multiple_full {M S : Nat} (h : Multiple M (full S)) : (k : Nat) → Multiple M (full (Nat.mul S k))
  | .zero => ⟨0, rfl⟩
  | .succ k => Exists.rec (motive := fun _ => Multiple M (full (Nat.mul S (.succ k)))) (fun t e => ⟨t, Eq.trans (full_add (Nat.mul S k) S) e⟩)
      (multiple_add h (multiple_shift (multiple_full h k) S))
theorem multiple_stride (k B : Nat) : (m : Nat) → Multiple (full B) (full (stride k B m))
  | .zero => ⟨1, Eq.symm (mul_one (full B))⟩
  | .succ m => multiple_full (multiple_stride k B m) k
theorem cong_shift {M S : Nat} (a : Nat) : Multiple M (full S) → Cong M (shift a S) a
  | ⟨t, ht⟩ => ⟨Nat.mul t a, Eq.trans (Eq.trans (congrArg (fun n => shift n S) (Eq.symm (mul_one a))) (Eq.symm (mul_shift a 1 S)))
      (Eq.trans (congrArg (Nat.mul a) (Eq.symm (full_shift S))) (Eq.trans (add_comm (Nat.mul a (full S)) a)
        (congrArg (Nat.add a) (Eq.trans (mul_comm a (full S)) (Eq.trans (congrArg (fun n => Nat.mul n a) ht) (mul_assoc M t a))))))⟩
/-- f(0) + ... + f(k-1) -/
def up : Nat → (Nat → Nat) → Nat
  | .zero, _ => 0
  | .succ k, f => Nat.add (f 0) (up k (fun x => f (.succ x)))
theorem up_last : (k : Nat) → (f : Nat → Nat) → Eq (up (.succ k) f) (Nat.add (up k f) (f k))
  | .zero, f => Eq.symm (zero_add (f 0))
  | .succ k, f => Eq.trans (congrArg (Nat.add (f 0)) (up_last k (fun x => f (.succ x)))) (Eq.symm (add_assoc _ _ _))
theorem sum_up (f : Nat → Nat) : (k : Nat) → Eq (sum f (symbols k)) (up k f)
  | .zero => rfl
  | .succ k => Eq.trans (congrArg (Nat.add (f k)) (sum_up f k)) (Eq.trans (add_comm (f k) (up k f)) (Eq.symm (up_last k f)))
theorem cong_join {M S : Nat} (h : Multiple M (full S)) : (k : Nat) → (f g : Nat → Nat) → (∀ v, Cong M (f v) (g v)) → Cong M (join S k f) (up k g)
  | .zero, _, _, _ => cong_refl M 0
  | .succ k, f, g, e => Exists.rec (motive := fun _ => Cong M (join S (.succ k) f) (up (.succ k) g)) (fun t z => ⟨t, Eq.trans (join_succ S k f) z⟩)
      (cong_add (e 0) (cong_trans (cong_shift _ h) (cong_join h k (fun x => f (.succ x)) (fun x => g (.succ x)) (fun v => e (.succ v)))))
theorem cong_pack (k B : Nat) : (m : Nat) → (f : List Nat → Nat) → Cong (full B) (pack k B m f) (sum f (lists (symbols k) m))
  | .zero, f => cong_refl (full B) (f .nil)
  | .succ m, f => Exists.rec (motive := fun _ => Cong (full B) (pack k B (.succ m) f) (sum f (lists (symbols k) (.succ m))))
      (fun t z => ⟨t, Eq.trans z (congrArg (fun n => Nat.add n (Nat.mul (full B) t)) (Eq.trans
        (Eq.symm (sum_up (fun v => sum (fun c => f (.cons v c)) (lists (symbols k) m)) k)) (Eq.symm (sum_lists f (symbols k) m))))⟩)
      (cong_join (multiple_stride k B m) k _ (fun v => sum (fun c => f (.cons v c)) (lists (symbols k) m)) (fun v => cong_pack k B m (fun c => f (.cons v c))))
theorem length_symbols : (k : Nat) → Eq (length (symbols k)) k
  | .zero => rfl
  | .succ k => congrArg Nat.succ (length_symbols k)
theorem sum_bounded (k E : Nat) : (m : Nat) → (f : List Nat → Nat) → Bounded k m f E → Le (sum f (lists (symbols k) m)) (stride k E m)
  | .zero, _, h => h .nil rfl
  | .succ m, f, h => le_eq (le_eq' (sum_le (fun v => sum (fun c => f (.cons v c)) (lists (symbols k) m)) (stride k E m) (symbols k)
      (all_symbols _ k (fun v hv => sum_bounded k E m (fun c => f (.cons v c)) (bounded_cons h v hv))))
      (congrArg (Nat.mul (stride k E m)) (length_symbols k))) (sum_lists f (symbols k) m)
theorem too_large {C : Prop} (M x : Nat) (r : Nat) : Le (.succ r) M → Eq r (Nat.add x M) → C
  | ⟨c, h⟩, e => zero_ne (Eq.symm (add_cancel r 0 (.succ (Nat.add x c)) (Eq.trans (zero_add r) (Eq.trans e (Eq.trans (congrArg (Nat.add x) (Eq.symm h))
      (Eq.trans (congrArg (Nat.add x) (Eq.trans (succ_add r c) (congrArg Nat.succ (add_comm r c)))) (Eq.trans
        (congrArg Nat.succ (Eq.symm (add_assoc x c r))) (Eq.symm (succ_add (Nat.add x c) r)))))))))
theorem remainder (M r s : Nat) (hr : Le (.succ r) M) (hs : Le (.succ s) M) : (q t : Nat) → Eq (Nat.add (Nat.mul M q) r) (Nat.add s (Nat.mul M t)) → Eq r s
  | .zero, .zero, e => Eq.trans (Eq.symm (zero_add r)) e
  | .zero, .succ t, e => too_large M (Nat.add s (Nat.mul M t)) r hr (Eq.trans (Eq.symm (zero_add r)) (Eq.trans e (Eq.symm (add_assoc s _ M))))
  | .succ q, .zero, e => too_large M (Nat.add (Nat.mul M q) r) s hs (Eq.trans (Eq.symm e) (Eq.trans (add_assoc (Nat.mul M q) M r)
      (Eq.trans (congrArg (Nat.add _) (add_comm M r)) (Eq.symm (add_assoc _ r M)))))
  | .succ q, .succ t, e => remainder M r s hr hs q t (add_cancel M _ _ (Eq.trans (Eq.trans (add_assoc (Nat.mul M q) r M) (Eq.trans
      (congrArg (Nat.add _) (add_comm r M)) (Eq.symm (add_assoc _ M r)))) (Eq.trans e (Eq.symm (add_assoc s _ M)))))
theorem total_ok (M X s : Nat) (K : Nat → Bool) (hs : Le (.succ s) M) (e : Eq (total M X K) .true) : Cong M X s → Eq (K s) .true
  | ⟨t, ht⟩ =>
      have e1 := forced (K := fun r => and (Nat.beq (Nat.add (Nat.mul M (Nat.div X M)) r) X) (and (atMost (.succ r) M) (K r)))
        (forced (K := fun m => force (Nat.sub X m) (fun r => and (Nat.beq (Nat.add m r) X) (and (atMost (.succ r) M) (K r)))) e)
      have e2 := and_right (Nat.beq (Nat.add (Nat.mul M (Nat.div X M)) (Nat.sub X (Nat.mul M (Nat.div X M)))) X) _ e1
      Eq.trans (congrArg K (Eq.symm (remainder M (Nat.sub X (Nat.mul M (Nat.div X M))) s (le_atMost _ M (and_left _ _ e2)) hs (Nat.div X M) t
        (Eq.trans (eq_of_beq _ _ (and_left _ _ e1)) ht)))) (and_right (atMost (.succ (Nat.sub X (Nat.mul M (Nat.div X M)))) M) _ e2)
/- ================= the generic theorem ================= -/
/-- A recurrence is a list of pairs (p0, q0), (p1, q1), ...: p0 a(n) + p1 a(n+1) + ... = q0 a(n) + q1 a(n+1) + ...
    This is the sum p0 f(0) + p1 f(1) + ..., or with q instead of p. -/
def linear (side : Prod Nat Nat → Nat) (cs : List (Prod Nat Nat)) (f : Nat → Nat) : Nat :=
  List.rec (motive := fun _ => (Nat → Nat) → Nat) (fun _ => 0)
    (fun u _ r f => Nat.add (Nat.mul (side u) (f 0)) (r (fun i => f (.succ i)))) cs f
theorem linear_congr (side : Prod Nat Nat → Nat) : (cs : List (Prod Nat Nat)) → (f g : Nat → Nat) → (∀ n, Eq (f n) (g n)) →
    Eq (linear side cs f) (linear side cs g)
  | .nil, _, _, _ => rfl
  | .cons u cs, f, g, e => add_eq (congrArg (Nat.mul (side u)) (e 0))
      (linear_congr side cs (fun i => f (.succ i)) (fun i => g (.succ i)) (fun i => e (.succ i)))
theorem mul_left (a b c : Nat) : Eq (Nat.mul a (Nat.mul b c)) (Nat.mul b (Nat.mul a c)) :=
  Eq.trans (Eq.symm (mul_assoc a b c)) (Eq.trans (congrArg (fun n => Nat.mul n c) (mul_comm a b)) (mul_assoc b a c))
theorem linear_sum {α : Type} (side : Prod Nat Nat → Nat) (w : α → Nat) (l : List α) : (cs : List (Prod Nat Nat)) → (f : Nat → α → Nat) →
    Eq (linear side cs (fun n => sum (fun t => Nat.mul (w t) (f n t)) l)) (sum (fun t => Nat.mul (w t) (linear side cs (fun n => f n t))) l)
  | .nil, _ => Eq.symm (sum_zero l)
  | .cons u cs, f => Eq.trans (add_eq (Eq.trans (sum_mul (side u) (fun t => Nat.mul (w t) (f 0 t)) l)
        (sum_congr (fun t => mul_left (side u) (w t) (f 0 t)) l)) (linear_sum side w l cs (fun n => f (.succ n))))
      (Eq.trans (Eq.symm (sum_add _ _ l)) (sum_congr (fun t => Eq.symm (mul_add (w t) (Nat.mul (side u) (f 0 t)) _)) l))
theorem sum_all {α : Type} (f g : α → Nat) : (l : List α) → All (fun a => Eq (f a) (g a)) l → Eq (sum f l) (sum g l)
  | .nil, _ => rfl
  | .cons _ l, h => add_eq h.left (sum_all f g l h.right)
/-- If f(n+1, s) is a sum of w(s, t) f(n, t) over the states t, and a recurrence holds for all states t at n, then it holds
    for every s at n + 1. -/
theorem next {σ : Type} (states : List σ) (w : σ → σ → Nat) (f : Nat → σ → Nat)
    (step : ∀ n s, Eq (f (.succ n) s) (sum (fun t => Nat.mul (w s t) (f n t)) states)) (cs : List (Prod Nat Nat)) (n : Nat)
    (now : All (fun t => Eq (linear Prod.fst cs (fun i => f (Nat.add n i) t)) (linear Prod.snd cs (fun i => f (Nat.add n i) t))) states) (s : σ) :
    Eq (linear Prod.fst cs (fun i => f (Nat.add (.succ n) i) s)) (linear Prod.snd cs (fun i => f (Nat.add (.succ n) i) s)) :=
  have one : ∀ i, Eq (f (Nat.add (.succ n) i) s) (sum (fun t => Nat.mul (w s t) (f (Nat.add n i) t)) states) := fun i =>
    Eq.trans (congrArg (fun m => f m s) (succ_add n i)) (step (Nat.add n i) s)
  Eq.trans (linear_congr Prod.fst cs _ _ one) (Eq.trans (linear_sum Prod.fst (w s) states cs (fun i => f (Nat.add n i)))
    (Eq.trans (sum_all _ _ states (all_map (P := fun t => Eq (linear Prod.fst cs (fun i => f (Nat.add n i) t)) (linear Prod.snd cs (fun i => f (Nat.add n i) t)))
      (fun t e => congrArg (Nat.mul (w s t)) e) states now))
      (Eq.symm (Eq.trans (linear_congr Prod.snd cs _ _ one) (linear_sum Prod.snd (w s) states cs (fun i => f (Nat.add n i)))))))
theorem all_of {α : Type} {P : α → Prop} (h : ∀ a, P a) : (l : List α) → All P l
  | .nil => True.intro
  | .cons a l => ⟨h a, all_of h l⟩
/-- A recurrence that holds for all states at n = 0 holds for all states and every n. -/
theorem forever {σ : Type} (states : List σ) (w : σ → σ → Nat) (f : Nat → σ → Nat)
    (step : ∀ n s, Eq (f (.succ n) s) (sum (fun t => Nat.mul (w s t) (f n t)) states)) (cs : List (Prod Nat Nat))
    (start : All (fun t => Eq (linear Prod.fst cs (fun i => f (Nat.add 0 i) t)) (linear Prod.snd cs (fun i => f (Nat.add 0 i) t))) states) : (n : Nat) →
    All (fun t => Eq (linear Prod.fst cs (fun i => f (Nat.add n i) t)) (linear Prod.snd cs (fun i => f (Nat.add n i) t))) states
  | .zero => start
  | .succ n => all_of (next states w f step cs n (forever states w f step cs start n)) states
/- ================= the check ================= -/
abbrev Steps (ok : Rule) (k h : Nat) (f : Nat → List Nat → Nat) : Prop :=
  ∀ n c, Eq (f (.succ n) c) (sum (fun d => pick (seam ok k c d) (f n d) 0) (lists (symbols k) h))
theorem le_succ {a b : Nat} : Le a b → Le (.succ a) (.succ b)
  | ⟨c, h⟩ => ⟨c, Eq.trans (succ_add a c) (congrArg Nat.succ h)⟩
/-- after the agreement of the first term: the other terms -/
theorem agree_ok (g : Nat → Nat) (C : Prop) (K : List Nat → Bool) (h : ∀ ts, Eq (K ts) .true → And C (Eq (fill (length ts) (fun i => g (.succ i))) ts)) :
    (ts : List Nat) → Eq (agree ts (g 0) K) .true → And C (Eq (fill (length ts) g) ts)
  | .nil, e => ⟨(h .nil e).left, rfl⟩
  | .cons t ts, e =>
      have r := h ts (and_right (Nat.beq t (g 0)) (K ts) e)
      ⟨r.left, Eq.trans (congrArg (fun v => List.cons v _) (Eq.symm (eq_of_beq t (g 0) (and_left _ _ e)))) (congrArg (List.cons t) r.right)⟩
theorem empty_ok (g : Nat → Nat) : (ts : List Nat) → Eq (List.rec (motive := fun _ => Bool) .true (fun _ _ _ => .false) ts) .true → Eq (fill (length ts) g) ts
  | .nil, _ => rfl
  | .cons _ _, e => ff e
theorem more {a b p q x y m n : Nat} (e : Eq (Nat.add a x) (Nat.add b y)) (ha : Eq a (Nat.add p m)) (hb : Eq b (Nat.add q n)) :
    Eq (Nat.add p (Nat.add m x)) (Nat.add q (Nat.add n y)) :=
  Eq.trans (Eq.symm (add_assoc p m x)) (Eq.trans (congrArg (fun v => Nat.add v x) (Eq.symm ha))
    (Eq.trans e (Eq.trans (congrArg (fun v => Nat.add v y) hb) (add_assoc q n y))))
abbrev setting (ok : Rule) (k h B b : Nat) : Setting :=
  ⟨full B, full b, rowsOf ok k B h h 0 (.cons k .nil), lastOf ok k B h h (.cons k .nil), maskLow k B b h, maskFirst ok k B h k⟩
theorem pack_scaled (k B h a : Nat) (f g : List Nat → Nat) : Eq (Nat.add (pack k B h f) (Nat.mul a (pack k B h g))) (pack k B h (fun c => Nat.add (f c) (Nat.mul a (g c)))) :=
  Eq.trans (congrArg (Nat.add _) (pack_mul k B a h g)) (Eq.symm (pack_add k B h f (fun c => Nat.mul a (g c))))
/-- the next column -/
theorem column_next (ok : Rule) (k h B b : Nat) (hb : Le (full b) (full B)) (f : Nat → List Nat → Nat) (hf : Steps ok k h f) (h0 : Bounded k h (f 0) (full b))
    (K : Nat → Bool) (e : Eq (column (full B) (rowsOf ok k B h h 0 (.cons k .nil)) (lastOf ok k B h h (.cons k .nil)) (.cons (pack k B h (f 0)) .nil) (full b)
      (fun V => and (Nat.beq (Nat.land V (maskLow k B b h)) V) (K V))) .true) :
    And (Bounded k h (f 1) (full b)) (Eq (K (pack k B h (f 1))) .true) :=
  have r := column_ok ok k B h (fun V => and (Nat.beq (Nat.land V (maskLow k B b h)) V) (K V)) h 0 (.cons k .nil) (fun _ => f 0) (full b) ⟨h0, True.intro⟩ e
  have same : ∀ c, Eq (word k c h) .true → Eq (rest ok k h 0 (.cons k .nil) (fun _ => f 0) k c) (f 1 c) := fun c hc =>
    Eq.trans (column_step ok k h (f 0) c hc) (Eq.symm (hf 0 c))
  have low : ∀ c, Eq (word k c h) .true → Eq (Nat.land (rest ok k h 0 (.cons k .nil) (fun _ => f 0) k c) (full b)) (rest ok k h 0 (.cons k .nil) (fun _ => f 0) k c) :=
    pack_inj k B h _ _ (fun _ _ => le_trans (land_le b _) hb) r.left
      (Eq.trans (Eq.symm (Eq.trans (congrArg (Nat.land _) (maskLow_eq k B b h)) (pack_land k B h _ (fun _ => full b) r.left (fun _ _ => hb))))
        (eq_of_beq _ _ (and_left _ _ r.right)))
  ⟨fun c hc => le_eq (land_le b (rest ok k h 0 (.cons k .nil) (fun _ => f 0) k c)) (Eq.trans (Eq.symm (same c hc)) (Eq.symm (low c hc))),
    Eq.trans (congrArg K (Eq.symm (pack_congr k B h _ _ same))) (and_right (Nat.beq (Nat.land (pack k B h (rest ok k h 0 (.cons k .nil) (fun _ => f 0) k))
      (maskLow k B b h)) (pack k B h (rest ok k h 0 (.cons k .nil) (fun _ => f 0) k))) _ r.right)⟩
/-- the next number of arrays -/
theorem total_next (ok : Rule) (k h B b : Nat) (hb : Le (full b) (full B)) (hs : Le (.succ (stride k (full b) h)) (full B)) (f : Nat → List Nat → Nat)
    (hf : Steps ok k h f) (h0 : Bounded k h (f 0) (full b)) (K : Nat → Bool)
    (e : Eq (total (full B) (Nat.land (pack k B h (f 0)) (maskFirst ok k B h k)) K) .true) : Eq (K (f 1 (outside k h))) .true :=
  total_ok (full B) _ (f 1 (outside k h)) K (le_trans (le_succ (le_eq (sum_bounded k (full b) h (fun d => pick (seam ok k (outside k h) d) (f 0 d) 0)
      (fun d hd => le_trans (le_pick _ _) (h0 d hd))) (hf 0 (outside k h)))) hs) e
    (Exists.rec (motive := fun _ => Cong (full B) (Nat.land (pack k B h (f 0)) (maskFirst ok k B h k)) (f 1 (outside k h))) (fun t z =>
      ⟨t, Eq.trans (congrArg (Nat.land _) (maskFirst_eq ok k B h k)) (Eq.trans (pack_select k B h (f 0) (fun d => seam ok k (outside k h) d)
        (fun c hc => le_trans (h0 c hc) hb)) (Eq.trans z (congrArg (fun n => Nat.add n (Nat.mul (full B) t)) (Eq.symm (hf 0 (outside k h))))))⟩)
      (cong_pack k B h (fun d => pick (seam ok k (outside k h) d) (f 0 d) 0)))
theorem forced5 {a b c d x : Nat} (K : Nat → Nat → Nat → Nat → Nat → Bool)
    (e : Eq (force a (fun a => force b (fun b => force c (fun c => force d (fun d => force x (fun x => K a b c d x)))))) .true) : Eq (K a b c d x) .true :=
  forced (K := fun x => K a b c d x) (forced (K := fun d => force x (fun x => K a b c d x)) (forced (K := fun c => force d (fun d => force x (fun x => K a b c d x)))
    (forced (K := fun b => force c (fun c => force d (fun d => force x (fun x => K a b c d x))))
      (forced (K := fun a => force b (fun b => force c (fun c => force d (fun d => force x (fun x => K a b c d x))))) e))))
theorem run_ok (ok : Rule) (k h B b : Nat) (hb : Le (full b) (full B)) (hs : Le (.succ (stride k (full b) h)) (full B)) :
    (cs : List (Prod Nat Nat)) → (ts : List Nat) → (f : Nat → List Nat → Nat) → (p q : List Nat → Nat) → (E P Q : Nat) →
    Steps ok k h f → Bounded k h (f 0) (full b) → Bounded k h p E → Bounded k h q E →
    Eq (run (setting ok k h B b) cs ts (pack k B h (f 0)) (f 0 (outside k h)) (pack k B h p) (pack k B h q) E P Q) .true →
    And (And (∀ c, Eq (word k c h) .true → Eq (Nat.add (p c) (linear Prod.fst cs (fun n => f n c))) (Nat.add (q c) (linear Prod.snd cs (fun n => f n c))))
      (Eq (Nat.add P (linear Prod.fst cs (fun n => f n (outside k h)))) (Nat.add Q (linear Prod.snd cs (fun n => f n (outside k h))))))
      (Eq (fill (length ts) (fun n => f n (outside k h))) ts)
  | .nil, ts, f, p, q, E, _, _, _, _, hp, hq, e =>
      have e1 := and_right (List.rec (motive := fun _ => Bool) .true (fun _ _ _ => .false) ts) _ e
      have hE : Le E (full B) := le_atMost E (full B) (and_left _ _ e1)
      have e2 := and_right (atMost E (full B)) _ e1
      ⟨⟨pack_inj k B h p q (fun c hc => le_trans (hp c hc) hE) (fun c hc => le_trans (hq c hc) hE) (eq_of_beq _ _ (and_left _ _ e2)),
        eq_of_beq _ _ (and_right (Nat.beq (pack k B h p) (pack k B h q)) _ e2)⟩, empty_ok (fun n => f n (outside k h)) ts (and_left _ _ e)⟩
  | .cons u cs, ts, f, p, q, E, P, Q, hf, h0, hp, hq, e =>
      agree_ok (fun n => f n (outside k h)) _ _ (fun ts e =>
        have e1 := forced5 (fun p q E P Q => total (full B) (Nat.land (pack k B h (f 0)) (maskFirst ok k B h k)) (fun a =>
          column (full B) (rowsOf ok k B h h 0 (.cons k .nil)) (lastOf ok k B h h (.cons k .nil)) (.cons (pack k B h (f 0)) .nil) (full b) (fun V =>
            and (Nat.beq (Nat.land V (maskLow k B b h)) V) (run (setting ok k h B b) cs ts V a p q E P Q)))) e
        have c := column_next ok k h B b hb f hf h0 (fun V => run (setting ok k h B b) cs ts V (f 1 (outside k h)) _ _ _ _ _)
          (total_next ok k h B b hb hs f hf h0 (fun a => column (full B) (rowsOf ok k B h h 0 (.cons k .nil)) (lastOf ok k B h h (.cons k .nil))
            (.cons (pack k B h (f 0)) .nil) (full b) (fun V => and (Nat.beq (Nat.land V (maskLow k B b h)) V) (run (setting ok k h B b) cs ts V a _ _ _ _ _))) e1)
        have bound : ∀ (g : List Nat → Nat) (a x : Nat), Bounded k h g E → Le (Nat.mul a (full b)) x → Bounded k h (fun c => Nat.add (g c) (Nat.mul a (f 0 c))) (Nat.add E x) :=
          fun _ a _ hg hx c hc => le_add (hg c hc) (le_trans (le_mul a (h0 c hc)) hx)
        have i := run_ok ok k h B b hb hs cs ts (fun n => f (.succ n)) (fun c => Nat.add (p c) (Nat.mul u.1 (f 0 c))) (fun c => Nat.add (q c) (Nat.mul u.2 (f 0 c)))
          (Nat.add E (Nat.add (Nat.mul u.1 (full b)) (Nat.mul u.2 (full b)))) (Nat.add P (Nat.mul u.1 (f 0 (outside k h)))) (Nat.add Q (Nat.mul u.2 (f 0 (outside k h))))
          (fun n c => hf (.succ n) c) c.left
          (bound p u.1 _ hp ⟨Nat.mul u.2 (full b), rfl⟩) (bound q u.2 _ hq ⟨Nat.mul u.1 (full b), add_comm _ _⟩)
          (Eq.trans (congrArg (fun x => run (setting ok k h B b) cs ts (pack k B h (f 1)) (f 1 (outside k h)) x _ _ _ _) (Eq.symm (pack_scaled k B h u.1 p (f 0))))
            (Eq.trans (congrArg (fun x => run (setting ok k h B b) cs ts (pack k B h (f 1)) (f 1 (outside k h)) _ x _ _ _) (Eq.symm (pack_scaled k B h u.2 q (f 0))))
              c.right))
        ⟨⟨fun c hc => more (i.left.left c hc) rfl rfl, more i.left.right rfl rfl⟩, i.right⟩) ts e
/- ================= for every length ================= -/
theorem weight : (b : Bool) → (x : Nat) → Eq (pick b x 0) (Nat.mul (pick b 1 0) x)
  | .true, x => Eq.symm (one_mul x)
  | .false, x => Eq.symm (zero_mul x)
theorem all_append {α : Type} (P : α → Prop) (m : List α) (hm : All P m) : (l : List α) → All P l → All P (append l m)
  | .nil, _ => hm
  | .cons _ l, h => ⟨h.left, all_append P m hm l h.right⟩
theorem all_bind {α β : Type} (P : β → Prop) (Q : α → Prop) (f : α → List β) (h : ∀ a, Q a → All P (f a)) : (l : List α) → All Q l → All P (bind f l)
  | .nil, _ => True.intro
  | .cons a l, q => all_append P (bind f l) (all_bind P Q f h l q.right) (f a) (h a q.left)
theorem all_map_of {α β : Type} (P : β → Prop) (Q : α → Prop) (f : α → β) (h : ∀ a, Q a → P (f a)) : (l : List α) → All Q l → All P (map f l)
  | .nil, _ => True.intro
  | .cons a l, q => ⟨h a q.left, all_map_of P Q f h l q.right⟩
theorem all_words (k : Nat) : (h : Nat) → All (fun c => Eq (word k c h) .true) (lists (symbols k) h)
  | .zero => ⟨rfl, True.intro⟩
  | .succ h => all_bind (fun c => Eq (word k c (.succ h)) .true) (fun y => Eq (lt y k) .true) (fun y => map (List.cons y) (lists (symbols k) h)) (fun y hy =>
      all_map_of (fun c => Eq (word k c (.succ h)) .true) (fun c => Eq (word k c h) .true) (List.cons y) (fun c hc => and_intro (lt y k) (word k c h) hy hc) (lists (symbols k) h) (all_words k h))
      (symbols k) (all_symbols _ k (fun _ hy => hy))
/-- what the check proves about the numbers of ways to continue after a column -/
theorem check_ok (ok : Rule) (k h B b : Nat) (cs : List (Prod Nat Nat)) (ts : List Nat) (e : Eq (check ok k h B b cs ts) .true) :
    And (And (∀ c, Eq (word k c h) .true → Eq (linear Prod.fst cs (fun n => paths ok k h n c)) (linear Prod.snd cs (fun n => paths ok k h n c)))
      (Eq (linear Prod.fst cs (fun n => paths ok k h n (outside k h))) (linear Prod.snd cs (fun n => paths ok k h n (outside k h)))))
      (Eq (fill (length ts) (fun n => paths ok k h n (outside k h))) ts) :=
  have e1 : Eq (checkWith ok k h B b cs ts (full B) (full b)) .true := Eq.trans (congrArg (fun n => checkWith ok k h B b cs ts n (full b)) (Eq.symm (ones_full B)))
    (Eq.trans (congrArg (checkWith ok k h B b cs ts (ones B)) (Eq.symm (ones_full b))) (forced (K := fun bound => checkWith ok k h B b cs ts (ones B) bound)
      (forced (K := fun full => force (ones b) (fun bound => checkWith ok k h B b cs ts full bound)) e)))
  have g := and_left _ _ e1
  have d := and_right (atMost 1 (full b)) _ g
  have e2 := makeRows_ok ok k B h h (fun rows last => force (maskLow k B b h) (fun low => force (maskFirst ok k B h k) (fun first =>
      force (base ok k B h k) (fun V => run ⟨full B, full b, rows, last, low, first⟩ cs ts V
        (pick (seam ok k (outside k h) (outside k h)) 1 0) 0 0 0 0 0)))) 0 (.cons k .nil) (and_right (and (atMost 1 (full b)) (and (atMost (full b) (full B))
          (atMost (.succ (stride k (full b) h)) (full B)))) _ e1)
  have e3 := forced (K := fun V => run (setting ok k h B b) cs ts V (pick (seam ok k (outside k h) (outside k h)) 1 0) 0 0 0 0 0)
    (forced (K := fun first => force (base ok k B h k) (fun V => run ⟨full B, full b, rowsOf ok k B h h 0 (.cons k .nil), lastOf ok k B h h (.cons k .nil), maskLow k B b h, first⟩
        cs ts V (pick (seam ok k (outside k h) (outside k h)) 1 0) 0 0 0 0 0))
      (forced (K := fun low => force (maskFirst ok k B h k) (fun first => force (base ok k B h k) (fun V =>
        run ⟨full B, full b, rowsOf ok k B h h 0 (.cons k .nil), lastOf ok k B h h (.cons k .nil), low, first⟩
          cs ts V (pick (seam ok k (outside k h) (outside k h)) 1 0) 0 0 0 0 0))) e2))
  have start : Eq (run (setting ok k h B b) cs ts (pack k B h (paths ok k h 0)) (paths ok k h 0 (outside k h)) (pack k B h (fun _ => 0)) (pack k B h (fun _ => 0)) 0 0 0) .true :=
    Eq.trans (congrArg (fun x => run (setting ok k h B b) cs ts (pack k B h (paths ok k h 0)) (paths ok k h 0 (outside k h)) x (pack k B h (fun _ => 0)) 0 0 0) (pack_zero k B h))
      (Eq.trans (congrArg (fun x => run (setting ok k h B b) cs ts (pack k B h (paths ok k h 0)) (paths ok k h 0 (outside k h)) 0 x 0 0 0) (pack_zero k B h))
        (Eq.trans (congrArg (fun x => run (setting ok k h B b) cs ts x (paths ok k h 0 (outside k h)) 0 0 0 0 0) (Eq.symm (base_eq ok k B h k))) e3))
  have r := run_ok ok k h B b (le_atMost _ _ (and_left _ _ d)) (le_atMost _ _ (and_right (atMost (full b) (full B)) _ d)) cs ts (paths ok k h) (fun _ => 0) (fun _ => 0) 0 0 0
    (fun _ _ => rfl) (fun c _ => le_trans (le_pick (seam ok k c (outside k h)) 1) (le_atMost _ _ (and_left _ _ g))) (fun _ _ => le_refl 0) (fun _ _ => le_refl 0) start
  ⟨⟨fun c hc => Eq.trans (Eq.symm (zero_add _)) (Eq.trans (r.left.left c hc) (zero_add _)),
    Eq.trans (Eq.symm (zero_add _)) (Eq.trans r.left.right (zero_add _))⟩, r.right⟩
/-- A recurrence that the check accepts holds for every n. -/
theorem recurrence (ok : Rule) (k h B b : Nat) (cs : List (Prod Nat Nat)) (ts : List Nat) (e : Eq (check ok k h B b cs ts) .true) (n : Nat) :
    Eq (linear Prod.fst cs (fun i => count ok k h (Nat.add n i))) (linear Prod.snd cs (fun i => count ok k h (Nat.add n i))) :=
  have r := check_ok ok k h B b cs ts e
  have step : ∀ n c, Eq (paths ok k h (.succ n) c) (sum (fun d => Nat.mul (pick (seam ok k c d) 1 0) (paths ok k h n d)) (lists (symbols k) h)) :=
    fun n c => sum_congr (fun d => weight (seam ok k c d) (paths ok k h n d)) (lists (symbols k) h)
  have start : All (fun t => Eq (linear Prod.fst cs (fun i => paths ok k h (Nat.add 0 i) t)) (linear Prod.snd cs (fun i => paths ok k h (Nat.add 0 i) t))) (lists (symbols k) h) :=
    all_map (P := fun c => Eq (word k c h) .true) (fun c hc => Eq.trans (linear_congr Prod.fst cs _ _ (fun i => congrArg (fun m => paths ok k h m c) (zero_add i)))
      (Eq.trans (r.left.left c hc) (Eq.symm (linear_congr Prod.snd cs _ _ (fun i => congrArg (fun m => paths ok k h m c) (zero_add i)))))) (lists (symbols k) h) (all_words k h)
  have all : Eq (linear Prod.fst cs (fun i => paths ok k h (Nat.add n i) (outside k h))) (linear Prod.snd cs (fun i => paths ok k h (Nat.add n i) (outside k h))) :=
    Nat.rec (motive := fun n => Eq (linear Prod.fst cs (fun i => paths ok k h (Nat.add n i) (outside k h))) (linear Prod.snd cs (fun i => paths ok k h (Nat.add n i) (outside k h))))
      (Eq.trans (linear_congr Prod.fst cs _ _ (fun i => congrArg (fun m => paths ok k h m (outside k h)) (zero_add i)))
        (Eq.trans r.left.right (Eq.symm (linear_congr Prod.snd cs _ _ (fun i => congrArg (fun m => paths ok k h m (outside k h)) (zero_add i))))))
      (fun n _ => next (lists (symbols k) h) (fun c d => pick (seam ok k c d) 1 0) (paths ok k h) step cs n
        (forever (lists (symbols k) h) (fun c d => pick (seam ok k c d) 1 0) (paths ok k h) step cs start n) (outside k h)) n
  Eq.trans (linear_congr Prod.fst cs _ _ (fun i => count_eq ok k h (Nat.add n i))) (Eq.trans all
    (Eq.symm (linear_congr Prod.snd cs _ _ (fun i => count_eq ok k h (Nat.add n i)))))
theorem fill_congr {α : Type} : (m : Nat) → (f g : Nat → α) → (∀ i, Eq (f i) (g i)) → Eq (fill m f) (fill m g)
  | .zero, _, _, _ => rfl
  | .succ m, f, g, e => Eq.trans (congrArg (fun v => List.cons v _) (e 0))
      (congrArg (List.cons (g 0)) (fill_congr m (fun i => f (.succ i)) (fun i => g (.succ i)) (fun i => e (.succ i))))
/-- The first terms that the check accepts are the first numbers of arrays. -/
theorem initial (ok : Rule) (k h B b : Nat) (cs : List (Prod Nat Nat)) (ts : List Nat) (e : Eq (check ok k h B b cs ts) .true) :
    Eq (fill (length ts) (count ok k h)) ts :=
  Eq.trans (fill_congr (length ts) _ _ (fun i => count_eq ok k h i)) (check_ok ok k h B b cs ts e).right
/- ================= recurrences that hold for the array, but not for every first column ================= -/
def side (m u : Prod Nat Nat) : Nat := Nat.add (Nat.mul m.1 u.1) (Nat.mul m.2 u.2)
def scaled (m : Prod Nat Nat) (cs : List (Prod Nat Nat)) : List (Prod Nat Nat) := map (fun u => ⟨side m u, side m ⟨u.2, u.1⟩⟩) cs
def plus (u v : List (Prod Nat Nat)) : List (Prod Nat Nat) :=
  List.rec (motive := fun _ => List (Prod Nat Nat) → List (Prod Nat Nat)) (fun v => v)
    (fun a u r v => List.rec (.cons a u) (fun b v _ => .cons ⟨Nat.add a.1 b.1, Nat.add a.2 b.2⟩ (r v)) v) u v
/-- the product of two recurrences, as polynomials -/
def times (ms cs : List (Prod Nat Nat)) : List (Prod Nat Nat) := List.rec .nil (fun m _ r => plus (scaled m cs) (.cons ⟨0, 0⟩ r)) ms
/-- the multiple of a recurrence with the left side L and the right side R -/
def mixed (ms : List (Prod Nat Nat)) (L R : Nat → Nat) : Nat :=
  List.rec (motive := fun _ => (Nat → Nat) → (Nat → Nat) → Nat) (fun _ _ => 0)
    (fun m _ r L R => Nat.add (Nat.add (Nat.mul m.1 (L 0)) (Nat.mul m.2 (R 0))) (r (fun i => L (.succ i)) (fun i => R (.succ i)))) ms L R
theorem linear_plus (s : Prod Nat Nat → Nat) (hs : ∀ a b c d, Eq (s ⟨Nat.add a c, Nat.add b d⟩) (Nat.add (s ⟨a, b⟩) (s ⟨c, d⟩))) :
    (u v : List (Prod Nat Nat)) → (f : Nat → Nat) → Eq (linear s (plus u v) f) (Nat.add (linear s u f) (linear s v f))
  | .nil, v, f => Eq.symm (zero_add (linear s v f))
  | .cons _ _, .nil, _ => rfl
  | .cons a u, .cons b v, f => Eq.trans (add_eq (Eq.trans (congrArg (fun n => Nat.mul n (f 0)) (hs a.1 a.2 b.1 b.2)) (add_mul (s a) (s b) (f 0)))
      (linear_plus s hs u v (fun i => f (.succ i)))) (add_add _ _ _ _)
theorem linear_scaled (m : Prod Nat Nat) : (cs : List (Prod Nat Nat)) → (f : Nat → Nat) →
    And (Eq (linear Prod.fst (scaled m cs) f) (Nat.add (Nat.mul m.1 (linear Prod.fst cs f)) (Nat.mul m.2 (linear Prod.snd cs f))))
      (Eq (linear Prod.snd (scaled m cs) f) (Nat.add (Nat.mul m.1 (linear Prod.snd cs f)) (Nat.mul m.2 (linear Prod.fst cs f))))
  | .nil, _ => ⟨rfl, rfl⟩
  | .cons u cs, f =>
      have i := linear_scaled m cs (fun i => f (.succ i))
      have one : ∀ (a b x y : Nat), Eq (Nat.add (Nat.mul (Nat.add (Nat.mul m.1 a) (Nat.mul m.2 b)) (f 0)) (Nat.add (Nat.mul m.1 x) (Nat.mul m.2 y)))
          (Nat.add (Nat.mul m.1 (Nat.add (Nat.mul a (f 0)) x)) (Nat.mul m.2 (Nat.add (Nat.mul b (f 0)) y))) := fun a b x y =>
        Eq.trans (congrArg (fun n => Nat.add n _) (Eq.trans (add_mul _ _ (f 0)) (add_eq (mul_assoc m.1 a (f 0)) (mul_assoc m.2 b (f 0)))))
          (Eq.trans (add_add _ _ _ _) (add_eq (Eq.symm (mul_add m.1 _ x)) (Eq.symm (mul_add m.2 _ y))))
      ⟨Eq.trans (congrArg (Nat.add _) i.left) (one u.1 u.2 _ _), Eq.trans (congrArg (Nat.add _) i.right) (one u.2 u.1 _ _)⟩
theorem linear_later (s : Prod Nat Nat → Nat) (hs : Eq (s ⟨0, 0⟩) 0) (v : List (Prod Nat Nat)) (f : Nat → Nat) :
    Eq (linear s (.cons ⟨0, 0⟩ v) f) (linear s v (fun i => f (.succ i))) :=
  Eq.trans (congrArg (fun n => Nat.add (Nat.mul n (f 0)) _) hs) (Eq.trans (congrArg (fun n => Nat.add n _) (zero_mul (f 0))) (zero_add _))
theorem linear_times (cs : List (Prod Nat Nat)) : (ms : List (Prod Nat Nat)) → (f : Nat → Nat) →
    And (Eq (linear Prod.fst (times ms cs) f) (mixed ms (fun j => linear Prod.fst cs (fun i => f (Nat.add i j))) (fun j => linear Prod.snd cs (fun i => f (Nat.add i j)))))
      (Eq (linear Prod.snd (times ms cs) f) (mixed ms (fun j => linear Prod.snd cs (fun i => f (Nat.add i j))) (fun j => linear Prod.fst cs (fun i => f (Nat.add i j)))))
  | .nil, _ => ⟨rfl, rfl⟩
  | .cons m ms, f =>
      have i := linear_times cs ms (fun i => f (.succ i))
      have e := linear_scaled m cs f
      ⟨Eq.trans (linear_plus Prod.fst (fun _ _ _ _ => rfl) _ _ f) (add_eq e.left (Eq.trans (linear_later Prod.fst rfl _ f) i.left)),
        Eq.trans (linear_plus Prod.snd (fun _ _ _ _ => rfl) _ _ f) (add_eq e.right (Eq.trans (linear_later Prod.snd rfl _ f) i.right))⟩
/-- the last pair is (1, 0) -/
def monic : List (Prod Nat Nat) → Bool
  | .nil => .false
  | .cons m .nil => and (Nat.beq m.1 1) (Nat.beq m.2 0)
  | .cons _ (.cons m ms) => monic (.cons m ms)
/-- L(0) = R(0), L(1) = R(1), ... up to the degree of ms -/
def Begin : List (Prod Nat Nat) → (Nat → Nat) → (Nat → Nat) → Prop
  | .nil, _, _ => True
  | .cons _ .nil, _, _ => True
  | .cons _ (.cons m ms), L, R => And (Eq (L 0) (R 0)) (Begin (.cons m ms) (fun i => L (.succ i)) (fun i => R (.succ i)))
theorem begin_next : (m : Prod Nat Nat) → (ms : List (Prod Nat Nat)) → (L R : Nat → Nat) → Eq (monic (.cons m ms)) .true → Begin (.cons m ms) L R →
    Eq (mixed (.cons m ms) L R) (mixed (.cons m ms) R L) → Begin (.cons m ms) (fun i => L (.succ i)) (fun i => R (.succ i))
  | _, .nil, _, _, _, _, _ => True.intro
  | m, .cons m' .nil, L, R, h, b, e =>
      have r : Eq (mixed (.cons m' .nil) (fun i => L (.succ i)) (fun i => R (.succ i))) (mixed (.cons m' .nil) (fun i => R (.succ i)) (fun i => L (.succ i))) :=
        add_cancel' (Nat.add (Nat.mul m.1 (L 0)) (Nat.mul m.2 (R 0))) _ _ (Eq.trans e (congrArg (fun n => Nat.add n _)
          (add_eq (congrArg (Nat.mul m.1) (Eq.symm b.left)) (congrArg (Nat.mul m.2) b.left))))
      have v : ∀ x y, Eq (Nat.add (Nat.mul m'.1 x) (Nat.mul m'.2 y)) x := fun x y => Eq.trans
        (add_eq (Eq.trans (congrArg (fun n => Nat.mul n x) (eq_of_beq _ _ (and_left _ _ h))) (one_mul x))
          (Eq.trans (congrArg (fun n => Nat.mul n y) (eq_of_beq _ _ (and_right (Nat.beq m'.1 1) _ h))) (zero_mul y))) rfl
      ⟨Eq.trans (Eq.symm (v (L 1) (R 1))) (Eq.trans r (v (R 1) (L 1))), True.intro⟩
  | m, .cons m' (.cons m'' ms), L, R, h, b, e =>
      have r : Eq (mixed (.cons m' (.cons m'' ms)) (fun i => L (.succ i)) (fun i => R (.succ i)))
          (mixed (.cons m' (.cons m'' ms)) (fun i => R (.succ i)) (fun i => L (.succ i))) :=
        add_cancel' (Nat.add (Nat.mul m.1 (L 0)) (Nat.mul m.2 (R 0))) _ _ (Eq.trans e (congrArg (fun n => Nat.add n _)
          (add_eq (congrArg (Nat.mul m.1) (Eq.symm b.left)) (congrArg (Nat.mul m.2) b.left))))
      ⟨b.right.left, begin_next m' (.cons m'' ms) (fun i => L (.succ i)) (fun i => R (.succ i)) h b.right r⟩
theorem mixed_congr : (ms : List (Prod Nat Nat)) → (L R L' R' : Nat → Nat) → (∀ j, Eq (L j) (L' j)) → (∀ j, Eq (R j) (R' j)) → Eq (mixed ms L R) (mixed ms L' R')
  | .nil, _, _, _, _, _, _ => rfl
  | .cons m ms, _, _, _, _, hl, hr => add_eq (add_eq (congrArg (Nat.mul m.1) (hl 0)) (congrArg (Nat.mul m.2) (hr 0)))
      (mixed_congr ms _ _ _ _ (fun j => hl (.succ j)) (fun j => hr (.succ j)))
theorem equal_sides (m m' : Prod Nat Nat) (ms : List (Prod Nat Nat)) (h : Eq (monic (.cons m (.cons m' ms))) .true) : (n : Nat) → (L R : Nat → Nat) →
    Begin (.cons m (.cons m' ms)) L R → (∀ n, Eq (mixed (.cons m (.cons m' ms)) (fun j => L (Nat.add j n)) (fun j => R (Nat.add j n)))
      (mixed (.cons m (.cons m' ms)) (fun j => R (Nat.add j n)) (fun j => L (Nat.add j n)))) → Eq (L n) (R n)
  | .zero, _, _, b, _ => b.left
  | .succ n, L, R, b, e => equal_sides m m' ms h n (fun i => L (.succ i)) (fun i => R (.succ i)) (begin_next m (.cons m' ms) L R h b (e 0)) (fun n => e (.succ n))
/- the first terms satisfy the recurrence -/
def tail (ts : List Nat) : List Nat := List.rec .nil (fun _ ts _ => ts) ts
def sides (s : Prod Nat Nat → Nat) (cs : List (Prod Nat Nat)) (ts : List Nat) : Nat :=
  List.rec (motive := fun _ => List Nat → Nat) (fun _ => 0) (fun u _ r ts => List.rec 0 (fun t ts _ => Nat.add (Nat.mul (s u) t) (r ts)) ts) cs ts
def enough (cs : List (Prod Nat Nat)) (ts : List Nat) : Bool :=
  List.rec (motive := fun _ => List Nat → Bool) (fun _ => .true) (fun _ _ r ts => List.rec .false (fun _ ts _ => r ts) ts) cs ts
def begins (cs : List (Prod Nat Nat)) : List (Prod Nat Nat) → List Nat → Bool
  | .nil, _ => .true
  | .cons _ .nil, _ => .true
  | .cons _ (.cons m ms), ts => and (and (enough cs ts) (Nat.beq (sides Prod.fst cs ts) (sides Prod.snd cs ts))) (begins cs (.cons m ms) (tail ts))
theorem fill_head (f : Nat → Nat) (t : Nat) (ts : List Nat) (e : Eq (fill (.succ (length ts)) f) (.cons t ts)) :
    And (Eq (f 0) t) (Eq (fill (length ts) (fun i => f (.succ i))) ts) :=
  ⟨congrArg (fun l => List.rec (motive := fun _ => Nat) 0 (fun t _ _ => t) l) e, congrArg tail e⟩
theorem fill_tail (f : Nat → Nat) : (ts : List Nat) → Eq (fill (length ts) f) ts → Eq (fill (length (tail ts)) (fun i => f (.succ i))) (tail ts)
  | .nil, _ => rfl
  | .cons t ts, e => (fill_head f t ts e).right
theorem sides_eq (s : Prod Nat Nat → Nat) : (cs : List (Prod Nat Nat)) → (ts : List Nat) → (f : Nat → Nat) → Eq (enough cs ts) .true → Eq (fill (length ts) f) ts →
    Eq (linear s cs f) (sides s cs ts)
  | .nil, _, _, _, _ => rfl
  | .cons _ _, .nil, _, e, _ => ff e
  | .cons u cs, .cons t ts, f, e, h => add_eq (congrArg (Nat.mul (s u)) (fill_head f t ts h).left)
      (sides_eq s cs ts (fun i => f (.succ i)) e (fill_head f t ts h).right)
theorem begins_ok (cs : List (Prod Nat Nat)) : (ms : List (Prod Nat Nat)) → (ts : List Nat) → (f : Nat → Nat) → Eq (begins cs ms ts) .true → Eq (fill (length ts) f) ts →
    Begin ms (fun j => linear Prod.fst cs (fun i => f (Nat.add i j))) (fun j => linear Prod.snd cs (fun i => f (Nat.add i j)))
  | .nil, _, _, _, _ => True.intro
  | .cons _ .nil, _, _, _, _ => True.intro
  | .cons _ (.cons m ms), ts, f, e, h =>
      have l := and_left (and (enough cs ts) (Nat.beq (sides Prod.fst cs ts) (sides Prod.snd cs ts))) _ e
      ⟨Eq.trans (sides_eq Prod.fst cs ts f (and_left _ _ l) h) (Eq.trans (eq_of_beq _ _ (and_right (enough cs ts) _ l))
        (Eq.symm (sides_eq Prod.snd cs ts f (and_left _ _ l) h))),
        begins_ok cs (.cons m ms) (tail ts) (fun i => f (.succ i)) (and_right (and (enough cs ts) (Nat.beq (sides Prod.fst cs ts) (sides Prod.snd cs ts))) _ e) (fill_tail f ts h)⟩
/-- A recurrence holds for every n if it holds at the beginning and a multiple of it holds for every n. -/
theorem divided (ok : Rule) (k h B b : Nat) (m m' : Prod Nat Nat) (ms cs : List (Prod Nat Nat)) (ts : List Nat)
    (e : Eq (check ok k h B b (times (.cons m (.cons m' ms)) cs) ts) .true)
    (e' : Eq (and (monic (.cons m (.cons m' ms))) (begins cs (.cons m (.cons m' ms)) ts)) .true) (n : Nat) :
    Eq (linear Prod.fst cs (fun i => count ok k h (Nat.add n i))) (linear Prod.snd cs (fun i => count ok k h (Nat.add n i))) :=
  have order : ∀ i j n, Eq (Nat.add n (Nat.add i j)) (Nat.add i (Nat.add j n)) := fun i j n =>
    Eq.trans (add_comm n (Nat.add i j)) (add_assoc i j n)
  have same : ∀ s n j, Eq (linear s cs (fun i => count ok k h (Nat.add n (Nat.add i j)))) (linear s cs (fun i => count ok k h (Nat.add i (Nat.add j n)))) :=
    fun s n j => linear_congr s cs _ _ (fun i => congrArg (count ok k h) (order i j n))
  have L := equal_sides m m' ms (and_left _ _ e') n (fun j => linear Prod.fst cs (fun i => count ok k h (Nat.add i j))) (fun j => linear Prod.snd cs (fun i => count ok k h (Nat.add i j)))
    (begins_ok cs (.cons m (.cons m' ms)) ts (count ok k h) (and_right (monic (.cons m (.cons m' ms))) _ e') (initial ok k h B b _ ts e))
    (fun n =>
      have t := linear_times cs (.cons m (.cons m' ms)) (fun i => count ok k h (Nat.add n i))
      Eq.trans (mixed_congr _ _ _ _ _ (fun j => Eq.symm (same Prod.fst n j)) (fun j => Eq.symm (same Prod.snd n j)))
        (Eq.trans (Eq.symm t.left) (Eq.trans (recurrence ok k h B b _ ts e n) (Eq.trans t.right
          (mixed_congr _ _ _ _ _ (fun j => same Prod.snd n j) (fun j => same Prod.fst n j))))))
  Eq.trans (linear_congr Prod.fst cs _ _ (fun i => congrArg (count ok k h) (add_comm n i))) (Eq.trans L
    (Eq.symm (linear_congr Prod.snd cs _ _ (fun i => congrArg (count ok k h) (add_comm n i)))))
/- the same without the coefficients 0 and 1, so that a statement in plain terms is the same by definition -/
def term (c x rest : Nat) : Nat := pick (Nat.beq c 0) rest (Nat.add (pick (Nat.beq c 1) x (Nat.mul c x)) rest)
def plain (side : Prod Nat Nat → Nat) (cs : List (Prod Nat Nat)) (f : Nat → Nat) : Nat :=
  List.rec (motive := fun _ => (Nat → Nat) → Nat) (fun _ => 0)
    (fun u _ r f => term (side u) (f 0) (r (fun i => f (.succ i)))) cs f
theorem term_eq : (c x r : Nat) → Eq (Nat.add (Nat.mul c x) r) (term c x r)
  | .zero, x, r => Eq.trans (congrArg (fun v => Nat.add v r) (zero_mul x)) (zero_add r)
  | .succ .zero, x, r => congrArg (fun v => Nat.add v r) (one_mul x)
  | .succ (.succ _), _, _ => rfl
theorem plain_eq (side : Prod Nat Nat → Nat) : (cs : List (Prod Nat Nat)) → (f : Nat → Nat) → Eq (linear side cs f) (plain side cs f)
  | .nil, _ => rfl
  | .cons u cs, f => Eq.trans (congrArg (Nat.add _) (plain_eq side cs (fun i => f (.succ i)))) (term_eq (side u) (f 0) _)
/-- `recurrence` in plain terms -/
theorem in_plain_terms (ok : Rule) (k h B b : Nat) (cs : List (Prod Nat Nat)) (ts : List Nat) (e : Eq (check ok k h B b cs ts) .true) (n : Nat) :
    Eq (plain Prod.fst cs (fun i => count ok k h (Nat.add n i))) (plain Prod.snd cs (fun i => count ok k h (Nat.add n i))) :=
  Eq.trans (Eq.symm (plain_eq Prod.fst cs _)) (Eq.trans (recurrence ok k h B b cs ts e n) (plain_eq Prod.snd cs _))
/-- `divided` in plain terms -/
theorem divided_in_plain_terms (ok : Rule) (k h B b : Nat) (m m' : Prod Nat Nat) (ms cs : List (Prod Nat Nat)) (ts : List Nat)
    (e : Eq (check ok k h B b (times (.cons m (.cons m' ms)) cs) ts) .true)
    (e' : Eq (and (monic (.cons m (.cons m' ms))) (begins cs (.cons m (.cons m' ms)) ts)) .true) (n : Nat) :
    Eq (plain Prod.fst cs (fun i => count ok k h (Nat.add n i))) (plain Prod.snd cs (fun i => count ok k h (Nat.add n i))) :=
  Eq.trans (Eq.symm (plain_eq Prod.fst cs _)) (Eq.trans (divided ok k h B b m m' ms cs ts e e' n) (plain_eq Prod.snd cs _))
/-- A sequence that begins with F(c), F(c+1) and has the recurrence of the Fibonacci numbers is F(c+n). -/
theorem fibonacci (a : Nat → Nat) (c x y : Nat) (ts : List Nat) (r : ∀ n, Eq (a (Nat.add n 2)) (Nat.add (a n) (a (Nat.add n 1))))
    (h : Eq (fill (length (.cons x (.cons y ts))) a) (.cons x (.cons y ts))) (hx : Eq x (F c)) (hy : Eq y (F (.succ c))) :
    (n : Nat) → And (Eq (a n) (F (Nat.add c n))) (Eq (a (.succ n)) (F (Nat.add c (.succ n))))
  | .zero =>
      have e := fill_head a x (.cons y ts) h
      ⟨Eq.trans e.left hx, Eq.trans (fill_head (fun i => a (.succ i)) y ts e.right).left hy⟩
  | .succ n =>
      have i := fibonacci a c x y ts r h hx hy n
      ⟨i.right, Eq.trans (r n) (add_eq i.left i.right)⟩
end Gfkit
end
