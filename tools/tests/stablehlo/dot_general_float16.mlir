module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<2x3x4xf16>, %arg1: tensor<2x4x5xf16>) -> (tensor<2x3x5xf16> {jax.result_info = "result"}) {
    %0 = stablehlo.dot_general %arg0, %arg1, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<2x3x4xf16>, tensor<2x4x5xf16>) -> tensor<2x3x5xf16>
    return %0 : tensor<2x3x5xf16>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x3x4xf16>, tensor<2x4x5xf16>)
    %e0 = call @expected() : () -> (tensor<2x3x5xf16>)
    %r0 = call @program(%a0, %a1) : (tensor<2x3x4xf16>, tensor<2x4x5xf16>) -> (tensor<2x3x5xf16>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 4.000000e-03 : f64, atol = 1.000000e-03 : f64} : (tensor<2x3x5xf16>, tensor<2x3x5xf16>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x3x4xf16>, tensor<2x4x5xf16>) {
    %c0 = stablehlo.constant dense<"0xDDB914C118436DBD89ADF6BE36BEFD3159C1DFC1843CE1B659437143E5C1173DABBCF4C04340E1B14CBCD6347DBF783E"> : tensor<2x3x4xf16>
    %c1 = stablehlo.constant dense<"0x39B94543233D4B415243C2C0094130AC3D36313C4E3DDB41ABBE143DA43FAFB73FC0A74244C1723D853CB63D24439243CEBDDD3F2541C637943FAEC1472CEEAAB14009BCE042C43F49401543C9384338"> : tensor<2x4x5xf16>
    return %c0, %c1 : tensor<2x3x4xf16>, tensor<2x4x5xf16>
  }
  func.func private @expected() -> (tensor<2x3x5xf16>) {
    %c0 = stablehlo.constant dense<"0xF04935449AC92545A2B61840D2C86D42BEC2DAC4374972CA8EC6A8C5A5C9DF4A6D4C424A2C4E56CE67C646C816BCAFC9FA4BCA409F41B5C01AB9E0C4"> : tensor<2x3x5xf16>
    return %c0 : tensor<2x3x5xf16>
  }
}
