module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi32>) -> (tensor<3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xi32>) -> tensor<3x5xf16>
    return %0 : tensor<3x5xf16>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xi32>)
    %e0 = call @expected() : () -> (tensor<3x5xf16>)
    %r0 = call @program(%a0) : (tensor<3x5xi32>) -> (tensor<3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<3x5xf16>, tensor<3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi32>) {
    %c0 = stablehlo.constant dense<"0x0100000000000000FDFFFFFF02000000FFFFFFFFFFFFFFFF0000000002000000FDFFFFFF00000000FDFFFFFF020000000300000001000000FDFFFFFF"> : tensor<3x5xi32>
    return %c0 : tensor<3x5xi32>
  }
  func.func private @expected() -> (tensor<3x5xf16>) {
    %c0 = stablehlo.constant dense<"0x003C000000C2004000BC00BC0000004000C2000000C200400042003C00C2"> : tensor<3x5xf16>
    return %c0 : tensor<3x5xf16>
  }
}
