module @jit_select attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi1>, %arg1: tensor<3x5xf32>, %arg2: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.select %arg0, %arg1, %arg2 : tensor<3x5xi1>, tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0, %a1, %a2 = call @inputs() : () -> (tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0, %a1, %a2) : (tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x010100010101000100000100010100"> : tensor<3x5xi1>
    %c1 = stablehlo.constant dense<"0x638217402B8C103F61117F40AA8BEBBED5F4393F49901CC00180E1BF40A219C03F5DAF3FAF9C9E3FFA1C4E3F6792D83F63A513C051103EC09A6314C0"> : tensor<3x5xf32>
    %c2 = stablehlo.constant dense<"0xFE189F3FC771FC3C4A4E3D40BE59EE3FDA1C2ABFEA4B26BE6DBF57BE17CBFDBE6A4CB7BF5CA6333F0C71B0BF4B4AE43F92A83CC054F26B4074F8C23F"> : tensor<3x5xf32>
    return %c0, %c1, %c2 : tensor<3x5xi1>, tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x638217402B8C103F4A4E3D40AA8BEBBED5F4393F49901CC06DBF57BE40A219C06A4CB7BF5CA6333FFA1C4E3F4B4AE43F63A513C051103EC074F8C23F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
