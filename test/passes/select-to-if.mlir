// Of a select between whole tensors by one condition, only the side that is taken is evaluated.
// RUN: tfopt %s --pass-pipeline='func.func(select-to-if)' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --pass-pipeline='func.func(select-to-if)' --disable-rule=select-to-if.one-side | tee %t.off | FileCheck %s --check-prefix=OFF
// RUN: FileCheck %s --check-prefix=FULL_OFF --match-full-lines < %t.off
// RUN: tfopt %s --pass-pipeline='func.func(select-to-if)' --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics -o /dev/null
// COMPLETE: FULL, FULL_OFF

// The quotients and what they are made of; what something else needs stays where it is.
// CHECK-LABEL: func.func @quotients
// CHECK-SAME: (%[[C:.*]]: i1, %[[X:.*]]: tensor<?{n}xi32>, %[[Y:.*]]: tensor<?{n}xi32>)
// CHECK: %[[S:.*]] = arith.addi %[[X]], %[[Y]]
// CHECK: %[[R:.*]] = loop.if %[[C]] -> (tensor<?{n}xi32>) {
// CHECK-NEXT: %[[P:.*]] = arith.muli %[[S]], %[[Y]]
// CHECK-NEXT: %[[Q:.*]] = arith.divsi %[[P]], %[[Y]]
// CHECK-NEXT: loop.yield %[[Q]]
// CHECK: } else {
// CHECK-NEXT: loop.yield %[[X]]
// CHECK: return %[[R]], %[[S]]
// OFF-NOT: loop.if
func.func @quotients(%c: i1, %x: tensor<?{n}xi32>, %y: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>) {
  %s = arith.addi %x, %y : tensor<?{n}xi32>
  %p = arith.muli %s, %y : tensor<?{n}xi32>
  %q = arith.divsi %p, %y : tensor<?{n}xi32>
  %r = arith.select %c, %q, %x : tensor<?{n}xi32>
  return %r, %s : tensor<?{n}xi32>, tensor<?{n}xi32>
}
// FULL: module {
// FULL-NEXT:   func.func @quotients(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>) {
// FULL-NEXT:     %[[V0:.*]] = arith.addi %[[ARG1]], %[[ARG2]] : tensor<?{n}xi32>
// FULL-NEXT:     %[[V1:.*]] = loop.if %[[ARG0]] -> (tensor<?{n}xi32>) {
// FULL-NEXT:       %[[V2:.*]] = arith.muli %[[V0]], %[[ARG2]] : tensor<?{n}xi32>
// FULL-NEXT:       %[[V3:.*]] = arith.divsi %[[V2]], %[[ARG2]] : tensor<?{n}xi32>
// FULL-NEXT:       loop.yield %[[V3]] : tensor<?{n}xi32>
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG1]] : tensor<?{n}xi32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]], %[[V0]] : tensor<?{n}xi32>, tensor<?{n}xi32>
// FULL-NEXT:   }
// FULL_OFF: module {
// FULL_OFF-NEXT:   func.func @quotients(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>) {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.addi %[[ARG1]], %[[ARG2]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.muli %[[V0]], %[[ARG2]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.divsi %[[V1]], %[[ARG2]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.select %[[ARG0]], %[[V2]], %[[ARG1]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     return %[[V3]], %[[V0]] : tensor<?{n}xi32>, tensor<?{n}xi32>
// FULL_OFF-NEXT:   }

// A side that reduces, and one within the other.
// CHECK-LABEL: func.func @nested
// CHECK: loop.if
// CHECK-NEXT: loop.yield
// CHECK: } else {
// CHECK-NEXT: tensor.contract
// CHECK-NEXT: loop.if
// CHECK-NEXT: math.exp
func.func @nested(%c: i1, %d: i1, %x: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
  %p = tensor.contract "ij,jk->ik" %x, %x : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
  %e = math.exp %p : tensor<?{n}x?{n}xf32>
  %l = math.log %e : tensor<?{n}x?{n}xf32>
  %s = arith.select %d, %l, %p : tensor<?{n}x?{n}xf32>
  %r = arith.select %c, %x, %s : tensor<?{n}x?{n}xf32>
  return %r : tensor<?{n}x?{n}xf32>
}
// FULL-NEXT:   func.func @nested(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i1, %[[ARG2:.*]]: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = loop.if %[[ARG0]] -> (tensor<?{n}x?{n}xf32>) {
// FULL-NEXT:       loop.yield %[[ARG2]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[V1:.*]] = tensor.contract "ij,jk->ik" %[[ARG2]], %[[ARG2]] : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = loop.if %[[ARG1]] -> (tensor<?{n}x?{n}xf32>) {
// FULL-NEXT:         %[[V3:.*]] = math.exp %[[V1]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:         %[[V4:.*]] = math.log %[[V3]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:         loop.yield %[[V4]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[V1]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[V2]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @nested(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: i1, %[[ARG2:.*]]: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
// FULL_OFF-NEXT:     %[[V0:.*]] = tensor.contract "ij,jk->ik" %[[ARG2]], %[[ARG2]] : (tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32>
// FULL_OFF-NEXT:     %[[V1:.*]] = math.exp %[[V0]] : tensor<?{n}x?{n}xf32>
// FULL_OFF-NEXT:     %[[V2:.*]] = math.log %[[V1]] : tensor<?{n}x?{n}xf32>
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.select %[[ARG1]], %[[V2]], %[[V0]] : tensor<?{n}x?{n}xf32>
// FULL_OFF-NEXT:     %[[V4:.*]] = arith.select %[[ARG0]], %[[ARG2]], %[[V3]] : tensor<?{n}x?{n}xf32>
// FULL_OFF-NEXT:     return %[[V4]] : tensor<?{n}x?{n}xf32>
// FULL_OFF-NEXT:   }

