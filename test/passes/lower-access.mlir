// RUN: tfopt --apply-schedule --lower-access --split-input-file %s | FileCheck %s
// RUN: tfopt --apply-schedule --lower-access --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --apply-schedule --lower-access --canonicalize --cse --lower-access --check-semantics --split-input-file %s -o /dev/null

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
