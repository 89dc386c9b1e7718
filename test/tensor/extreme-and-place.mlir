// RUN: tfopt %s --canonicalize | FileCheck %s

// The greatest element and where it is first, as JAX writes argmax: reductions with kinds, which lanes can share.
// CHECK-LABEL: func.func @argmax
// CHECK-SAME: %[[X:.*]]: tensor<?{n}x8xf32>
func.func @argmax(%x: tensor<?{n}x8xf32>) -> tensor<?{n}xi32> {
  // CHECK: %[[I:.*]] = tensor.iota dim = 1 : tensor<?{n}x8xi32>
  // CHECK: %[[M:.*]] = tensor.reduce maximumf %[[X]] dims = [1] : tensor<?{n}x8xf32> to tensor<?{n}xf32>
  // CHECK: %[[W:.*]] = tensor.broadcast %[[M]] dims = [0]
  // CHECK: %[[E:.*]] = arith.cmpf oeq, %[[X]], %[[W]]
  // CHECK: %[[N:.*]] = arith.cmpf une, %[[X]], %[[X]]
  // CHECK: %[[H:.*]] = arith.ori %[[E]], %[[N]]
  // CHECK: %[[P:.*]] = arith.select %[[H]], %[[I]], %{{.*}}
  // CHECK: %[[F:.*]] = tensor.reduce minsi %[[P]] dims = [1]
  // CHECK: %[[L:.*]] = arith.cmpf oeq, %[[M]], %{{.*}}
  // CHECK: arith.select %[[L]], %{{.*}}, %[[F]]
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %i = tensor.iota dim = 1 : tensor<?{n}x8xi32>
  %r:2 = tensor.reduce %x, %i init(%low, %zero) dims = [1] combine (%a: f32, %p: i32, %b: f32, %q: i32) {
    %gt = arith.cmpf ogt, %a, %b : f32
    %nan = arith.cmpf une, %a, %a : f32
    %first = arith.ori %gt, %nan : i1
    %eq = arith.cmpf oeq, %a, %b : f32
    %lt = arith.cmpi slt, %p, %q : i32
    %tie = arith.andi %eq, %lt : i1
    %keep = arith.ori %first, %tie : i1
    %v = arith.select %first, %a, %b : f32
    %w = arith.select %keep, %p, %q : i32
    tensor.yield %v, %w : f32, i32
  } : tensor<?{n}x8xf32>, tensor<?{n}x8xi32> to tensor<?{n}xf32>, tensor<?{n}xi32>
  return %r#1 : tensor<?{n}xi32>
}

// The least of unsigned integers, along the first axis; the places come from one row of them. The element itself is read where it is.
// CHECK-LABEL: func.func @least
func.func @least(%x: tensor<8x?{n}xi16>) -> (tensor<?{n}xi16>, tensor<?{n}xindex>) {
  // CHECK: tensor.reduce minui %{{.*}} init(%{{.*}}) dims = [0]
  // CHECK: arith.cmpi eq
  // CHECK: tensor.reduce minsi %{{.*}} dims = [0] : tensor<8x?{n}xindex>
  // CHECK: tensor.compute
  // CHECK: tensor.at %{{.*}}[%{{.*}}, %{{.*}}] clamp : tensor<8x?{n}xi16>
  %high = arith.constant 1000 : i16
  %zero = arith.constant 0 : index
  %line = tensor.iota dim = 0 : tensor<8xindex>
  %i = tensor.broadcast %line dims = [0] : tensor<8xindex> to tensor<8x?{n}xindex>
  %r:2 = tensor.reduce %x, %i init(%high, %zero) dims = [0] combine (%a: i16, %p: index, %b: i16, %q: index) {
    %new = arith.cmpi ult, %b, %a : i16
    %v = arith.select %new, %b, %a : i16
    %w = arith.select %new, %q, %p : index
    tensor.yield %v, %w : i16, index
  } : tensor<8x?{n}xi16>, tensor<8x?{n}xindex> to tensor<?{n}xi16>, tensor<?{n}xindex>
  return %r#0, %r#1 : tensor<?{n}xi16>, tensor<?{n}xindex>
}

// CHECK-LABEL: func.func @stays
// CHECK-NOT: tensor.reduce max
func.func @stays(%x: tensor<4x8xf32>, %k: tensor<4x8xi32>, %s: f32) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0 : i32
  %none = arith.constant -1 : i32
  %i = tensor.iota dim = 1 : tensor<4x8xi32>
  %j = tensor.iota dim = 0 : tensor<4x8xi32>
  // Of equal elements the last.
  // CHECK: tensor.reduce %{{.*}}, %{{.*}} init
  %0:2 = tensor.reduce %x, %i init(%low, %zero) dims = [1] combine (%a: f32, %p: i32, %b: f32, %q: i32) {
    %old = arith.cmpf ogt, %a, %b : f32
    %v = arith.select %old, %a, %b : f32
    %w = arith.select %old, %p, %q : i32
    tensor.yield %v, %w : f32, i32
  } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
  // Not the places along the axis.
  // CHECK: tensor.reduce %{{.*}}, %{{.*}} init
  %1:2 = tensor.reduce %x, %j init(%low, %zero) dims = [1] combine (%a: f32, %p: i32, %b: f32, %q: i32) {
    %new = arith.cmpf ogt, %b, %a : f32
    %v = arith.select %new, %b, %a : f32
    %w = arith.select %new, %q, %p : i32
    tensor.yield %v, %w : f32, i32
  } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
  // A place of its own where nothing is greater than where it starts.
  // CHECK: tensor.reduce %{{.*}}, %{{.*}} init
  %2:2 = tensor.reduce %x, %i init(%low, %none) dims = [1] combine (%a: f32, %p: i32, %b: f32, %q: i32) {
    %new = arith.cmpf ogt, %b, %a : f32
    %v = arith.select %new, %b, %a : f32
    %w = arith.select %new, %q, %p : i32
    tensor.yield %v, %w : f32, i32
  } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
  // What it starts with may be NaN.
  // CHECK: tensor.reduce %{{.*}}, %{{.*}} init
  %3:2 = tensor.reduce %x, %i init(%s, %zero) dims = [1] combine (%a: f32, %p: i32, %b: f32, %q: i32) {
    %new = arith.cmpf ogt, %b, %a : f32
    %v = arith.select %new, %b, %a : f32
    %w = arith.select %new, %q, %p : i32
    tensor.yield %v, %w : f32, i32
  } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
  // The place decides.
  // CHECK: tensor.reduce %{{.*}}, %{{.*}} init
  %4:2 = tensor.reduce %x, %i init(%low, %zero) dims = [1] combine (%a: f32, %p: i32, %b: f32, %q: i32) {
    %one = arith.constant 1 : i32
    %next = arith.addi %q, %one : i32
    %new = arith.cmpf ogt, %b, %a : f32
    %v = arith.select %new, %b, %a : f32
    %w = arith.select %new, %next, %p : i32
    tensor.yield %v, %w : f32, i32
  } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
  return %0#1, %1#1, %2#1, %3#1, %4#1 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
}
