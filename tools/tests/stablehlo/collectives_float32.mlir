module @sample attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @program(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>) {
    %r0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %r1 = "stablehlo.all_gather"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, all_gather_dim = 0 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
    %r2 = "stablehlo.all_to_all"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64}> : (tensor<4xf32>) -> tensor<4xf32>
    %r3 = "stablehlo.reduce_scatter"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>, scatter_dimension = 0 : i64}> ({
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %s = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %s : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %r4 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %sum = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %r5 = "stablehlo.collective_permute"(%sum) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
    %r6 = stablehlo.replica_id : tensor<ui32>
    %r7 = stablehlo.partition_id : tensor<ui32>
    return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>
  }
  func.func public @main() {
    %a0 = call @inputs() : () -> (tensor<4xf32>)
    %e0, %e1, %e2, %e3, %e4, %e5, %e6, %e7 = call @expected() : () -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>)
    %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7 = call @program(%a0) : (tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>)
    stablehlo.custom_call @check.expect_allclose(%r0, %e0) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r1, %e1) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r2, %e2) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r3, %e3) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r4, %e4) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_allclose(%r5, %e5) {has_side_effect = true, rtol = 1.000000e-04 : f64, atol = 1.000000e-05 : f64} : (tensor<4xf32>, tensor<4xf32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r6, %e6) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
    stablehlo.custom_call @check.expect_eq(%r7, %e7) {has_side_effect = true} : (tensor<ui32>, tensor<ui32>) -> ()
    return
  }
  func.func private @inputs() -> (tensor<4xf32>) {
    %c0 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    return %c0 : tensor<4xf32>
  }
  func.func private @expected() -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>) {
    %c0 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    %c1 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    %c2 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    %c3 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    %c4 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    %c5 = stablehlo.constant dense<"0xF10838C0EE5E24405D9032407BA910C0"> : tensor<4xf32>
    %c6 = stablehlo.constant dense<"0x00000000"> : tensor<ui32>
    %c7 = stablehlo.constant dense<"0x00000000"> : tensor<ui32>
    return %c0, %c1, %c2, %c3, %c4, %c5, %c6, %c7 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>, tensor<ui32>
  }
}
