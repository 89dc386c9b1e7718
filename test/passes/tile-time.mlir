// RUN: tfopt --tile-time %s | tee %t.check | FileCheck %s
// RUN: tfopt --tile-time --check-semantics %s -o /dev/null
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tile-time,apply-groups,apply-tiles,lower-tiles,canonicalize,cse))' --check-semantics %s -o /dev/null
// RUN: tfopt --pass-pipeline='builtin.module(func.func(tile-time,apply-groups,apply-tiles,lower-tiles,canonicalize,cse))' %s | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// GOLDEN: cat %t.check %t.loops

// Ten steps, three at a time: a group of three copies, each of which reads the one before, and a loop for the
// step that is left.
// CHECK-LABEL: func.func @jacobi
// CHECK: %[[U:.*]] = loop.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[V:.*]] = %arg0) -> (tensor<20x30xf32>) {
// CHECK: %[[G:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [8]), order(i.0), parallel(i.0)>} {
// CHECK: %[[A:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [20, 30] attributes {axes = ["i", "j"]} {
// CHECK-NEXT: tensor.at %[[V]][%[[I]] - 1, %[[J]]] clamp
// CHECK: %[[B:.*]] = tensor.compute
// CHECK-NEXT: tensor.at %[[A]][
// CHECK: %[[C:.*]] = tensor.compute
// CHECK-NEXT: tensor.at %[[B]][
// CHECK: tensor.yield %[[C]]
// CHECK: loop.yield %[[G]]
// CHECK: loop.for {{.*}} iter_args(%{{.*}} = %[[U]]) -> (tensor<20x30xf32>) {
// CHECK-NEXT: tensor.compute
// CHECK-NOT: schedule
// LOOPS-LABEL: func.func @jacobi
// LOOPS: loop.for
// LOOPS: loop.parallel
// LOOPS: tensor.compute (%{{.*}}, %{{.*}}) in [12, 30]
// LOOPS: tensor.compute (%{{.*}}, %{{.*}}) in [10, 30]
// LOOPS: tensor.compute (%{{.*}}, %{{.*}}) in [8, 30]
// LOOPS: tensor.put
func.func @jacobi(%u: tensor<20x30xf32>) -> tensor<20x30xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %quarter = arith.constant 0.25 : f32
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<20x30xf32>) {
    %w = tensor.compute (%i, %j) in [20, 30] attributes {axes = ["i", "j"], schedule = #tensor.schedule<time(i, [3, 8])>} {
      %n = tensor.at %v[%i - 1, %j] clamp : tensor<20x30xf32>
      %s = tensor.at %v[%i + 1, %j] clamp : tensor<20x30xf32>
      %w = tensor.at %v[%i, %j - 1] clamp : tensor<20x30xf32>
      %e = tensor.at %v[%i, %j + 1] clamp : tensor<20x30xf32>
      %1 = arith.addf %n, %s : f32
      %2 = arith.addf %w, %e : f32
      %3 = arith.addf %1, %2 : f32
      %4 = arith.mulf %3, %quarter : f32
      tensor.yield %4 : f32
    } : tensor<20x30xf32>
    loop.yield %w : tensor<20x30xf32>
  }
  return %r : tensor<20x30xf32>
}

