// RUN: tfopt --tensor-to-loops %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --tensor-to-loops --check-semantics %s -o /dev/null
// COMPLETE: FULL

// What is empty is memory where more than a nest that fills it needs it: here a loop, each turn of which puts
// one element.
// CHECK-LABEL: func.func @in_turns
// CHECK: loop.for
// CHECK: mem.store %{{.*}}, %{{.*}}[%{{.*}}] : memref<4xf32>
func.func @in_turns(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %r = loop.for %i = %c0 to %c4 step %c1 iter_args(%a = %e) -> (tensor<4xf32>) {
    %next = tensor.compute () in [] accumulate(set %d = %a : tensor<4xf32>) {
      %v = tensor.at %x[%i] trap : tensor<4xf32>
      %w = arith.addf %v, %v : f32
      tensor.put %w into %d[%i] drop : memref<4xf32>
      tensor.yield
    }
    loop.yield %next : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @in_turns(%[[ARG0:.*]]: memref<4xf32>, %[[ARG1:.*]]: memref<4xf32>) attributes {tf.signature = (tensor<4xf32>) -> tensor<4xf32>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[C4]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[ARG1]]) -> (memref<4xf32>) {
// FULL-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<4xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       mem.store %[[V2]], %[[ARG2]][%[[I]]] : memref<4xf32>
// FULL-NEXT:       loop.yield %[[ARG2]] : memref<4xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
