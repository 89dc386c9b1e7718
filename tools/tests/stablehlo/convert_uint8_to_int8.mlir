module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xui8>) -> (tensor<3x5xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xui8>) -> tensor<3x5xi8>
    return %0 : tensor<3x5xi8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xui8>)
    %e0 = call @expected() : () -> (tensor<3x5xi8>)
    %r0 = call @program(%a0) : (tensor<3x5xui8>) -> (tensor<3x5xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xui8>) {
    %c0 = stablehlo.constant dense<"0x030202000201010200020103020301"> : tensor<3x5xui8>
    return %c0 : tensor<3x5xui8>
  }
  func.func private @expected() -> (tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x030202000201010200020103020301"> : tensor<3x5xi8>
    return %c0 : tensor<3x5xi8>
  }
}
