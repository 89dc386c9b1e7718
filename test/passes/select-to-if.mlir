// Of a select between whole tensors by one condition, only the side that is taken is evaluated.
// RUN: tfopt %s --pass-pipeline='func.func(select-to-if)' | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(select-to-if)' --disable-rule=select-to-if.one-side | FileCheck %s --check-prefix=OFF
// RUN: tfopt %s --pass-pipeline='func.func(select-to-if)' --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --check-semantics -o /dev/null

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

// What costs less than to store it stays part of the loops around; so do selects by elements, and what both sides need.
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
