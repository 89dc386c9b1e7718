// Short rules, each once, beside those of canonicalize.mlir; what becomes of each function follows from its
// rule.
// RUN: tfopt --canonicalize %s | FileCheck %s
// RUN: tfopt --canonicalize --check-semantics %s -o /dev/null

// bits-of-extended: (arith.andi (arith.extui! x) (arith.extui! y)) => (arith.extui (arith.andi x y))
// CHECK-LABEL: func.func @bits_of_extended(
// CHECK-NEXT: %[[A:.+]] = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT: %[[B:.+]] = arith.extui %[[A]] : i8 to i32
// CHECK-NEXT: return %[[B]] : i32
func.func @bits_of_extended(%x: i8, %y: i8) -> i32 {
  %a = arith.extui %x : i8 to i32
  %b = arith.extui %y : i8 to i32
  %r = arith.andi %a, %b : i32
  return %r : i32
}

// bits-of-sign-extended: (arith.andi (arith.extsi! x) (arith.extsi! y)) => (arith.extsi (arith.andi x y))
// CHECK-LABEL: func.func @bits_of_sign_extended(
// CHECK-NEXT: %[[A:.+]] = arith.andi %arg0, %arg1 : i8
// CHECK-NEXT: %[[B:.+]] = arith.extsi %[[A]] : i8 to i32
// CHECK-NEXT: return %[[B]] : i32
func.func @bits_of_sign_extended(%x: i8, %y: i8) -> i32 {
  %a = arith.extsi %x : i8 to i32
  %b = arith.extsi %y : i8 to i32
  %r = arith.andi %a, %b : i32
  return %r : i32
}

// compare-negated: (arith.cmpf{predicate=$p, fastmath=$f} (arith.negf x) (arith.negf y)) =>
// (arith.cmpf{predicate=$q, fastmath=$f} x y)
// CHECK-LABEL: func.func @compare_negated(
// CHECK-NEXT: %[[A:.+]] = arith.cmpf ogt, %arg0, %arg1 : f32
// CHECK-NEXT: return %[[A]] : i1
func.func @compare_negated(%x: f32, %y: f32) -> i1 {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %r = arith.cmpf olt, %a, %b : f32
  return %r : i1
}

// constant-over-negated: (arith.divf{fastmath=$f} C (arith.negf x)) => (arith.divf{fastmath=$f} (arith.negf
// C) x)
// CHECK-LABEL: func.func @constant_over_negated(
// CHECK-NEXT: %[[A:.+]] = arith.constant -3.000000e+00 : f32
// CHECK-NEXT: %[[B:.+]] = arith.divf %[[A]], %arg0 : f32
// CHECK-NEXT: return %[[B]] : f32
func.func @constant_over_negated(%x: f32) -> f32 {
  %c = arith.constant 3.0 : f32
  %a = arith.negf %x : f32
  %r = arith.divf %c, %a : f32
  return %r : f32
}

// negated-over-constant: (arith.divf{fastmath=$f} (arith.negf x) C) => (arith.divf{fastmath=$f} x (arith.negf
// C))
// CHECK-LABEL: func.func @negated_over_constant(
// CHECK-NEXT: %[[A:.+]] = arith.constant -3.000000e+00 : f32
// CHECK-NEXT: %[[B:.+]] = arith.divf %arg0, %[[A]] : f32
// CHECK-NEXT: return %[[B]] : f32
func.func @negated_over_constant(%x: f32) -> f32 {
  %c = arith.constant 3.0 : f32
  %a = arith.negf %x : f32
  %r = arith.divf %a, %c : f32
  return %r : f32
}

// over-negated-twice: (arith.divf{fastmath=$f} (arith.negf x) (arith.negf y)) => (arith.divf{fastmath=$f} x
// y)
// CHECK-LABEL: func.func @over_negated_twice(
// CHECK-NEXT: %[[A:.+]] = arith.divf %arg0, %arg1 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @over_negated_twice(%x: f32, %y: f32) -> f32 {
  %a = arith.negf %x : f32
  %b = arith.negf %y : f32
  %r = arith.divf %a, %b : f32
  return %r : f32
}

// over-minus-one: (arith.divf{fastmath=$f} x -1.0) => (arith.negf{fastmath=$f} x)
// CHECK-LABEL: func.func @over_minus_one(
// CHECK-NEXT: %[[A:.+]] = arith.negf %arg0 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @over_minus_one(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %r = arith.divf %x, %c : f32
  return %r : f32
}

