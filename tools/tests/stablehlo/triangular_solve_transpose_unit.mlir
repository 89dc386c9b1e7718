module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r0 : tensor<2x3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>)
    %e0 = call @expected() : () -> (tensor<2x3x4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xE7619F3FD195A03F8081B83FFFF5533FAA58AB3F5688733F6FE27C3F68250A3F1258B13F0A72913FEF9E633F8023123FB672413FC2C35A3FA9AC913FC945A73F342D5F3FDE824C3F78D20C3FE7DEAE3F6B77373F2DECA73FC7BD993F3E72583F324D393FA85D203F8C53333FB152A33FAE16BC3F8DB7933F70E23F3FF34DA43F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x9216A53FBD7B34407A5D353FC5B0FA3FD8C7D8BF3C64D7BF4C661AC056DB45404300123F8DA705C07053544017C0CE3E3F57E6BFBD1323C0E9131BC07C6F693FB4F5D2BEB5BB374040981B400E88613FC0E4F0BE745B1140EADA2B401B5BB23E"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x50821DC088BC0A405BB3D1BEC5B0FA3FCA954B3F9282463F69AC85C056DB4540C95620407262ABC0A992454017C0CE3ED25FEEBFD0227D3F9B8A65C07C6F693F1FD831C0C3580E3F064EA73F0E88613FE4D4CDBF97F636BF82680F401B5BB23E"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
