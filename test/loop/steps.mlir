// A loop means the same whether its bounds and its step are constants or computed: at the ends of the types,
// and for steps below 1.
// RUN: tfrun %s --entry=to_the_greatest --device=interp | FileCheck %s --check-prefix=GREATEST
// RUN: tfrun %s --entry=to_the_greatest --device=cpu | FileCheck %s --check-prefix=GREATEST
// RUN: tfrun %s --entry=to_the_greatest --device=simt-compiled | FileCheck %s --check-prefix=GREATEST
// RUN: tfrun %s --entry=all_of_them --device=cpu | FileCheck %s --check-prefix=ALL
// RUN: tfrun %s --entry=all_of_them --device=simt-compiled | FileCheck %s --check-prefix=ALL
// RUN: tfrun %s --entry=short --device=cpu | FileCheck %s --check-prefix=SHORT
// RUN: tfrun %s --entry=left_early --device=cpu | FileCheck %s --check-prefix=LEFT
// RUN: tfrun %s --entry=with_a_tensor --device=cpu | FileCheck %s --check-prefix=TENSOR
// RUN: not tfrun %s --entry=no_step --device=interp 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=no_step --device=cpu 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=no_step --device=simt-compiled 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=backwards --device=interp 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=backwards --device=cpu 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=side_by_side --device=interp 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: not tfrun %s --entry=side_by_side --device=cpu 2>&1 | FileCheck %s --check-prefix=STOPS
// RUN: tfopt %s --inline --canonicalize --verify-each | tee %t.valid | FileCheck %s --check-prefix=VALID
// RUN: FileCheck %s --check-prefix=FULL_VALID --match-full-lines < %t.valid
// RUN: tfrun %s --entry=not_reached --in arg0=5 --device=cpu | FileCheck %s --check-prefix=REACHED
// COMPLETE: FULL_VALID
// STOPS: error: a loop has step {{0|-1}}, but steps must be at least 1 [E0601]

// 9223372036854775805 is the last index: the next one would not fit.
// GREATEST: 2
func.func @to_the_greatest() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %low = arith.constant 9223372036854775800 : index
  %high = arith.constant 9223372036854775807 : index
  %r = loop.for %i = %low to %high step %c5 iter_args(%a = %c0) -> (index) {
    %n = arith.addi %a, %c1 : index
    loop.yield %n : index
  }
  return %r : index
}
// FULL_VALID: module {
// FULL_VALID-NEXT:   func.func @to_the_greatest() -> index {
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL_VALID-NEXT:     %[[C9223372036854775800:.*]] = arith.constant 9223372036854775800 : index
// FULL_VALID-NEXT:     %[[C9223372036854775807:.*]] = arith.constant 9223372036854775807 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C9223372036854775800]] to %[[C9223372036854775807]] step %[[C5]] iter_args(%[[ARG0:.*]] = %[[C0]]) -> (index) {
// FULL_VALID-NEXT:       %[[V1:.*]] = arith.addi %[[ARG0]], %[[C1]] : index
// FULL_VALID-NEXT:       loop.yield %[[V1]] : index
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : index
// FULL_VALID-NEXT:   }

// The length has 65 bits.
// ALL: 4
func.func @all_of_them() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant 4611686018427387904 : index
  %low = arith.constant -9223372036854775808 : index
  %high = arith.constant 9223372036854775807 : index
  %r = loop.for %i = %low to %high step %step iter_args(%a = %c0) -> (index) {
    %n = arith.addi %a, %c1 : index
    loop.yield %n : index
  }
  return %r : index
}
// FULL_VALID-NEXT:   func.func @all_of_them() -> index {
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C4611686018427387904:.*]] = arith.constant 4611686018427387904 : index
// FULL_VALID-NEXT:     %[[C:.*]]-9223372036854775808 = arith.constant -9223372036854775808 : index
// FULL_VALID-NEXT:     %[[C9223372036854775807:.*]] = arith.constant 9223372036854775807 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C]]-9223372036854775808 to %[[C9223372036854775807]] step %[[C4611686018427387904]] iter_args(%[[ARG0:.*]] = %[[C0]]) -> (index) {
// FULL_VALID-NEXT:       %[[V1:.*]] = arith.addi %[[ARG0]], %[[C1]] : index
// FULL_VALID-NEXT:       loop.yield %[[V1]] : index
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : index
// FULL_VALID-NEXT:   }