// times-minus-one: (arith.mulf{fastmath=$f} x -1.0) => (arith.negf{fastmath=$f} x)
// CHECK-LABEL: func.func @times_minus_one(
// CHECK-NEXT: %[[A:.+]] = arith.negf %arg0 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @times_minus_one(%x: f32) -> f32 {
  %c = arith.constant -1.0 : f32
  %r = arith.mulf %x, %c : f32
  return %r : f32
}

// constant-sub-sub: (arith.subi C (arith.subi D x)) => (arith.addi x (arith.subi C D))
// CHECK-LABEL: func.func @constant_sub_sub(
// CHECK-NEXT: %[[A:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[B:.+]] = arith.addi %arg0, %[[A]] : i32
// CHECK-NEXT: return %[[B]] : i32
func.func @constant_sub_sub(%x: i32) -> i32 {
  %c = arith.constant 9 : i32
  %d = arith.constant 4 : i32
  %a = arith.subi %d, %x : i32
  %r = arith.subi %c, %a : i32
  return %r : i32
}

// sub-add: (arith.subi x (arith.addi x y)) => (arith.subi 0 y)
// CHECK-LABEL: func.func @sub_add(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[B:.+]] = arith.subi %[[A]], %arg1 : i32
// CHECK-NEXT: return %[[B]] : i32
func.func @sub_add(%x: i32, %y: i32) -> i32 {
  %a = arith.addi %x, %y : i32
  %r = arith.subi %x, %a : i32
  return %r : i32
}

// sub-again: (arith.subi (arith.subi x y) x) => (arith.subi 0 y)
// CHECK-LABEL: func.func @sub_again(
// CHECK-NEXT: %[[A:.+]] = arith.constant 0 : i32
// CHECK-NEXT: %[[B:.+]] = arith.subi %[[A]], %arg1 : i32
// CHECK-NEXT: return %[[B]] : i32
func.func @sub_again(%x: i32, %y: i32) -> i32 {
  %a = arith.subi %x, %y : i32
  %r = arith.subi %a, %x : i32
  return %r : i32
}

// sub-times-minus-one: (arith.subi x (arith.muli y -1)) => (arith.addi x y)
// CHECK-LABEL: func.func @sub_times_minus_one(
// CHECK-NEXT: %[[A:.+]] = arith.addi %arg0, %arg1 : i32
// CHECK-NEXT: return %[[A]] : i32
func.func @sub_times_minus_one(%x: i32, %y: i32) -> i32 {
  %c = arith.constant -1 : i32
  %a = arith.muli %y, %c : i32
  %r = arith.subi %x, %a : i32
  return %r : i32
}

// or-of-and: (arith.ori x (arith.andi x y)) => x
// CHECK-LABEL: func.func @or_of_and(
// CHECK-NEXT: return %arg0 : i32
func.func @or_of_and(%x: i32, %y: i32) -> i32 {
  %a = arith.andi %x, %y : i32
  %r = arith.ori %x, %a : i32
  return %r : i32
}

// max-of-min-signed: (arith.maxsi x (arith.minsi x y)) => x
// CHECK-LABEL: func.func @max_of_min_signed(
// CHECK-NEXT: return %arg0 : i32
func.func @max_of_min_signed(%x: i32, %y: i32) -> i32 {
  %a = arith.minsi %x, %y : i32
  %r = arith.maxsi %x, %a : i32
  return %r : i32
}

// min-of-max-signed: (arith.minsi x (arith.maxsi x y)) => x
// CHECK-LABEL: func.func @min_of_max_signed(
// CHECK-NEXT: return %arg0 : i32
func.func @min_of_max_signed(%x: i32, %y: i32) -> i32 {
  %a = arith.maxsi %x, %y : i32
  %r = arith.minsi %x, %a : i32
  return %r : i32
}

// max-of-min-unsigned: (arith.maxui x (arith.minui x y)) => x
// CHECK-LABEL: func.func @max_of_min_unsigned(
// CHECK-NEXT: return %arg0 : i32
func.func @max_of_min_unsigned(%x: i32, %y: i32) -> i32 {
  %a = arith.minui %x, %y : i32
  %r = arith.maxui %x, %a : i32
  return %r : i32
}

// min-of-max-unsigned: (arith.minui x (arith.maxui x y)) => x
// CHECK-LABEL: func.func @min_of_max_unsigned(
// CHECK-NEXT: return %arg0 : i32
func.func @min_of_max_unsigned(%x: i32, %y: i32) -> i32 {
  %a = arith.maxui %x, %y : i32
  %r = arith.minui %x, %a : i32
  return %r : i32
}

