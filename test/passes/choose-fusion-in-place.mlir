// What is put into a tensor and made of other elements of it is made before, so that the tensor can change in
// its memory.
// RUN: tfopt %s --choose-fusion --apply-fusion | FileCheck %s
// RUN: tfopt %s --choose-fusion --apply-fusion --tensor-to-loops | FileCheck %s --check-prefix=LOOPS
// RUN: tfopt %s --choose-fusion --apply-fusion --tensor-to-loops --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: 7 functions compared

// A row from the one before it, of which nothing else is known: to a row of its own.
// CHECK-LABEL: func.func @row(
// CHECK: loop.for
// CHECK: tensor.compute (%{{.*}}) in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
// LOOPS-LABEL: func.func @row(
// LOOPS: mem.alloc : memref<40xf32>
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @row(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// The elements that the points change, and an element from which one point is made: where they are put.
// CHECK-LABEL: func.func @own(
// CHECK: loop.for
// CHECK-NOT: in [8, 39] {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [8, 39] accumulate
// LOOPS-LABEL: func.func @own(
// LOOPS-NOT: mem.alloc
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @own(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i, %j) in [8, 39] {
      %l = tensor.at %a[%i + 1, %j + 1] : tensor<9x40xf32>
      %d = math.exp %l : f32
      tensor.yield %d : f32
    } : tensor<8x39xf32>
    %y = tensor.compute (%i, %j) in [8, 39] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i, %j] : tensor<8x39xf32>
      tensor.put %e into %acc[%i + 1, %j + 1] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// CHECK-LABEL: func.func @element(
// CHECK: loop.for
// CHECK-NOT: in [] {
// CHECK: tensor.compute () in [] accumulate
// LOOPS-LABEL: func.func @element(
// LOOPS-NOT: mem.alloc
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @element(%x: tensor<9x40xf32>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute () in [] {
      %l = tensor.at %a[%s, %s] clamp : tensor<9x40xf32>
      %d = math.exp %l : f32
      tensor.yield %d : f32
    } : tensor<f32>
    %y = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[] : tensor<f32>
      tensor.put %e into %acc[%t, 3] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// Whoever needs the old tensor as well has it copied: then it may be read anywhere.
// CHECK-LABEL: func.func @needed(
// CHECK: loop.for
// CHECK-NOT: in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
func.func @needed(%x: tensor<9x40xf32>, %s: index) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r, %o = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x, %b = %x) -> (tensor<9x40xf32>, tensor<9x40xf32>) {
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y, %a : tensor<9x40xf32>, tensor<9x40xf32>
  }
  return %r, %o : tensor<9x40xf32>, tensor<9x40xf32>
}

// Points in another order than the elements.
// CHECK-LABEL: func.func @turned(
// CHECK: tensor.compute (%{{.*}}) in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
// LOOPS-LABEL: func.func @turned(
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @turned(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %a[%t, 39 - %i] : tensor<9x40xf32>
      tensor.yield %l : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// A place that is in memory, but always the same.
// CHECK-LABEL: func.func @same_place(
// CHECK: loop.for
// CHECK-NOT: in [8, 40] {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [8, 40] accumulate
func.func @same_place(%x: tensor<9x40xf32>) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant dense<1> : tensor<i32>
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %v = tensor.compute (%i, %j) in [8, 40] {
      %l = tensor.at %a[%i + 1, %j] : tensor<9x40xf32>
      %d = arith.mulf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<8x40xf32>
    %y = tensor.compute (%i, %j) in [8, 40] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
      %p = tensor.at %one[] : tensor<i32>
      %at = arith.index_cast %p : i32 to index
      %e = tensor.at %v[%i, %j] : tensor<8x40xf32>
      tensor.put %e into %acc[%at + %i, %j] drop : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}

// A tensor that a conditional has made, of which a part changes.
// CHECK-LABEL: func.func @after_branch(
// CHECK: tensor.compute (%{{.*}}) in [40] {
// CHECK: tensor.compute (%{{.*}}) in [40] accumulate
// LOOPS-LABEL: func.func @after_branch(
// LOOPS: loop.for
// LOOPS-NOT: mem.copy
// LOOPS: return
func.func @after_branch(%x: tensor<9x40xf32>, %p: tensor<i1>, %s: index) -> tensor<9x40xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %ph = tensor.at %p[] : tensor<i1>
  %r = loop.for %t = %c1 to %c8 step %c1 iter_args(%a = %x) -> (tensor<9x40xf32>) {
    %b = loop.if %ph -> (tensor<9x40xf32>) {
      %u = tensor.compute () in [] accumulate(set unique %acc = %a : tensor<9x40xf32>) {
        %l = tensor.at %a[%t, 3] : tensor<9x40xf32>
        tensor.put %l into %acc[%t, 4] : memref<9x40xf32>
        tensor.yield
      }
      loop.yield %u : tensor<9x40xf32>
    } else {
      loop.yield %a : tensor<9x40xf32>
    }
    %v = tensor.compute (%i) in [40] {
      %l = tensor.at %b[%s, %i - 1] clamp : tensor<9x40xf32>
      %d = arith.addf %l, %l : f32
      tensor.yield %d : f32
    } : tensor<40xf32>
    %y = tensor.compute (%i) in [40] accumulate(set unique %acc = %b : tensor<9x40xf32>) {
      %e = tensor.at %v[%i] : tensor<40xf32>
      tensor.put %e into %acc[%t, %i] : memref<9x40xf32>
      tensor.yield
    }
    loop.yield %y : tensor<9x40xf32>
  }
  return %r : tensor<9x40xf32>
}
