module @jit_expm1 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.exponential_minus_one %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x60CBDD878356E83F1CB04C3DF94D0340C49ED87DDA5D034002A331FF59EA0B4080665BF6B7B1B6BF4928965F797F07C098A94AF3AFB90040E94E0A947ED8F0BFBC3BF7D2906DF93FA0292686C14105C0202528946F65E0BF5C34308FE5E9F63F5AF67235EDF000C0E854A4063DF6E8BFF87765FB65C1FFBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xE063F2CB4A3BF23F087986192256244066788FA2A4822440C81BCA566AC43F40447D1412A6B7B5BF0BB6EC78BA4DEEBF6080C6747B5C1C40CC0926A27BD5E4BF56C923C757330F40155DD10253C1EDBF78DB9912E4A8D9BF2831D58BFF7F0940A5A9BBA46026ECBF123CD70DF554E1BF927D3540429AEBBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