// shift-right-twice: (arith.shrui (arith.shrui x C) D) => (arith.shrui x (arith.addi C D))
// CHECK-LABEL: func.func @shift_right_twice(
// CHECK-NEXT: %[[A:.+]] = arith.constant 8 : i32
// CHECK-NEXT: %[[B:.+]] = arith.shrui %arg0, %[[A]] : i32
// CHECK-NEXT: return %[[B]] : i32
func.func @shift_right_twice(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %a = arith.shrui %x, %c : i32
  %r = arith.shrui %a, %d : i32
  return %r : i32
}

// shift-right-signed-twice: (arith.shrsi (arith.shrsi x C) D) => (arith.shrsi x (arith.addi C D))
// CHECK-LABEL: func.func @shift_right_signed_twice(
// CHECK-NEXT: %[[A:.+]] = arith.constant 8 : i32
// CHECK-NEXT: %[[B:.+]] = arith.shrsi %arg0, %[[A]] : i32
// CHECK-NEXT: return %[[B]] : i32
func.func @shift_right_signed_twice(%x: i32) -> i32 {
  %c = arith.constant 3 : i32
  %d = arith.constant 5 : i32
  %a = arith.shrsi %x, %c : i32
  %r = arith.shrsi %a, %d : i32
  return %r : i32
}

// extend-less: (arith.trunci (arith.extui x)) => (arith.extui x)
// CHECK-LABEL: func.func @extend_less(
// CHECK-NEXT: %[[A:.+]] = arith.extui %arg0 : i8 to i32
// CHECK-NEXT: return %[[A]] : i32
func.func @extend_less(%x: i8) -> i32 {
  %a = arith.extui %x : i8 to i64
  %r = arith.trunci %a : i64 to i32
  return %r : i32
}

// truncate-sign-extended: (arith.trunci (arith.extsi x)) => (arith.trunci x)
// CHECK-LABEL: func.func @truncate_sign_extended(
// CHECK-NEXT: %[[A:.+]] = arith.trunci %arg0 : i32 to i8
// CHECK-NEXT: return %[[A]] : i8
func.func @truncate_sign_extended(%x: i32) -> i8 {
  %a = arith.extsi %x : i32 to i64
  %r = arith.trunci %a : i64 to i8
  return %r : i8
}

// truncate-twice: (arith.trunci (arith.trunci x)) => (arith.trunci x)
// CHECK-LABEL: func.func @truncate_twice(
// CHECK-NEXT: %[[A:.+]] = arith.trunci %arg0 : i64 to i8
// CHECK-NEXT: return %[[A]] : i8
func.func @truncate_twice(%x: i64) -> i8 {
  %a = arith.trunci %x : i64 to i32
  %r = arith.trunci %a : i32 to i8
  return %r : i8
}

// truncate-extended-float: (arith.truncf{roundingmode=$r, fastmath=$f} (arith.extf x)) =>
// (arith.truncf{roundingmode=$r, fastmath=$f} x)
// CHECK-LABEL: func.func @truncate_extended_float(
// CHECK-NEXT: %[[A:.+]] = arith.truncf %arg0 : f32 to f16
// CHECK-NEXT: return %[[A]] : f16
func.func @truncate_extended_float(%x: f32) -> f16 {
  %a = arith.extf %x : f32 to f64
  %r = arith.truncf %a : f64 to f16
  return %r : f16
}

// truncate-through-index: (arith.index_cast (arith.index_cast x)) => (arith.trunci x)
// CHECK-LABEL: func.func @truncate_through_index(
// CHECK-NEXT: %[[A:.+]] = arith.trunci %arg0 : i64 to i32
// CHECK-NEXT: return %[[A]] : i32
func.func @truncate_through_index(%x: i64) -> i32 {
  %a = arith.index_cast %x : i64 to index
  %r = arith.index_cast %a : index to i32
  return %r : i32
}

// truncate-through-index-unsigned: (arith.index_castui (arith.index_castui x)) => (arith.trunci x)
// CHECK-LABEL: func.func @truncate_through_index_unsigned(
// CHECK-NEXT: %[[A:.+]] = arith.trunci %arg0 : i64 to i32
// CHECK-NEXT: return %[[A]] : i32
func.func @truncate_through_index_unsigned(%x: i64) -> i32 {
  %a = arith.index_castui %x : i64 to index
  %r = arith.index_castui %a : index to i32
  return %r : i32
}

