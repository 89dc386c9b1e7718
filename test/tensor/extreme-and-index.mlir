// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// The greatest element and where it is first, as JAX writes argmax: reductions with kinds, which lanes can
// share.
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
// FULL: module {
// FULL-NEXT:   func.func @argmax(%[[ARG0:.*]]: tensor<?{n}x8xf32>) -> tensor<?{n}xi32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[C2147483647_I32:.*]] = arith.constant 2147483647 : i32
// FULL-NEXT:     %[[V0:.*]] = tensor.iota dim = 1 : tensor<?{n}x8xi32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce maximumf %[[ARG0]] dims = [1] : tensor<?{n}x8xf32> to tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.broadcast %[[V1]] dims = [0] : tensor<?{n}xf32> to tensor<?{n}x8xf32>
// FULL-NEXT:     %[[V3:.*]] = arith.cmpf oeq, %[[ARG0]], %[[V2]] : tensor<?{n}x8xf32>
// FULL-NEXT:     %[[V4:.*]] = arith.cmpf une, %[[ARG0]], %[[ARG0]] : tensor<?{n}x8xf32>
// FULL-NEXT:     %[[V5:.*]] = arith.ori %[[V3]], %[[V4]] : tensor<?{n}x8xi1>
// FULL-NEXT:     %[[V6:.*]] = tensor.splat %[[C2147483647_I32]] : tensor<?{n}x8xi32>
// FULL-NEXT:     %[[V7:.*]] = arith.select %[[V5]], %[[V0]], %[[V6]] : tensor<?{n}x8xi1>, tensor<?{n}x8xi32>
// FULL-NEXT:     %[[V8:.*]] = tensor.reduce minsi %[[V7]] dims = [1] : tensor<?{n}x8xi32> to tensor<?{n}xi32>
// FULL-NEXT:     %[[V9:.*]] = tensor.splat %[[CST]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V10:.*]] = tensor.splat %[[C0_I32]] : tensor<?{n}xi32>
// FULL-NEXT:     %[[V11:.*]] = arith.cmpf oeq, %[[V1]], %[[V9]] : tensor<?{n}xf32>
// FULL-NEXT:     %[[V12:.*]] = arith.select %[[V11]], %[[V10]], %[[V8]] : tensor<?{n}xi1>, tensor<?{n}xi32>
// FULL-NEXT:     return %[[V12]] : tensor<?{n}xi32>
// FULL-NEXT:   }

