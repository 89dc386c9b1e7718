module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose ADJOINT>}> : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> tensor<2x4x3xf32>
    return %r0 : tensor<2x4x3xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>)
    %e0 = call @expected() : () -> (tensor<2x4x3xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x4x3xf32>) -> (tensor<2x4x3xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x4x3xf32>, tensor<2x4x3xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x6668603F1F8E223F95B25A3F301B923FA1EA823FEA7A653FD090A23F9BA80D3F0C6DB13FCFED963F81636B3FAA8A983F1D39B83FC2D1933F498C953F52DE993F1135B53F6DD5B13F5484473FDFBD053FE51E473FDA305D3F2D593F3FD511753FFB0FB83F7F79303FF8A9613F1CA1AA3F508D213F6E355A3FA783863F7C7AA23F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0xFC1A42404EA49ABF25A76A408D15343D3C5305C01B8EF1BFA3337C3DD6B32B40551821C07F1DBDBFE22D27401FDE304007C7CCBF50CF26C08703CA3FA8AF234029B429C02C84283F277600C0985F9A3F4DA00DC0DBF504C08BAA483F03416840"> : tensor<2x4x3xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x4x3xf32>
  }
  func.func private @expected() -> (tensor<2x4x3xf32>) {
    %c0 = stablehlo.constant dense<"0x550543407B32A13EB963BD403132B7BEF54495C0CF28D93F37D5E43F65F6BCBE5EDEB7C07F1DBDBFE22D27401FDE3040681C74C0C4185DBF23BDD34057A08640C05465C0F916DC3FB63F343E84BCC33E9FD9C0C0DBF504C08BAA483F03416840"> : tensor<2x4x3xf32>
    return %c0 : tensor<2x4x3xf32>
  }
}
