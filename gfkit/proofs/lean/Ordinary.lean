/-
  The properties of Nat.land that the library uses, for a Lean 4 that has its own library Init; it takes the place of
  Prelude.lean. The Lean that checks the theorems of gfkit has no Init, so that no program has checked this file.
-/
namespace Gfkit
theorem land_zero (a : Nat) : Eq (Nat.land a 0) 0 := Nat.and_zero a
theorem land_bit_of (x y : Bool) (a b : Nat) :
    (2 * a + x.toNat) &&& (2 * b + y.toNat) = 2 * (a &&& b) + (x && y).toNat := by
  apply Nat.eq_of_testBit_eq
  intro i
  cases i with
  | zero => cases x <;> cases y <;> simp [Nat.testBit_and, Nat.testBit_zero, Nat.mul_add_mod]
  | succ i => cases x <;> cases y <;> simp [Nat.testBit_and, Nat.testBit_succ, Nat.mul_add_div]
theorem land_even_even (a b : Nat) : Eq (Nat.land (Nat.add a a) (Nat.add b b)) (Nat.add (Nat.land a b) (Nat.land a b)) := by
  have h := land_bit_of false false a b
  simp only [Nat.two_mul] at h
  exact h
theorem land_even_odd (a b : Nat) : Eq (Nat.land (Nat.add a a) (.succ (Nat.add b b))) (Nat.add (Nat.land a b) (Nat.land a b)) := by
  have h := land_bit_of false true a b
  simp only [Nat.two_mul] at h
  exact h
theorem land_odd_even (a b : Nat) : Eq (Nat.land (.succ (Nat.add a a)) (Nat.add b b)) (Nat.add (Nat.land a b) (Nat.land a b)) := by
  have h := land_bit_of true false a b
  simp only [Nat.two_mul] at h
  exact h
theorem land_odd_odd (a b : Nat) :
    Eq (Nat.land (.succ (Nat.add a a)) (.succ (Nat.add b b))) (.succ (Nat.add (Nat.land a b) (Nat.land a b))) := by
  have h := land_bit_of true true a b
  simp only [Nat.two_mul] at h
  exact h
end Gfkit
