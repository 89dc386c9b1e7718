module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<5xi32>, %b: tensor<5xi32>, %c: tensor<5xui32>, %d: tensor<5xui32>) -> (tensor<5xi32>, tensor<5xui32>) {
    %r0 = chlo.mulhi %a, %b : tensor<5xi32>, tensor<5xi32> -> tensor<5xi32>
    %r1 = chlo.mulhi %c, %d : tensor<5xui32>, tensor<5xui32> -> tensor<5xui32>
    return %r0, %r1 : tensor<5xi32>, tensor<5xui32>
  }
  func.func public @main() {
    %a0, %a1, %a2, %a3 = call @inputs() : () -> (tensor<5xi32>, tensor<5xi32>, tensor<5xui32>, tensor<5xui32>)
    %e0, %e1 = call @expected() : () -> (tensor<5xi32>, tensor<5xui32>)
    %r0, %r1 = call @program(%a0, %a1, %a2, %a3) : (tensor<5xi32>, tensor<5xi32>, tensor<5xui32>, tensor<5xui32>) -> (tensor<5xi32>, tensor<5xui32>)
    stablehlo.custom_call @check.expect_eq(%r0, %e0) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r1, %e1) {has_side_effect = true} : (tensor<5xui32>, tensor<5xui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<5xi32>, tensor<5xi32>, tensor<5xui32>, tensor<5xui32>) {
    %c0 = stablehlo.constant dense<"0x713FF9204678B3A904ADBBF53B25A78DFCD5F3CF"> : tensor<5xi32>
    %c1 = stablehlo.constant dense<"0x6EE9502B4A13FB28D5BF3F1815E631119EF3291E"> : tensor<5xi32>
    %c2 = stablehlo.constant dense<"0x713FF9204678B3A904ADBBF53B25A78DFCD5F3CF"> : tensor<5xui32>
    %c3 = stablehlo.constant dense<"0x6EE9502B4A13FB28D5BF3F1815E631119EF3291E"> : tensor<5xui32>
    return %c0, %c1, %c2, %c3 : tensor<5xi32>, tensor<5xi32>, tensor<5xui32>, tensor<5xui32>
  }
  func.func private @expected() -> (tensor<5xi32>, tensor<5xui32>) {
    %c0 = stablehlo.constant dense<"0x9C49940541672FF2B60907FFB1CF51F867B356FA"> : tensor<5xi32>
    %c1 = stablehlo.constant dense<"0x9C4994058B7A2A1B8BC94617C6B5830905A78018"> : tensor<5xui32>
    return %c0, %c1 : tensor<5xi32>, tensor<5xui32>
  }
}