// -128, -126, … 126.
// SHORT: 128
func.func @short() -> i64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %step = arith.constant 2 : i8
  %low = arith.constant -128 : i8
  %high = arith.constant 127 : i8
  %r = loop.for %i = %low to %high step %step iter_args(%a = %c0) -> (i64) : i8 {
    %n = arith.addi %a, %c1 : i64
    loop.yield %n : i64
  }
  return %r : i64
}
// FULL_VALID-NEXT:   func.func @short() -> i64 {
// FULL_VALID-NEXT:     %[[C0_I64:.*]] = arith.constant 0 : i64
// FULL_VALID-NEXT:     %[[C1_I64:.*]] = arith.constant 1 : i64
// FULL_VALID-NEXT:     %[[C2_I8:.*]] = arith.constant 2 : i8
// FULL_VALID-NEXT:     %[[C:.*]]-128_i8 = arith.constant -128 : i8
// FULL_VALID-NEXT:     %[[C127_I8:.*]] = arith.constant 127 : i8
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C]]-128_i8 to %[[C127_I8]] step %[[C2_I8]] iter_args(%[[ARG0:.*]] = %[[C0_I64]]) -> (i64) : i8 {
// FULL_VALID-NEXT:       %[[V1:.*]] = arith.addi %[[ARG0]], %[[C1_I64]] : i64
// FULL_VALID-NEXT:       loop.yield %[[V1]] : i64
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : i64
// FULL_VALID-NEXT:   }

// There are 2^63 iterations, of which three are made.
// LEFT: 3
func.func @left_early() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %low = arith.constant -9223372036854775808 : index
  %high = arith.constant 9223372036854775807 : index
  %r = loop.for %i = %low to %high step %c2 iter_args(%a = %c0) -> (index) {
    %n = arith.addi %a, %c1 : index
    %more = arith.cmpi slt, %n, %c3 : index
    loop.condition %more, %n : index
  }
  return %r : index
}
// FULL_VALID-NEXT:   func.func @left_early() -> index {
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_VALID-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_VALID-NEXT:     %[[C:.*]]-9223372036854775808 = arith.constant -9223372036854775808 : index
// FULL_VALID-NEXT:     %[[C9223372036854775807:.*]] = arith.constant 9223372036854775807 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C]]-9223372036854775808 to %[[C9223372036854775807]] step %[[C2]] iter_args(%[[ARG0:.*]] = %[[C0]]) -> (index) {
// FULL_VALID-NEXT:       %[[V1:.*]] = arith.addi %[[ARG0]], %[[C1]] : index
// FULL_VALID-NEXT:       %[[V2:.*]] = arith.cmpi slt, %[[V1]], %[[C3]] : index
// FULL_VALID-NEXT:       loop.condition %[[V2]], %[[V1]] : index
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : index
// FULL_VALID-NEXT:   }

