module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<3x4xf32>, %b: tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
    %r0 = chlo.broadcast_add %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r1 = chlo.broadcast_subtract %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r2 = chlo.broadcast_multiply %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r3 = chlo.broadcast_divide %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r4 = chlo.broadcast_atan2 %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r5 = chlo.broadcast_maximum %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r6 = chlo.broadcast_minimum %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r7 = chlo.broadcast_next_after %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r8 = chlo.broadcast_power %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    %r9 = chlo.broadcast_remainder %a, %b : (tensor<3x4xf32>, tensor<4xf32>) -> tensor<3x4xf32>
    return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x4xf32>, tensor<4xf32>)
    %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7, %e8, %e9 = call @expected() : () -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
    %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9 = call @program(%a0, %a1) : (tensor<3x4xf32>, tensor<4xf32>) -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r4, %e4) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r5, %e5) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r6, %e6) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r7, %e7) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r8, %e8) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r9, %e9) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x4xf32>, tensor<3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x4xf32>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xF3776B4001221B3FF7F93C3F4E462F40EDE37D3F72064A4014FB7C4063A642404888783F0E1ABD3F1A995040F5CF2740"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x388F0D409B51BB3FC6518A3F794AD33F"> : tensor<4xf32>
    return %c0, %c1 : tensor<3x4xf32>, tensor<4xf32>
  }
  func.func private @expected() -> (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x9683BC404E710440C2CEE83FC5758C4033084D40A0D79340FC11A140D02596404AB14B40D4353C40FEE08A4099BA8840"> : tensor<3x4xf32>
    %c1 = stablehlo.constant dense<"0x76D1BB3F35815BBF2A53AFBE23428B3F7A2C9CBF49BBD83F31D237404D02B23F4CDA9EBF8039643C37700B40E2AA783F"> : tensor<3x4xf32>
    %c2 = stablehlo.constant dense<"0xCC3402419506633F39364C3FEFA9904093640C401CD3934028B08840C4A7A0401A6E0940505E0A40546A614038818A40"> : tensor<3x4xf32>
    %c3 = stablehlo.constant dense<"0xF6E9D43F5003D43EB1E02E3FD95CD43F3692E53E9E0C0A40611B6A407BD6EB3FF3B9E03EE737813F120941404552CB3F"> : tensor<3x4xf32>
    %c4 = stablehlo.constant dense<"0xEDC6833FC701C93E036C193F65A1833FBFCFD73E007F913F6DE7A63FBF69893F75C3D33E49464A3F7E15A03FCA24813F"> : tensor<3x4xf32>
    %c5 = stablehlo.constant dense<"0xF3776B409B51BB3FC6518A3F4E462F40388F0D4072064A4014FB7C4063A64240388F0D400E1ABD3F1A995040F5CF2740"> : tensor<3x4xf32>
    %c6 = stablehlo.constant dense<"0x388F0D4001221B3FF7F93C3F794AD33FEDE37D3F9B51BB3FC6518A3F794AD33F4888783F9B51BB3FC6518A3F794AD33F"> : tensor<3x4xf32>
    %c7 = stablehlo.constant dense<"0xF2776B4002221B3FF8F93C3F4D462F40EEE37D3F71064A4013FB7C4062A642404988783F0D1ABD3F19995040F4CF2740"> : tensor<3x4xf32>
    %c8 = stablehlo.constant dense<"0x39B68E4101FEF53E6468383F90CFA840645B7B3F7F14AC40FF4F8D405EB5C8401EC66F3FF096E23FFC716540B51C9D40"> : tensor<3x4xf32>
    %c9 = stablehlo.constant dense<"0x76D1BB3F01221B3FF7F93C3F23428B3FEDE37D3F704D6B3EAC01363F4D02B23F4888783F8039643C80388F3CE2AA783F"> : tensor<3x4xf32>
    return %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7, %c8, %c9 : tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>, tensor<3x4xf32>
  }
}
