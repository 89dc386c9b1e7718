// RUN: tfopt --apply-schedule --lower-access --bufferize --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --tensor-to-loops --split-input-file %s | FileCheck %s
// RUN: tfopt --apply-schedule --canonicalize --cse --lower-access --canonicalize --cse --bufferize --check-semantics --split-input-file %s -o /dev/null
// COMPLETE: FULL

// A chain of nests: the temporary has a buffer, the result the caller's.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: (%[[A:.*]]: memref<?{n}xf32>, %[[R:.*]]: memref<?{n}xf32>)
// CHECK: %[[T:.*]] = mem.alloc : memref<?{n}xf32>
// CHECK: mem.load %[[A]]
// CHECK: mem.store %{{.*}}, %[[T]]
// CHECK: mem.load %[[T]]
// CHECK: mem.store %{{.*}}, %[[R]]
// CHECK-NOT: tensor
func.func @chain(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = math.exp %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  %d = tensor.compute (%i) in [n] {
    %x = tensor.at %c[%i - 1] clamp : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %d : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @chain(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// FULL-NEXT:       %[[V3:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = math.exp %[[V3]] : f32
// FULL-NEXT:       mem.store %[[V4]], %[[V0]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V2:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:     loop.for %[[I_2:.*]] = %[[C0_0]] to %[[V2]] step %[[C1_1]] {
// FULL-NEXT:       %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:       %[[V3]] = arith.addi %[[I_2]], %[[C]]-1 : index
// FULL-NEXT:       %[[C0_3:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[V4]] = arith.cmpi sge, %[[V3]], %[[C0_3]] {likely} : index
// FULL-NEXT:       %[[V5:.*]] = arith.select %[[V4]], %[[V3]], %[[C0_3]] : index
// FULL-NEXT:       %[[V6:.*]] = mem.load %[[V0]][%[[V5]]] : memref<?{n}xf32>
// FULL-NEXT:       mem.store %[[V6]], %[[ARG1]][%[[I_2]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A trip reads its own points only: it writes over what it read. With a neighbour it does not.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT: mem.alloc
func.func @in_place(%a: tensor<8xf32>, %t: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %k = %c0 to %t step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
    %c = tensor.compute (%i) in [8] {
      %e = tensor.at %x[%i] : tensor<8xf32>
      %y = arith.addf %e, %e : f32
      tensor.yield %y : f32
    } : tensor<8xf32>
    loop.yield %c : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @in_place(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[ARG2]] : memref<8xf32>
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[ARG2]]) -> (memref<8xf32>) {
// FULL-NEXT:       %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C8]] step %[[C1_1]] {
// FULL-NEXT:         %[[V1:.*]] = mem.load %[[ARG3]][%[[I_2]]] : memref<8xf32>
// FULL-NEXT:         %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:         mem.store %[[V2]], %[[ARG3]][%[[I_2]]] : memref<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG3]] : memref<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// CHECK-LABEL: func.func @neighbour
// CHECK: mem.alloc
func.func @neighbour(%a: tensor<8xf32>, %t: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %k = %c0 to %t step %c1 iter_args(%x = %a) -> (tensor<8xf32>) {
    %c = tensor.compute (%i) in [8] {
      %e = tensor.at %x[%i + 1] clamp : tensor<8xf32>
      tensor.yield %e : f32
    } : tensor<8xf32>
    loop.yield %c : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @neighbour(%[[ARG0:.*]]: memref<8xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>, index) -> tensor<8xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<8xf32>
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     mem.copy %[[ARG0]], %[[V0]] : memref<8xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[V0]], %[[ARG4:.*]] = %[[V1]]) -> (memref<8xf32>, memref<8xf32>) {
// FULL-NEXT:       %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I_2:.*]] = %[[C0_0]] to %[[C8]] step %[[C1_1]] {
// FULL-NEXT:         %[[C1_3:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[I_2]], %[[C1_3]] : index
// FULL-NEXT:         %[[C7:.*]] = arith.constant 7 : index
// FULL-NEXT:         %[[V4:.*]] = arith.cmpi sle, %[[V3]], %[[C7]] {likely} : index
// FULL-NEXT:         %[[V5:.*]] = arith.select %[[V4]], %[[V3]], %[[C7]] : index
// FULL-NEXT:         %[[V6:.*]] = mem.load %[[ARG3]][%[[V5]]] : memref<8xf32>
// FULL-NEXT:         mem.store %[[V6]], %[[ARG4]][%[[I_2]]] : memref<8xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield %[[ARG4]], %[[ARG3]] : memref<8xf32>, memref<8xf32>
// FULL-NEXT:     }
// FULL-NEXT:     mem.copy %[[V2]]#0, %[[ARG2]] : memref<8xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
