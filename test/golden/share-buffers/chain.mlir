// RUN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))' --check-semantics -o /dev/null
// GOLDEN: tfopt %s --pass-pipeline='builtin.module(func.func(tensor-to-loops{share-buffers=true}))'

func.func @chain(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = tensor.compute (%i) in [8] {
    %v = tensor.at %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %b = tensor.compute (%i) in [8] {
    %v = tensor.at %a[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %c = tensor.compute (%i) in [8] {
    %v = tensor.at %b[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  %d = tensor.compute (%i) in [8] {
    %v = tensor.at %c[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<8xf32>
  return %d : tensor<8xf32>
}
