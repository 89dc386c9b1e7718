module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %t = stablehlo.tuple %a, %a : tuple<tensor<4xf32>, tensor<4xf32>>
    %token = stablehlo.create_token : !stablehlo.token
    %all = stablehlo.after_all %token : !stablehlo.token
    %e = stablehlo.get_tuple_element %t[1] : (tuple<tensor<4xf32>, tensor<4xf32>>) -> tensor<4xf32>
    %r0 = stablehlo.real %e : (tensor<4xf32>) -> tensor<4xf32>
    %r1 = stablehlo.imag %e : (tensor<4xf32>) -> tensor<4xf32>
    %r2 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({
    ^bb0(%p: tensor<f32>):
    %n = stablehlo.negate %p : tensor<f32>
    stablehlo.return %n : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    return %r0, %r1, %r2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4xf32>)
    %e0, %e1, %e2 = call @expected() : () -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    %r0, %r1, %r2 = call @program(%a0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    return %c0 : tensor<4xf32>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    %c1 = stablehlo.constant dense<"0x00000000000000000000000000000000"> : tensor<4xf32>
    %c2 = stablehlo.constant dense<"0xF1083840EE5E24C05D9032C07BA91040"> : tensor<4xf32>
    return %c0, %c1, %c2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
  }
}
