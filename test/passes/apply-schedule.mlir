// RUN: tfopt --apply-schedule --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --apply-schedule --split-input-file %s | tfopt --split-input-file | FileCheck %s
// RUN: tfopt --apply-schedule --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --apply-schedule --canonicalize --cse --apply-schedule --check-semantics --split-input-file %s -o /dev/null
// COMPLETE: FULL

// A compute becomes loops that put what it yields into a result that starts empty; accesses state what was
// proved.
// CHECK-LABEL: func.func @direct
// CHECK-SAME: (%[[A:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32>
// CHECK: %[[E:.*]] = tensor.empty : tensor<?{n}xf32>
// CHECK: %[[R:.*]] = tensor.compute () in [] accumulate(set unique %[[D:.*]] = %[[E]] : tensor<?{n}xf32>) {
// CHECK: loop.for %[[I:.*]] =
// CHECK: %[[X:.*]] = tensor.at %[[A]][%[[I]]] {tf.own_point, tf.proved = ["inside"]}
// CHECK: tensor.put %[[X]] into %[[D]][%[[I]]] {tf.proved = ["inside"]}
// CHECK: return %[[R]]
func.func @direct(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @direct(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<?{n}xf32>) {
// FULL-NEXT:       %[[V2:.*]] = mem.extent [n] : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[V2]] step %[[C1]] {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] {tf.own_point, tf.proved = ["inside"]} : tensor<?{n}xf32>
// FULL-NEXT:         tensor.put %[[V3]] into %[[ACC]][%[[I]]] {tf.proved = ["inside"]} : memref<?{n}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// The schedule says how; policies and subscripts stay, and which sides of them are proved.
// CHECK-LABEL: func.func @scheduled
// CHECK: loop.parallel (%[[I:.*]]) = {{.*}} {grain = 4 : i64}
// CHECK: loop.for %[[J:.*]] = {{.*}} {vector_width = 16 : i64}
// CHECK: tensor.at %{{.*}}[%[[I]], %[[J]] + 1] clamp {tf.proved = ["inside", "lower, occupied"]}
// CHECK: tensor.at %{{.*}}[%[[I]], %[[J]] - 1] wrap {tf.proved = ["inside", "upper, occupied"]}
// CHECK-NOT: tensor.schedule
func.func @scheduled(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] attributes {schedule = #tensor.schedule<parallel(i, grain = 4), vectorize(j, 16)>} {
    %x = tensor.at %a[%i, %j + 1] clamp : tensor<?{n}x?{m}xf32>
    %y = tensor.at %a[%i, %j - 1] wrap : tensor<?{n}x?{m}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @scheduled(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<?{n}x?{m}xf32>) {
// FULL-NEXT:       %[[V2:.*]] = mem.extent [n] : index
// FULL-NEXT:       %[[V3:.*]] = mem.extent [m] : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V2]]) step (%[[C1]]) attributes {grain = 4 : i64} {
// FULL-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:         loop.for %[[I_2:.*]] = %[[C0_0]] to %[[V3]] step %[[C1_1]] attributes {vector_width = 16 : i64} {
// FULL-NEXT:           %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_2]] + 1] clamp {tf.proved = ["inside", "lower, occupied"]} : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_2]] - 1] wrap {tf.proved = ["inside", "upper, occupied"]} : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V6:.*]] = arith.addf %[[V4]], %[[V5]] : f32
// FULL-NEXT:           tensor.put %[[V6]] into %[[ACC]][%[[I]], %[[I_2]]] {tf.proved = ["inside", "inside"]} : memref<?{n}x?{m}xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A fold becomes a loop that carries numbers; a small tensor is taken apart.
// CHECK-LABEL: func.func @small
// CHECK: %[[S:.*]] = loop.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK-NOT: tensor.fold
// CHECK: tensor.put %[[S]] into %[[D:.*]][%[[I:.*]], 0]
// CHECK: tensor.put %{{.*}} into %[[D]][%[[I]], 1]
func.func @small(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x2xf32> {
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    %e = math.exp %s : f32
    %both = tensor.from_elements %s, %e : tensor<2xf32>
    tensor.yield %both : tensor<2xf32>
  } : tensor<?{n}x2xf32>
  return %c : tensor<?{n}x2xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x2xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n}x2xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<?{n}x2xf32>) {
// FULL-NEXT:       %[[V2:.*]] = mem.extent [n] : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[V2]] step %[[C1]] {
// FULL-NEXT:         %[[V3:.*]] = mem.extent [m] : index
// FULL-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:         %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V4:.*]] = loop.for %[[I_2:.*]] = %[[C0_0]] to %[[V3]] step %[[C1_1]] iter_args(%[[ARG1:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:           %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]], %[[I_2]]] {tf.own_point, tf.proved = ["inside", "inside"]} : tensor<?{n}x?{m}xf32>
// FULL-NEXT:           %[[V7:.*]] = arith.addf %[[ARG1]], %[[V6]] : f32
// FULL-NEXT:           loop.yield %[[V7]] : f32
// FULL-NEXT:         }
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.put %[[V4]] into %[[ACC]][%[[I]], 0] {tf.proved = ["inside", "inside"]} : memref<?{n}x2xf32>
// FULL-NEXT:         tensor.put %[[V5]] into %[[ACC]][%[[I]], 1] {tf.proved = ["inside", "inside"]} : memref<?{n}x2xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{n}x2xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
