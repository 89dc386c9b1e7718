// A sum whose end is the least of some number and a short one is short: it is not added up in blocks, whose
// sums would be carried beside it.
// RUN: tfopt %s --apply-schedule | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --apply-schedule --check-semantics -o /dev/null
// COMPLETE: FULL

// CHECK-LABEL: func.func @part(
// CHECK: loop.for
// CHECK-NOT: loop.for
// CHECK: return
func.func @part(%a: tensor<?{n}xf32>, %left: index) -> tensor<f32> {
  %most = arith.constant 100 : index
  %end = arith.minsi %left, %most : index
  %z = arith.constant 0.0 : f32
  %t = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to %end add fastmath<reassoc> {
      %x = tensor.at %a[%k] fill(%z) : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %t : tensor<f32>
}
// FULL: module {
// FULL-NEXT:   func.func @part(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index) -> tensor<f32> {
// FULL-NEXT:     %[[C100:.*]] = arith.constant 100 : index
// FULL-NEXT:     %[[V0:.*]] = arith.minsi %[[ARG1]], %[[C100]] : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V1:.*]] = tensor.empty : tensor<f32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V1]] : tensor<f32>) {
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[CST_0:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V3:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[V0]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST_0]]) -> (f32) {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]]] fill(%[[CST]]) {tf.own_point, tf.proved = ["unknown"]} : tensor<?{n}xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.addf %[[ARG2]], %[[V4]] fastmath<reassoc> : f32
// FULL-NEXT:         loop.yield %[[V5]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.put %[[V3]] into %[[ACC]][] {tf.proved = []} : memref<f32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V2]] : tensor<f32>
// FULL-NEXT:   }

// One of which nothing is known has blocks.
// CHECK-LABEL: func.func @open(
// CHECK: loop.for
// CHECK: loop.for
// CHECK: return
func.func @open(%a: tensor<?{n}xf32>, %left: index) -> tensor<f32> {
  %z = arith.constant 0.0 : f32
  %t = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to %left add fastmath<reassoc> {
      %x = tensor.at %a[%k] fill(%z) : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %t : tensor<f32>
}
// FULL-NEXT:   func.func @open(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index) -> tensor<f32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<f32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<f32>) {
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       %[[V2:.*]] = arith.maxsi %[[ARG1]], %[[C0_0]] : index
// FULL-NEXT:       %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:       %[[V3:.*]] = arith.ceildivui %[[V2]], %[[C64]] : index
// FULL-NEXT:       %[[CST_1:.*]] = arith.constant 0.000000e+00 : f64
// FULL-NEXT:       %[[V4:.*]] = loop.for %[[I:.*]] = %[[C0_0]] to %[[V3]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST_1]]) -> (f64) {
// FULL-NEXT:         %[[V6:.*]] = arith.muli %[[I]], %[[C64]] : index
// FULL-NEXT:         %[[V7:.*]] = arith.subi %[[ARG1]], %[[V6]] : index
// FULL-NEXT:         %[[V8:.*]] = arith.minsi %[[V7]], %[[C64]] : index
// FULL-NEXT:         %[[V9:.*]] = arith.addi %[[V6]], %[[V8]] : index
// FULL-NEXT:         %[[CST_2:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         %[[C1_3:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V10:.*]] = loop.for %[[I_4:.*]] = %[[V6]] to %[[V9]] step %[[C1_3]] iter_args(%[[ARG3:.*]] = %[[CST_2]]) -> (f32) {
// FULL-NEXT:           %[[V13:.*]] = tensor.at %[[ARG0]][%[[I_4]]] fill(%[[CST]]) {tf.own_point, tf.proved = ["unknown"]} : tensor<?{n}xf32>
// FULL-NEXT:           %[[V14:.*]] = arith.addf %[[ARG3]], %[[V13]] fastmath<reassoc> : f32
// FULL-NEXT:           loop.yield %[[V14]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         %[[V11:.*]] = arith.extf %[[V10]] : f32 to f64
// FULL-NEXT:         %[[V12:.*]] = arith.addf %[[ARG2]], %[[V11]] fastmath<reassoc> : f64
// FULL-NEXT:         loop.yield %[[V12]] : f64
// FULL-NEXT:       }
// FULL-NEXT:       %[[V5:.*]] = arith.truncf %[[V4]] : f64 to f32
// FULL-NEXT:       tensor.put %[[V5]] into %[[ACC]][] {tf.proved = []} : memref<f32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<f32>
// FULL-NEXT:   }
// FULL-NEXT: }
