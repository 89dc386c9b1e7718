module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = false, unit_diagonal = false, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
    return %r0 : tensor<2x4x3xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>)
    %e0 = call @expected() : () -> (tensor<2x4x3xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x17DF463F5F75A13FD621A13F2F14A53FC1D6893F678BA03FAE4F6F3FDAB8503FB5E6A73FFC9D653FCEEC213F8B44BA3F06EA203F5F28A23FE770353F49E0AD3FAEE38F3FC3D0B83F3C3F8D3FA9CBAB3F7AEC7E3F11F2B13FF2A7683FDBD3B63F4EBB923FC1D0B53FACFA0A3FC36C5D3FB66AB33F1E90443FF193853FC6646B3F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x60853BC0DA7C2DC03D11DD3E7309B4BE20AF4D400C9C35BFADA0F2BFF5590AC0A716F9BD23317940870F524091273F3F9DEF223FB273AC3F0AED0C40C1E126C0064A6440080948407D81893E4F0C23BF6E8D363F6CE8063F81D746BF471708C0"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x946371C00E535FC036490E3F0ED26040DE4AC24007F28FBF5D952EBF2A48AEC0D025BA3E1F38A240396BFD40FE6F9D3E7FF1103F9168993F45BAFA3F2AAD1DC06818A93F6CF95A3E5EF65D400044BAC000AA41C0346D9F3E8B44543F26142AC0"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
