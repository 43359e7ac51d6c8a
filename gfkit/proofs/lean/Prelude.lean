/-
  Replacement for Lean's own library Init, for a Lean that is installed without it. The definitions have the names and the
  meaning that they have in Init. The kernel of Lean computes Nat.add, sub, mul, div, beq, land, shiftLeft and shiftRight of
  two numerals by these names, so the definitions here must define the same functions.
  The two unsafe axioms are names that the compiler looks up; a theorem cannot use them.
-/
prelude
universe u v w
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit
abbrev Unit : Type := PUnit
@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit
inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a
@[simp] abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq a b) : motive b := h.rec m
inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl {α : Sort u} (a : α) : HEq a a
abbrev outParam (α : Sort u) : Sort u := α
def id {α : Sort u} (a : α) : α := a
inductive Bool : Type where
  | false : Bool
  | true : Bool
inductive True : Prop where
  | intro : True
inductive False : Prop
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a := h.rec (Eq.refl a)
theorem Eq.trans {α : Sort u} {a b c : α} (h : Eq a b) (k : Eq b c) : Eq a c := k.rec h
theorem congrArg {α : Sort u} {β : Sort v} {a b : α} (f : α → β) (h : Eq a b) : Eq (f a) (f b) := h.rec (Eq.refl (f a))
theorem heq_of_eq {α : Sort u} {a b : α} (h : Eq a b) : HEq a b := h.rec (HEq.refl a)
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  have : ∀ (α β : Sort u) (a : α) (b : β), HEq a b → ∀ (h : Eq α β), Eq (h.rec (motive := fun x _ => x) a) b :=
    fun _ _ _ _ h1 => h1.rec (fun _ => Eq.refl _)
  this α α a a' h (Eq.refl α)
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b
set_option genCtorIdx false
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
class OfNat (α : Type u) (n : Nat) where
  ofNat : α
instance instOfNatNat (n : Nat) : OfNat Nat n := OfNat.mk n
class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ
class Add (α : Type u) where
  add : α → α → α
instance instHAdd {α : Type u} [i : Add α] : HAdd α α α := HAdd.mk (fun a b => i.add a b)
theorem rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a
noncomputable def Nat.add : Nat → Nat → Nat := fun a b => Nat.rec a (fun _ r => Nat.succ r) b
noncomputable instance instAddNat : Add Nat := Add.mk Nat.add
noncomputable def Nat.mul : Nat → Nat → Nat := fun a b => Nat.rec Nat.zero (fun _ r => Nat.add r a) b
noncomputable def Nat.pred : Nat → Nat := fun a => Nat.rec 0 (fun m _ => m) a
noncomputable def Nat.sub : Nat → Nat → Nat := fun a b => Nat.rec a (fun _ r => Nat.pred r) b
set_option bootstrap.genMatcherCode false in
noncomputable def Nat.beq : Nat → Nat → Bool
  | .zero, .zero => .true
  | .zero, .succ _ => .false
  | .succ _, .zero => .false
  | .succ n, .succ m => Nat.beq n m
/-- quotient and remainder by counting: 0 for the divisor 0, as in Init -/
noncomputable def Nat.div : Nat → Nat → Nat := fun a b => Prod.fst (Nat.rec (motive := fun _ => Prod Nat Nat) (Prod.mk 0 0)
  (fun _ r => Bool.rec (Prod.mk r.1 (.succ r.2)) (Prod.mk (.succ r.1) 0) (Nat.beq (.succ r.2) b)) a)
noncomputable def Nat.shiftLeft : Nat → Nat → Nat := fun a b =>
  Nat.rec (motive := fun _ => Nat → Nat) (fun a => a) (fun _ r a => r (Nat.mul 2 a)) b a
noncomputable def Nat.shiftRight : Nat → Nat → Nat := fun a b => Nat.rec a (fun _ r => Nat.div r 2) b

noncomputable section
namespace Gfkit.Binary
/- Binary numerals, least significant digit first; Nat.land is the number of the digits that are 1 in both numerals. -/
def digit (x : Bool) (a : Nat) : Nat := Bool.rec (Nat.add a a) (.succ (Nat.add a a)) x
def value (l : List Bool) : Nat := List.rec 0 (fun x _ r => digit x r) l
def increment : List Bool → List Bool
  | .nil => .cons .true .nil
  | .cons .false l => .cons .true l
  | .cons .true l => .cons .false (increment l)
def numeral (n : Nat) : List Bool := Nat.rec .nil (fun _ r => increment r) n
def andb (x y : Bool) : Bool := Bool.rec .false y x
def both : List Bool → List Bool → List Bool
  | .cons x l, .cons y m => .cons (andb x y) (both l m)
  | .cons _ _, .nil => .nil
  | .nil, _ => .nil
