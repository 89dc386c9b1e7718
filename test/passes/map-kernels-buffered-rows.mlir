// The rows that each warp keeps are its own, also where trips of a loop around them are those of the host.
// RUN: tfrun %s --device=simt --random | FileCheck %s

// CHECK: tensor<16x5xf32>
func.func @f(%arg0: tensor<16x33xf32> {tf.name = "x"}, %arg1: tensor<33x5xf32> {tf.name = "y"}) -> tensor<16x5xf32> attributes {tf.numerics = "standard"} {
  %0 = tensor.group attributes {axes = ["i"], label = "mine", schedule = #tensor.schedule<split(i, [4]), parallel(i.0), place(s, inline)>} {
    %cst = arith.constant 5.000000e-01 : f32
    %1 = tensor.splat %cst : tensor<16x33xf32>
    %2 = arith.mulf %arg0, %1 {tf.axes = ["i", "j"], tf.member = "s"} : tensor<16x33xf32>
    %3 = tensor.reduce maximumf %2 dims = [1] {tf.axes = ["i"], tf.member = "top"} : tensor<16x33xf32> to tensor<16xf32>
    %4 = tensor.reshape %3 : tensor<16xf32> to tensor<16x1xf32>
    %5 = tensor.broadcast %4 dims = [0, 1] : tensor<16x1xf32> to tensor<16x33xf32>
    %6 = arith.subf %2, %5 : tensor<16x33xf32>
    %7 = math.exp %6 : tensor<16x33xf32>
    %8 = tensor.reduce add %7 dims = [1] : tensor<16x33xf32> to tensor<16xf32>
    %9 = tensor.broadcast %8 dims = [0] : tensor<16xf32> to tensor<16x1xf32>
    %10 = tensor.broadcast %9 dims = [0, 1] : tensor<16x1xf32> to tensor<16x33xf32>
    %11 = arith.divf %7, %10 : tensor<16x33xf32>
    %12 = tensor.contract "xz,zy->xy" %11, %arg1 : (tensor<16x33xf32>, tensor<33x5xf32>) -> tensor<16x5xf32>
    tensor.yield %12 : tensor<16x5xf32>
  } : tensor<16x5xf32>
  return %0 : tensor<16x5xf32>
}
