// RUN: tfopt --pass-pipeline='builtin.module(func.func(autodiff))' %s --split-input-file --verify-diagnostics --allow-unregistered-dialect

// Values that differ from slice to slice are elements of tensors; others cannot be stacked.

func.func @vector(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.vmap (%s = %x) axes [0] -> [0] : (tensor<4xf32>) -> (tensor<4xf32>) {
    %u = tensor.at %s[] : tensor<f32>
    // expected-error @below {{'vector.broadcast' op cannot be mapped: it has results of type vector<4xf32> for each slice, which cannot be elements of a tensor; map code with scalar or tensor results, or compute this value outside of `tensor.vmap`}}
    %b = vector.broadcast %u : vector<4xf32>
    %r = vector.reduce add %b : vector<4xf32>
    %w = tensor.splat %r : tensor<f32>
    tensor.yield %w : tensor<f32>
  }
  return %y : tensor<4xf32>
}

// -----

func.func @elementwise(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = tensor.vmap (%s = %x) axes [0] -> [0] : (tensor<4xf32>) -> (tensor<4xf32>) {
    %u = tensor.at %s[] : tensor<f32>
    // expected-error @below {{'arith.fptosi' op cannot be mapped: it has results of type i7 for each slice, which}}
    %b = arith.fptosi %u : f32 to i7
    %r = arith.sitofp %b : i7 to f32
    %w = tensor.splat %r : tensor<f32>
    tensor.yield %w : tensor<f32>
  }
  return %y : tensor<4xf32>
}

// -----

func.func @carried(%x: tensor<4xf32>, %t: !foo.t) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = tensor.vmap (%s = %x) axes [0] -> [0] : (tensor<4xf32>) -> (tensor<4xf32>) {
    %u = tensor.at %s[] : tensor<f32>
    // expected-error @below {{'loop.for' op cannot be mapped: it has results of type !foo.t for each slice, which}}
    %r:2 = loop.for %k = %c0 to %c3 step %c1 iter_args(%a = %u, %b = %t) -> (f32, !foo.t) {
      %n = "foo.make"(%a, %b) : (f32, !foo.t) -> !foo.t
      loop.yield %a, %n : f32, !foo.t
    }
    %w = tensor.splat %r#0 : tensor<f32>
    tensor.yield %w : tensor<f32>
  }
  return %y : tensor<4xf32>
}

// -----

func.func @chosen(%x: tensor<4xf32>, %p: tensor<4xi1>, %t: !foo.t, %o: !foo.t) -> tensor<4xf32> {
  %y = tensor.vmap (%s = %x, %q = %p) axes [0, 0] -> [0] : (tensor<4xf32>, tensor<4xi1>) -> (tensor<4xf32>) {
    %c = tensor.at %q[] : tensor<i1>
    // expected-error @below {{'loop.if' op cannot be mapped: it has results of type !foo.t for each slice, which cannot}}
    %r = loop.if %c -> (!foo.t) {
      loop.yield %t : !foo.t
    } else {
      loop.yield %o : !foo.t
    }
    %f = "foo.take"(%r) : (!foo.t) -> f32
    %w = tensor.splat %f : tensor<f32>
    tensor.yield %w : tensor<f32>
  }
  return %y : tensor<4xf32>
}

// -----

// What is the same for all slices may be of any type.
func.func @shared(%x: tensor<4xf32>, %t: !foo.t) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %y = tensor.vmap (%s = %x) axes [0] -> [0] : (tensor<4xf32>) -> (tensor<4xf32>) {
    %u = tensor.at %s[] : tensor<f32>
    %r:2 = loop.for %k = %c0 to %c3 step %c1 iter_args(%a = %u, %b = %t) -> (f32, !foo.t) {
      %n = "foo.make"(%b) : (!foo.t) -> !foo.t
      %m = arith.mulf %a, %a : f32
      loop.yield %m, %n : f32, !foo.t
    }
    %w = tensor.splat %r#0 : tensor<f32>
    tensor.yield %w : tensor<f32>
  }
  return %y : tensor<4xf32>
}
