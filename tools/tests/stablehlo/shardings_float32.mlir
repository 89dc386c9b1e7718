module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<4xf32>) -> (tensor<4xf32>) {
    %1 = sdy.sharding_constraint %a <@mesh, [{"x"}]> : tensor<4xf32>
    %2 = sdy.reshard %1 <@mesh, [{}]> : tensor<4xf32>
    %3 = sdy.propagation_barrier %2 allowed_direction=NONE : tensor<4xf32>
    %4 = sdy.data_flow_edge %3 sharding=<@mesh, [{}]> : tensor<4xf32>
    sdy.sharding_group %4 group_id=0 : tensor<4xf32>
    %5 = sdy.named_computation<"part">(%4) (%p: tensor<4xf32>) {
    sdy.return %p : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    %r0 = sdy.manual_computation(%5) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%q: tensor<4xf32>) {
    sdy.return %q : tensor<4xf32>
    } : (tensor<4xf32>) -> tensor<4xf32>
    return %r0 : tensor<4xf32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4xf32>)
    %e0 = call @expected() : () -> (tensor<4xf32>)
    %r0 = call @program(%a0) : (tensor<4xf32>) -> (tensor<4xf32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    return %c0 : tensor<4xf32>
  }
  func.func private @expected() -> (tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    return %c0 : tensor<4xf32>
  }
}
