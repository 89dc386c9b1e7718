// RUN: tfopt %s --unify-extents --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// A requirement makes both one symbol: the call boundary checks it.
// CHECK-LABEL: func.func @sum
// CHECK-SAME: (%{{.*}}: tensor<?{m}xf32>, %{{.*}}: tensor<?{m}xf32>) -> tensor<?{m}xf32>
// CHECK-NOT: tensor.require
// CHECK-NOT: tensor.cast
// CHECK: arith.addf %{{.*}}, %{{.*}} : tensor<?{m}xf32>
func.func @sum(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) -> tensor<?{n}xf32> {
  tensor.require [n] = [m]
  %z = tensor.cast %y : tensor<?{m}xf32> to tensor<?{n}xf32>
  %s = arith.addf %x, %z : tensor<?{n}xf32>
  return %s : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<?{m}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG1]] : tensor<?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{m}xf32>
// FULL-NEXT:   }

// A cast alone says the same; a term takes the place of a symbol.
// CHECK-LABEL: func.func @half
// CHECK-SAME: (%{{.*}}: tensor<?{n}xf32>, %{{.*}}: tensor<?{2*n}xf32>) -> tensor<?{2*n}xf32>
// CHECK-NOT: tensor.cast
func.func @half(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %b = tensor.concat %x, %x dim = 0 : tensor<?{n}xf32>, tensor<?{n}xf32> to tensor<?{2*n}xf32>
  %c = tensor.cast %b : tensor<?{2*n}xf32> to tensor<?{m}xf32>
  %s = arith.addf %y, %c : tensor<?{m}xf32>
  return %s : tensor<?{m}xf32>
}
// FULL-NEXT:   func.func @half(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{2*n}xf32>) -> tensor<?{2*n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.concat %[[ARG0]], %[[ARG0]] dim = 0 : tensor<?{n}xf32>, tensor<?{n}xf32> to tensor<?{2*n}xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.addf %[[ARG1]], %[[V0]] : tensor<?{2*n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{2*n}xf32>
// FULL-NEXT:   }

// What not every call reaches stays where it is.
// CHECK-LABEL: func.func @sometimes
// CHECK: loop.if
// CHECK-NEXT: tensor.require [n] = [m]
func.func @sometimes(%c: i1, %x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) {
  loop.if %c {
    tensor.require [n] = [m]
    loop.yield
  }
  return
}
// FULL-NEXT:   func.func @sometimes(%[[ARG0:.*]]: i1, %[[ARG1:.*]]: tensor<?{n}xf32>, %[[ARG2:.*]]: tensor<?{m}xf32>) {
// FULL-NEXT:     loop.if %[[ARG0]] {
// FULL-NEXT:       tensor.require [n] = [m]
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// Neither side is a symbol; a symbol that is given as a number; a function that others call.
// CHECK-LABEL: func.func @stays
// CHECK: tensor.require [n + 1] = [m*m]
func.func @stays(%x: tensor<?{n}x?{m}xf32>) {
  tensor.require [n + 1] = [m*m]
  return
}
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) {
// FULL-NEXT:     tensor.require [n + 1] = [m*m]
// FULL-NEXT:     return
// FULL-NEXT:   }
// CHECK-LABEL: func.func @numbers
// CHECK-SAME: tf.extent = "n"
// CHECK: tensor.require [n] = [m]
func.func @numbers(%n: index {tf.extent = "n"}, %m: index {tf.extent = "m"}) {
  tensor.require [n] = [m]
  return
}
// FULL-NEXT:   func.func @numbers(%[[ARG0:.*]]: index {tf.extent = "n"}, %[[ARG1:.*]]: index {tf.extent = "m"}) {
// FULL-NEXT:     tensor.require [n] = [m]
// FULL-NEXT:     return
// FULL-NEXT:   }
// CHECK-LABEL: func.func private @callee
// CHECK: tensor.require [n] = [m]
func.func private @callee(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) {
  tensor.require [n] = [m]
  return
}
// FULL-NEXT:   func.func private @callee(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>) {
// FULL-NEXT:     tensor.require [n] = [m]
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
