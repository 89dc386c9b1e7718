module @jit__lambda attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xi8> {jax.result_info = "result"}) {
    %0 = stablehlo.convert %arg0 : (tensor<3x5xf64>) -> tensor<3x5xi8>
    return %0 : tensor<3x5xi8>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xi8>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xi8>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi8>, tensor<3x5xi8>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xF22DEA82713A0640DCBEBCCEFA520640BC1CE98C7FC0E13F90F33D017265EBBF2F628752E90306C004D777EB0E4BF5BF2CB39CC361390F4072B2B098991D0C4056E0148CEF5C0D40604441063285C6BFF2DA46E9F6C20140708B0C6FFDFDF53F964E3350816C0940F6FD7DF75785FFBF4CC9346BA0260E40"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xi8>) {
    %c0 = stablehlo.constant dense<"0x02020000FEFF03030300020103FF03"> : tensor<3x5xi8>
    return %c0 : tensor<3x5xi8>
  }
}
