module @jit_erf attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf32>) -> (tensor<3x5xf32> {jax.result_info = "result"}) {
    %0 = chlo.erf %arg0 : tensor<3x5xf32> -> tensor<3x5xf32>
    return %0 : tensor<3x5xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf32>)
    %e0 = call @expected() : () -> (tensor<3x5xf32>)
    %r0 = call @program(%a0) : (tensor<3x5xf32>) -> (tensor<3x5xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<3x5xf32>, tensor<3x5xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x7B5A643FE4319E3E07487540A32A3A407F9606C03A70A1BF8CFF83BD20F51FC0C9A513405224184099F973BF679955402C0D5E3F66A4B7BFD0DBAC3F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
  func.func private @expected() -> (tensor<3x5xf32>) {
    %c0 = stablehlo.constant dense<"0x4AF94A3F8AFBAC3E0000803F72FD7F3F5B3F7FBFEFEE6CBFF2BC94BD3DE57FBFA5B77F3F44CD7F3F6E8052BFDAFF7F3FA3B1473F502175BFDE9F713F"> : tensor<3x5xf32>
    return %c0 : tensor<3x5xf32>
  }
}
