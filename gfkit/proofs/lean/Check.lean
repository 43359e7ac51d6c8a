/-
  The computation that proves a recurrence: it returns true only if the recurrence holds for every n (Proof.lean).

  f(n, c) is the number of ways to append n columns to the column c. One large number contains f(n, c) for all k^h columns
  c, in fields of B bits; the first symbol of c selects the most significant block. A step replaces the symbols of the next
  column by those of c, row by row, with `land`, shifts and additions of large numbers.
  The functions pass their results to a continuation, so that the kernel evaluates each number once.
  The results of Nat.shiftRight, Nat.sub and Nat.div are verified by multiplication; the proof needs no theorem on them.
-/
noncomputable section
namespace Gfkit
def sum {α : Type} (f : α → Nat) (l : List α) : Nat := List.rec (0 : Nat) (fun a _ r => Nat.add (f a) r) l
def force {β : Type} (n : Nat) (K : Nat → β) : β := Nat.rec (K 0) (fun m _ => K (.succ m)) n
def forEach {α β : Type} (f : α → (β → Bool) → Bool) (l : List α) (K : List β → Bool) : Bool :=
  List.rec (motive := fun _ => (List β → Bool) → Bool) (fun K => K .nil)
    (fun a _ r K => f a (fun b => r (fun bs => K (.cons b bs)))) l K
def atMost (a b : Nat) : Bool := Nat.beq (Nat.add a (Nat.sub b a)) b
/-- 2^w - 1 -/
def ones (w : Nat) : Nat := Nat.rec 0 (fun m _ => m) (Nat.shiftLeft 1 w)
/-- the number of bits of a function of m symbols -/
def stride (k B m : Nat) : Nat := Nat.rec B (fun _ s => Nat.mul s k) m
/-- the blocks f(0), ..., f(k-1) of S bits in one number -/
def join (S k : Nat) (f : Nat → Nat) : Nat :=
  Nat.rec (motive := fun _ => (Nat → Nat) → Nat) (fun _ => 0)
    (fun _ r f => Nat.add (f 0) (Nat.shiftLeft (r (fun x => f (.succ x))) S)) k f

/- ================= masks: numbers that select columns ================= -/
/-- columns whose symbol in row r is y, if the rule allows u next to the symbol above it, and y next to x below:
    the fields of 1s select, for r = 0 the symbol above is p -/
def mask (ok : Rule) (k B u x y m : Nat) : Nat → Nat → Nat :=
  Nat.rec (motive := fun _ => Nat → Nat → Nat) (fun _ _ => 0)
    (fun m b r p => Nat.rec (join (stride k B m) k (fun v => pick (and (Nat.beq v y) (ok p u x y)) (ones (stride k B m)) 0))
      (fun r _ => Nat.rec (join (stride k B m) k (fun v => b 0 v))
        (fun r _ => force (b (.succ r) 0) (fun n => join (stride k B m) k (fun _ => n))) r) r) m
/-- columns whose last symbol is allowed next to u, above the cells outside -/
def maskLast (ok : Rule) (k B u m : Nat) : Nat → Nat :=
  Nat.rec (motive := fun _ => Nat → Nat) (fun p => pick (ok p u k k) (ones B) 0)
    (fun m b _ => Nat.rec (join (stride k B m) k (fun v => b v))
      (fun _ _ => force (b 0) (fun n => join (stride k B m) k (fun _ => n))) m) m
/-- the low b bits of all fields -/
def maskLow (k B b m : Nat) : Nat :=
  Nat.rec (ones b) (fun m r => force r (fun n => join (stride k B m) k (fun _ => n))) m
/-- columns that can be the first one -/
def maskFirst (ok : Rule) (k B m : Nat) : Nat → Nat :=
  Nat.rec (motive := fun _ => Nat → Nat) (fun q => pick (ok k q k k) (ones B) 0)
    (fun m b q => join (stride k B m) k (fun y => pick (ok k q k y) (b y) 0)) m
/-- f(0, c) for all columns c -/
def base (ok : Rule) (k B m : Nat) : Nat → Nat :=
  Nat.rec (motive := fun _ => Nat → Nat) (fun p => pick (ok p k k k) 1 0)
    (fun m b p => join (stride k B m) k (fun x => pick (ok p k x k) (b x) 0)) m

/- ================= one column ================= -/
def dot (W M : List Nat) : Nat :=
  List.rec (motive := fun _ => List Nat → Nat) (fun _ => 0)
    (fun a _ r M => List.rec 0 (fun b bs _ => Nat.add (Nat.land a b) (r bs)) M) W M
/-- the bits by which a block moves if the symbol y becomes x: left and right -/
def minus (x y : Nat) : Nat :=
  Nat.rec (motive := fun _ => Nat → Nat) (fun _ => 0) (fun x r y => Nat.rec (.succ x) (fun y _ => r y) y) x y
abbrev Entry : Type := Prod Nat (Prod Nat (List Nat))
def move {β : Type} (l r t : Nat) (no : β) (K : Nat → β) : β :=
  force (Nat.shiftLeft t l) (fun z => pick (Nat.beq r 0) (K z)
    (force (Nat.shiftRight z r) (fun s => pick (Nat.beq (Nat.shiftLeft s r) z) (K s) no)))
def cell (W : List Nat) (es : List Entry) (acc : Nat) (K : Nat → Bool) : Bool :=
  List.rec (motive := fun _ => Nat → Bool) K
    (fun e _ r acc => force (dot W e.2.2) (fun t => move e.1 e.2.1 t .false (fun s => force (Nat.add acc s) r))) es acc
