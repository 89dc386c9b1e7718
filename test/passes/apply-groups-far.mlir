// RUN: tfopt %s --check-semantics --apply-groups | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// A reader asks for points far outside of a member, which is computed where it is read: what is not there is
// not computed, as its own subscripts would leave 64 bits.
// CHECK-LABEL: func.func @far(
// CHECK: arith.cmpi sge
// CHECK: arith.cmpi slt
// CHECK: loop.if
func.func @far(%x: tensor<37x5xf32>) -> tensor<37x5xf32> {
  %one = arith.constant 1.0 : f32
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), place(rows, inline)>} {
    %r = tensor.compute (%i, %j) in [37, 5] attributes {axes = ["i", "j"], member = "rows"} {
      %a = tensor.at %x[%i + 4611686018427387904, %j] clamp : tensor<37x5xf32>
      tensor.yield %a : f32
    } : tensor<37x5xf32>
    %s = tensor.compute (%i, %j) in [37, 5] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i + 4611686018427387904, %j] fill(%one) : tensor<37x5xf32>
      tensor.yield %a : f32
    } : tensor<37x5xf32>
    tensor.yield %s : tensor<37x5xf32>
  } : tensor<37x5xf32>
  return %y : tensor<37x5xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @far(%[[ARG0:.*]]: tensor<37x5xf32>) -> tensor<37x5xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [37, 5] attributes {axes = ["i", "j"]} {
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C37:.*]] = arith.constant 37 : index
// FULL-NEXT:       %[[C4611686018427387904:.*]] = arith.constant 4611686018427387904 : index
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C4611686018427387904]] : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C0]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[V1]], %[[C37]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL-NEXT:       %[[V5:.*]] = loop.if %[[V4]] -> (f32) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]] + 4611686018427387904 + 4611686018427387904, %[[J]]] clamp : tensor<37x5xf32>
// FULL-NEXT:         loop.yield %[[V6]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<37x5xf32>
// FULL-NEXT:     return %[[V0]] : tensor<37x5xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