// The least of unsigned integers, along the first axis; the places come from one row of them. The element
// itself is read where it is.
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
// FULL-NEXT:   func.func @least(%[[ARG0:.*]]: tensor<8x?{n}xi16>) -> (tensor<?{n}xi16>, tensor<?{n}xindex>) {
// FULL-NEXT:     %[[C1000_I16:.*]] = arith.constant 1000 : i16
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C9223372036854775807:.*]] = arith.constant 9223372036854775807 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.iota dim = 0 : tensor<8xindex>
// FULL-NEXT:     %[[V1:.*]] = tensor.broadcast %[[V0]] dims = [0] : tensor<8xindex> to tensor<8x?{n}xindex>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce minui %[[ARG0]] init(%[[C1000_I16]]) dims = [0] : tensor<8x?{n}xi16> to tensor<?{n}xi16>
// FULL-NEXT:     %[[V3:.*]] = tensor.broadcast %[[V2]] dims = [1] : tensor<?{n}xi16> to tensor<8x?{n}xi16>
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi eq, %[[ARG0]], %[[V3]] : tensor<8x?{n}xi16>
// FULL-NEXT:     %[[V5:.*]] = tensor.splat %[[C9223372036854775807]] : tensor<8x?{n}xindex>
// FULL-NEXT:     %[[V6:.*]] = arith.select %[[V4]], %[[V1]], %[[V5]] : tensor<8x?{n}xi1>, tensor<8x?{n}xindex>
// FULL-NEXT:     %[[V7:.*]] = tensor.reduce minsi %[[V6]] dims = [0] : tensor<8x?{n}xindex> to tensor<?{n}xindex>
// FULL-NEXT:     %[[V8:.*]] = tensor.splat %[[C1000_I16]] : tensor<?{n}xi16>
// FULL-NEXT:     %[[V9:.*]] = tensor.splat %[[C0]] : tensor<?{n}xindex>
// FULL-NEXT:     %[[V10:.*]] = arith.cmpi eq, %[[V2]], %[[V8]] : tensor<?{n}xi16>
// FULL-NEXT:     %[[V11:.*]] = arith.select %[[V10]], %[[V9]], %[[V7]] : tensor<?{n}xi1>, tensor<?{n}xindex>
// FULL-NEXT:     %[[V12:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V13:.*]] = tensor.at %[[V7]][%[[I]]] : tensor<?{n}xindex>
// FULL-NEXT:       %[[V14:.*]] = tensor.at %[[ARG0]][%[[V13]], %[[I]]] clamp : tensor<8x?{n}xi16>
// FULL-NEXT:       %[[V15:.*]] = tensor.at %[[V10]][%[[I]]] : tensor<?{n}xi1>
// FULL-NEXT:       %[[V16:.*]] = arith.select %[[V15]], %[[C1000_I16]], %[[V14]] : i16
// FULL-NEXT:       tensor.yield %[[V16]] : i16
// FULL-NEXT:     } : tensor<?{n}xi16>
// FULL-NEXT:     return %[[V12]], %[[V11]] : tensor<?{n}xi16>, tensor<?{n}xindex>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<4x8xi32>, %[[ARG2:.*]]: f32) -> (tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFF800000 : f32
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[C:.*]]-1_i32 = arith.constant -1 : i32
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[V0:.*]] = tensor.iota dim = 1 : tensor<4x8xi32>
// FULL-NEXT:     %[[V1:.*]] = tensor.iota dim = 0 : tensor<4x8xi32>
// FULL-NEXT:     %[[V2:.*]]:2 = tensor.reduce %[[ARG0]], %[[V0]] init(%[[CST]], %[[C0_I32]]) dims = [1] combine (%[[ARG3:.*]]: f32, %[[ARG4:.*]]: i32, %[[ARG5:.*]]: f32, %[[ARG6:.*]]: i32) {
// FULL-NEXT:       %[[V7:.*]] = arith.cmpf ogt, %[[ARG3]], %[[ARG5]] : f32
// FULL-NEXT:       %[[V8:.*]] = arith.select %[[V7]], %[[ARG3]], %[[ARG5]] : f32
// FULL-NEXT:       %[[V9:.*]] = arith.select %[[V7]], %[[ARG4]], %[[ARG6]] : i32
// FULL-NEXT:       tensor.yield %[[V8]], %[[V9]] : f32, i32
// FULL-NEXT:     } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
// FULL-NEXT:     %[[V3:.*]]:2 = tensor.reduce %[[ARG0]], %[[V1]] init(%[[CST]], %[[C0_I32]]) dims = [1] combine (%[[ARG3]]: f32, %[[ARG4]]: i32, %[[ARG5]]: f32, %[[ARG6]]: i32) {
// FULL-NEXT:       %[[V7]] = arith.cmpf ogt, %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V8]] = arith.select %[[V7]], %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V9]] = arith.select %[[V7]], %[[ARG6]], %[[ARG4]] : i32
// FULL-NEXT:       tensor.yield %[[V8]], %[[V9]] : f32, i32
// FULL-NEXT:     } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
// FULL-NEXT:     %[[V4:.*]]:2 = tensor.reduce %[[ARG0]], %[[V0]] init(%[[CST]], %[[C]]-1_i32) dims = [1] combine (%[[ARG3]]: f32, %[[ARG4]]: i32, %[[ARG5]]: f32, %[[ARG6]]: i32) {
// FULL-NEXT:       %[[V7]] = arith.cmpf ogt, %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V8]] = arith.select %[[V7]], %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V9]] = arith.select %[[V7]], %[[ARG6]], %[[ARG4]] : i32
// FULL-NEXT:       tensor.yield %[[V8]], %[[V9]] : f32, i32
// FULL-NEXT:     } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
// FULL-NEXT:     %[[V5:.*]]:2 = tensor.reduce %[[ARG0]], %[[V0]] init(%[[ARG2]], %[[C0_I32]]) dims = [1] combine (%[[ARG3]]: f32, %[[ARG4]]: i32, %[[ARG5]]: f32, %[[ARG6]]: i32) {
// FULL-NEXT:       %[[V7]] = arith.cmpf ogt, %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V8]] = arith.select %[[V7]], %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V9]] = arith.select %[[V7]], %[[ARG6]], %[[ARG4]] : i32
// FULL-NEXT:       tensor.yield %[[V8]], %[[V9]] : f32, i32
// FULL-NEXT:     } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
// FULL-NEXT:     %[[V6:.*]]:2 = tensor.reduce %[[ARG0]], %[[V0]] init(%[[CST]], %[[C0_I32]]) dims = [1] combine (%[[ARG3]]: f32, %[[ARG4]]: i32, %[[ARG5]]: f32, %[[ARG6]]: i32) {
// FULL-NEXT:       %[[V7]] = arith.addi %[[ARG6]], %[[C1_I32]] : i32
// FULL-NEXT:       %[[V8]] = arith.cmpf ogt, %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V9]] = arith.select %[[V8]], %[[ARG5]], %[[ARG3]] : f32
// FULL-NEXT:       %[[V10:.*]] = arith.select %[[V8]], %[[V7]], %[[ARG4]] : i32
// FULL-NEXT:       tensor.yield %[[V9]], %[[V10]] : f32, i32
// FULL-NEXT:     } : tensor<4x8xf32>, tensor<4x8xi32> to tensor<4xf32>, tensor<4xi32>
// FULL-NEXT:     return %[[V2]]#1, %[[V3]]#1, %[[V4]]#1, %[[V5]]#1, %[[V6]]#1 : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
