module @jit_ge attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xi8>, %arg1: tensor<3x5xi8>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare GE, %arg0, %arg1, SIGNED : (tensor<3x5xi8>, tensor<3x5xi8>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xi8>, tensor<3x5xi8>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xi8>, tensor<3x5xi8>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xi8>, tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0xFE020201FF02FEFD01FD03020302FE"> : tensor<3x5xi8>
    %c1 = stablehlo.constant dense<"0x020103FF01FD02FDFEFF0203FD0201"> : tensor<3x5xi8>
    return %c0, %c1 : tensor<3x5xi8>, tensor<3x5xi8>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000100010001000101000100010100"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
