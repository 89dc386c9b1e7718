// What is computed before a loop and read in it stays before the loop, unless a point costs next to nothing
// or each iteration reads other points.
// RUN: tfopt %s --choose-fusion --apply-fusion | FileCheck %s
// RUN: tfopt %s --choose-fusion --apply-fusion --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// SAME: 7 functions compared

// A row sum that every iteration reads.
// CHECK-LABEL: func.func @sum(
// CHECK: tensor.fold
// CHECK: loop.for
// CHECK-NOT: tensor.fold
// CHECK: return
func.func @sum(%m: tensor<8x16xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i) in [8] {
    %s = tensor.fold (%k) = 0 to 16 add {
      %e = tensor.at %m[%i, %k] : tensor<8x16xf32>
      tensor.yield %e : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %y[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A function of elements, in the condition of a loop and in its body.
// CHECK-LABEL: func.func @condition(
// CHECK: math.exp
// CHECK: loop.while
// CHECK-NOT: math.exp
// CHECK: return
func.func @condition(%x: tensor<f32>, %z: tensor<f32>) -> tensor<f32> {
  %y = tensor.compute () in [] {
    %e = tensor.at %x[] : tensor<f32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<f32>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c9 = arith.constant 9 : i32
  %n, %r = loop.while (%t = %c0, %a = %z) : (i32, tensor<f32>) -> (i32, tensor<f32>) {
    %low = arith.cmpi slt, %t, %c9 : i32
    %less = tensor.compute () in [] {
      %p = tensor.at %a[] : tensor<f32>
      %q = tensor.at %y[] : tensor<f32>
      %l = arith.cmpf olt, %p, %q : f32
      %both = arith.andi %l, %low : i1
      tensor.yield %both : i1
    } : tensor<i1>
    %c = tensor.at %less[] : tensor<i1>
    loop.condition %c, %t, %a : i32, tensor<f32>
  } do (%t: i32, %a: tensor<f32>) {
    %u = arith.addi %t, %c1 : i32
    %b = tensor.compute () in [] {
      %p = tensor.at %a[] : tensor<f32>
      %q = tensor.at %y[] : tensor<f32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<f32>
    loop.yield %u, %b : i32, tensor<f32>
  }
  return %r : tensor<f32>
}

// Two operations for a read may run again.
// CHECK-LABEL: func.func @cheap(
// CHECK-NOT: tensor.compute
// CHECK: loop.for
// CHECK: tensor.compute
// CHECK: arith.mulf
// CHECK: return
func.func @cheap(%m: tensor<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i) in [8] {
    %e = tensor.at %m[%i] : tensor<8xf32>
    %f = arith.mulf %e, %e : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %y[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Three may not, as a chain neither.
// CHECK-LABEL: func.func @chain(
// CHECK: tensor.compute
// CHECK: loop.for
// CHECK: return
func.func @chain(%m: tensor<8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i) in [8] {
    %e = tensor.at %m[%i] : tensor<8xf32>
    %f = arith.mulf %e, %e : f32
    %g = arith.mulf %f, %e : f32
    tensor.yield %g : f32
  } : tensor<8xf32>
  %z = tensor.compute (%i) in [8] {
    %e = tensor.at %y[%i] : tensor<8xf32>
    %f = arith.addf %e, %e : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %z[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// Each iteration of a counted loop reads another row: no point is evaluated twice.
// CHECK-LABEL: func.func @rows(
// CHECK-NOT: math.exp
// CHECK: loop.for
// CHECK: math.exp
// CHECK: return
func.func @rows(%m: tensor<9x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i, %j) in [9, 8] {
    %e = tensor.at %m[%i, %j] : tensor<9x8xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<9x8xf32>
  %r = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %x) -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %a[%i] : tensor<8xf32>
      %q = tensor.at %y[%t, %i] : tensor<9x8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// The same in a loop that does so again.
// CHECK-LABEL: func.func @rows_again(
// CHECK: math.exp
// CHECK: loop.for
// CHECK-NOT: math.exp
// CHECK: return
func.func @rows_again(%m: tensor<9x8xf32>, %x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = tensor.compute (%i, %j) in [9, 8] {
    %e = tensor.at %m[%i, %j] : tensor<9x8xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<9x8xf32>
  %r = loop.for %u = %c0 to %c9 step %c1 iter_args(%o = %x) -> (tensor<8xf32>) {
    %w = loop.for %t = %c0 to %c9 step %c1 iter_args(%a = %o) -> (tensor<8xf32>) {
      %b = tensor.compute (%i) in [8] {
        %p = tensor.at %a[%i] : tensor<8xf32>
        %q = tensor.at %y[%t, %i] : tensor<9x8xf32>
        %s = arith.addf %p, %q : f32
        tensor.yield %s : f32
      } : tensor<8xf32>
      loop.yield %b : tensor<8xf32>
    }
    loop.yield %w : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

// A conditional is no loop.
// CHECK-LABEL: func.func @branch(
// CHECK-NOT: math.exp
// CHECK: loop.if
// CHECK: math.exp
// CHECK: return
func.func @branch(%m: tensor<8xf32>, %x: tensor<8xf32>, %c: i1) -> tensor<8xf32> {
  %y = tensor.compute (%i) in [8] {
    %e = tensor.at %m[%i] : tensor<8xf32>
    %f = math.exp %e : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  %r = loop.if %c -> (tensor<8xf32>) {
    %b = tensor.compute (%i) in [8] {
      %p = tensor.at %x[%i] : tensor<8xf32>
      %q = tensor.at %y[%i] : tensor<8xf32>
      %s = arith.addf %p, %q : f32
      tensor.yield %s : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  } else {
    loop.yield %x : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
