module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<4x6xf32>) -> (tensor<4x3xf32> {jax.result_info = "result[0]"}, tensor<4x3xi32> {jax.result_info = "result[1]"}) {
    %values, %indices = chlo.top_k(%arg0, k = 3) : tensor<4x6xf32> -> (tensor<4x3xf32>, tensor<4x3xi32>)
    return %values, %indices : tensor<4x3xf32>, tensor<4x3xi32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4x6xf32>)
    %e0, %e1 = call @expected() : () -> (tensor<4x3xf32>, tensor<4x3xi32>)
    %r0, %r1 = call @program(%a0) : (tensor<4x6xf32>) -> (tensor<4x3xf32>, tensor<4x3xi32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4x3xf32>, tensor<4x3xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<4x3xi32>, tensor<4x3xi32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4x6xf32>) {
    %c0 = stablehlo.constant dense<"0xD2E54040DA35B7BFC02D1DC0B84C1FC06786D1BF21DCE5BFFE82FABF0B586040275C22C0D2CA54BFEDAFE9BF64AB2340B4D81EC0D33C1A3F7887813FE66642BFDF7B61BFBAB62E401395B93F25705640E6F23FC0A09B2AC09E1628C0CB2F4640"> : tensor<4x6xf32>
    return %c0 : tensor<4x6xf32>
  }
  func.func private @expected() -> (tensor<4x3xf32>, tensor<4x3xi32>) {
    %c0 = stablehlo.constant dense<"0xD2E54040DA35B7BF6786D1BF0B58604064AB2340D2CA54BFBAB62E407887813FD33C1A3F25705640CB2F46401395B93F"> : tensor<4x3xf32>
    %c1 = stablehlo.constant dense<"0x000000000100000004000000010000000500000003000000050000000200000001000000010000000500000000000000"> : tensor<4x3xi32>
    return %c0, %c1 : tensor<4x3xf32>, tensor<4x3xi32>
  }
}
