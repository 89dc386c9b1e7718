module @jit_rem attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.remainder %arg0, %arg1 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<3x5xf64>, tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0, %a1) : (tensor<3x5xf64>, tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>, tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x52F9D4209C050840802DBFB9FDEDCCBFE43AED940ED9FABF286CCC208AD6E2BF64E5F53BF197E53F0428BC61DE8203C00A8D8B69E05E084058C5F27EACEFF83F70E794190EF2E9BF3843C7824F1BF43F5073657592160F4074F51B84A783F33F0099FD45A0FDC3BFB8C071F26552FC3F66AC758AC5590240"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0xFCFCBECDBEE7FC3FF78048FF035CF8BF5EBC00CCF9D306C08CCC65157D04E9BF8054A49D68FCA53FF8EBE73EE18D06402110E9077B0D03C00C3FEB3A583E07404F3E4AA042AB04C088F2D5B8BEAEE9BFB0387E12FAFBC5BF1829AF8ED92C0C4014CB442AA1250D40EE0A5AA8BDB805C00AB97A2DD20DFABF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xA8F5EA737923F33F802DBFB9FDEDCCBFE43AED940ED9FABF286CCC208AD6E2BF80C57A05E5699F3F0428BC61DE8203C0A4F389869545E53F58C5F27EACEFF83F70E794190EF2E9BFD0277199C00FDD3FC0ABFC7E5383BB3F74F51B84A783F33F0099FD45A0FDC3BFB8C071F26552FC3F843FE1CE714BE53F"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
