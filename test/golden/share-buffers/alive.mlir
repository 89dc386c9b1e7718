// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))'

func.func @alive(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = tensor.compute (%i) in [8] {
    %v = tensor.at %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %b = tensor.compute (%i) in [4] {
    %v = tensor.at %a[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<4xf32>
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %b[%i floordiv 2] : tensor<4xf32>
    %w = tensor.at %a[%i] : tensor<8xf32>
    %e = arith.addf %v, %w : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %d = tensor.compute (%i) in [8] {
    %v = tensor.at %c[%i] : tensor<8xf32>
    %w = tensor.at %a[%i] : tensor<8xf32>
    %e = arith.addf %v, %w : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  return %d : tensor<8xf32>
}
