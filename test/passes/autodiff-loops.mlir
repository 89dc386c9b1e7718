// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | FileCheck %s
// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff{memory-budget=1000000},canonicalize,cse))' %s | FileCheck %s --check-prefix=ALL

// Few trips: every state is kept; the trips run back with one sweep.
// CHECK-LABEL: func.func @few
// CHECK: %[[RUN:.*]]:2 = loop.for %[[I:.*]] = {{.*}} iter_args(%[[A:.*]] = %{{.*}}, %[[TAPE:.*]] = %{{.*}}) -> (f32, tensor<9xf32>)
// CHECK: tensor.compute () in [] accumulate(set unique %[[R:.*]] = %[[TAPE]] : tensor<9xf32>)
// CHECK: tensor.put %[[A]] into %[[R]][%[[I]]]
// CHECK: loop.yield
// CHECK: loop.for
// CHECK: tensor.at %[[RUN]]#1[-%{{.*}} + 8] : tensor<9xf32>
// CHECK: math.cos
// CHECK-NOT: loop.for
// CHECK: return
func.func @few(%x: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = loop.for %i = %c0 to %c9 step %c1 iter_args(%a = %v) -> (f32) {
      %b = math.sin %a : f32
      loop.yield %b : f32
    }
    tensor.yield %s : f32
  }
  return %y, %dx : f32, f32
}

// Many trips: two levels of ten states; with room for all of them, one.
// CHECK-LABEL: func.func @many
// CHECK: loop.for {{.*}} -> (tensor<8xf32>, tensor<10x8xf32>)
// CHECK: loop.for {{.*}} -> (tensor<8xf32>)
// CHECK: loop.for
// CHECK: loop.for {{.*}} -> (tensor<8xf32>, tensor<10x8xf32>)
// CHECK: loop.for
// CHECK: math.cos
// CHECK-NOT: loop.for
// CHECK: return
// ALL-LABEL: func.func @many
// ALL: loop.for {{.*}} -> (tensor<8xf32>, tensor<100x8xf32>)
// ALL: loop.for
// ALL: math.cos
// ALL-NOT: loop.for
// ALL: return
func.func @many(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<8xf32>) {
      %b = math.sin %a : tensor<8xf32>
      loop.yield %b : tensor<8xf32>
    }
    tensor.yield %s : tensor<8xf32>
  }
  return %y, %dx : tensor<8xf32>, tensor<8xf32>
}

// What a trip does not need backwards is not kept: nothing of a linear recurrence.
// CHECK-LABEL: func.func @linear
// CHECK-COUNT-2: loop.for
// CHECK-NOT: loop.for
// CHECK: return
func.func @linear(%x: f32, %k: f32, %g: f32) -> (f32, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 12 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (f32) -> (f32) {
    %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (f32) {
      %b = arith.mulf %a, %k : f32
      loop.yield %b : f32
    }
    tensor.yield %s : f32
  }
  return %y, %dx : f32, f32
}
