// RUN: tfopt --apply-schedule --lower-access --split-input-file %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --apply-schedule --lower-access --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --apply-schedule --lower-access --canonicalize --cse --lower-access --check-semantics --split-input-file %s -o /dev/null
// COMPLETE: FULL

// What is proved of an axis is not compared; what is read is a tensor still.
// CHECK-LABEL: func.func @window
// CHECK-SAME: (%[[A:.*]]: tensor<?{n}xf32>)
// CHECK: accumulate(set unique %[[D:.*]] =
// CHECK: loop.for %[[I:.*]] =
// CHECK: arith.cmpi sge, %{{.*}}, %{{.*}} {likely}
// CHECK: %[[J:.*]] = arith.select
// CHECK-NOT: arith.cmpi
// CHECK: %[[X:.*]] = tensor.at %[[A]][%[[J]]] {tf.proved = ["inside"]}
// CHECK: mem.store %[[X]], %[[D]][%[[I]]]
func.func @window(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i - 1] clamp : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @window(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<?{n}xf32>) {
// FULL-NEXT:       %[[V2:.*]] = mem.extent [n] : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[V2]] step %[[C1]] {
// FULL-NEXT:         %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:         %[[V3:.*]] = arith.addi %[[I]], %[[C]]-1 : index
// FULL-NEXT:         %[[V4:.*]] = mem.extent [n] : index
// FULL-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V5:.*]] = arith.cmpi sge, %[[V3]], %[[C0_1]] {likely} : index
// FULL-NEXT:         %[[V6:.*]] = arith.select %[[V5]], %[[V3]], %[[C0_1]] : index
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG0]][%[[V6]]] {tf.proved = ["inside"]} : tensor<?{n}xf32>
// FULL-NEXT:         mem.store %[[V7]], %[[ACC]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// Elements of constants and of small tensors are numbers.
// CHECK-LABEL: func.func @known
// CHECK-NOT: tensor.at
// CHECK: %[[C:.*]] = arith.constant 2.000000e+00 : f32
// CHECK: arith.addf %{{.*}}, %[[C]]
func.func @known(%v: f32, %i: index) -> f32 {
  %a = arith.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %b = tensor.from_elements %v, %v : tensor<2xf32>
  %x = tensor.at %b[%i] clamp : tensor<2xf32>
  %y = tensor.at %a[1] : tensor<2xf32>
  %z = arith.addf %x, %y : f32
  return %z : f32
}
// FULL: module {
// FULL-NEXT:   func.func @known(%[[ARG0:.*]]: f32, %[[ARG1:.*]]: index) -> f32 {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>
// FULL-NEXT:     %[[V0:.*]] = tensor.from_elements %[[ARG0]], %[[ARG0]] : tensor<2xf32>
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C1_0:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V1:.*]] = arith.cmpi sle, %[[ARG1]], %[[C1_0]] {likely} : index
// FULL-NEXT:     %[[V2:.*]] = arith.select %[[V1]], %[[ARG1]], %[[C1_0]] : index
// FULL-NEXT:     %[[C0_1:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V3:.*]] = arith.cmpi sge, %[[V2]], %[[C0_1]] {likely} : index
// FULL-NEXT:     %[[V4:.*]] = arith.select %[[V3]], %[[V2]], %[[C0_1]] : index
// FULL-NEXT:     %[[C0_2:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C2_3:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C0_4:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_5:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V5:.*]] = arith.cmpi eq, %[[V4]], %[[C1_5]] : index
// FULL-NEXT:     %[[C1_6:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST_7:.*]] = arith.constant 2.000000e+00 : f32
// FULL-NEXT:     %[[V6:.*]] = arith.addf %[[ARG0]], %[[CST_7]] : f32
// FULL-NEXT:     return %[[V6]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }

// -----

// A put loads and stores the accumulator, where it is inside.
// CHECK-LABEL: func.func @histogram
// CHECK: accumulate(add %[[D:.*]] =
// CHECK: loop.if
// CHECK: %[[OLD:.*]] = mem.load %[[D]][%[[K:.*]]]
// CHECK: %[[NEW:.*]] = arith.addi %[[OLD]], %{{.*}} : i32
// CHECK: mem.store %[[NEW]], %[[D]][%[[K]]]
// CHECK-NOT: tensor.put
func.func @histogram(%x: tensor<?{n}xindex>, %zeros: tensor<8xi32>) -> tensor<8xi32> {
  %one = arith.constant 1 : i32
  %h = tensor.compute (%i) in [n] accumulate(add %r = %zeros : tensor<8xi32>) {
    %k = tensor.at %x[%i] : tensor<?{n}xindex>
    tensor.put %one into %r[%k] drop : memref<8xi32>
    tensor.yield
  }
  return %h : tensor<8xi32>
}
// FULL: module {
// FULL-NEXT:   func.func @histogram(%[[ARG0:.*]]: tensor<?{n}xindex>, %[[ARG1:.*]]: tensor<8xi32>) -> tensor<8xi32> {
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute () in [] accumulate(add %[[ACC:.*]] = %[[ARG1]] : tensor<8xi32>) {
// FULL-NEXT:       %[[V1:.*]] = mem.extent [n] : index
// FULL-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:       %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:       loop.for %[[I:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] {tf.own_point, tf.proved = ["inside"]} : tensor<?{n}xindex>
// FULL-NEXT:         %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:         %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:         %[[V3:.*]] = arith.cmpi ult, %[[V2]], %[[C8]] {likely} : index
// FULL-NEXT:         loop.if %[[V3]] {
// FULL-NEXT:           %[[V4:.*]] = mem.load %[[ACC]][%[[V2]]] : memref<8xi32>
// FULL-NEXT:           %[[V5:.*]] = arith.addi %[[V4]], %[[C1_I32]] : i32
// FULL-NEXT:           mem.store %[[V5]], %[[ACC]][%[[V2]]] : memref<8xi32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         } else {
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : tensor<8xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
