// Poolings share loops with what they read: the image in front of them, which has more points than the result, is computed in parts while these are in a
// cache.
// RUN: tfopt %s --target=x86-64-v4 --form-groups | FileCheck %s
// RUN: tfopt %s --target=x86-64-v4 --form-groups --apply-groups --verify-each | FileCheck %s --check-prefix=LOOPS

// A pooling of 2 x 2 behind code that costs much: rows are shared, and a trip needs twice as many of those that are read.
// CHECK-LABEL: func.func @pool(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}]), order(i.0), parallel(i.0)>} {
// CHECK: tensor.compute ({{.*}}) in [2048, 2048] attributes {axes = ["i", "j"]} {
// CHECK: tensor.compute ({{.*}}) in [1024, 1024] attributes {axes = ["i", "j"]} {
// CHECK: } : tensor<1024x1024xf32>
// LOOPS-LABEL: func.func @pool(
// LOOPS: loop.parallel
// LOOPS: tensor.compute ({{.*}}) in [8, 2048] {
// LOOPS: tensor.compute ({{.*}}) in [4, 1024] {
func.func @pool(%x: tensor<2048x2048xf32>) -> tensor<1024x1024xf32> {
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %b = math.erf %a : f32
    %c = arith.mulf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [1024, 1024] {
    %a = tensor.at %r[2 * %i, 2 * %j] : tensor<2048x2048xf32>
    %b = tensor.at %r[2 * %i + 1, 2 * %j] : tensor<2048x2048xf32>
    %c = tensor.at %r[2 * %i, 2 * %j + 1] : tensor<2048x2048xf32>
    %d = tensor.at %r[2 * %i + 1, 2 * %j + 1] : tensor<2048x2048xf32>
    %e = arith.maximumf %a, %b : f32
    %f = arith.maximumf %c, %d : f32
    %g = arith.maximumf %e, %f : f32
    tensor.yield %g : f32
  } : tensor<1024x1024xf32>
  return %s : tensor<1024x1024xf32>
}

// A level of a pyramid, along rows whose number is not known: the row that the next trip reads, too, waits in a window of three.
// CHECK-LABEL: func.func @pyramid(
// CHECK: tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: split(i, [{{[0-9]+}}, 1]), order(i.0, i.1), parallel(i.0), place(m0, at = i.1, keep = i.0)>} {
// LOOPS-LABEL: func.func @pyramid(
// LOOPS: tensor.empty : tensor<3x?{m}xf32>
// LOOPS: tensor.compute ({{.*}}) in [2, m] accumulate
func.func @pyramid(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{(n + 1) floordiv 2}x?{m}xf32> {
  %r = tensor.compute (%i, %j) in [n, m] {
    %a = tensor.at %x[%i, %j - 1] clamp : tensor<?{n}x?{m}xf32>
    %b = tensor.at %x[%i, %j] : tensor<?{n}x?{m}xf32>
    %c = tensor.at %x[%i, %j + 1] clamp : tensor<?{n}x?{m}xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<?{n}x?{m}xf32>
  %s = tensor.compute (%i, %j) in [(n + 1) floordiv 2, m] {
    %a = tensor.at %r[2 * %i - 1, %j] clamp : tensor<?{n}x?{m}xf32>
    %b = tensor.at %r[2 * %i, %j] clamp : tensor<?{n}x?{m}xf32>
    %c = tensor.at %r[2 * %i + 1, %j] clamp : tensor<?{n}x?{m}xf32>
    %d = arith.addf %a, %b : f32
    %e = arith.addf %d, %c : f32
    tensor.yield %e : f32
  } : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
  return %s : tensor<?{(n + 1) floordiv 2}x?{m}xf32>
}

// What is needed behind the loops, too, is written as a whole.
// CHECK-LABEL: func.func @both(
// CHECK-NOT: tensor.group
func.func @both(%x: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) {
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %b = math.erf %a : f32
    tensor.yield %b : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [1024, 1024] {
    %a = tensor.at %r[2 * %i, 2 * %j] : tensor<2048x2048xf32>
    %b = tensor.at %r[2 * %i + 1, 2 * %j + 1] : tensor<2048x2048xf32>
    %c = arith.maximumf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<1024x1024xf32>
  return %r, %s : tensor<2048x2048xf32>, tensor<1024x1024xf32>
}

// Every second point, and the transposed: only those who agree share loops.
// CHECK-LABEL: func.func @disagree(
// CHECK: tensor.group attributes {axes = ["i"]
// CHECK: tensor.compute ({{.*}}) in [2048, 2048]
// CHECK: tensor.compute ({{.*}}) in [2048, 2048]
// CHECK: } : tensor<2048x2048xf32>, tensor<2048x2048xf32>
// CHECK: tensor.compute ({{.*}}) in [1024, 1024] {
func.func @disagree(%x: tensor<2048x2048xf32>) -> (tensor<2048x2048xf32>, tensor<1024x1024xf32>) {
  %r = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i, %j] : tensor<2048x2048xf32>
    %b = math.erf %a : f32
    tensor.yield %b : f32
  } : tensor<2048x2048xf32>
  %t = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %r[%j, %i] : tensor<2048x2048xf32>
    tensor.yield %a : f32
  } : tensor<2048x2048xf32>
  %s = tensor.compute (%i, %j) in [1024, 1024] {
    %a = tensor.at %r[2 * %i, 2 * %j] : tensor<2048x2048xf32>
    %b = tensor.at %r[2 * %i + 1, 2 * %j + 1] : tensor<2048x2048xf32>
    %c = arith.maximumf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<1024x1024xf32>
  return %t, %s : tensor<2048x2048xf32>, tensor<1024x1024xf32>
}
