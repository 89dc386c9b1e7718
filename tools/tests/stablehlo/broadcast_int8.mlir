module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2xi8>) -> (tensor<3x2xi8>) {
    %r0 = stablehlo.broadcast %a, sizes = [3] : (tensor<2xi8>) -> tensor<3x2xi8>
    return %r0 : tensor<3x2xi8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<2xi8>)
    %e0 = call @expected() : () -> (tensor<3x2xi8>)
    %r0 = call @program(%a0) : (tensor<2xi8>) -> (tensor<3x2xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x2xi8>, tensor<3x2xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2xi8>) {
    %c0 = stablehlo.constant dense<"0xFFFF"> : tensor<2xi8>
    return %c0 : tensor<2xi8>
  }
  func.func private @expected() -> (tensor<3x2xi8>) {
    %c0 = stablehlo.constant dense<"0xFFFFFFFFFFFF"> : tensor<3x2xi8>
    return %c0 : tensor<3x2xi8>
  }
}
