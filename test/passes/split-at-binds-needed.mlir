// RUN: tfopt %s --verify-diagnostics --pass-pipeline='func.func(tensor-to-loops)'

func.func @f(%count: index) -> tensor<?{k}xf32> {
  // expected-error @below {{'tensor.bind' op binds the extent k, which this function uses: run split-at-binds first}}
  tensor.bind [k] = %count : index
  %x = tensor.compute (%i) in [k] {
    %z = arith.constant 0.0 : f32
    tensor.yield %z : f32
  } : tensor<?{k}xf32>
  return %x : tensor<?{k}xf32>
}
