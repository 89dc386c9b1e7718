module @jit_atan2 attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>, %arg1: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = stablehlo.atan2 %arg0, %arg1 : tensor<3x5xf32>
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
    %c0 = stablehlo.constant dense<"0x407DF9BF1545694050684840786C2CC00CB5873FB367C23F65270140AD2CA83FB001703F6F52A03F5E37AB3FEBA616C08B1FE4BF04407FBF84B45F40"> : tensor<3x5xf32>
    %c1 = stablehlo.constant dense<"0xAACA893E39D6A53F1BDA71407A0113C0B784D3BFBFE183BFA3C15B4057AC0140078305C0433520C0CBB7E7BFCC2F5A40CD2557BD97A44540DC483B40"> : tensor<3x5xf32>
    return %c0, %c1 : tensor<3x5xf32>, tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0xE27FB7BF8A589D3F4E24313FE9B611C0CF8D2440FCAD0A40AD05083F1A46133FD8072E40CA5E2B40C05520409FB31ABF54D5CCBF0FE69FBE4EB05F3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
