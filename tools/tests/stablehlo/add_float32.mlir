module @jit_add attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.add %arg0, %arg1 : tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x0F3D01408AD4CF3F9E7A32C047B82FC0BE2AB33FE95C833E9AA3DD3EBA40D4BF0D4F5DBF9EA74E40E7FFE3BEE3F27240358CEABF98F3383FA2E5BB3F"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0x61BDE63F87D6284074CD12400C702E400F8625C0F4C51BC0A25E04C02A96CEBF4EBE014082E0433F1269F93FA8DB983F22F76A3FD19ED9BFF6604140"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xC09B7440666088405069FDBE801DA4BC60E197BF575A0BC05E54D1BF726B51C016D5943FBE9F7F401869C03F5CB09F4048216ABF0A4A7ABFE4A98F40"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
