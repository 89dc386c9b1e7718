// RUN: tfopt %s --disable-rule=split-reductions.owners --split-reductions | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// A histogram: chunks of points put into tensors of their own, the rest into a tensor that starts as the
// result does, and a fold of each element puts them together.
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
// FULL: module {
// FULL-NEXT:   func.func @histogram(%[[ARG0:.*]]: tensor<?{n}xindex>, %[[ARG1:.*]]: tensor<256xi32>) -> tensor<256xi32> {
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n floordiv 16384, 256] {
// FULL-NEXT:       %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:       tensor.yield %[[C0_I32]] : i32
// FULL-NEXT:     } : tensor<?{n floordiv 16384}x256xi32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [n floordiv 16384, 16384] accumulate(add %[[ACC:.*]] = %[[V0]] : tensor<?{n floordiv 16384}x256xi32>) attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1)>} {
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I_0]] * 16384 + %[[J_1]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC]][%[[I_0]], %[[V4]]] drop : memref<?{n floordiv 16384}x256xi32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [n mod 16384] accumulate(add %[[ACC_3:.*]] = %[[ARG1]] : tensor<256xi32>) {
// FULL-NEXT:       %[[V4]] = tensor.at %[[ARG0]][%[[I_2]] + (n floordiv 16384) * 16384] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC_3]][%[[V4]]] drop : memref<256xi32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_4:.*]]) in [256] {
// FULL-NEXT:       %[[V4]] = tensor.fold (%[[K:.*]]) = 0 to n floordiv 16384 add {
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[V1]][%[[K]], %[[I_4]]] : tensor<?{n floordiv 16384}x256xi32>
// FULL-NEXT:         tensor.yield %[[V7]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[V2]][%[[I_4]]] : tensor<256xi32>
// FULL-NEXT:       %[[V6:.*]] = arith.addi %[[V5]], %[[V4]] : i32
// FULL-NEXT:       tensor.yield %[[V6]] : i32
// FULL-NEXT:     } : tensor<256xi32>
// FULL-NEXT:     return %[[V3]] : tensor<256xi32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @two(%[[ARG0:.*]]: tensor<1024x64xi32>, %[[ARG1:.*]]: tensor<8x4xi32>, %[[ARG2:.*]]: tensor<10xf32>) -> (tensor<8x4xi32>, tensor<10xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [4, 8, 4] {
// FULL-NEXT:       %[[C:.*]]-2147483648_i32 = arith.constant -2147483648 : i32
// FULL-NEXT:       tensor.yield %[[C]]-2147483648_i32 : i32
// FULL-NEXT:     } : tensor<4x8x4xi32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [4, 10] {
// FULL-NEXT:       %[[CST:.*]] = arith.constant 0x7F800000 : f32
// FULL-NEXT:       tensor.yield %[[CST]] : f32
// FULL-NEXT:     } : tensor<4x10xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = tensor.compute (%[[I_2:.*]], %[[J_3:.*]], %[[K_4:.*]]) in [4, 256, 64] accumulate(maxsi %[[ACC:.*]] = %[[V0]] : tensor<4x8x4xi32>, minimumf %[[ACC_5:.*]] = %[[V1]] : tensor<4x10xf32>) attributes {axes = ["i", "j", "k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1)>} {
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[I_2]] * 256 + %[[J_3]], %[[K_4]]] : tensor<1024x64xi32>
// FULL-NEXT:       %[[V6:.*]] = arith.index_cast %[[V5]] : i32 to index
// FULL-NEXT:       %[[V7:.*]] = arith.sitofp %[[V5]] : i32 to f32
// FULL-NEXT:       tensor.put %[[V5]] into %[[ACC]][%[[I_2]], %[[V6]], %[[V6]]] drop : memref<4x8x4xi32>
// FULL-NEXT:       tensor.put %[[V7]] into %[[ACC_5]][%[[I_2]], %[[V6]]] drop : memref<4x10xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_6:.*]], %[[J_7:.*]]) in [8, 4] {
// FULL-NEXT:       %[[V5]] = tensor.fold (%[[K_9:.*]]) = 0 to 4 maxsi {
// FULL-NEXT:         %[[V8:.*]] = tensor.at %[[V2]]#0[%[[K_9]], %[[I_6]], %[[J_7]]] : tensor<4x8x4xi32>
// FULL-NEXT:         tensor.yield %[[V8]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG1]][%[[I_6]], %[[J_7]]] : tensor<8x4xi32>
// FULL-NEXT:       %[[V7]] = arith.maxsi %[[V6]], %[[V5]] : i32
// FULL-NEXT:       tensor.yield %[[V7]] : i32
// FULL-NEXT:     } : tensor<8x4xi32>
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_8:.*]]) in [10] {
// FULL-NEXT:       %[[V5]] = tensor.fold (%[[K_9]]) = 0 to 4 minimumf {
// FULL-NEXT:         %[[V8]] = tensor.at %[[V2]]#1[%[[K_9]], %[[I_8]]] : tensor<4x10xf32>
// FULL-NEXT:         tensor.yield %[[V8]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V6]] = tensor.at %[[ARG2]][%[[I_8]]] : tensor<10xf32>
// FULL-NEXT:       %[[V7]] = arith.minimumf %[[V6]], %[[V5]] : f32
// FULL-NEXT:       tensor.yield %[[V7]] : f32
// FULL-NEXT:     } : tensor<10xf32>
// FULL-NEXT:     return %[[V3]], %[[V4]] : tensor<8x4xi32>, tensor<10xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<?{n}xindex>, %[[ARG1:.*]]: tensor<1000xindex>, %[[ARG2:.*]]: tensor<16xf32>, %[[ARG3:.*]]: tensor<16xi32>, %[[ARG4:.*]]: tensor<?{n}xi32>) -> (tensor<16xf32>, tensor<16xi32>, tensor<16xi32>, tensor<?{n}xi32>, tensor<16xi32>) {
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[CST:.*]] = arith.constant 5.000000e-01 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG2]] : tensor<16xf32>) {
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[CST]] into %[[ACC]][%[[V5]]] drop : memref<16xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] accumulate(set %[[ACC_1:.*]] = %[[ARG3]] : tensor<16xi32>) {
// FULL-NEXT:       %[[V5]] = tensor.at %[[ARG0]][%[[I_0]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC_1]][%[[V5]]] drop : memref<16xi32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_2:.*]]) in [1000] accumulate(add %[[ACC_3:.*]] = %[[ARG3]] : tensor<16xi32>) {
// FULL-NEXT:       %[[V5]] = tensor.at %[[ARG1]][%[[I_2]]] : tensor<1000xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC_3]][%[[V5]]] drop : memref<16xi32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_4:.*]]) in [n] accumulate(add %[[ACC_5:.*]] = %[[ARG4]] : tensor<?{n}xi32>) {
// FULL-NEXT:       %[[V5]] = tensor.at %[[ARG0]][%[[I_4]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC_5]][%[[V5]]] drop : memref<?{n}xi32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = tensor.compute (%[[I_6:.*]]) in [n] accumulate(add %[[ACC_7:.*]] = %[[ARG3]] : tensor<16xi32>) {
// FULL-NEXT:       %[[V5]] = tensor.at %[[ARG0]][%[[I_6]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC_7]][%[[V5]]] clamp : memref<16xi32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]] : tensor<16xf32>, tensor<16xi32>, tensor<16xi32>, tensor<?{n}xi32>, tensor<16xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
