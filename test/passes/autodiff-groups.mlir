// Groups that are differentiated or mapped are the code in them: how that runs was said of the code as it stood.
// RUN: tfopt %s --check-semantics --autodiff | FileCheck %s

// CHECK-LABEL: func.func @gradient(
// CHECK-NOT: tensor.group
// CHECK: return
func.func @gradient(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %one = arith.constant 1.0 : f32
  %seed = tensor.splat %one : tensor<?{n}xf32>
  %y, %g = tensor.vjp (%a = %x) seed(%seed) : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>) {
    %r = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4])>} {
      %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
        %b = tensor.at %a[%i] : tensor<?{n}xf32>
        %c = arith.mulf %b, %b : f32
        tensor.yield %c : f32
      } : tensor<?{n}xf32>
      tensor.yield %s : tensor<?{n}xf32>
    } : tensor<?{n}xf32>
    tensor.yield %r : tensor<?{n}xf32>
  }
  return %g : tensor<?{n}xf32>
}

// CHECK-LABEL: func.func @kept(
// CHECK: tensor.group
func.func @kept(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %r = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4])>} {
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %b = tensor.at %x[%i] : tensor<?{n}xf32>
      %c = arith.mulf %b, %b : f32
      tensor.yield %c : f32
    } : tensor<?{n}xf32>
    tensor.yield %s : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
