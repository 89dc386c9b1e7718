// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-gpu,schedule))' --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --pass-pipeline='builtin.module(func.func(set-gpu,schedule,apply-schedule))' --split-input-file %s | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: tfopt --gpu --split-input-file %s | tee %t.kernel | FileCheck %s --check-prefix=KERNEL
// RUN: tfopt --simt --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --disable-rule=schedule.unroll-and-jam --pass-pipeline='builtin.module(func.func(set-gpu,schedule))' --split-input-file %s | tee %t.without | FileCheck %s --check-prefix=WITHOUT
// RUN: FileCheck %s --check-prefix=FULL_WITHOUT --match-full-lines < %t.without
// COMPLETE: FULL, FULL_WITHOUT
// GOLDEN: cat %t.loops %t.kernel
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
// FULL: module {
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [h, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256), jam(i, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{h}x?{w}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{h}x?{w}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_WITHOUT: module {
// FULL_WITHOUT-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_WITHOUT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [h, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256)>} {
// FULL_WITHOUT-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL_WITHOUT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_WITHOUT-NEXT:     } : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:     return %[[V0]] : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:   }
// FULL_WITHOUT-NEXT: }

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
// FULL: module {
// FULL-NEXT:   func.func @rest(%[[ARG0:.*]]: tensor<7x?{w}xf32>) -> tensor<7x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [7, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256), jam(i, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<7x?{w}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] fill(%[[CST]]) : tensor<7x?{w}xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<7x?{w}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<7x?{w}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_WITHOUT: module {
// FULL_WITHOUT-NEXT:   func.func @rest(%[[ARG0:.*]]: tensor<7x?{w}xf32>) -> tensor<7x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_WITHOUT-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_WITHOUT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [7, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256)>} {
// FULL_WITHOUT-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<7x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] fill(%[[CST]]) : tensor<7x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL_WITHOUT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_WITHOUT-NEXT:     } : tensor<7x?{w}xf32>
// FULL_WITHOUT-NEXT:     return %[[V0]] : tensor<7x?{w}xf32>
// FULL_WITHOUT-NEXT:   }
// FULL_WITHOUT-NEXT: }

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
// FULL: module {
// FULL-NEXT:   func.func @other(%[[ARG0:.*]]: tensor<?{n}x?{w}xf32>, %[[ARG1:.*]]: tensor<?{h}xf32>) -> tensor<?{h}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [h, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256), jam(i, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] clamp : tensor<?{n}x?{w}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] clamp : tensor<?{n}x?{w}xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{h}x?{w}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{h}x?{w}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_WITHOUT: module {
// FULL_WITHOUT-NEXT:   func.func @other(%[[ARG0:.*]]: tensor<?{n}x?{w}xf32>, %[[ARG1:.*]]: tensor<?{h}xf32>) -> tensor<?{h}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_WITHOUT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [h, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256)>} {
// FULL_WITHOUT-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] clamp : tensor<?{n}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] clamp : tensor<?{n}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL_WITHOUT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_WITHOUT-NEXT:     } : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:     return %[[V0]] : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:   }
// FULL_WITHOUT-NEXT: }

// -----

// Every second row is read, which three points further on another one reads: no axis has neighbours that
// share more.
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
// FULL: module {
// FULL-NEXT:   func.func @planes(%[[ARG0:.*]]: tensor<?{h}x?{m}x?{w}xf32>) -> tensor<?{h}x?{m}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [h, m, w] attributes {axes = ["i", "j", "k"], schedule = #tensor.schedule<by heuristic: map(i, j, k, grid, 256), jam(j, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] * 2, %[[K]]] clamp : tensor<?{h}x?{m}x?{w}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] * 2 + 6, %[[K]]] clamp : tensor<?{h}x?{m}x?{w}xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{h}x?{m}x?{w}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{h}x?{m}x?{w}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_WITHOUT: module {
// FULL_WITHOUT-NEXT:   func.func @planes(%[[ARG0:.*]]: tensor<?{h}x?{m}x?{w}xf32>) -> tensor<?{h}x?{m}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_WITHOUT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [h, m, w] attributes {axes = ["i", "j", "k"], schedule = #tensor.schedule<by heuristic: map(i, j, k, grid, 256)>} {
// FULL_WITHOUT-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] * 2, %[[K]]] clamp : tensor<?{h}x?{m}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] * 2 + 6, %[[K]]] clamp : tensor<?{h}x?{m}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V3:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL_WITHOUT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_WITHOUT-NEXT:     } : tensor<?{h}x?{m}x?{w}xf32>
// FULL_WITHOUT-NEXT:     return %[[V0]] : tensor<?{h}x?{m}x?{w}xf32>
// FULL_WITHOUT-NEXT:   }
// FULL_WITHOUT-NEXT: }

// -----

// Nothing is shared along the rows: neither by what lies in one row, nor by what is five rows or half a step
// apart, nor between arrays.
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
// FULL: module {
// FULL-NEXT:   func.func @apart(%[[ARG0:.*]]: tensor<?{h}x?{w}xf32>, %[[ARG1:.*]]: tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [h, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{h}x?{w}xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<?{h}x?{w}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 5, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]] * 2, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG1]][%[[I]] * 2 + 1, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL-NEXT:       %[[V6:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL-NEXT:       %[[V7:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL-NEXT:       %[[V8:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL-NEXT:       tensor.yield %[[V9]] : f32
// FULL-NEXT:     } : tensor<?{h}x?{w}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{h}x?{w}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_WITHOUT: module {
// FULL_WITHOUT-NEXT:   func.func @apart(%[[ARG0:.*]]: tensor<?{h}x?{w}xf32>, %[[ARG1:.*]]: tensor<?{h}x?{w}xf32>) -> tensor<?{h}x?{w}xf32> attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_WITHOUT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [h, w] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256)>} {
// FULL_WITHOUT-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] clamp : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 5, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V4:.*]] = tensor.at %[[ARG1]][%[[I]] * 2, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V5:.*]] = tensor.at %[[ARG1]][%[[I]] * 2 + 1, %[[J]]] clamp : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:       %[[V6:.*]] = arith.addf %[[V1]], %[[V2]] : f32
// FULL_WITHOUT-NEXT:       %[[V7:.*]] = arith.addf %[[V3]], %[[V4]] : f32
// FULL_WITHOUT-NEXT:       %[[V8:.*]] = arith.addf %[[V6]], %[[V5]] : f32
// FULL_WITHOUT-NEXT:       %[[V9:.*]] = arith.addf %[[V8]], %[[V7]] : f32
// FULL_WITHOUT-NEXT:       tensor.yield %[[V9]] : f32
// FULL_WITHOUT-NEXT:     } : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:     return %[[V0]] : tensor<?{h}x?{w}xf32>
// FULL_WITHOUT-NEXT:   }
// FULL_WITHOUT-NEXT: }

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
// FULL: module {
// FULL-NEXT:   func.func @few(%[[ARG0:.*]]: tensor<64x64xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>) -> (tensor<64x64xf32>, tensor<?{n}xf32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [64, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256)>} {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<64x64xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] clamp : tensor<64x64xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<64x64xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: map(i, grid, 256), vectorize(i, 4)>} {
// FULL-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG1]][%[[I_0]] + 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL-NEXT:       tensor.yield %[[V4]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<64x64xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_WITHOUT: module {
// FULL_WITHOUT-NEXT:   func.func @few(%[[ARG0:.*]]: tensor<64x64xf32>, %[[ARG1:.*]]: tensor<?{n}xf32>) -> (tensor<64x64xf32>, tensor<?{n}xf32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}} {
// FULL_WITHOUT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [64, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: map(i, j, grid, 256)>} {
// FULL_WITHOUT-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<64x64xf32>
// FULL_WITHOUT-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 1, %[[J]]] clamp : tensor<64x64xf32>
// FULL_WITHOUT-NEXT:       %[[V4:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_WITHOUT-NEXT:       tensor.yield %[[V4]] : f32
// FULL_WITHOUT-NEXT:     } : tensor<64x64xf32>
// FULL_WITHOUT-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: map(i, grid, 256), vectorize(i, 4)>} {
// FULL_WITHOUT-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<?{n}xf32>
// FULL_WITHOUT-NEXT:       %[[V3]] = tensor.at %[[ARG1]][%[[I_0]] + 1] clamp : tensor<?{n}xf32>
// FULL_WITHOUT-NEXT:       %[[V4]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_WITHOUT-NEXT:       tensor.yield %[[V4]] : f32
// FULL_WITHOUT-NEXT:     } : tensor<?{n}xf32>
// FULL_WITHOUT-NEXT:     return %[[V0]], %[[V1]] : tensor<64x64xf32>, tensor<?{n}xf32>
// FULL_WITHOUT-NEXT:   }
// FULL_WITHOUT-NEXT: }
