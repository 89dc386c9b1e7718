module @jit_tanh attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.tanh %arg0 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0xF0771AB14D25E23F0EA160F515ECFCBF981A91A8104CF33F5471D686EBF1F53FA01F73D337C8FC3F8E226BF6264904C060B06799470CF4BFFC6E1AAA13A7ED3FFA0E68E81ABD07404B4588ACBAF5F5BF58CAE662B63B0A40580EA42AED9B0E4080561895FC0403C09C41B009128C0040D0456A59FFD6CBBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x9886EA00126CE03F408B2403AB52EEBF1EF9AF0264BCEA3F667121DA2821EC3F557564EC484BEE3F70363084DB99EFBF0FBC4E47022CEBBFDC16EE212E54E73F33F5E9CAC2D4EF3F851E35BEE322ECBFBD5213BECBE8EF3F103C95CD38F8EF3F82BBDEB22474EFBFC22A294565FEEE3FBC5A1098B368CBBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
