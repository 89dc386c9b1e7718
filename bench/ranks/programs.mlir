// Programs whose schedules `ranks.py` measures beside what the price says of them: an entry each.

func.func @add(%x: tensor<2048x2048xf32>, %y: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %0 = arith.addf %x, %y : tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}
func.func @tanh(%x: tensor<1024x1024xf32>, %y: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = math.tanh %x : tensor<1024x1024xf32>
  %1 = arith.mulf %0, %y : tensor<1024x1024xf32>
  return %1 : tensor<1024x1024xf32>
}
func.func @rows(%x: tensor<2048x1024xf32>) -> tensor<2048xf32> {
  %0 = tensor.reduce add %x dims = [1] fastmath<reassoc> : tensor<2048x1024xf32> to tensor<2048xf32>
  return %0 : tensor<2048xf32>
}
func.func @columns(%x: tensor<2048x1024xf32>) -> tensor<1024xf32> {
  %0 = tensor.reduce add %x dims = [0] fastmath<reassoc> : tensor<2048x1024xf32> to tensor<1024xf32>
  return %0 : tensor<1024xf32>
}
func.func @maxima(%x: tensor<2048x1024xf32>) -> tensor<2048xf32> {
  %0 = tensor.reduce maximumf %x dims = [1] : tensor<2048x1024xf32> to tensor<2048xf32>
  return %0 : tensor<2048xf32>
}
func.func @product(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = tensor.contract "ik,kj->ij" %x, %y fastmath<reassoc,contract> : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
func.func @odd_product(%x: tensor<383x401xf32>, %y: tensor<401x397xf32>) -> tensor<383x397xf32> {
  %0 = tensor.contract "ik,kj->ij" %x, %y fastmath<reassoc,contract> : (tensor<383x401xf32>, tensor<401x397xf32>) -> tensor<383x397xf32>
  return %0 : tensor<383x397xf32>
}
func.func @transposed_product(%x: tensor<512x512xf32>, %y: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = tensor.contract "ik,jk->ij" %x, %y fastmath<reassoc,contract> : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
func.func @batched_product(%x: tensor<32x128x128xf32>, %y: tensor<32x128x128xf32>) -> tensor<32x128x128xf32> {
  %0 = tensor.contract "bik,bkj->bij" %x, %y fastmath<reassoc,contract> : (tensor<32x128x128xf32>, tensor<32x128x128xf32>) -> tensor<32x128x128xf32>
  return %0 : tensor<32x128x128xf32>
}
func.func @tiled_product(%x: tensor<1024x1024xf32>, %y: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %0 = tensor.contract "ik,kj->ij" %x, %y fastmath<reassoc,contract> : (tensor<1024x1024xf32>, tensor<1024x1024xf32>) -> tensor<1024x1024xf32>
  return %0 : tensor<1024x1024xf32>
}
func.func @matrix_vector(%x: tensor<2048x2048xf32>, %y: tensor<2048xf32>) -> tensor<2048xf32> {
  %0 = tensor.contract "ij,j->i" %x, %y fastmath<reassoc,contract> : (tensor<2048x2048xf32>, tensor<2048xf32>) -> tensor<2048xf32>
  return %0 : tensor<2048xf32>
}
func.func @transposed(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %0 = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%j, %i] : tensor<2048x2048xf32>
    tensor.yield %a : f32
  } : tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}
func.func @stencil(%x: tensor<2048x2048xf32>) -> tensor<2048x2048xf32> {
  %0 = tensor.compute (%i, %j) in [2048, 2048] {
    %a = tensor.at %x[%i - 1, %j] clamp : tensor<2048x2048xf32>
    %b = tensor.at %x[%i + 1, %j] clamp : tensor<2048x2048xf32>
    %c = tensor.at %x[%i, %j - 1] clamp : tensor<2048x2048xf32>
    %d = tensor.at %x[%i, %j + 1] clamp : tensor<2048x2048xf32>
    %e = arith.addf %a, %b : f32
    %f = arith.addf %c, %d : f32
    %g = arith.addf %e, %f : f32
    tensor.yield %g : f32
  } : tensor<2048x2048xf32>
  return %0 : tensor<2048x2048xf32>
}
func.func @convolution(%x: tensor<4x30x30x32xf32>, %w: tensor<3x3x32x64xf32>) -> tensor<4x28x28x64xf32> {
  %0 = tensor.compute (%b, %y, %x0, %f) in [4, 28, 28, 64] {
    %s = tensor.fold (%r) = 0 to 3 add fastmath<reassoc> {
      %t = tensor.fold (%q) = 0 to 3 add fastmath<reassoc> {
        %u = tensor.fold (%c) = 0 to 32 add fastmath<reassoc> {
          %a = tensor.at %x[%b, %y + %r, %x0 + %q, %c] : tensor<4x30x30x32xf32>
          %k = tensor.at %w[%r, %q, %c, %f] : tensor<3x3x32x64xf32>
          %p = arith.mulf %a, %k fastmath<contract> : f32
          tensor.yield %p : f32
        } : f32
        tensor.yield %u : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x28x28x64xf32>
  return %0 : tensor<4x28x28x64xf32>
}
func.func @distances(%x: tensor<512x16xf32>, %y: tensor<512x16xf32>) -> tensor<512x512xf32> {
  %0 = tensor.compute (%i, %j) in [512, 512] {
    %s = tensor.fold (%k) = 0 to 16 add fastmath<reassoc> {
      %a = tensor.at %x[%i, %k] : tensor<512x16xf32>
      %b = tensor.at %y[%j, %k] : tensor<512x16xf32>
      %d = arith.subf %a, %b : f32
      %p = arith.mulf %d, %d fastmath<contract> : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}
func.func @forces(%x: tensor<2048xf32>, %m: tensor<2048xf32>) -> tensor<2048xf32> {
  %c = arith.constant 0.01 : f32
  %0 = tensor.compute (%i) in [2048] {
    %a = tensor.at %x[%i] : tensor<2048xf32>
    %s = tensor.fold (%j) = 0 to 2048 add fastmath<reassoc> {
      %b = tensor.at %x[%j] : tensor<2048xf32>
      %w = tensor.at %m[%j] : tensor<2048xf32>
      %d = arith.subf %b, %a : f32
      %q = arith.mulf %d, %d : f32
      %r = arith.addf %q, %c : f32
      %t = math.rsqrt %r : f32
      %u = arith.mulf %t, %w : f32
      %v = arith.mulf %u, %d : f32
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<2048xf32>
  return %0 : tensor<2048xf32>
}
