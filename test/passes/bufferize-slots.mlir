// A nest that reads the tensor it changes goes on in its memory where what is read is in other slots than what is put: subscripts of one axis that are the
// same for all points, and differ by a constant.
// RUN: tfopt %s --tensor-to-loops | FileCheck %s
// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: 7 functions compared

// CHECK-LABEL: func.func @apart(
// CHECK: loop.for %{{.*}} = %c1 to %c8
// CHECK-NOT: mem.copy
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @apart(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i - 1] clamp : tensor<9x40xf32>
      %m = tensor.at %a[%t - 1, %i] : tensor<9x40xf32>
      %d = arith.subf %l, %m : f32
      tensor.put %d into %acc[%t + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// In the slot that is put, in one that may be it, in one that points tell apart, and in one that moves with a point.
// CHECK-LABEL: func.func @same(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK-LABEL: func.func @any(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK-LABEL: func.func @shifted(
// CHECK: loop.for
// CHECK: mem.copy
// CHECK-LABEL: func.func @one_of_two(
// CHECK: loop.for
// CHECK: mem.copy
func.func @same(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

func.func @any(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

func.func @shifted(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%j, %i) in [8, 40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%j, %i] : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%j + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

func.func @one_of_two(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, %i - 1] clamp : tensor<9x40xf32>
      %m = tensor.at %a[%t + 1, 39 - %i] : tensor<9x40xf32>
      %d = arith.subf %l, %m : f32
      tensor.put %d into %acc[%t + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// The last slots that are read are clamped to one that is put.
// CHECK-LABEL: func.func @clamped(
// CHECK: loop.for
// CHECK: mem.copy
func.func @clamped(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c0 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %l = tensor.at %a[%t + 3, 39 - %i] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t + 1, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// What is read is not what is changed, and its memory is free: all of it is needed until then.
// CHECK-LABEL: func.func @another(
// CHECK: loop.for {{.*}} iter_args(%[[A:[a-z0-9]+]] = %{{.*}}, %[[B:[a-z0-9]+]] = %{{.*}}, %[[FREE:[a-z0-9]+]] =
// CHECK-NEXT: mem.copy %[[B]], %[[FREE]]
func.func @another(%x: tensor<9x40xf32>, %z: tensor<9x40xf32>) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r, %s = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x, %b = %z) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %b : tensor<9x40xf32>) {
      %l = tensor.at %a[%t, 39 - %i] : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.put %d into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y, %b : tensor<9x40xf32>, tensor<9x40xf32>
  }
  return %r, %s : tensor<9x40xf32>, tensor<9x40xf32>
}