end Gfkit.Binary
def Nat.land : Nat → Nat → Nat := fun a b => Gfkit.Binary.value (Gfkit.Binary.both (Gfkit.Binary.numeral a) (Gfkit.Binary.numeral b))
namespace Gfkit.Binary
/-- a digit before a numeral, without 0 as the most significant digit -/
def put : Bool → List Bool → List Bool
  | .false, .nil => .nil
  | .false, .cons y l => .cons .false (.cons y l)
  | .true, l => .cons .true l
theorem succ_add : (a b : Nat) → Eq (Nat.add (.succ a) b) (.succ (Nat.add a b))
  | _, .zero => rfl
  | a, .succ b => congrArg Nat.succ (succ_add a b)
theorem increment_twice : (t : List Bool) → Eq (increment (increment (put .false t))) (put .false (increment t))
  | .nil => rfl
  | .cons .false _ => rfl
  | .cons .true _ => rfl
theorem increment_put : (t : List Bool) → Eq (increment (put .false t)) (put .true t)
  | .nil => rfl
  | .cons _ _ => rfl
theorem numeral_double : (a : Nat) → Eq (numeral (Nat.add a a)) (put .false (numeral a))
  | .zero => rfl
  | .succ a => Eq.trans (congrArg (fun n => increment (numeral n)) (succ_add a a))
      (Eq.trans (congrArg (fun l => increment (increment l)) (numeral_double a)) (increment_twice (numeral a)))
theorem numeral_digit : (x : Bool) → (a : Nat) → Eq (numeral (digit x a)) (put x (numeral a))
  | .false, a => numeral_double a
  | .true, a => Eq.trans (congrArg increment (numeral_double a)) (increment_put (numeral a))
theorem both_put : (x : Bool) → (l m : List Bool) → Eq (value (both (put x l) m)) (value (both (.cons x l) m))
  | .true, _, _ => rfl
  | .false, .cons _ _, _ => rfl
  | .false, .nil, .nil => rfl
  | .false, .nil, .cons _ _ => rfl
theorem put_both : (y : Bool) → (l m : List Bool) → Eq (value (both l (put y m))) (value (both l (.cons y m)))
  | .true, _, _ => rfl
  | .false, _, .cons _ _ => rfl
  | .false, .nil, .nil => rfl
  | .false, .cons .true .nil, .nil => rfl
  | .false, .cons .false .nil, .nil => rfl
  | .false, .cons .true (.cons _ _), .nil => rfl
  | .false, .cons .false (.cons _ _), .nil => rfl
theorem land_digits (x y : Bool) (a b : Nat) : Eq (Nat.land (digit x a) (digit y b)) (digit (andb x y) (Nat.land a b)) :=
  Eq.trans (congrArg (fun l => value (both l (numeral (digit y b)))) (numeral_digit x a))
    (Eq.trans (congrArg (fun l => value (both (put x (numeral a)) l)) (numeral_digit y b))
      (Eq.trans (both_put x (numeral a) (put y (numeral b))) (put_both y (.cons x (numeral a)) (numeral b))))
end Gfkit.Binary
namespace Gfkit
/- The properties of Nat.land that the library uses; Ordinary.lean proves them for Init. -/
theorem land_zero : (a : Nat) → Eq (Nat.land a 0) 0 := fun a =>
  List.rec (motive := fun l => Eq (Binary.value (Binary.both l .nil)) 0) rfl (fun _ _ _ => rfl) (Binary.numeral a)
theorem land_even_even (a b : Nat) : Eq (Nat.land (Nat.add a a) (Nat.add b b)) (Nat.add (Nat.land a b) (Nat.land a b)) :=
  Binary.land_digits .false .false a b
theorem land_even_odd (a b : Nat) : Eq (Nat.land (Nat.add a a) (.succ (Nat.add b b))) (Nat.add (Nat.land a b) (Nat.land a b)) :=
  Binary.land_digits .false .true a b
theorem land_odd_even (a b : Nat) : Eq (Nat.land (.succ (Nat.add a a)) (Nat.add b b)) (Nat.add (Nat.land a b) (Nat.land a b)) :=
  Binary.land_digits .true .false a b
theorem land_odd_odd (a b : Nat) :
    Eq (Nat.land (.succ (Nat.add a a)) (.succ (Nat.add b b))) (.succ (Nat.add (Nat.land a b) (Nat.land a b))) :=
  Binary.land_digits .true .true a b
end Gfkit
end
