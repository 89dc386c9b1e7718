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

// Trips of a group write rows of a large result: those stream that nobody reads in them. What they read of each other stays in a cache.
// CODE-LABEL: func.func @group(
// CODE: loop.parallel
// CODE-NOT: {stream}
// CODE: mem.before_line %arg1
// CODE: vector.store {{.*}}, %arg1[{{.*}} {stream}
// CODE: mem.drain
// CODE: return
func.func @group(%x: tensor<8192x4096xf32>) -> tensor<8192x4096xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
    %r = tensor.compute (%i, %j) in [8192, 4096] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<8192x4096xf32>
      %b = math.exp %a : f32
      tensor.yield %b : f32
    } : tensor<8192x4096xf32>
    %l = tensor.compute (%i) in [8192] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to 4096 add fastmath<reassoc> {
        %a = tensor.at %r[%i, %k] : tensor<8192x4096xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<8192xf32>
    %s = tensor.compute (%i, %j) in [8192, 4096] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i, %j] : tensor<8192x4096xf32>
      %b = tensor.at %l[%i] : tensor<8192xf32>
      %c = arith.divf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<8192x4096xf32>
    tensor.yield %s : tensor<8192x4096xf32>
  } : tensor<8192x4096xf32>
  return %y : tensor<8192x4096xf32>
}

// Rows of 64 elements would wait for their stores too often.
// CODE-LABEL: func.func @short_rows(
// CODE-NOT: {stream}
func.func @short_rows(%x: tensor<524288x64xf32>) -> tensor<524288x64xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
    %l = tensor.compute (%i) in [524288] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> {
        %a = tensor.at %x[%i, %k] : tensor<524288x64xf32>
        tensor.yield %a : f32
      } : f32
      tensor.yield %f : f32
    } : tensor<524288xf32>
    %s = tensor.compute (%i, %j) in [524288, 64] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<524288x64xf32>
      %b = tensor.at %l[%i] : tensor<524288xf32>
      %c = arith.divf %a, %b : f32
      tensor.yield %c : f32
    } : tensor<524288x64xf32>
    tensor.yield %s : tensor<524288x64xf32>
  } : tensor<524288x64xf32>
  return %y : tensor<524288x64xf32>
}
