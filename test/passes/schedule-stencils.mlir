// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-gpu,schedule))' --split-input-file %s | FileCheck %s
// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-gpu,schedule,apply-schedule))' --split-input-file %s | FileCheck %s --check-prefix=LOOPS
// RUN: tfopt --gpu --split-input-file %s | FileCheck %s --check-prefix=KERNEL
// RUN: tfopt --simt --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --disable-rule=schedule.unroll-and-jam --pass-pipeline='builtin.module(func.func(set-gpu,schedule))' --split-input-file %s | FileCheck %s --check-prefix=WITHOUT
// WITHOUT-NOT: jam(

// Rows of a stencil: a thread has four points of a column, which read six elements of it instead of twelve.
// CHECK-LABEL: func.func @rows
// CHECK: map(i, j, grid, 256), jam(i, 4)
// What is before the first point may be outside, what is behind the last one, too; the others are there.
// LOOPS-LABEL: func.func @rows
// LOOPS: loop.if
// LOOPS: tensor.at %{{.*}}[%{{.*}} - 1, %{{.*}}] clamp {tf.proved = ["upper, occupied", "inside"]}
// LOOPS-COUNT-3: tensor.at %{{.*}}[%{{.*}} - 1, %{{.*}}] clamp {tf.proved = ["inside", "inside"]}
// LOOPS-COUNT-3: tensor.at %{{.*}}[%{{.*}} + 1, %{{.*}}] clamp {tf.proved = ["inside", "inside"]}
// LOOPS: tensor.at %{{.*}}[%{{.*}} + 1, %{{.*}}] clamp {tf.proved = ["lower, occupied", "inside"]}
// LOOPS: } else {
// LOOPS: loop.for
// LOOPS: tensor.at %{{.*}}[%{{.*}} - 1, %{{.*}}] clamp {tf.proved = ["upper, occupied", "inside"]}
// KERNEL-LABEL: kernel.func @rows_k0
// KERNEL: loop.if
// KERNEL-COUNT-6: mem.load
// KERNEL-NOT: mem.load
// KERNEL-COUNT-4: mem.store
// KERNEL: } else {
func.func @rows(%a: tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32> {
  %c = tensor.compute (%i, %j) in [h, w] {
    %x = tensor.at %a[%i - 1, %j] clamp : tensor<?{h}x?{w}xf32>
    %y = tensor.at %a[%i + 1, %j] clamp : tensor<?{h}x?{w}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{h}x?{w}xf32>
  return %c : tensor<?{h}x?{w}xf32>
}

// -----

// Of a known extent the rest runs together, too; a group of three knows no more than that there are three.
// CHECK-LABEL: func.func @rest
// CHECK: map(i, j, grid, 256), jam(i, 4)
// LOOPS-LABEL: func.func @rest
// LOOPS: } else {
// LOOPS: tensor.at %{{.*}}[%{{.*}} + 1, %{{.*}}] fill(%{{.*}}) {tf.proved = ["inside", "inside"]}
// LOOPS: tensor.at %{{.*}}[%{{.*}} + 1, %{{.*}}] fill(%{{.*}}) {tf.proved = ["inside", "inside"]}
// LOOPS: tensor.at %{{.*}}[%{{.*}} + 1, %{{.*}}] fill(%{{.*}}) {tf.proved = ["lower, occupied", "inside"]}
func.func @rest(%a: tensor<7x?{w}xf32>) -> tensor<7x?{w}xf32> {
  %c0 = arith.constant 0.0 : f32
  %c = tensor.compute (%i, %j) in [7, w] {
    %x = tensor.at %a[%i, %j] : tensor<7x?{w}xf32>
    %y = tensor.at %a[%i + 1, %j] fill(%c0) : tensor<7x?{w}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<7x?{w}xf32>
  return %c : tensor<7x?{w}xf32>
}

// -----

// The extent is another one: nothing is known of what comes behind.
// CHECK-LABEL: func.func @other
// CHECK: jam(i, 4)
// LOOPS-LABEL: func.func @other
// LOOPS: tensor.at %{{.*}}[%{{.*}} + 1, %{{.*}}] clamp {tf.proved = ["lower", "inside"]}
// LOOPS: tensor.at %{{.*}}[%{{.*}} + 1, %{{.*}}] clamp {tf.proved = ["lower", "inside"]}
func.func @other(%a: tensor<?{n}x?{w}xf32>, %b: tensor<?{h}xf32>) -> tensor<?{h}x?{w}xf32> {
  %c = tensor.compute (%i, %j) in [h, w] {
    %x = tensor.at %a[%i, %j] clamp : tensor<?{n}x?{w}xf32>
    %y = tensor.at %a[%i + 1, %j] clamp : tensor<?{n}x?{w}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{h}x?{w}xf32>
  return %c : tensor<?{h}x?{w}xf32>
}

// -----

// Every second row is read, which three points further on another one reads: no axis has neighbours that share more.
// CHECK-LABEL: func.func @planes
// CHECK: map(i, j, k, grid, 256), jam(j, 4)
func.func @planes(%a: tensor<?{h}x?{m}x?{w}xf32>) -> tensor<?{h}x?{m}x?{w}xf32> {
  %c = tensor.compute (%i, %j, %k) in [h, m, w] {
    %x = tensor.at %a[%i, 2 * %j, %k] clamp : tensor<?{h}x?{m}x?{w}xf32>
    %y = tensor.at %a[%i, 2 * %j + 6, %k] clamp : tensor<?{h}x?{m}x?{w}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{h}x?{m}x?{w}xf32>
  return %c : tensor<?{h}x?{m}x?{w}xf32>
}

// -----

// Nothing is shared along the rows: neither by what lies in one row, nor by what is five rows or half a step apart, nor between arrays.
// CHECK-LABEL: func.func @apart
// CHECK-NOT: jam(
func.func @apart(%a: tensor<?{h}x?{w}xf32>, %b: tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32> {
  %c = tensor.compute (%i, %j) in [h, w] {
    %p = tensor.at %a[%i, %j] : tensor<?{h}x?{w}xf32>
    %q = tensor.at %a[%i, %j + 1] clamp : tensor<?{h}x?{w}xf32>
    %r = tensor.at %a[%i + 5, %j] clamp : tensor<?{h}x?{w}xf32>
    %s = tensor.at %b[2 * %i, %j] clamp : tensor<?{h}x?{w}xf32>
    %t = tensor.at %b[2 * %i + 1, %j] clamp : tensor<?{h}x?{w}xf32>
    %pq = arith.addf %p, %q : f32
    %rs = arith.addf %r, %s : f32
    %pqt = arith.addf %pq, %t : f32
    %z = arith.addf %pqt, %rs : f32
    tensor.yield %z : f32
  } : tensor<?{h}x?{w}xf32>
  return %c : tensor<?{h}x?{w}xf32>
}

// -----

// Too few points for all threads; along one axis, points are neighbours.
// CHECK-LABEL: func.func @few
// CHECK: tensor.compute
// CHECK-NOT: jam(
// CHECK: tensor.compute
// CHECK-NOT: jam(
func.func @few(%a: tensor<64x64xf32>, %v: tensor<?{n}xf32>) -> (tensor<64x64xf32>, tensor<?{n}xf32>) {
  %c = tensor.compute (%i, %j) in [64, 64] {
    %x = tensor.at %a[%i, %j] : tensor<64x64xf32>
    %y = tensor.at %a[%i + 1, %j] clamp : tensor<64x64xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<64x64xf32>
  %d = tensor.compute (%i) in [n] {
    %x = tensor.at %v[%i] : tensor<?{n}xf32>
    %y = tensor.at %v[%i + 1] clamp : tensor<?{n}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{n}xf32>
  return %c, %d : tensor<64x64xf32>, tensor<?{n}xf32>
}
