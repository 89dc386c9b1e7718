// Where the summed axis is the last of both operands of a product, that of the lanes is copied into the order in which they read it. Not where lanes read
// side by side, where few rows share a number, and where the extents that say so are not known.
// RUN: tfopt %s --target=x86-64-v3 --stage-operands | FileCheck %s
// RUN: tfopt %s --target=x86-64-v3 --check-semantics --stage-operands | FileCheck %s

// CHECK-LABEL: func.func @both_last(
// CHECK: %[[T:.*]] = tensor.compute (%[[K:.*]], %[[J:.*]]) in [8, 48] {
// CHECK: tensor.at %arg1[%[[J]], %[[K]]] : tensor<48x8xf32>
// CHECK: math.sin
// CHECK: tensor.compute (%{{.*}}, %[[L:.*]]) in [40, 48] {
// CHECK: tensor.fold (%[[F:.*]]) = 0 to 8
// CHECK: tensor.at %[[T]][%[[F]], %[[L]]] : tensor<8x48xf32>
// CHECK-NOT: math.sin
// CHECK: return
func.func @both_last(%a: tensor<40x8xf32>, %b: tensor<48x8xf32>) -> tensor<40x48xf32> {
  %r = tensor.compute (%i, %j) in [40, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x8xf32>
      %y = tensor.at %b[%j, %k] : tensor<48x8xf32>
      %z = math.sin %y : f32
      %xy = arith.mulf %x, %z : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x48xf32>
  return %r : tensor<40x48xf32>
}

// CHECK-LABEL: func.func @side_by_side(
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @side_by_side(%a: tensor<40x8xf32>, %b: tensor<8x48xf32>) -> tensor<40x48xf32> {
  %r = tensor.compute (%i, %j) in [40, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x8xf32>
      %y = tensor.at %b[%k, %j] : tensor<8x48xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x48xf32>
  return %r : tensor<40x48xf32>
}

// CHECK-LABEL: func.func @few_rows(
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @few_rows(%a: tensor<4x8xf32>, %b: tensor<48x8xf32>) -> tensor<4x48xf32> {
  %r = tensor.compute (%i, %j) in [4, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<4x8xf32>
      %y = tensor.at %b[%j, %k] : tensor<48x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x48xf32>
  return %r : tensor<4x48xf32>
}

// CHECK-LABEL: func.func @unknown(
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @unknown(%a: tensor<?{m}x8xf32>, %b: tensor<48x8xf32>) -> tensor<?{m}x48xf32> {
  %r = tensor.compute (%i, %j) in [m, 48] {
    %s = tensor.fold (%k) = 0 to 8 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x8xf32>
      %y = tensor.at %b[%j, %k] : tensor<48x8xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x48xf32>
  return %r : tensor<?{m}x48xf32>
}

// Several sums of a window are no product in tiles. Their lanes are those that the schedule will choose: what these read from row to row is
// copied, with their axis the last.
// CHECK-LABEL: func.func @window_sums(
// CHECK: %[[T:.*]] = tensor.compute (%[[K:.*]], %[[I:.*]]) in [64, 48] {
// CHECK-NEXT: tensor.at %arg0[%[[I]], %[[K]]] : tensor<48x64xf32>
// CHECK: tensor.compute (%[[L:.*]], %{{.*}}) in [48, 40] {
// CHECK: tensor.fold (%[[F:.*]]) = 0 to 64
// CHECK-NEXT: tensor.at %[[T]][%[[F]], %[[L]]] : tensor<64x48xf32>
func.func @window_sums(%g: tensor<48x64xf32>, %x: tensor<40x64xf32>, %v: f32) -> tensor<48x40x2xf32> {
  %r = tensor.compute (%i, %j) in [48, 40] {
    %s:2 = tensor.fold (%k) = 0 to 64 [add, add] fastmath<reassoc> {
      %a = tensor.at %g[%i, %k] : tensor<48x64xf32>
      %b = tensor.at %x[%j, %k - 1] fill(%v) : tensor<40x64xf32>
      %c = tensor.at %x[%j, %k + 1] fill(%v) : tensor<40x64xf32>
      %ab = arith.mulf %a, %b : f32
      %ac = arith.mulf %a, %c : f32
      tensor.yield %ab, %ac : f32, f32
    } : f32, f32
    %p = tensor.from_elements %s#0, %s#1 : tensor<2xf32>
    tensor.yield %p : tensor<2xf32>
  } : tensor<48x40x2xf32>
  return %r : tensor<48x40x2xf32>
}

// Rows of a copy that are 2 KB apart would be in few sets of a cache: they are a line longer. What is added nobody reads.
// CHECK-LABEL: func.func @rows_in_few_sets(
// CHECK: tensor.compute (%[[K:.*]], %[[J:.*]]) in [16, 1040] {
// CHECK: tensor.at %arg1[%[[J]], %[[K]]] clamp : tensor<1024x16xf32>
// CHECK: tensor.compute {{.*}} in [40, 1024] {
// CHECK: return
func.func @rows_in_few_sets(%a: tensor<40x16xf32>, %b: tensor<1024x16xf32>) -> tensor<40x1024xf32> {
  %r = tensor.compute (%i, %j) in [40, 1024] {
    %s = tensor.fold (%k) = 0 to 16 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x16xf32>
      %y = tensor.at %b[%j, %k] : tensor<1024x16xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x1024xf32>
  return %r : tensor<40x1024xf32>
}

// Where the index of the lanes is a number of its own, the code runs for those that there are.
// CHECK-LABEL: func.func @lane_as_a_number(
// CHECK: tensor.compute {{.*}} in [16, 1024] {
// CHECK: return
func.func @lane_as_a_number(%a: tensor<40x16xf32>, %b: tensor<1024x16xf32>) -> tensor<40x1024xf32> {
  %r = tensor.compute (%i, %j) in [40, 1024] {
    %n = arith.index_cast %j : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = tensor.fold (%k) = 0 to 16 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<40x16xf32>
      %y = tensor.at %b[%j, %k] : tensor<1024x16xf32>
      %z = arith.mulf %y, %f : f32
      %xy = arith.mulf %x, %z : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<40x1024xf32>
  return %r : tensor<40x1024xf32>
}