// extend-through-index: (arith.index_castui (arith.index_castui x)) => (arith.extui x)
// CHECK-LABEL: func.func @extend_through_index(
// CHECK-NEXT: %[[A:.+]] = arith.extui %arg0 : i32 to i64
// CHECK-NEXT: return %[[A]] : i64
func.func @extend_through_index(%x: i32) -> i64 {
  %a = arith.index_castui %x : i32 to index
  %r = arith.index_castui %a : index to i64
  return %r : i64
}

// extended-sign: (arith.cmpi{predicate=$p} (arith.extsi c) 0) => c
// CHECK-LABEL: func.func @extended_sign(
// CHECK-NEXT: return %arg0 : i1
func.func @extended_sign(%c: i1) -> i1 {
  %z = arith.constant 0 : i32
  %a = arith.extsi %c : i1 to i32
  %r = arith.cmpi ne, %a, %z : i32
  return %r : i1
}

// float-of-extended: (arith.uitofp (arith.extui x)) => (arith.uitofp x)
// CHECK-LABEL: func.func @float_of_extended(
// CHECK-NEXT: %[[A:.+]] = arith.uitofp %arg0 : i8 to f32
// CHECK-NEXT: return %[[A]] : f32
func.func @float_of_extended(%x: i8) -> f32 {
  %a = arith.extui %x : i8 to i32
  %r = arith.uitofp %a : i32 to f32
  return %r : f32
}

// float-of-sign-extended: (arith.sitofp (arith.extsi x)) => (arith.sitofp x)
// CHECK-LABEL: func.func @float_of_sign_extended(
// CHECK-NEXT: %[[A:.+]] = arith.sitofp %arg0 : i8 to f32
// CHECK-NEXT: return %[[A]] : f32
func.func @float_of_sign_extended(%x: i8) -> f32 {
  %a = arith.extsi %x : i8 to i32
  %r = arith.sitofp %a : i32 to f32
  return %r : f32
}

// signed-float-of-extended: (arith.sitofp (arith.extui x)) => (arith.uitofp x)
// CHECK-LABEL: func.func @signed_float_of_extended(
// CHECK-NEXT: %[[A:.+]] = arith.uitofp %arg0 : i8 to f32
// CHECK-NEXT: return %[[A]] : f32
func.func @signed_float_of_extended(%x: i8) -> f32 {
  %a = arith.extui %x : i8 to i32
  %r = arith.sitofp %a : i32 to f32
  return %r : f32
}

// index-of-extended: (arith.index_castui (arith.extui x)) => (arith.index_castui x)
// CHECK-LABEL: func.func @index_of_extended(
// CHECK-NEXT: %[[A:.+]] = arith.index_castui %arg0 : i8 to index
// CHECK-NEXT: return %[[A]] : index
func.func @index_of_extended(%x: i8) -> index {
  %a = arith.extui %x : i8 to i32
  %r = arith.index_castui %a : i32 to index
  return %r : index
}

// index-of-sign-extended: (arith.index_cast (arith.extsi x)) => (arith.index_cast x)
// CHECK-LABEL: func.func @index_of_sign_extended(
// CHECK-NEXT: %[[A:.+]] = arith.index_cast %arg0 : i8 to index
// CHECK-NEXT: return %[[A]] : index
func.func @index_of_sign_extended(%x: i8) -> index {
  %a = arith.extsi %x : i8 to i32
  %r = arith.index_cast %a : i32 to index
  return %r : index
}

// signed-index-of-extended: (arith.index_cast (arith.extui x)) => (arith.index_castui x)
// CHECK-LABEL: func.func @signed_index_of_extended(
// CHECK-NEXT: %[[A:.+]] = arith.index_castui %arg0 : i8 to index
// CHECK-NEXT: return %[[A]] : index
func.func @signed_index_of_extended(%x: i8) -> index {
  %a = arith.extui %x : i8 to i32
  %r = arith.index_cast %a : i32 to index
  return %r : index
}

// narrow-float-of-unsigned: (arith.truncf{!roundingmode} (arith.uitofp x)) => (arith.uitofp x)
// CHECK-LABEL: func.func @narrow_float_of_unsigned(
// CHECK-NEXT: %[[A:.+]] = arith.uitofp %arg0 : i16 to f32
// CHECK-NEXT: return %[[A]] : f32
func.func @narrow_float_of_unsigned(%x: i16) -> f32 {
  %a = arith.uitofp %x : i16 to f64
  %r = arith.truncf %a : f64 to f32
  return %r : f32
}

