// RUN: tfopt %s --tensor-to-loops --check-semantics -o /dev/null
// GOLDEN: tfopt %s --tensor-to-loops

// What is counted starts from a temporary that nothing else reads: it is counted in that temporary's memory.
func.func @put_in_place(%x: tensor<9xindex>) -> tensor<4xf32> {
  %zeros = tensor.compute (%i) in [4] {
    %z = arith.constant 0.0 : f32
    tensor.yield %z : f32
  } : tensor<4xf32>
  %one = arith.constant 1.0 : f32
  %counts = tensor.compute (%i) in [9] accumulate(add %r = %zeros : tensor<4xf32>) {
    %at = tensor.at %x[%i] : tensor<9xindex>
    tensor.put %one into %r[%at] drop : memref<4xf32>
    tensor.yield
  }
  %back = tensor.compute (%i) in [4] {
    %v = tensor.at %counts[3 - %i] : tensor<4xf32>
    tensor.yield %v : f32
  } : tensor<4xf32>
  return %back : tensor<4xf32>
}
