module @jit_cos attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.cosine %arg0 : tensor<3x5xf64>
    return %0 : tensor<3x5xf64>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<3x5xf64>)
    %e0 = call @expected() : () -> (tensor<3x5xf64>)
    %r0 = call @program(%a0) : (tensor<3x5xf64>) -> (tensor<3x5xf64>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-09 : f64, atol = 1.000000e-11 : f64} : (tensor<3x5xf64>, tensor<3x5xf64>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x9085848BF5C6FF3F7857EBE81261F53F6870FDEB20BDF23FFAD874F931A9FABFB8C6A0EBA76E00C04CD66133C9E104C087E33AF108BF02C0F0B2DA69C0E0F43F109316935526F43FCF4D18B679E905C012CFB46855F2064000049FD92038B73F98EF5AE4409CE83F8CD5AAE3F8E103C01E4A352738130840"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0xBB295CE906D2D9BFE66761D8F1C0CD3F906D5BDC87E6D83F036D8623E769B8BFBDF191F2C2BCDDBF16ED15588996EBBF895C4C665255E6BF7B42493EC0D1D03F21514FBE809CD33F525902740A71EDBF40306E8A08D0EEBF004B1FC653DEEF3F7D0A002667FEE63F9803A6EB615AE9BFDF6A549C82B8EFBF"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
