module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<2x4x4xf32>, %b: tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>) {
    %r0 = "stablehlo.triangular_solve"(%a, %b) <{left_side = false, lower = false, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}> : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %r0 : tensor<2x3x4xf32>
  }
  func.func public @main() {
    %a0, %a1 = call @inputs() : () -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>)
    %e0 = call @expected() : () -> (tensor<2x3x4xf32>)
    %r0 = call @program(%a0, %a1) : (tensor<2x4x4xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<2x4x4xf32>, tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0xFCC2B93F8CDB4A3F50377C3FFC7B053F78586F3F2C9E913F0BC52C3FA364573F61799E3F484F6B3F2B593F3F8BD7253F1D8E043F56F6A23FA3B9753FEC164A3F0E7A163FBCA69B3FA530AF3F013B543FF70A6E3F8A83BA3F4D04483F813C633F5C5B693FC19C8C3F92E1623F32D2B63FC5E2A33FE775473F545B153FBFD8B23F"> : tensor<2x4x4xf32>
    %c1 = stablehlo.constant dense<"0x0CDA10402EDAFABED085D33F2039E0BFFC0B12BF2F4AFC3FCB325A3FE6D4AC3F694D573FA8F1E3BC2636AC3E3538EA3FE94B7A40AC52B6BF265B644024B951BF4995223F73266BBF63247040F84FEA3F13753FBF70123140F2DD913FA069533F"> : tensor<2x3x4xf32>
    return %c0, %c1 : tensor<2x4x4xf32>, tensor<2x3x4xf32>
  }
  func.func private @expected() -> (tensor<2x3x4xf32>) {
    %c0 = stablehlo.constant dense<"0x0CDA10408D2312C05AB5763FB046D1BFFC0B12BFC5131B40BC3162BE85DD7DBE694D573F47BB31BF9920C2BC93D2FE3FE94B7A40A6C3C5C097D04240E4183BC04995223F816DD8BFC18786400EC84CC013753FBFBB466B40208635BFCAF54DBF"> : tensor<2x3x4xf32>
    return %c0 : tensor<2x3x4xf32>
  }
}
