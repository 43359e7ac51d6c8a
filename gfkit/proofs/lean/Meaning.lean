/-
  What a theorem of gfkit in Lean states: the definition of the number of arrays that satisfy a local rule.
  An array has h rows and n columns, and each cell contains one of the symbols 0, ..., k-1. A rule says which blocks of
  two rows and two columns are allowed. `count ok k h n` is the number of arrays in which the rule allows each block.
  The text uses no notation, tactic or theorem of Lean's library, so that it is also valid after Prelude.lean.
-/
noncomputable section
namespace Gfkit
/- truth values and lists -/
def pick {α : Type} (b : Bool) (x y : α) : α := Bool.rec y x b
def and (a b : Bool) : Bool := Bool.rec .false b a
def or (a b : Bool) : Bool := Bool.rec b .true a
def not (a : Bool) : Bool := Bool.rec .true .false a
def iff (a b : Bool) : Bool := Bool.rec (not b) b a
/-- the list k-1, ..., 1, 0 -/
def symbols (k : Nat) : List Nat := Nat.rec .nil (fun i s => .cons i s) k
def map {α β : Type} (f : α → β) (l : List α) : List β := List.rec .nil (fun a _ r => .cons (f a) r) l
def append {α : Type} (l m : List α) : List α := List.rec m (fun a _ r => .cons a r) l
def bind {α β : Type} (f : α → List β) (l : List α) : List β := List.rec .nil (fun a _ r => append (f a) r) l
def filter {α : Type} (p : α → Bool) (l : List α) : List α := List.rec .nil (fun a _ r => pick (p a) (.cons a r) r) l
def length {α : Type} (l : List α) : Nat := List.rec 0 (fun _ _ r => .succ r) l
/-- all lists of n elements of l -/
def lists {α : Type} (l : List α) (n : Nat) : List (List α) :=
  Nat.rec (.cons .nil .nil) (fun _ r => bind (fun a => map (List.cons a) r) l) n
/-- the list f(0), f(1), ..., f(k-1) -/
def fill {α : Type} (k : Nat) (f : Nat → α) : List α :=
  Nat.rec (motive := fun _ => (Nat → α) → List α) (fun _ => .nil) (fun _ r f => .cons (f 0) (r (fun x => f (.succ x)))) k f

/-- A rule says which blocks of two rows and two columns are allowed: `ok a b c d` for the block
      a b
      c d.
    The array is surrounded by cells with the symbol k. An array is legal if all its blocks are allowed, including the
    blocks that contain cells outside of the array. -/
abbrev Rule : Type := Nat → Nat → Nat → Nat → Bool
/-- All blocks of two adjacent columns, the left one c below the cell p and the right one d below the cell q, are allowed.
    The cells below the columns contain k. -/
def pairs (ok : Rule) (k : Nat) : Nat → Nat → List Nat → List Nat → Bool
  | p, q, .nil, .nil => ok p q k k
  | p, q, .cons x c, .cons y d => and (ok p q x y) (pairs ok k x y c d)
  | _, _, _, _ => .false
/-- All blocks of two adjacent columns are allowed. -/
def seam (ok : Rule) (k : Nat) (c d : List Nat) : Bool := pairs ok k k k c d
/-- a column outside of the array -/
def outside (k : Nat) : Nat → List Nat
  | .zero => .nil
  | .succ h => .cons k (outside k h)
/-- All blocks of a list of columns to the right of the column p are allowed. -/
def legal (ok : Rule) (k h : Nat) : List Nat → List (List Nat) → Bool
  | p, .nil => seam ok k p (outside k h)
  | p, .cons c b => and (seam ok k p c) (legal ok k h c b)
/-- the number of legal arrays with h rows, n columns and symbols 0, ..., k-1 -/
def count (ok : Rule) (k h n : Nat) : Nat :=
  length (filter (legal ok k h (outside k h)) (lists (lists (symbols k) h) n))
/-- Fibonacci numbers: F(0) = 0, F(1) = 1, F(n+2) = F(n) + F(n+1), as pairs F(n), F(n+1) -/
def F (n : Nat) : Nat := Prod.fst (Nat.rec (motive := fun _ => Prod Nat Nat) ⟨0, 1⟩ (fun _ p => ⟨p.2, Nat.add p.1 p.2⟩) n)
end Gfkit
end