// A wave carries two states, and a source depends on the number of the step. Behind the edge is nothing: a
// fill. Of a number of steps that a call gives, those that are left follow in a loop of their own.
// CHECK-LABEL: func.func @wave
// CHECK: arith.floordivsi
// CHECK: loop.for
// CHECK: tensor.group
// CHECK: tensor.compute
// CHECK: tensor.compute
// CHECK: tensor.yield
// CHECK: loop.for
// LOOPS-LABEL: func.func @wave
// LOOPS: loop.parallel
// LOOPS: tensor.compute (%{{.*}}, %{{.*}}) in [10, 9]
// LOOPS: tensor.compute (%{{.*}}, %{{.*}}) in [8, 9]
func.func @wave(%u: tensor<?{n}x9xf32>, %old: tensor<?{n}x9xf32>, %steps: index) -> (tensor<?{n}x9xf32>, tensor<?{n}x9xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %nothing = arith.constant 0.0 : f32
  %c = arith.constant 0.125 : f32
  %r:2 = loop.for %t = %zero to %steps step %one iter_args(%v = %u, %p = %old) -> (tensor<?{n}x9xf32>, tensor<?{n}x9xf32>) {
    %w = tensor.compute (%i, %j) in [n, 9] attributes {axes = ["i", "j"], schedule = #tensor.schedule<time(i, [2, 8])>} {
      %n = tensor.at %v[%i - 1, %j] fill(%nothing) : tensor<?{n}x9xf32>
      %s = tensor.at %v[%i + 1, %j] fill(%nothing) : tensor<?{n}x9xf32>
      %w = tensor.at %v[%i, %j - 1] fill(%nothing) : tensor<?{n}x9xf32>
      %o = tensor.at %v[%i, %j] : tensor<?{n}x9xf32>
      %q = tensor.at %p[%i, %j] : tensor<?{n}x9xf32>
      %1 = arith.addf %n, %s : f32
      %2 = arith.addf %1, %w : f32
      %3 = arith.mulf %2, %c : f32
      %4 = arith.addf %3, %o : f32
      %5 = arith.subf %4, %q : f32
      %k = arith.index_cast %t : index to i32
      %6 = arith.sitofp %k : i32 to f32
      %7 = arith.mulf %6, %c : f32
      %8 = arith.addf %5, %7 : f32
      tensor.yield %8 : f32
    } : tensor<?{n}x9xf32>
    loop.yield %w, %v : tensor<?{n}x9xf32>, tensor<?{n}x9xf32>
  }
  return %r#0, %r#1 : tensor<?{n}x9xf32>, tensor<?{n}x9xf32>
}

// All trips are done: nothing follows.
// CHECK-LABEL: func.func @even
// CHECK: loop.for
// CHECK-NOT: loop.for
// CHECK: return
func.func @even(%u: tensor<40xf32>) -> tensor<40xf32> {
  %zero = arith.constant 2 : index
  %ten = arith.constant 13 : index
  %one = arith.constant 3 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<40xf32>) {
    %w = tensor.compute (%i) in [40] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 16])>} {
      %n = tensor.at %v[%i + 1] clamp : tensor<40xf32>
      %s = tensor.at %v[%i] : tensor<40xf32>
      %1 = arith.addf %n, %s : f32
      tensor.yield %1 : f32
    } : tensor<40xf32>
    loop.yield %w : tensor<40xf32>
  }
  return %r : tensor<40xf32>
}

// A ring: what is behind an edge is computed as what is at the other end, of all that is read.
// LOOPS-LABEL: func.func @ring
// LOOPS: loop.parallel
// LOOPS: tensor.compute (%{{.*}}) in [10]
// LOOPS: tensor.at %{{.*}} wrap
// LOOPS: tensor.compute (%{{.*}}) in [8]
// LOOPS-NOT: clamp
// LOOPS: return
func.func @ring(%u: tensor<?{n}xf32>, %f: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %zero = arith.constant 0 : index
  %ten = arith.constant 10 : index
  %one = arith.constant 1 : index
  %r = loop.for %t = %zero to %ten step %one iter_args(%v = %u) -> (tensor<?{n}xf32>) {
    %w = tensor.compute (%i) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<time(i, [2, 8])>} {
      %n = tensor.at %v[%i + 1] wrap : tensor<?{n}xf32>
      %s = tensor.at %v[%i - 1] wrap : tensor<?{n}xf32>
      %o = tensor.at %f[%i] : tensor<?{n}xf32>
      %1 = arith.addf %n, %s : f32
      %2 = arith.addf %1, %o : f32
      tensor.yield %2 : f32
    } : tensor<?{n}xf32>
    loop.yield %w : tensor<?{n}xf32>
  }
  return %r : tensor<?{n}xf32>
}
