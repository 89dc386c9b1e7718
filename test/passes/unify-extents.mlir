// RUN: tfopt %s --unify-extents --canonicalize | FileCheck %s

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

// Neither side is a symbol; a symbol that is given as a number; a function that others call.
// CHECK-LABEL: func.func @stays
// CHECK: tensor.require [n + 1] = [m*m]
func.func @stays(%x: tensor<?{n}x?{m}xf32>) {
  tensor.require [n + 1] = [m*m]
  return
}
// CHECK-LABEL: func.func @numbers
// CHECK-SAME: tf.extent = "n"
// CHECK: tensor.require [n] = [m]
func.func @numbers(%n: index {tf.extent = "n"}, %m: index {tf.extent = "m"}) {
  tensor.require [n] = [m]
  return
}
// CHECK-LABEL: func.func private @callee
// CHECK: tensor.require [n] = [m]
func.func private @callee(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) {
  tensor.require [n] = [m]
  return
}
