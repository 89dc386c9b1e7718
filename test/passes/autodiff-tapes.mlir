// Tapes begin without elements: each slot that is loaded was stored before, and the interpreter stops where
// one was not.
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' | tee %t.check | FileCheck %s
// RUN: tfopt %s --cpu --target=znver4 | FileCheck %s --check-prefix=CODE
// GOLDEN: cat %t.check

// CHECK-LABEL: func.func @stored
// CHECK-DAG: %[[EMPTY:.*]] = tensor.empty : tensor<9x5xf32>
// CHECK: loop.for {{.*}} iter_args(%{{.*}} = %{{.*}}, %{{.*}} = %[[EMPTY]]) -> (tensor<5xf32>, tensor<9x5xf32>)
// Nothing fills the tape: the first store of all is that of a state.
// CODE-LABEL: func.func @stored
// CODE: mem.alloc : memref<10x5xf32>
// CODE-NOT: mem.store %cst
// CODE: return
func.func @stored(%x: tensor<5xf32>, %g: tensor<5xf32>) -> (tensor<5xf32>, tensor<5xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<5xf32>) -> (tensor<5xf32>) {
    %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<5xf32>) {
      %b = math.sin %a : tensor<5xf32>
      loop.yield %b : tensor<5xf32>
    }
    tensor.yield %s : tensor<5xf32>
  }
  return %y, %dx : tensor<5xf32>, tensor<5xf32>
}

// No trips, and as many as a number says, from none on: with two levels of slots that are not all stored.
// CHECK-LABEL: func.func @counted
// CHECK: tensor.empty
func.func @counted(%x: tensor<4xf32>, %k: index, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %s = loop.for %i = %c0 to %k step %c1 iter_args(%a = %v) -> (tensor<4xf32>) {
      %b = math.sin %a : tensor<4xf32>
      loop.yield %b : tensor<4xf32>
    }
    tensor.yield %s : tensor<4xf32>
  }
  %z, %dz = tensor.vjp (%v = %x) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %s = loop.for %i = %c0 to %c0 step %c1 iter_args(%a = %v) -> (tensor<4xf32>) {
      %b = math.sin %a : tensor<4xf32>
      loop.yield %b : tensor<4xf32>
    }
    tensor.yield %s : tensor<4xf32>
  }
  return %y, %dx, %dz : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// A loop that a condition ends, and a conditional in its trips.
// CHECK-LABEL: func.func @ended
// CHECK: tensor.empty
func.func @ended(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %y, %dx = tensor.vjp (%v = %x) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %s:2 = loop.while (%a = %v, %i = %c0) : (tensor<4xf32>, index) -> (tensor<4xf32>, index) {
      %goes = arith.cmpi slt, %i, %c7 : index
      loop.condition %goes, %a, %i : tensor<4xf32>, index
    } do (%a: tensor<4xf32>, %i: index) {
      %half = arith.remsi %i, %c2 : index
      %even = arith.cmpi eq, %half, %c0 : index
      %b = loop.if %even -> (tensor<4xf32>) {
        %s = math.sin %a : tensor<4xf32>
        loop.yield %s : tensor<4xf32>
      } else {
        %s = arith.mulf %a, %a : tensor<4xf32>
        loop.yield %s : tensor<4xf32>
      }
      %next = arith.addi %i, %c1 : index
      loop.yield %b, %next : tensor<4xf32>, index
    }
    tensor.yield %s#0 : tensor<4xf32>
  }
  return %y, %dx : tensor<4xf32>, tensor<4xf32>
}

// Derivatives of derivatives: backwards over a backward pass, and forwards over one.
// CHECK-LABEL: func.func @twice
// CHECK: tensor.empty
func.func @twice(%x: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 40 : index
  %d, %dd = tensor.vjp (%u = %x) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %y, %dx = tensor.vjp (%v = %u) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
      %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<4xf32>) {
        %b = math.sin %a : tensor<4xf32>
        loop.yield %b : tensor<4xf32>
      }
      tensor.yield %s : tensor<4xf32>
    }
    tensor.yield %dx : tensor<4xf32>
  }
  %e, %t = tensor.jvp (%u = %x) tangent(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
    %y, %dx = tensor.vjp (%v = %u) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
      %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<4xf32>) {
        %b = math.sin %a : tensor<4xf32>
        loop.yield %b : tensor<4xf32>
      }
      tensor.yield %s : tensor<4xf32>
    }
    tensor.yield %dx : tensor<4xf32>
  }
  return %dd, %t : tensor<4xf32>, tensor<4xf32>
}

// Mapped, a tape has no elements for each slice; where slices take different numbers of trips, it begins with
// zeros, as all of it is looked at to choose which slices go on.
// CHECK-LABEL: func.func @mapped
// CHECK: tensor.empty : tensor<6x9x4xf32>
func.func @mapped(%x: tensor<6x4xf32>, %g: tensor<4xf32>) -> tensor<6x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9 : index
  %d = tensor.vmap (%u = %x) axes [0] -> [0] : (tensor<6x4xf32>) -> (tensor<6x4xf32>) {
    %y, %dx = tensor.vjp (%v = %u) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
      %s = loop.for %i = %c0 to %n step %c1 iter_args(%a = %v) -> (tensor<4xf32>) {
        %b = math.sin %a : tensor<4xf32>
        loop.yield %b : tensor<4xf32>
      }
      tensor.yield %s : tensor<4xf32>
    }
    tensor.yield %dx : tensor<4xf32>
  }
  return %d : tensor<6x4xf32>
}

// CHECK-LABEL: func.func @apart
// CHECK-NOT: tensor.empty
// CHECK: return
func.func @apart(%x: tensor<6x4xf32>, %k: tensor<6xindex>, %g: tensor<4xf32>) -> tensor<6x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.vmap (%u = %x, %l = %k) axes [0, 0] -> [0] : (tensor<6x4xf32>, tensor<6xindex>) -> (tensor<6x4xf32>) {
    %m = tensor.at %l[] : tensor<index>
    %y, %dx = tensor.vjp (%v = %u) seed(%g) : (tensor<4xf32>) -> (tensor<4xf32>) {
      %s = loop.for %i = %c0 to %m step %c1 iter_args(%a = %v) -> (tensor<4xf32>) {
        %b = math.sin %a : tensor<4xf32>
        loop.yield %b : tensor<4xf32>
      }
      tensor.yield %s : tensor<4xf32>
    }
    tensor.yield %dx : tensor<4xf32>
  }
  return %d : tensor<6x4xf32>
}
