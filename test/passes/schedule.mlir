// RUN: tfopt --target=x86-64-v4 --schedule %s | FileCheck %s

// The contiguous axis becomes lanes, the outermost runs in parallel.
// CHECK-LABEL: func.func @rows
// CHECK: axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = {{[0-9]+}}), vectorize(j, 64)>
func.func @rows(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] {
    %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
    %y = arith.addf %x, %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}

// The sum of a row has no order: its index becomes lanes. With an order, another axis has to serve.
// CHECK-LABEL: func.func @row_sums
// CHECK: axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: {{.*}}vectorize(k, 64)>}
// CHECK: tensor.fold {{.*}} attributes {axis = "k"}
func.func @row_sums(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// CHECK-LABEL: func.func @ordered_row_sums
// CHECK-NOT: vectorize(k
func.func @ordered_row_sums(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// What a user wrote stays.
// CHECK-LABEL: func.func @written
// CHECK: attributes {axes = ["i"], schedule = #tensor.schedule<unroll(i, 2)>}
func.func @written(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<unroll(i, 2)>} {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// Little work stays on one thread, and lanes are no more than there are elements.
// CHECK-LABEL: func.func @small
// CHECK: schedule = #tensor.schedule<by heuristic: vectorize(i, 8)>
func.func @small(%a: tensor<8xf32>) -> tensor<8xf32> {
  %c = tensor.compute (%i) in [8] {
    %x = tensor.at %a[%i] : tensor<8xf32>
    %y = arith.mulf %x, %x : f32
    tensor.yield %y : f32
  } : tensor<8xf32>
  return %c : tensor<8xf32>
}

// Rows of a product run together: they read the same of the right matrix.
// CHECK-LABEL: func.func @product
// CHECK: schedule = #tensor.schedule<by heuristic: parallel(i, grain = {{[0-9]+}}), vectorize(j, 64), jam(i, 6)>
func.func @product(%a: tensor<?{n}x?{k}xf32>, %b: tensor<?{k}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] {
    %s = tensor.fold (%k) = 0 to k add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{k}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{k}x?{m}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}

// Columns of b are far apart, but several points share what a lane fetches.
// CHECK-LABEL: func.func @ordered_product_with_transposed
// CHECK: schedule = #tensor.schedule<by heuristic: parallel(i, grain = {{[0-9]+}}), vectorize(j, {{[0-9]+}}), jam(i, {{[0-9]+}})>
func.func @ordered_product_with_transposed(%a: tensor<?{n}x?{k}xf32>, %b: tensor<?{m}x?{k}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] {
    %s = tensor.fold (%k) = 0 to k add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{k}xf32>
      %y = tensor.at %b[%j, %k] : tensor<?{m}x?{k}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}

// The bounds of the folds differ from row to row: no two of them run together.
// CHECK-LABEL: func.func @triangle
// CHECK-NOT: jam(i
// CHECK: return
func.func @triangle(%a: tensor<?{n}x?{n}xf32>, %b: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
  %c = tensor.compute (%i, %j) in [n, n] {
    %s = tensor.fold (%k) = 0 to %i + 1 add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{n}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{n}x?{n}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}x?{n}xf32>
  return %c : tensor<?{n}x?{n}xf32>
}

// Folds that follow each other in one point all become lanes; the last one reads what they leave.
// CHECK-LABEL: func.func @softmax_sums
// CHECK: vectorize(k, {{[0-9]+}}), vectorize(l, {{[0-9]+}})>
func.func @softmax_sums(%a: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c:2 = tensor.compute (%i) in [n] {
    %most = tensor.fold (%k) = 0 to m maximumf {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    %sum = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      %d = arith.subf %x, %most : f32
      %e = math.exp %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %most, %sum : f32, f32
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %c#0, %c#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
}

// Two iterations are not enough for all cores: the next axis is handed out instead, and goes outside.
// CHECK-LABEL: func.func @short_outside
// CHECK: schedule = #tensor.schedule<by heuristic: order(j, i, k), parallel(j
func.func @short_outside(%a: tensor<2x?{m}x64xf32>) -> tensor<2x?{m}x64xf32> {
  %r = tensor.compute (%i, %j, %k) in [2, m, 64] {
    %v = tensor.at %a[%i, %j, %k] : tensor<2x?{m}x64xf32>
    %e = math.exp %v : f32
    tensor.yield %e : f32
  } : tensor<2x?{m}x64xf32>
  return %r : tensor<2x?{m}x64xf32>
}
