// RUN: tfopt %s --split-at-binds --check-semantics -o /dev/null
// GOLDEN: tfopt %s --split-at-binds

func.func @positive(%x: tensor<?{n}xf32>) -> tensor<?{k}xindex> {
  %zero = arith.constant 0.0 : f32
  %zeros = tensor.splat %zero : tensor<?{n}xf32>
  %mask = arith.cmpf ogt, %x, %zeros : tensor<?{n}xf32>
  %ones = arith.extui %mask : tensor<?{n}xi1> to tensor<?{n}xi64>
  %sum = tensor.reduce add %ones dims = [0] : tensor<?{n}xi64> to tensor<i64>
  %count = tensor.at %sum[] : tensor<i64>
  %k = arith.index_cast %count : i64 to index
  tensor.bind [k] = %k : index
  %places = tensor.scan add %ones dim = 0 exclusive : tensor<?{n}xi64>
  %c0 = arith.constant 0 : index
  %start = tensor.splat %c0 : tensor<?{k}xindex>
  %r = tensor.compute (%i) in [n] accumulate(set %acc = %start : tensor<?{k}xindex>) {
    %m = tensor.at %mask[%i] : tensor<?{n}xi1>
    loop.if %m {
      %p = tensor.at %places[%i] : tensor<?{n}xi64>
      %at = arith.index_cast %p : i64 to index
      tensor.put %i into %acc[%at] drop : memref<?{k}xindex>
      loop.yield
    }
    tensor.yield
  }
  return %r : tensor<?{k}xindex>
}
