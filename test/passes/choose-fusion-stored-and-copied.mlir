// RUN: tfopt %s --simt --verify-each --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --verify-each --check-semantics -o /dev/null
// RUN: tfopt %s --simt | FileCheck %s

// A result that is stored, and evaluated in a nest in front of where it is stored: the nest has a copy of its own, whatever the group of the stored one made of the names.
// CHECK-COUNT-2: kernel.func
// CHECK-NOT: kernel.func
func.func @main(%x0_0: tensor<16xf32>, %x1_0: tensor<16xf32>, %x2_0: tensor<16xf32>, %x3_0: tensor<16xf32>, %x3_1: tensor<16xf32>, %x4_0: tensor<16xf32>, %x4_1: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %o = arith.constant 1.0 : f32
  %one = tensor.splat %o : tensor<16xf32>
  %y0, %d0_0 = tensor.vjp (%v0_0 = %x0_0) seed(%one) : (tensor<16xf32>) -> (tensor<16xf32>) {
    %s = math.asinh %v0_0 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y1, %d1_0 = tensor.vjp (%v1_0 = %x1_0) seed(%one) : (tensor<16xf32>) -> (tensor<16xf32>) {
    %s = math.absf %v1_0 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y2, %d2_0 = tensor.vjp (%v2_0 = %x2_0) seed(%one) : (tensor<16xf32>) -> (tensor<16xf32>) {
    %s = arith.negf %v2_0 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y3, %d3_0, %d3_1 = tensor.vjp (%v3_0 = %x3_0, %v3_1 = %x3_1) seed(%one) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>) {
    %s = arith.maximumf %v3_0, %v3_1 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y4, %d4_0, %d4_1 = tensor.vjp (%v4_0 = %x4_0, %v4_1 = %x4_1) seed(%one) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>) {
    %s = math.copysign %v4_0, %v4_1 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  return %d0_0, %d1_0, %d2_0, %d3_0, %d3_1, %d4_0, %d4_1 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}
