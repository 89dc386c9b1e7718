// Sums of a gather are cut off at the edges of the box, unless what is outside counts as zero: products with elements that the program reads.

// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff,canonicalize,cse))' %s | FileCheck %s
// RUN: tfrun %s --entry beside --random | FileCheck %s --check-prefix=NUMBERS
// RUN: tfrun %s --entry beside --random --device=interp | FileCheck %s --check-prefix=NUMBERS
// RUN: tfrun %s --entry differences | FileCheck %s --check-prefix=LOG
// RUN: tfrun %s --entry differences --device=interp | FileCheck %s --check-prefix=LOG

// A factor that follows the point: at the edges, the program reads none of its elements, which may be anything, as here.
// CHECK-LABEL: func.func @beside
// CHECK: arith.maxsi
// CHECK: arith.minsi
// CHECK-NOT: fill(
// CHECK: return
// NUMBERS-NOT: nan
func.func @beside(%x: tensor<9xf64>) -> tensor<9xf64> {
  %nan = arith.constant 0x7FF8000000000000 : f64
  %one = arith.constant 1.0 : f64
  %first = arith.constant 3 : index
  %last = arith.constant 9 : index
  %v = tensor.compute (%i) in [13] {
    %low = arith.cmpi slt, %i, %first : index
    %high = arith.cmpi sgt, %i, %last : index
    %out = arith.ori %low, %high : i1
    %e = arith.select %out, %nan, %one : f64
    tensor.yield %e : f64
  } : tensor<13xf64>
  %g = tensor.compute (%i) in [7] {
    tensor.yield %one : f64
  } : tensor<7xf64>
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<9xf64>) -> (tensor<7xf64>) {
    %s = tensor.compute (%i) in [7] {
      %b = tensor.at %v[%i + 3] : tensor<13xf64>
      %f = tensor.fold (%k) = 0 to 3 add {
        %p = tensor.at %u[%i + %k] : tensor<9xf64>
        %r = arith.mulf %p, %b : f64
        tensor.yield %r : f64
      } : f64
      tensor.yield %f : f64
    } : tensor<7xf64>
    tensor.yield %s : tensor<7xf64>
  }
  return %dx : tensor<9xf64>
}

// The logarithm of a difference that the program never takes is not a zero's factor: 1 - 1 at the first element.
// CHECK-LABEL: func.func @differences
// CHECK-NOT: fill(
// CHECK: return
// LOG-NOT: nan
// LOG-NOT: inf
func.func @differences() -> tensor<8xf64> {
  %one = arith.constant 1.0 : f64
  %x = tensor.compute (%i) in [8] {
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %e = arith.addf %f, %one : f64
    tensor.yield %e : f64
  } : tensor<8xf64>
  %w = arith.constant dense<[0.0, 0.0, 1.0]> : tensor<3xf64>
  %g = tensor.compute (%i) in [6] {
    tensor.yield %one : f64
  } : tensor<6xf64>
  %y, %dx = tensor.vjp (%u = %x) seed(%g) : (tensor<8xf64>) -> (tensor<6xf64>) {
    %s = tensor.compute (%i) in [6] {
      %f = tensor.fold (%k) = 0 to 3 add {
        %p = tensor.at %u[%i + %k] : tensor<8xf64>
        %q = tensor.at %w[%k] : tensor<3xf64>
        %e = arith.subf %p, %q : f64
        %r = math.log %e : f64
        tensor.yield %r : f64
      } : f64
      tensor.yield %f : f64
    } : tensor<6xf64>
    tensor.yield %s : tensor<6xf64>
  }
  return %dx : tensor<8xf64>
}
