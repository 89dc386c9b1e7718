// Tensors that trips of a parallel loop begin with may be one value, as cse makes of equal ones: each trip copies it to memory of its own, which no other trip writes.
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,lower-tiles,cse,schedule,apply-schedule,lower-access,bufferize))' | FileCheck %s
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,lower-tiles,schedule,apply-schedule,cse,lower-access,bufferize))' | FileCheck %s
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,cse,lower-tiles,schedule,apply-schedule,lower-access,bufferize{share-buffers=true}))' | FileCheck %s
// RUN: tfopt %s --check-semantics --pass-pipeline='builtin.module(func.func(apply-groups,lower-tiles,schedule,apply-schedule,lower-access,cse,bufferize))' | FileCheck %s

// CHECK-LABEL: func.func @two
// CHECK: loop.parallel
// CHECK: mem.alloc : memref<64xf32>
// CHECK: mem.copy
// CHECK: loop.for
func.func @two(%x: tensor<48x64xf32>) -> (tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>) {
  %y, %z, %c, %d = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0)>} {
    %y = tensor.compute (%i, %j) in [48, 64] attributes {axes = ["i", "j"]} {
      %b = tensor.at %x[%i, %j] : tensor<48x64xf32>
      %z = arith.mulf %b, %b : f32
      tensor.yield %z : f32
    } : tensor<48x64xf32>
    %z = tensor.compute (%i, %j) in [48, 64] attributes {axes = ["i", "j"]} {
      %b = tensor.at %x[%i, %j] : tensor<48x64xf32>
      %z = arith.addf %b, %b : f32
      tensor.yield %z : f32
    } : tensor<48x64xf32>
    %c = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %6 = tensor.fold (%i) = 0 to 48 add fastmath<reassoc> attributes {axis = "i"} {
        %7 = tensor.at %y[%i, %j] : tensor<48x64xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<64xf32>
    %d = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %6 = tensor.fold (%i) = 0 to 48 add fastmath<reassoc> attributes {axis = "i"} {
        %7 = tensor.at %z[%i, %j] : tensor<48x64xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<64xf32>
    tensor.yield %y, %z, %c, %d : tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>
  } : tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>
  return %y, %z, %c, %d : tensor<48x64xf32>, tensor<48x64xf32>, tensor<64xf32>, tensor<64xf32>
}
