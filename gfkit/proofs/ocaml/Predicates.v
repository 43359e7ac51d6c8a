(* Expressions of rule files and their values. A reader must check these definitions. *)
Require Import String ZArith List Bool.
Import ListNotations.
Local Open Scope Z_scope.

Inductive value := Int (a : Z) | Seq (l : list value).
Inductive operation := Plus | Minus | Times | Quotient | Remainder.
Inductive function := Sum | Size | Sorted | AnyOf | AllOf | Count | Min | Max | Abs | Median | Distinct.
(* Lists are built from Empty and Join, whose arguments are the first element and the rest. For concatenates
   the lists of its body for all items. When is the list of its body if the test is true, and otherwise
   empty. *)
Inductive expr :=
  | Const (a : Z) | Name (s : string)
  | If (test yes no : expr) | And (a b : expr) | Or (a b : expr) | Not (a : expr)
  | Equal (a b : expr) | Less (a b : expr) | Among (a b : expr)
  | Compute (o : operation) (a b : expr) | Power (a : expr) (k : nat)
  | Item (a : expr) (k : nat) | Empty | Join (a rest : expr)
  | For (name : string) (items body : expr) | When (test body : expr)
  | Call (f : function) (a : expr).

Definition truth (v : value) : bool := match v with Int a => negb (a =? 0) | Seq l => match l with [] =>
    false | _ => true end end.
Definition bit (b : bool) : value := Int (if b then 1 else 0).
Fixpoint same (a b : value) {struct a} : bool :=
  match a, b with
  | Int x, Int y => x =? y
  | Seq l, Seq m =>
      (fix go (l m : list value) {struct l} := match l, m with
       | [], [] => true | x :: l', y :: m' => same x y && go l' m' | _, _ => false end) l m
  | _, _ => false
  end.
Fixpoint numbers_in (l : list value) : option (list Z) :=
  match l with
  | [] => Some []
  | Int a :: r => match numbers_in r with Some s => Some (a :: s) | None => None end
  | Seq _ :: _ => None
  end.
Fixpoint put (a : Z) (l : list Z) : list Z :=
  match l with [] => [a] | b :: r => if a <=? b then a :: l else b :: put a r end.
Definition sort (l : list Z) : list Z := fold_right put [] l.
Definition ints (l : list Z) : value := Seq (map Int l).
Fixpoint distinct (l : list value) : list value :=
  match l with [] => [] | v :: r => v :: filter (fun w => negb (same v w)) (distinct r) end.
Definition of_numbers (f : list Z -> value) (l : list value) : option value := option_map f (numbers_in l).
Definition length_of {A} (l : list A) : value := Int (Z.of_nat (length l)).
Definition call (f : function) (l : list value) : option value :=
  match f with
  | Sum => of_numbers (fun s => Int (fold_right Z.add 0 s)) l
  | Size => Some (length_of l)
  | Sorted => of_numbers (fun s => ints (sort s)) l
  | AnyOf => Some (bit (existsb truth l))
  | AllOf => Some (bit (forallb truth l))
  | Count => Some (length_of (filter truth l))
  | Min => of_numbers (fun s => Int (hd 0 (sort s))) l
  | Max => of_numbers (fun s => Int (last (sort s) 0)) l
  | Median => of_numbers (fun s => Int (nth (Nat.div2 (length s - 1)) (sort s) 0)) l
  | Abs => match l with [Int a] => Some (Int (if a <? 0 then - a else a)) | _ => None end
  | Distinct => Some (length_of (distinct l))
  end.
(* Quotients are rounded down. The quotient of a by 0 is 0, and the remainder is a. *)
Definition compute (o : operation) (a b : Z) : Z :=
  match o with Plus => a + b | Minus => a - b | Times => a * b | Quotient => a / b | Remainder => a mod b end.
Fixpoint power_of (a : Z) (k : nat) : Z := match k with O => 1 | S m => a * power_of a m end.

Definition names := list (string * value).
Fixpoint named (s : string) (e : names) : option value :=
  match e with [] => None | (t, v) :: r => if String.eqb s t then Some v else named s r end.
(* The result is None if the expression has no value: a list is used as a number, or a name is unknown. *)
Fixpoint eval (x : expr) (e : names) {struct x} : option value :=
  match x with
  | Const a => Some (Int a)
  | Name s => named s e
  | If test yes no => match eval test e with Some t => if truth t then eval yes e else eval no e | None =>
      None end
  | And a b => match eval a e with
      | Some t => if truth t then match eval b e with Some u => Some (bit (truth u)) | None => None end
                  else Some (bit false)
      | None => None end
  | Or a b => match eval a e with
      | Some t => if truth t then Some (bit true)
                  else match eval b e with Some u => Some (bit (truth u)) | None => None end
      | None => None end
  | Not a => match eval a e with Some t => Some (bit (negb (truth t))) | None => None end
  | Equal a b => match eval a e, eval b e with Some u, Some v => Some (bit (same u v)) | _, _ => None end
  | Less a b => match eval a e, eval b e with Some (Int u), Some (Int v) => Some (bit (u <? v)) | _, _ =>
      None end
  | Among a b => match eval a e, eval b e with
      | Some u, Some (Seq l) => Some (bit (existsb (same u) l)) | _, _ => None end
  | Compute o a b => match eval a e, eval b e with
      | Some (Int u), Some (Int v) => Some (Int (compute o u v)) | _, _ => None end
  | Power a k => match eval a e with Some (Int u) => Some (Int (power_of u k)) | _ => None end
  | Item a k => match eval a e with Some (Seq l) => nth_error l k | _ => None end
  | Empty => Some (Seq [])
  | Join a rest => match eval a e, eval rest e with
      | Some u, Some (Seq l) => Some (Seq (u :: l)) | _, _ => None end
  | For name items body => match eval items e with
      | Some (Seq l) => (fix go (l : list value) := match l with
          | [] => Some (Seq [])
          | v :: r => match eval body ((name, v) :: e) with
              | Some (Seq s) => match go r with Some (Seq t) => Some (Seq (s ++ t)) | _ => None end
              | _ => None end
          end) l
      | _ => None end
  | When test body => match eval test e with
      | Some t => if truth t then eval body e else Some (Seq []) | None => None end
  | Call f a => match eval a e with
      | Some (Seq [Seq l]) => call f l
      | Some (Seq l) => call f l
      | _ => None end
  end.
Definition has_value (x : expr) (e : names) : bool := match eval x e with Some _ => true | None => false end.
Definition holds (x : expr) (e : names) : bool := match eval x e with Some v => truth v | None => false end.
