// Code in place of an operation on masked vectors: the allowance counts the lanes of each operand.
// RUN: tfopt %s --check-work --cpu --target=znver4 -o /dev/null 2>&1 | FileCheck %s
// CHECK-NOT: error
// CHECK: work: 4 functions counted, {{.*}}, 0 of them add work
// CHECK-NEXT: work: 1 index operations per access of {{[0-9]+}} are needed, most by 'loop-vectorize'
// CHECK-NEXT: work: 2 operations per loop of {{[0-9]+}} are needed, most by 'split-reductions'

// The formula of a power has constants of its own.
func.func @power(%a: tensor<?{n}x?{m}xbf16>) -> tensor<?{n}x?{m}xbf16> {
  %0 = math.powf %a, %a : tensor<?{n}x?{m}xbf16>
  return %0 : tensor<?{n}x?{m}xbf16>
}

// The exponent is a constant.
func.func @cube(%a: tensor<?{n}x3xf32>) -> tensor<?{n}x3xf32> {
  %three = arith.constant dense<3> : tensor<i16>
  %n = tensor.broadcast %three dims = [] : tensor<i16> to tensor<?{n}x3xi16>
  %0 = math.fpowi %a, %n : tensor<?{n}x3xf32>, tensor<?{n}x3xi16>
  return %0 : tensor<?{n}x3xf32>
}

// All lanes of the least elements so far are active, and few of the last elements.
func.func @least(%a: tensor<3x?{n}xf16>) -> tensor<3xf16> {
  %0 = tensor.compute (%i) in [3] {
    %s = tensor.fold (%j) = 0 to n minnumf fastmath<reassoc> {
      %v = tensor.at %a[%i, %j] : tensor<3x?{n}xf16>
      tensor.yield %v : f16
    } : f16
    tensor.yield %s : f16
  } : tensor<3xf16>
  return %0 : tensor<3xf16>
}

// Values that are linear in the index of a loop shorter than a vector.
func.func @linear(%x: i16) -> tensor<3x3xi32> {
  %key = arith.constant dense<8379051635124945829> : tensor<1xi64>
  %0:2 = tensor.rng pcg %key : (tensor<1xi64>) -> (tensor<1xi64>, tensor<3x3xi32>)
  return %0#1 : tensor<3x3xi32>
}
