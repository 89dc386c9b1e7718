// Ops and attributes about devices, of which there is one: they are left out where they change nothing.
// RUN: tfopt %s --import=stablehlo | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --verify-roundtrip %s
// COMPLETE: FULL

module @jit attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
sdy.mesh @mesh = <["x"=1, "y"=2]> {stablehlo.mesh = {axes = [{name = "x", size = 1 : i64}]}}

// CHECK-LABEL: func.func @shardings(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @shardings(%x: tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}p1], replicated={"z"}>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {?}]>}) {
  // CHECK-NEXT: %[[X:.*]] = arith.addf %arg0, %arg0
  %0 = stablehlo.add %x, %x {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"x"}, {}]>]>, mhlo.frontend_attributes = {}} : tensor<4x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<4x4xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<4x4xf32>
  sdy.sharding_group %2 group_id=0 : tensor<4x4xf32>
  %3 = sdy.propagation_barrier %2 allowed_direction=NONE : tensor<4x4xf32>
  // CHECK-NEXT: math.sin %[[X]]
  %4 = sdy.manual_computation(%3) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {}]>] manual_axes={"x"} (%y: tensor<4x4xf32>) {
    %5 = stablehlo.sine %y : tensor<4x4xf32>
    sdy.return %5 : tensor<4x4xf32>
  } : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %6 : tensor<4x4xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @shardings(%[[ARG0:.*]]: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[V0:.*]] = arith.addf %[[ARG0]], %[[ARG0]] : tensor<4x4xf32>
// FULL-NEXT:     %[[V1:.*]] = math.sin %[[V0]] : tensor<4x4xf32>
// FULL-NEXT:     return %[[V1]] : tensor<4x4xf32>
// FULL-NEXT:   }

// A group of one member keeps what it has.
// CHECK-LABEL: func.func @collectives
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %[[ID:.*]] = arith.constant dense<0> : tensor<i32>
// CHECK-NEXT: return %arg0, %arg0, %[[ZERO]], %[[ID]]
func.func @collectives(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>) {
  %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %3 = stablehlo.partition_id : tensor<ui32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<ui32>
}
// FULL-NEXT:   func.func @collectives(%[[ARG0:.*]]: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32> {tf.element = ui32}) attributes {tf.numerics = "precise"} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : tensor<4xf32>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0> : tensor<i32>
// FULL-NEXT:     return %[[ARG0]], %[[ARG0]], %[[CST]], %[[CST_0]] : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<i32>
// FULL-NEXT:   }
// FULL-NEXT: }
}
