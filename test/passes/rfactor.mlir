// The step rfactor: a fold is reduced in chunks as the schedule requests. The other steps apply to the chunks.
// RUN: tfopt %s --split-reductions | FileCheck %s
// RUN: tfopt %s --split-reductions --check-semantics -o /dev/null
// RUN: tfopt %s --choose-rfactors --split-reductions | FileCheck %s
// RUN: tfopt %s --pass-pipeline='func.func(split-reductions,schedule)' | FileCheck %s --check-prefix=LOOPS

// The heuristic leaves such a short fold alone.
// CHECK-LABEL: func.func @short
// CHECK: %[[P:.*]] = tensor.compute (%[[C:.*]]) in [4] {
// CHECK-NEXT: tensor.fold (%[[K:.*]]) = 0 to 16 add fastmath<reassoc>
// CHECK-NEXT: tensor.at %{{.*}}[%[[C]] * 16 + %[[K]]] : tensor<64xf32>
// CHECK: tensor.compute () in [] {
// CHECK-NEXT: tensor.fold (%[[D:.*]]) = 0 to 4 add fastmath<reassoc> {
// CHECK-NEXT: tensor.at %[[P]][%[[D]]]
// LOOPS-LABEL: func.func @short
// LOOPS: tensor.compute (%{{.*}}) in [4] attributes {{.*}} schedule = #tensor.schedule<by heuristic: vectorize(k, {{[0-9]+}})>
func.func @short(%a: tensor<64xf32>) -> tensor<f32> {
  %r = tensor.compute () in [] attributes {schedule = #tensor.schedule<rfactor(k, 16)>} {
    %s = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %a[%k] : tensor<64xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @others
// CHECK: tensor.compute (%[[C:.*]], %[[I:.*]]) in [n floordiv 8, 6] attributes {axes = ["chunk", "row"], folds = ["k"], schedule = #tensor.schedule<parallel(chunk), vectorize(row, 4), unroll(k, 2)>} {
// CHECK-NEXT: tensor.fold (%[[K:.*]]) = 0 to 8 add attributes {axis = "k"} {
// CHECK-NEXT: tensor.at %{{.*}}[%[[C]] * 8 + %[[K]], %[[I]]]
// CHECK: tensor.compute (%{{.*}}) in [6] {
// CHECK: tensor.fold (%{{.*}}) = 0 to n floordiv 8 add
// CHECK: tensor.fold (%{{.*}}) = (n floordiv 8) * 8 to n add
func.func @others(%a: tensor<?{n}x6xi32>) -> tensor<6xi32> {
  %r = tensor.compute (%i) in [6] attributes {axes = ["row"], folds = ["k"], schedule = #tensor.schedule<rfactor(k, 8), vectorize(row, 4), unroll(k, 2)>} {
    %s = tensor.fold (%k) = 0 to n add attributes {axis = "k"} {
      %x = tensor.at %a[%k, %i] : tensor<?{n}x6xi32>
      tensor.yield %x : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<6xi32>
  return %r : tensor<6xi32>
}

// Another order of the axes: chunks are outermost.
// CHECK-LABEL: func.func @ordered
// CHECK: tensor.compute {{.*}} schedule = #tensor.schedule<order(chunk, j, i), parallel(chunk, j)>
func.func @ordered(%a: tensor<96x3x5xi32>) -> tensor<3x5xi32> {
  %r = tensor.compute (%i, %j) in [3, 5] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<rfactor(k, 32), order(j, i), parallel(j)>} {
    %s = tensor.fold (%k) = 0 to 96 add attributes {axis = "k"} {
      %x = tensor.at %a[%k, %i, %j] : tensor<96x3x5xi32>
      tensor.yield %x : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<3x5xi32>
  return %r : tensor<3x5xi32>
}
