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

// A derivative at each point, through a loop and a sum: all of it stays scalar code of the one comprehension.
// CHECK-LABEL: func.func @at_points
// CHECK: tensor.compute
// CHECK: loop.for {{.*}} -> (f32, tensor<4xf32>)
// CHECK: tensor.fold
// CHECK: loop.for {{.*}} -> (f32)
// CHECK: math.cos
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @at_points(%x: tensor<8xf32>, %w: tensor<5xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %r = tensor.compute (%i) in [8] {
    %a = tensor.at %x[%i] : tensor<8xf32>
    %y, %d = tensor.vjp (%v = %a) seed(%one) : (f32) -> (f32) {
      %s = loop.for %k = %c0 to %c4 step %c1 iter_args(%h = %v) -> (f32) {
        %b = math.sin %h : f32
        loop.yield %b : f32
      }
      %f = tensor.fold (%k) = 0 to 5 add {
        %p = tensor.at %w[%k] : tensor<5xf32>
        %q = arith.mulf %p, %s : f32
        %t = math.exp %q : f32
        tensor.yield %t : f32
      } : f32
      tensor.yield %f : f32
    }
    tensor.yield %d : f32
  } : tensor<8xf32>
  return %r : tensor<8xf32>
}

// Differentiated backwards, a loop at a point carries the elements of a small tensor.
// CHECK-LABEL: func.func @small
// CHECK: tensor.compute
// CHECK: loop.for {{.*}} -> (f32, f32, tensor<3xf32>, tensor<3xf32>)
// CHECK: return
func.func @small(%x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y, %d = tensor.vjp (%v = %x) seed(%g) : (tensor<8xf32>) -> (tensor<8xf32>) {
    %r = tensor.compute (%i) in [8] {
      %a = tensor.at %v[%i] : tensor<8xf32>
      %t = tensor.from_elements %a, %a : tensor<2xf32>
      %l = loop.for %k = %c0 to %c3 step %c1 iter_args(%u = %t) -> (tensor<2xf32>) {
        %p = tensor.at %u[0] : tensor<2xf32>
        %q = tensor.at %u[1] : tensor<2xf32>
        %m = arith.mulf %p, %q : f32
        %n = tensor.from_elements %q, %m : tensor<2xf32>
        loop.yield %n : tensor<2xf32>
      }
      %e = tensor.at %l[1] : tensor<2xf32>
      tensor.yield %e : f32
    } : tensor<8xf32>
    tensor.yield %r : tensor<8xf32>
  }
  return %d : tensor<8xf32>
}
