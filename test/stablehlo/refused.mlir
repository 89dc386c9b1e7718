// What is not supported is refused, with the op and its place.
// RUN: tfopt --import=stablehlo --verify-diagnostics %s

func.func @outside(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' op is not supported: it calls 'lapack', which is outside the program}}
  %0 = stablehlo.custom_call @lapack(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// expected-error @+1 {{has elements of type complex<f32>}}
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}

func.func @several_devices(%x: tensor<4xf32>) -> tensor<ui32> {
  // expected-error @+1 {{'stablehlo.replica_id' op is not supported}}
  %0 = stablehlo.replica_id : tensor<ui32>
  return %0 : tensor<ui32>
}

func.func @wrong_axis(%x: tensor<4x5xf32>) -> tensor<5x4xf32> {
  // expected-error @+1 {{has axes outside 0 to 2 in 'permutation'}}
  %0 = stablehlo.transpose %x, dims = [1, 2] : (tensor<4x5xf32>) -> tensor<5x4xf32>
  return %0 : tensor<5x4xf32>
}

func.func @wrong_result(%x: tensor<4x5xf32>) -> tensor<4x5xf32> {
  // expected-error @+1 {{has a result of type tensor<4x5xf32>, but gives tensor<5x4xf32>}}
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x5xf32>) -> tensor<4x5xf32>
  return %0 : tensor<4x5xf32>
}
