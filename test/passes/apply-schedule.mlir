// RUN: tfopt --apply-schedule --split-input-file %s | FileCheck %s
// RUN: tfopt --apply-schedule --split-input-file %s | tfopt --split-input-file | FileCheck %s
// RUN: tfopt --apply-schedule --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --apply-schedule --canonicalize --cse --apply-schedule --check-semantics --split-input-file %s -o /dev/null

// A compute becomes loops that put what it yields into a result that starts empty; accesses state what was proved.
// CHECK-LABEL: func.func @direct
// CHECK-SAME: (%[[A:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32>
// CHECK: %[[E:.*]] = tensor.empty : tensor<?{n}xf32>
// CHECK: %[[R:.*]] = tensor.compute () in [] accumulate(set unique %[[D:.*]] = %[[E]] : tensor<?{n}xf32>) {
// CHECK: loop.for %[[I:.*]] =
// CHECK: %[[X:.*]] = tensor.at %[[A]][%[[I]]] {tf.own_point, tf.proved = ["inside"]}
// CHECK: tensor.put %[[X]] into %[[D]][%[[I]]] {tf.proved = ["inside"]}
// CHECK: return %[[R]]
func.func @direct(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// -----

// The schedule says how; policies and subscripts stay, and which sides of them are proved.
// CHECK-LABEL: func.func @scheduled
// CHECK: loop.parallel (%[[I:.*]]) = {{.*}} {grain = 4 : i64}
// CHECK: loop.for %[[J:.*]] = {{.*}} {vector_width = 16 : i64}
// CHECK: tensor.at %{{.*}}[%[[I]], %[[J]] + 1] clamp {tf.proved = ["inside", "lower, occupied"]}
// CHECK: tensor.at %{{.*}}[%[[I]], %[[J]] - 1] wrap {tf.proved = ["inside", "upper, occupied"]}
// CHECK-NOT: tensor.schedule
func.func @scheduled(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] attributes {schedule = #tensor.schedule<parallel(i, grain = 4), vectorize(j, 16)>} {
    %x = tensor.at %a[%i, %j + 1] clamp : tensor<?{n}x?{m}xf32>
    %y = tensor.at %a[%i, %j - 1] wrap : tensor<?{n}x?{m}xf32>
    %z = arith.addf %x, %y : f32
    tensor.yield %z : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}

// -----

// A fold becomes a loop that carries numbers; a small tensor is taken apart.
// CHECK-LABEL: func.func @small
// CHECK: %[[S:.*]] = loop.for {{.*}} iter_args(%{{.*}} = %{{.*}}) -> (f32)
// CHECK-NOT: tensor.fold
// CHECK: tensor.put %[[S]] into %[[D:.*]][%[[I:.*]], 0]
// CHECK: tensor.put %{{.*}} into %[[D]][%[[I]], 1]
func.func @small(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x2xf32> {
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    %e = math.exp %s : f32
    %both = tensor.from_elements %s, %e : tensor<2xf32>
    tensor.yield %both : tensor<2xf32>
  } : tensor<?{n}x2xf32>
  return %c : tensor<?{n}x2xf32>
}
