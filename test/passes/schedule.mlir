// RUN: tfopt --target=x86-64-v4 --schedule %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 67), vectorize(j, 64)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @row_sums(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 260), vectorize(k, 64)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to m add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @ordered_row_sums(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 25), vectorize(i, 64)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to m add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @written(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], schedule = #tensor.schedule<unroll(i, 2)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<8xf32>) -> tensor<8xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: vectorize(i, 8)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<8xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.mulf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @product(%[[ARG0:.*]]: tensor<?{n}x?{k}xf32>, %[[ARG1:.*]]: tensor<?{k}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1), vectorize(j, 64), jam(i, 6)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to k add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{k}xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<?{k}x?{m}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @ordered_product_with_transposed(%[[ARG0:.*]]: tensor<?{n}x?{k}xf32>, %[[ARG1:.*]]: tensor<?{m}x?{k}xf32>) -> tensor<?{n}x?{m}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1), vectorize(j, 32), jam(i, 8)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to k add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{k}xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[J]], %[[K]]] : tensor<?{m}x?{k}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @triangle(%[[ARG0:.*]]: tensor<?{n}x?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, n] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 1), vectorize(j, 128)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to %[[I]] + 1 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @softmax_sums(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"], folds = ["k", "l"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 27), vectorize(k, 32), vectorize(l, 32)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to m maximumf attributes {axis = "k"} {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to m add fastmath<reassoc> attributes {axis = "l"} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I]], %[[K_0]]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[V3]], %[[V1]] : f32
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]], %[[V2]] : f32, f32
// FULL-NEXT:     } : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]]#0, %[[V0]]#1 : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @short_outside(%[[ARG0:.*]]: tensor<2x?{m}x64xf32>) -> tensor<2x?{m}x64xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [2, m, 64] attributes {axes = ["i", "j", "k"], schedule = #tensor.schedule<by heuristic: order(j, i, k), parallel(j, i, grain = 190), vectorize(k, 32)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]], %[[K]]] : tensor<2x?{m}x64xf32>
// FULL-NEXT:       %[[V2:.*]] = math.exp %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<2x?{m}x64xf32>
// FULL-NEXT:     return %[[V0]] : tensor<2x?{m}x64xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
