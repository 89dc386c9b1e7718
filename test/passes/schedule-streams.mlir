// Results that are larger than the caches are stored past them, if their extents are constant and nobody reads them soon; on machines without masks, vectors of a ragged
// row end without them.
// RUN: tfopt %s --target=x86-64-v3 --schedule | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=schedule.stream --schedule | FileCheck %s --check-prefix=NONE
// RUN: tfopt %s --target=x86-64-v4 --schedule | FileCheck %s --check-prefix=MASKS
// RUN: tfopt %s --target=x86-64-v3 --cpu | FileCheck %s --check-prefix=CODE

// NONE-NOT: stream()

// CHECK-LABEL: func.func @large(
// CHECK: stream()
// CODE-LABEL: func.func @large(
// CODE: mem.before_line %arg1
// CODE: vector.store {{.*}} {stream}
// CODE: mem.drain
func.func @large(%x: tensor<33554432xf32>) -> tensor<33554432xf32> {
  %y = tensor.compute (%i) in [33554432] {
    %a = tensor.at %x[%i] : tensor<33554432xf32>
    %b = arith.addf %a, %a : f32
    tensor.yield %b : f32
  } : tensor<33554432xf32>
  return %y : tensor<33554432xf32>
}

// What fits in a cache stays there.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: stream()
// CODE-LABEL: func.func @small(
// CODE-NOT: {stream}
func.func @small(%x: tensor<65536xf32>) -> tensor<65536xf32> {
  %y = tensor.compute (%i) in [65536] {
    %a = tensor.at %x[%i] : tensor<65536xf32>
    %b = arith.addf %a, %a : f32
    tensor.yield %b : f32
  } : tensor<65536xf32>
  return %y : tensor<65536xf32>
}

// CHECK-LABEL: func.func @ragged(
// CHECK: vectorize(j, 16, tail = overlap)
// MASKS-LABEL: func.func @ragged(
// MASKS-NOT: tail
func.func @ragged(%x: tensor<100x37xf32>) -> tensor<100x37xf32> {
  %y = tensor.compute (%i, %j) in [100, 37] {
    %a = tensor.at %x[%i, %j] : tensor<100x37xf32>
    %b = arith.addf %a, %a : f32
    tensor.yield %b : f32
  } : tensor<100x37xf32>
  return %y : tensor<100x37xf32>
}