// The condition is an element that is repeated.
// CHECK-LABEL: func.func @element
// CHECK: %[[C:.*]] = tensor.at %{{.*}}[] : tensor<i1>
// CHECK: loop.if %[[C]]
// CHECK-NEXT: arith.remsi
func.func @element(%c: tensor<i1>, %x: tensor<?{n}xi32>, %y: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
  %q = arith.remsi %x, %y : tensor<?{n}xi32>
  %b = tensor.broadcast %c dims = [] : tensor<i1> to tensor<?{n}xi1>
  %r = arith.select %b, %q, %x : tensor<?{n}xi1>, tensor<?{n}xi32>
  return %r : tensor<?{n}xi32>
}
// FULL-NEXT:   func.func @element(%[[ARG0:.*]]: tensor<i1>, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.broadcast %[[ARG0]] dims = [] : tensor<i1> to tensor<?{n}xi1>
// FULL-NEXT:     %[[V1:.*]] = tensor.at %[[ARG0]][] : tensor<i1>
// FULL-NEXT:     %[[V2:.*]] = loop.if %[[V1]] -> (tensor<?{n}xi32>) {
// FULL-NEXT:       %[[V3:.*]] = arith.remsi %[[ARG1]], %[[ARG2]] : tensor<?{n}xi32>
// FULL-NEXT:       loop.yield %[[V3]] : tensor<?{n}xi32>
// FULL-NEXT:     } else {
// FULL-NEXT:       loop.yield %[[ARG1]] : tensor<?{n}xi32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<?{n}xi32>
// FULL-NEXT:   }
// FULL_OFF-NEXT:   func.func @element(%[[ARG0:.*]]: tensor<i1>, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: tensor<?{n}xi32>) -> tensor<?{n}xi32> {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.remsi %[[ARG1]], %[[ARG2]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V1:.*]] = tensor.broadcast %[[ARG0]] dims = [] : tensor<i1> to tensor<?{n}xi1>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.select %[[V1]], %[[V0]], %[[ARG1]] : tensor<?{n}xi1>, tensor<?{n}xi32>
// FULL_OFF-NEXT:     return %[[V2]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:   }

// What costs less than to store it stays part of the loops around; so do selects by elements, and what both
// sides need.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: loop.if
// CHECK: return
func.func @stays(%c: i1, %m: tensor<?{n}xi1>, %x: tensor<?{n}xi32>, %y: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>) {
  %a = arith.addi %x, %y : tensor<?{n}xi32>
  %q = arith.divsi %x, %y : tensor<?{n}xi32>
  %n = arith.subi %y, %q : tensor<?{n}xi32>
  %0 = arith.select %c, %a, %x : tensor<?{n}xi32>
  %1 = arith.select %m, %q, %x : tensor<?{n}xi1>, tensor<?{n}xi32>
  %2 = arith.select %c, %q, %n : tensor<?{n}xi32>
  return %0, %1, %2 : tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>
}
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: tensor<?{n}xi1>, %[[ARG2:.*]]: tensor<?{n}xi32>, %[[ARG3:.*]]: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>) {
// FULL-NEXT:     %[[V0:.*]] = arith.addi %[[ARG2]], %[[ARG3]] : tensor<?{n}xi32>
// FULL-NEXT:     %[[V1:.*]] = arith.divsi %[[ARG2]], %[[ARG3]] : tensor<?{n}xi32>
// FULL-NEXT:     %[[V2:.*]] = arith.subi %[[ARG3]], %[[V1]] : tensor<?{n}xi32>
// FULL-NEXT:     %[[V3:.*]] = arith.select %[[ARG0]], %[[V0]], %[[ARG2]] : tensor<?{n}xi32>
// FULL-NEXT:     %[[V4:.*]] = arith.select %[[ARG1]], %[[V1]], %[[ARG2]] : tensor<?{n}xi1>, tensor<?{n}xi32>
// FULL-NEXT:     %[[V5:.*]] = arith.select %[[ARG0]], %[[V1]], %[[V2]] : tensor<?{n}xi32>
// FULL-NEXT:     return %[[V3]], %[[V4]], %[[V5]] : tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_OFF-NEXT:   func.func @stays(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: tensor<?{n}xi1>, %[[ARG2:.*]]: tensor<?{n}xi32>, %[[ARG3:.*]]: tensor<?{n}xi32>) -> (tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>) {
// FULL_OFF-NEXT:     %[[V0:.*]] = arith.addi %[[ARG2]], %[[ARG3]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V1:.*]] = arith.divsi %[[ARG2]], %[[ARG3]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V2:.*]] = arith.subi %[[ARG3]], %[[V1]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V3:.*]] = arith.select %[[ARG0]], %[[V0]], %[[ARG2]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V4:.*]] = arith.select %[[ARG1]], %[[V1]], %[[ARG2]] : tensor<?{n}xi1>, tensor<?{n}xi32>
// FULL_OFF-NEXT:     %[[V5:.*]] = arith.select %[[ARG0]], %[[V1]], %[[V2]] : tensor<?{n}xi32>
// FULL_OFF-NEXT:     return %[[V3]], %[[V4]], %[[V5]] : tensor<?{n}xi32>, tensor<?{n}xi32>, tensor<?{n}xi32>
// FULL_OFF-NEXT:   }
// FULL_OFF-NEXT: }
