// RUN: tfopt --bufferize --verify-diagnostics --split-input-file %s

func.func @axes(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  // expected-error @below {{has axes that are not loops yet: run apply-schedule first}}
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// -----

func.func @policy(%a: tensor<?{n}xf32>, %i: index) -> f32 {
  // expected-error @below {{has a policy: run lower-access before tensors get memory}}
  %x = tensor.at %a[%i] clamp : tensor<?{n}xf32>
  return %x : f32
}

// -----

func.func @put(%a: tensor<4xf32>, %v: f32) -> tensor<4xf32> {
  %c = tensor.compute () in [] accumulate(set %r = %a : tensor<4xf32>) {
    // expected-error @below {{is not a store yet: run lower-access before tensors get memory}}
    tensor.put %v into %r[1] : memref<4xf32>
    tensor.yield
  }
  return %c : tensor<4xf32>
}