def row (W : List Nat) (es : List (List Entry)) (K : List Nat → Bool) : Bool := forEach (fun e => cell W e 0) es K
/-- all rows of a column; E is a bound of the fields -/
def column (full : Nat) (rows : List (List (List Entry))) (last W : List Nat) (E : Nat) (K : Nat → Bool) : Bool :=
  List.rec (motive := fun _ => List Nat → Nat → Bool)
    (fun W E => and (atMost E full) (and (atMost (Nat.mul E (length W)) full) (force (dot W last) K)))
    (fun es _ r W E => and (atMost E full) (row W es (fun X => force (Nat.mul E (length W)) (fun E => r X E)))) rows W E
/-- the number of bits of the block that the symbol in row r selects -/
def place (k B m : Nat) : Nat → Nat :=
  Nat.rec (motive := fun _ => Nat → Nat) (fun _ => 0) (fun m b r => Nat.rec (stride k B m) (fun r _ => b r) r) m
def makeEntry (ok : Rule) (k B h r : Nat) (L : List Nat) (y x : Nat) (K : Entry → Bool) : Bool :=
  force (Nat.mul (place k B h r) (minus x y)) (fun left => force (Nat.mul (place k B h r) (minus y x)) (fun right =>
    forEach (fun u K => force (mask ok k B u x y h r k) K) L (fun M => K ⟨left, ⟨right, M⟩⟩)))
/-- the masks of j rows from row r on; L contains the symbols to the left of row r -/
def makeRows (ok : Rule) (k B h j : Nat) (K : List (List (List Entry)) → List Nat → Bool) : Nat → List Nat → Bool :=
  Nat.rec (motive := fun _ => (List (List (List Entry)) → List Nat → Bool) → Nat → List Nat → Bool)
    (fun K _ L => forEach (fun u K => force (maskLast ok k B u h k) K) L (fun M => K .nil M))
    (fun _ b K r L => forEach (fun y K => forEach (fun x K => makeEntry ok k B h r L y x K) (symbols k) K) (symbols k)
      (fun es => b (fun rows last => K (.cons es rows) last) (.succ r) (symbols k))) j K
/-- the sum of the fields of X, if it is less than `full` -/
def total (full X : Nat) (K : Nat → Bool) : Bool :=
  force (Nat.mul full (Nat.div X full)) (fun m => force (Nat.sub X m) (fun r =>
    and (Nat.beq (Nat.add m r) X) (and (atMost (.succ r) full) (K r))))

/- ================= the check ================= -/
structure Setting where
  /-- 2^B - 1 and 2^b - 1: the bounds of the fields within a column and after it -/
  full : Nat
  bound : Nat
  rows : List (List (List Entry))
  last : List Nat
  low : Nat
  first : Nat
def agree (ts : List Nat) (a : Nat) (K : List Nat → Bool) : Bool :=
  List.rec (K .nil) (fun t ts _ => and (Nat.beq t a) (K ts)) ts
/-- V contains f(n, c), a is the n-th number of arrays; p, P and q, Q are the two sides of the recurrence -/
def run (s : Setting) (cs : List (Prod Nat Nat)) (ts : List Nat) (V a p q E P Q : Nat) : Bool :=
  List.rec (motive := fun _ => List Nat → Nat → Nat → Nat → Nat → Nat → Nat → Nat → Bool)
    (fun ts _ _ p q E P Q => and (List.rec .true (fun _ _ _ => .false) ts)
      (and (atMost E s.full) (and (Nat.beq p q) (Nat.beq P Q))))
    (fun u _ r ts V a p q E P Q => agree ts a (fun ts =>
      force (Nat.add p (Nat.mul u.1 V)) (fun p => force (Nat.add q (Nat.mul u.2 V)) (fun q =>
      force (Nat.add E (Nat.add (Nat.mul u.1 s.bound) (Nat.mul u.2 s.bound))) (fun E =>
      force (Nat.add P (Nat.mul u.1 a)) (fun P => force (Nat.add Q (Nat.mul u.2 a)) (fun Q =>
      total s.full (Nat.land V s.first) (fun a => column s.full s.rows s.last (.cons V .nil) s.bound (fun V =>
        and (Nat.beq (Nat.land V s.low) V) (r ts V a p q E P Q)))))))))) cs ts V a p q E P Q
/-- `check` with 2^B - 1 and 2^b - 1 -/
def checkWith (ok : Rule) (k h B b : Nat) (cs : List (Prod Nat Nat)) (ts : List Nat) (full bound : Nat) : Bool :=
  and (and (atMost 1 bound) (and (atMost bound full) (atMost (.succ (stride k bound h)) full)))
    (makeRows ok k B h h (fun rows last => force (maskLow k B b h) (fun low => force (maskFirst ok k B h k) (fun first =>
      force (base ok k B h k) (fun V => run ⟨full, bound, rows, last, low, first⟩ cs ts V
        (pick (seam ok k (outside k h) (outside k h)) 1 0) 0 0 0 0 0)))) 0 (.cons k .nil))
/-- The recurrence cs holds and the first terms are ts, as a computation with fields of B bits; b bits are sufficient for
    the terms. -/
def check (ok : Rule) (k h B b : Nat) (cs : List (Prod Nat Nat)) (ts : List Nat) : Bool :=
  force (ones B) (fun full => force (ones b) (fun bound => checkWith ok k h B b cs ts full bound))
end Gfkit
end
