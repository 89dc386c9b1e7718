module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<i32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<2> : tensor<i32>
    %0 = stablehlo.clamp %c, %arg0, %c_0 : tensor<i32>
    %1 = "stablehlo.case"(%0) ({
      %2 = stablehlo.sine %arg1 : tensor<3x5xf32>
      stablehlo.return %2 : tensor<3x5xf32>
    }, {
      %2 = stablehlo.cosine %arg1 : tensor<3x5xf32>
      stablehlo.return %2 : tensor<3x5xf32>
    }, {
      %2 = stablehlo.tanh %arg1 : tensor<3x5xf32>
      stablehlo.return %2 : tensor<3x5xf32>
    }) : (tensor<i32>) -> tensor<3x5xf32>
    return %1 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<i32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<i32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<i32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x07000000"> : tensor<i32>
    %c1 = stablehlo.constant dense<"0x3EE336BF317BFFBF5FB88EBF422B0340372ED33FDAFBD5BFB9E7F5BFC710233DBE18FBBCEDBE2CC05D1F16C0B7BA32404312693E0B5A3FC00F8E1B40"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<i32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xDB091DBFABB776BF704A4EBF28A5773F3DC86D3F4B896EBF2F4075BFBCFA223D9E04FBBCACB17DBF6B587BBFFA157E3FD220653E4CB57EBF06117C3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
