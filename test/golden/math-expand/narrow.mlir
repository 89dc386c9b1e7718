// RUN: tfopt %s --target=x86-64-v3 --math-expand --check-semantics -o /dev/null
// GOLDEN: tfopt %s --target=x86-64-v3 --math-expand

func.func @narrow(%x: f16, %t: tensor<4xf32>) -> (f16, tensor<4xf32>) {
  %e = math.exp %x : f16
  %u = math.exp %t : tensor<4xf32>
  return %e, %u : f16, tensor<4xf32>
}
