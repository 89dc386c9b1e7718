module @jit_div attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%arg0: tensor<3x5xf64>, %arg1: tensor<3x5xf64>) -> (tensor<3x5xf64> {jax.result_info = "result"}) {
    %0 = stablehlo.divide %arg0, %arg1 : tensor<3x5xf64>
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
    %c0 = stablehlo.constant dense<"0x327FA7CBBBE6F8BFF8DD5CDE4553E03F66D9E5FB38E004C0F24B9DE7922D0840B021778C9BABF4BF44C5D3C212FBF63FA0254D8E3752E13F44BCE7289E2DE2BF4A42FF4CB6DA0C40E423CC3BA18A0740487E3109132E014053D5CBDE675F01C0208EC1964545CE3FBC5D5393AAEBF83F6BD4E51C96A802C0"> : tensor<3x5xf64>
    %c1 = stablehlo.constant dense<"0x00A7C18812EEFD3FF69780A15FB80540E695074DB7270D401060CB589175E03F45431611366406C070994B4F4EB3F8BF527C1C6B3A18054087D12D18CE61FFBF04959CD798B2F53F7CB01627AA28F93F00178F72DB9DBC3FEA5769105FF80340C651B16E981E01C0B01B93250A73F53F28485974398BD5BF"> : tensor<3x5xf64>
    return %c0, %c1 : tensor<3x5xf64>, tensor<3x5xf64>
  }
  func.func private @expected() -> (tensor<3x5xf64>) {
    %c0 = stablehlo.constant dense<"0x0721FF2CA09FEABFFDC7CDB53F0DC83FCA338A91B1E9E6BF20B26906DF80174073C62D72538ADD3F36D9C6EEAAC5EDBF620CC9519646CA3F91C514C14089D23F853928D003470540C07371A761F1FD3F4382560D103633406AD02CA977D6EBBF141C1616844ABCBF803D4C4BDD96F23F673FDE7FDEB61B40"> : tensor<3x5xf64>
    return %c0 : tensor<3x5xf64>
  }
}
