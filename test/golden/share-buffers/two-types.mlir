// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))'

func.func @two_types(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = tensor.compute (%i) in [8] {
    %v = tensor.at %x[%i] : tensor<8xf32>
    %w = arith.fptosi %v : f32 to i32
    tensor.yield %w : i32
  } : tensor<8xi32>
  %b = tensor.compute (%i) in [8] {
    %v = tensor.at %a[%i] : tensor<8xi32>
    %w = arith.sitofp %v : i32 to f32
    tensor.yield %w : f32
  } : tensor<8xf32>
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %b[7 - %i] : tensor<8xf32>
    tensor.yield %v : f32
  } : tensor<8xf32>
  %d = tensor.compute (%i) in [8] {
    %v = tensor.at %c[%i] : tensor<8xf32>
    %w = arith.addf %v, %v : f32
    tensor.yield %w : f32
  } : tensor<8xf32>
  return %d : tensor<8xf32>
}
