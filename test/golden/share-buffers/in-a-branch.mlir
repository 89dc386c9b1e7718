// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))'

func.func @in_a_branch(%x: tensor<8xf32>, %p: i1) -> tensor<8xf32> {
  %r = loop.if %p -> (tensor<8xf32>) {
    %a = tensor.compute (%i) in [8] {
      %v = tensor.at %x[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    %b = tensor.compute (%i) in [8] {
      %v = tensor.at %a[%i] : tensor<8xf32>
      %w = arith.addf %v, %v : f32
      tensor.yield %w : f32
    } : tensor<8xf32>
    loop.yield %b : tensor<8xf32>
  } else {
    loop.yield %x : tensor<8xf32>
  }
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %r[7 - %i] : tensor<8xf32>
    tensor.yield %v : f32
  } : tensor<8xf32>
  return %c : tensor<8xf32>
}
