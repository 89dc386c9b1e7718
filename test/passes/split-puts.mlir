// RUN: tfopt %s --disable-rule=split-reductions.owners --split-reductions | FileCheck %s

// A histogram: chunks of points put into tensors of their own, the rest into a tensor that starts as the result does, and a fold of each element puts
// them together.
// CHECK-LABEL: func.func @histogram
// CHECK-SAME: %[[X:.*]]: tensor<?{n}xindex>, %[[S:.*]]: tensor<256xi32>
func.func @histogram(%x: tensor<?{n}xindex>, %s: tensor<256xi32>) -> tensor<256xi32> {
  // CHECK: %[[ZEROS:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [n floordiv 16384, 256] {
  // CHECK: %[[PARTS:.*]] = tensor.compute (%[[C:.*]], %[[I:.*]]) in [n floordiv 16384, 16384] accumulate(add %[[A:.*]] = %[[ZEROS]] : tensor<?{n floordiv 16384}x256xi32>) attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1)>} {
  // CHECK: %[[K:.*]] = tensor.at %[[X]][%[[C]] * 16384 + %[[I]]] : tensor<?{n}xindex>
  // CHECK: tensor.put %{{.*}} into %[[A]][%[[C]], %[[K]]] drop
  // CHECK: %[[REST:.*]] = tensor.compute (%[[J:.*]]) in [n mod 16384] accumulate(add %[[B:.*]] = %[[S]] : tensor<256xi32>) {
  // CHECK: tensor.at %[[X]][
  // CHECK: tensor.put %{{.*}} into %[[B]][%{{.*}}] drop
  // CHECK: tensor.compute (%[[E:.*]]) in [256] {
  // CHECK: %[[ALL:.*]] = tensor.fold (%[[D:.*]]) = 0 to n floordiv 16384 add {
  // CHECK: tensor.at %[[PARTS]][%[[D]], %[[E]]]
  // CHECK: %[[OLD:.*]] = tensor.at %[[REST]][%[[E]]]
  // CHECK: arith.addi %[[OLD]], %[[ALL]]
  %one = arith.constant 1 : i32
  %r = tensor.compute (%i) in [n] accumulate(add %acc = %s : tensor<256xi32>) {
    %k = tensor.at %x[%i] : tensor<?{n}xindex>
    tensor.put %one into %acc[%k] drop : memref<256xi32>
    tensor.yield
  }
  return %r : tensor<256xi32>
}

// Two tensors over a box, with a known number of points that leaves no rest.
// CHECK-LABEL: func.func @two
func.func @two(%x: tensor<1024x64xi32>, %s: tensor<8x4xi32>, %t: tensor<10xf32>) -> (tensor<8x4xi32>, tensor<10xf32>) {
  // CHECK: tensor.compute (%[[C:.*]], %[[I:.*]], %[[J:.*]]) in [4, 256, 64] accumulate(maxsi %{{.*}} = %{{.*}} : tensor<4x8x4xi32>, minimumf %{{.*}} = %{{.*}} : tensor<4x10xf32>) attributes {{.*}}parallel(i, grain = 1)>} {
  // CHECK-NOT: accumulate
  // CHECK: return
  %r:2 = tensor.compute (%i, %j) in [1024, 64] accumulate(maxsi %a = %s : tensor<8x4xi32>, minimumf %b = %t : tensor<10xf32>) {
    %v = tensor.at %x[%i, %j] : tensor<1024x64xi32>
    %k = arith.index_cast %v : i32 to index
    %f = arith.sitofp %v : i32 to f32
    tensor.put %v into %a[%k, %k] drop : memref<8x4xi32>
    tensor.put %f into %b[%k] drop : memref<10xf32>
    tensor.yield
  }
  return %r#0, %r#1 : tensor<8x4xi32>, tensor<10xf32>
}

// CHECK-LABEL: func.func @stays
func.func @stays(%x: tensor<?{n}xindex>, %y: tensor<1000xindex>, %f: tensor<16xf32>, %s: tensor<16xi32>, %long: tensor<?{n}xi32>) -> (tensor<16xf32>, tensor<16xi32>, tensor<16xi32>, tensor<?{n}xi32>, tensor<16xi32>) {
  %one = arith.constant 1 : i32
  %half = arith.constant 0.5 : f32
  // The order of a sum of floats is written.
  // CHECK-NOT: floordiv
  %0 = tensor.compute (%i) in [n] accumulate(add %acc = %f : tensor<16xf32>) {
    %k = tensor.at %x[%i] : tensor<?{n}xindex>
    tensor.put %half into %acc[%k] drop : memref<16xf32>
    tensor.yield
  }
  // The last one wins.
  %1 = tensor.compute (%i) in [n] accumulate(set %acc = %s : tensor<16xi32>) {
    %k = tensor.at %x[%i] : tensor<?{n}xindex>
    tensor.put %one into %acc[%k] drop : memref<16xi32>
    tensor.yield
  }
  // Few points.
  %2 = tensor.compute (%i) in [1000] accumulate(add %acc = %s : tensor<16xi32>) {
    %k = tensor.at %y[%i] : tensor<1000xindex>
    tensor.put %one into %acc[%k] drop : memref<16xi32>
    tensor.yield
  }
  // As many elements as points.
  %3 = tensor.compute (%i) in [n] accumulate(add %acc = %long : tensor<?{n}xi32>) {
    %k = tensor.at %x[%i] : tensor<?{n}xindex>
    tensor.put %one into %acc[%k] drop : memref<?{n}xi32>
    tensor.yield
  }
  // What is outside goes to the nearest element.
  %4 = tensor.compute (%i) in [n] accumulate(add %acc = %s : tensor<16xi32>) {
    %k = tensor.at %x[%i] : tensor<?{n}xindex>
    tensor.put %one into %acc[%k] clamp : memref<16xi32>
    tensor.yield
  }
  // CHECK: return
  return %0, %1, %2, %3, %4 : tensor<16xf32>, tensor<16xi32>, tensor<16xi32>, tensor<?{n}xi32>, tensor<16xi32>
}
