module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.round_nearest_even %arg0 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x81EB01C173FE02C03875BAFF67F50C404AA8DE2026E2F2BFBCC5F924E8E2F33FA08566A19AD2D23F58D898FFF4ACE23F01D746599208F8BF486CE26AAD44DFBF0620F0F49F5FF0BFC4F628BBFAF5F43F8098FA400160A6BFCC3048B9C042F23FF01AD1075336E83F7C77F6026597FA3F6C38BB121BA10E40"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x00000000000000C00000000000001040000000000000F0BF000000000000F03F0000000000000000000000000000F03F00000000000000C00000000000000080000000000000F0BF000000000000F03F0000000000000080000000000000F03F000000000000F03F00000000000000400000000000001040"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
