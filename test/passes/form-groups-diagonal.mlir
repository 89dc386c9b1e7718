// A compute that is read along its diagonal would have one loop for two axes: they have names of their own.
// RUN: tfopt %s --cpu --target=x86-64-v2 --check-semantics -o /dev/null
// RUN: tfopt %s --target=x86-64-v2 --form-groups | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @diagonal(
// CHECK: math.acosh
// CHECK: tensor.fold
func.func @diagonal(%x: tensor<?{n}x?{n}xf64>) -> tensor<?{min(n, 416)}x?{min(n, 987)}xf64> {
  %0 = tensor.cast %x : tensor<?{n}x?{n}xf64> to tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
  %1 = tensor.cast %x : tensor<?{n}x?{n}xf64> to tensor<?{min(n, 987)}x?{min(n, 987)}xf64>
  %2 = tensor.compute (%i, %j) in [min(n, 416), min(n, 416)] {
    %e = tensor.at %0[%i, %j] : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
    %v = math.acosh %e : f64
    tensor.yield %v : f64
  } : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
  %3 = tensor.compute (%i, %j) in [min(n, 416), min(n, 987)] {
    %d = tensor.at %2[%i, %i] : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
    %s = tensor.fold (%k) = 0 to min(n, 987) add fastmath<reassoc> {
      %e = tensor.at %1[%j, %k] : tensor<?{min(n, 987)}x?{min(n, 987)}xf64>
      %p = arith.mulf %e, %d : f64
      tensor.yield %p : f64
    } : f64
    tensor.yield %s : f64
  } : tensor<?{min(n, 416)}x?{min(n, 987)}xf64>
  return %3 : tensor<?{min(n, 416)}x?{min(n, 987)}xf64>
}
// FULL: module {
// FULL-NEXT:   func.func @diagonal(%[[ARG0:.*]]: tensor<?{n}x?{n}xf64>) -> tensor<?{min(n, 416)}x?{min(n, 987)}xf64> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 128 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.cast %[[ARG0]] : tensor<?{n}x?{n}xf64> to tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
// FULL-NEXT:     %[[V1:.*]] = tensor.cast %[[ARG0]] : tensor<?{n}x?{n}xf64> to tensor<?{min(n, 987)}x?{min(n, 987)}xf64>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [min(n, 416), min(n, 416)] {
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[V0]][%[[I]], %[[J]]] : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
// FULL-NEXT:       %[[V5:.*]] = math.acosh %[[V4]] : f64
// FULL-NEXT:       tensor.yield %[[V5]] : f64
// FULL-NEXT:     } : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
// FULL-NEXT:     %[[V3:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [min(n, 416), min(n, 987)] {
// FULL-NEXT:       %[[V4]] = tensor.at %[[V2]][%[[I_0]], %[[I_0]]] : tensor<?{min(n, 416)}x?{min(n, 416)}xf64>
// FULL-NEXT:       %[[V5]] = tensor.fold (%[[K:.*]]) = 0 to min(n, 987) add fastmath<reassoc> {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[V1]][%[[J_1]], %[[K]]] : tensor<?{min(n, 987)}x?{min(n, 987)}xf64>
// FULL-NEXT:         %[[V7:.*]] = arith.mulf %[[V6]], %[[V4]] : f64
// FULL-NEXT:         tensor.yield %[[V7]] : f64
// FULL-NEXT:       } : f64
// FULL-NEXT:       tensor.yield %[[V5]] : f64
// FULL-NEXT:     } : tensor<?{min(n, 416)}x?{min(n, 987)}xf64>
// FULL-NEXT:     return %[[V3]] : tensor<?{min(n, 416)}x?{min(n, 987)}xf64>
// FULL-NEXT:   }
// FULL-NEXT: }
