// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))'

func.func @loop(%x: tensor<8xf32>, %n: index) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %t = %c0 to %n step %c1 iter_args(%h = %x) -> (tensor<8xf32>) {
    %a = tensor.compute (%i) in [8] {
      %v = tensor.at %h[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    %b = tensor.compute (%i) in [8] {
      %v = tensor.at %a[7 - %i] : tensor<8xf32>
      %e = math.exp %v : f32
      tensor.yield %e : f32
    } : tensor<8xf32>
    %c = tensor.compute (%i) in [8] {
      %v = tensor.at %b[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    %d = tensor.compute (%i) in [8] {
      %v = tensor.at %c[7 - %i] : tensor<8xf32>
      tensor.yield %v : f32
    } : tensor<8xf32>
    loop.yield %d : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