// select-is-sign-extension: (arith.select c -1 0) => (arith.extsi c)
// CHECK-LABEL: func.func @select_is_sign_extension(
// CHECK-NEXT: %[[A:.+]] = arith.extsi %arg0 : i1 to i32
// CHECK-NEXT: return %[[A]] : i32
func.func @select_is_sign_extension(%c: i1) -> i32 {
  %m = arith.constant -1 : i32
  %z = arith.constant 0 : i32
  %r = arith.select %c, %m, %z : i32
  return %r : i32
}

// select-is-extended-not: (arith.select c 0 1) => (arith.extui (arith.xori c -1))
// CHECK-LABEL: func.func @select_is_extended_not(
// CHECK-NEXT: %[[A:.+]] = arith.constant true
// CHECK-NEXT: %[[B:.+]] = arith.xori %arg0, %[[A]] : i1
// CHECK-NEXT: %[[C:.+]] = arith.extui %[[B]] : i1 to i32
// CHECK-NEXT: return %[[C]] : i32
func.func @select_is_extended_not(%c: i1) -> i32 {
  %o = arith.constant 1 : i32
  %z = arith.constant 0 : i32
  %r = arith.select %c, %z, %o : i32
  return %r : i32
}

// select-or: (arith.select a x (arith.select! b x y)) => (arith.select (arith.ori a b) x y)
// CHECK-LABEL: func.func @select_or(
// CHECK-NEXT: %[[A:.+]] = arith.ori %arg0, %arg1 : i1
// CHECK-NEXT: %[[B:.+]] = arith.select %[[A]], %arg2, %arg3 : f32
// CHECK-NEXT: return %[[B]] : f32
func.func @select_or(%a: i1, %b: i1, %x: f32, %y: f32) -> f32 {
  %s = arith.select %b, %x, %y : f32
  %r = arith.select %a, %x, %s : f32
  return %r : f32
}

// select-same-false: (arith.select c x (arith.select c y z)) => (arith.select c x z)
// CHECK-LABEL: func.func @select_same_false(
// CHECK-NEXT: %[[A:.+]] = arith.select %arg0, %arg1, %arg3 : f32
// CHECK-NEXT: return %[[A]] : f32
func.func @select_same_false(%c: i1, %x: f32, %y: f32, %z: f32) -> f32 {
  %s = arith.select %c, %y, %z : f32
  %r = arith.select %c, %x, %s : f32
  return %r : f32
}

// sum-is-constant: (arith.cmpi{predicate=$p} (arith.addi x C) D) => (arith.cmpi{predicate=$p} x (arith.subi D
// C))
// CHECK-LABEL: func.func @sum_is_constant(
// CHECK-NEXT: %[[A:.+]] = arith.constant 7 : i32
// CHECK-NEXT: %[[B:.+]] = arith.cmpi eq, %arg0, %[[A]] : i32
// CHECK-NEXT: return %[[B]] : i1
func.func @sum_is_constant(%x: i32) -> i1 {
  %c = arith.constant 3 : i32
  %d = arith.constant 10 : i32
  %a = arith.addi %x, %c : i32
  %r = arith.cmpi eq, %a, %d : i32
  return %r : i1
}

// xor-is-constant: (arith.cmpi{predicate=$p} (arith.xori x C) D) => (arith.cmpi{predicate=$p} x (arith.xori D
// C))
// CHECK-LABEL: func.func @xor_is_constant(
// CHECK-NEXT: %[[A:.+]] = arith.constant 5 : i32
// CHECK-NEXT: %[[B:.+]] = arith.cmpi eq, %arg0, %[[A]] : i32
// CHECK-NEXT: return %[[B]] : i1
func.func @xor_is_constant(%x: i32) -> i1 {
  %c = arith.constant 6 : i32
  %d = arith.constant 3 : i32
  %a = arith.xori %x, %c : i32
  %r = arith.cmpi eq, %a, %d : i32
  return %r : i1
}

// xor-is-zero: (arith.cmpi{predicate=$p} (arith.xori x y) 0) => (arith.cmpi{predicate=$p} x y)
// CHECK-LABEL: func.func @xor_is_zero(
// CHECK-NEXT: %[[A:.+]] = arith.cmpi ne, %arg0, %arg1 : i32
// CHECK-NEXT: return %[[A]] : i1
func.func @xor_is_zero(%x: i32, %y: i32) -> i1 {
  %z = arith.constant 0 : i32
  %a = arith.xori %x, %y : i32
  %r = arith.cmpi ne, %a, %z : i32
  return %r : i1
}
