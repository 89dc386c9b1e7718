module @jit_lt attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xi1> {jax.result_info = "result"}) {
    %0 = stablehlo.compare LT, %arg0, %arg1, FLOAT : (tensor<3x5xf64>, tensor<3x5xf64>) -> tensor<3x5xi1>
    return %0 : tensor<3x5xi1>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xi1>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xi1>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<3x5xi1>, tensor<3x5xi1>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x62FF35DEF3A70C409C9F844F6F3B0C40E0ACCDE6CDB1E9BFB46A51DF0EB90A40ED381CC7057404C058D04AC1F8DED73FF4A2CFB091AEEB3F30B101F94F9AC23F9E5C613397CB0E404C3F91FBCD3B0240D027176613EBD53F4A3526F789070140F8F8EC3765B3024060F495BC53B701C048FBD6D890C9E7BF"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0x20565FB022A2E6BFAC80A50496D20C4024270A1758CC0740643C6D8124ACECBFEAD5A7D618560F409E22488130F003C09016C3299F2EE5BFF5E74AD62176F9BF88FB49C3C7A2E43F220152F30EAC0A40EA39AECACB1E04407F889273B7E905C0323EB9580C2EF4BF60C70F34ED8B034062CADAE0909EF0BF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xi1>) {
    %c0 = stablehlo.constant dense<"0x000101000100000000010100000100"> : tensor<3x5xi1>
    return %c0 : tensor<3x5xi1>
  }
}