// TENSOR: [4. 4.]
func.func @with_a_tensor() -> tensor<2xf32> {
  %x = arith.constant dense<1.0> : tensor<2xf32>
  %c2 = arith.constant 2 : index
  %low = arith.constant 9223372036854775804 : index
  %high = arith.constant 9223372036854775807 : index
  %r = loop.for %i = %low to %high step %c2 iter_args(%a = %x) -> (tensor<2xf32>) {
    %n = arith.addf %a, %a : tensor<2xf32>
    loop.yield %n : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
// FULL_VALID-NEXT:   func.func @with_a_tensor() -> tensor<2xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<2xf32>
// FULL_VALID-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_VALID-NEXT:     %[[C9223372036854775804:.*]] = arith.constant 9223372036854775804 : index
// FULL_VALID-NEXT:     %[[C9223372036854775807:.*]] = arith.constant 9223372036854775807 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C9223372036854775804]] to %[[C9223372036854775807]] step %[[C2]] iter_args(%[[ARG0:.*]] = %[[CST]]) -> (tensor<2xf32>) {
// FULL_VALID-NEXT:       %[[V1:.*]] = arith.addf %[[ARG0]], %[[ARG0]] : tensor<2xf32>
// FULL_VALID-NEXT:       loop.yield %[[V1]] : tensor<2xf32>
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : tensor<2xf32>
// FULL_VALID-NEXT:   }


func.func @no_step() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %step = arith.subi %c1, %c1 : index
  %r = loop.for %i = %c0 to %c5 step %step iter_args(%a = %c0) -> (index) {
    %n = arith.addi %a, %c1 : index
    loop.yield %n : index
  }
  return %r : index
}
// FULL_VALID-NEXT:   func.func @no_step() -> index {
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C5]] step %[[C0]] iter_args(%[[ARG0:.*]] = %[[C0]]) -> (index) {
// FULL_VALID-NEXT:       %[[V1:.*]] = arith.addi %[[ARG0]], %[[C1]] : index
// FULL_VALID-NEXT:       loop.yield %[[V1]] : index
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : index
// FULL_VALID-NEXT:   }

func.func @backwards() -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant -1 : index
  %r = loop.for %i = %c1 to %c0 step %step iter_args(%a = %c0) -> (index) {
    %n = arith.addi %a, %c1 : index
    loop.yield %n : index
  }
  return %r : index
}
// FULL_VALID-NEXT:   func.func @backwards() -> index {
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_VALID-NEXT:     %[[C:.*]]-1 = arith.constant -1 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C1]] to %[[C0]] step %[[C]]-1 iter_args(%[[ARG0:.*]] = %[[C0]]) -> (index) {
// FULL_VALID-NEXT:       %[[V1:.*]] = arith.addi %[[ARG0]], %[[C1]] : index
// FULL_VALID-NEXT:       loop.yield %[[V1]] : index
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : index
// FULL_VALID-NEXT:   }

func.func @side_by_side() -> tensor<4xf32> {
  %x = arith.constant dense<1.0> : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %r = loop.parallel (%i) = (%c0) to (%c4) step (%c0) shared(%a = %x) -> (tensor<4xf32>) {
    loop.yield %a : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// FULL_VALID-NEXT:   func.func @side_by_side() -> tensor<4xf32> {
// FULL_VALID-NEXT:     %[[CST:.*]] = arith.constant dense<1.000000e+00> : tensor<4xf32>
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL_VALID-NEXT:     %[[V0:.*]] = loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C4]]) step (%[[C0]]) shared(%[[ARG0:.*]] = %[[CST]]) -> (tensor<4xf32>) {
// FULL_VALID-NEXT:       loop.yield %[[ARG0]] : tensor<4xf32>
// FULL_VALID-NEXT:     }
// FULL_VALID-NEXT:     return %[[V0]] : tensor<4xf32>
// FULL_VALID-NEXT:   }

// The condition that a step is positive is false: the loop is gone, and on the way there it was valid.
// VALID-LABEL: func.func @not_reached(
// VALID-NOT: loop.for
// VALID: return
// REACHED: 0
func.func private @count(%n: index, %step: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %is_positive = arith.cmpi sgt, %step, %c0 : index
  %r = loop.if %is_positive -> (index) {
    %q = loop.for %i = %c0 to %n step %step iter_args(%a = %c0) -> (index) {
      %b = arith.addi %a, %c1 : index
      loop.yield %b : index
    }
    loop.yield %q : index
  } else {
    loop.yield %c0 : index
  }
  return %r : index
}
func.func @not_reached(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %a = func.call @count(%n, %c0) : (index, index) -> index
  return %a : index
}
// FULL_VALID-NEXT:   func.func @not_reached(%[[ARG0:.*]]: index) -> index {
// FULL_VALID-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_VALID-NEXT:     return %[[C0]] : index
// FULL_VALID-NEXT:   }
// FULL_VALID-NEXT: }
