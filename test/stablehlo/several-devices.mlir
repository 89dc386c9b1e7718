// Programs that do need several devices are refused.
// RUN: tfopt --import=stablehlo --verify-diagnostics %s

module @jit attributes {mhlo.num_partitions = 2 : i32} {
func.func @number() -> tensor<ui32> {
  // expected-error @+1 {{'stablehlo.partition_id' op is not supported: it belongs to a program for several devices}}
  %0 = stablehlo.partition_id : tensor<ui32>
  return %0 : tensor<ui32>
}

func.func @parts(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'sdy.manual_computation' op is not supported: it works on shards of arrays}}
  %0 = sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%y: tensor<2xf32>) {
    sdy.return %y : tensor<2xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
}
