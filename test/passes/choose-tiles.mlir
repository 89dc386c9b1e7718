// Products and convolutions get tiles by what their terms read; small ones, those whose fold is in order, and
// those with a schedule do not. Those of unknown extents have two versions.
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(choose-tiles{least=884736})' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v3 --choose-tiles | tee %t.default | FileCheck %s --check-prefix=DEFAULT
// RUN: FileCheck %s --check-prefix=FULL_DEFAULT --match-full-lines < %t.default
// RUN: tfopt %s --target=x86-64-v3 --pass-pipeline='func.func(choose-tiles,apply-tiles)' | tee %t.rows | FileCheck %s --check-prefix=ROWS
// RUN: tfopt %s --target=x86-64-v3 --choose-tiles --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: tfopt %s --target=x86-64-v4 --choose-tiles --explain-fusion -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIDE
// RUN: tfopt %s --target=x86-64-v4 --choose-tiles | tee %t.whole | FileCheck %s --check-prefix=WHOLE
// RUN: FileCheck %s --check-prefix=FULL_WHOLE --match-full-lines < %t.whole
// COMPLETE: FULL, FULL_DEFAULT, FULL_WHOLE
// GOLDEN: cat %t.rows

// The price of tiles stands beside that of the loops without them: where 32 registers hold many rows and the
// second cache a panel, rows are read where they lie.
// SAYS: remark: tiles: cost {{[0-9.e]+}} with loops over tiles, {{[0-9.e]+}} without, in additions; it is tiled
// WIDE: remark: tiles: cost {{[0-9.e]+}} with loops over tiles, {{[0-9.e]+}} without, in additions; it is not tiled
// WHOLE-LABEL: func.func @product(
// WHOLE-NOT: split(
// WHOLE-LABEL: func.func @short(

// CHECK-LABEL: func.func @product(
// Threads share panels of lanes, each of which is packed by the thread that reads it.
// CHECK: by heuristic: split(i, [{{[0-9]+}}, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>
func.func @product(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @product(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT: module {
// FULL_DEFAULT-NEXT:   func.func @product(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>} {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE: module {
// FULL_WHOLE-NEXT:   func.func @product(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:   }

// A short fold is not cut.
// CHECK-LABEL: func.func @short(
// CHECK: order(j.0, i.0, j.1, i.1)
func.func @short(%a: tensor<1024x512xf32>, %b: tensor<512x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 512 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<1024x512xf32>
      %y = tensor.at %b[%k, %j] : tensor<512x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<1024x512xf32>, %[[ARG1:.*]]: tensor<512x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [66, 6]), split(j, [1024, 16]), order(j.0, i.0, j.1, i.1), parallel(i.0), stage(j, k, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x512xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<512x1024xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<1024x512xf32>, %[[ARG1:.*]]: tensor<512x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [66, 6]), split(j, [1024, 16]), order(j.0, i.0, j.1, i.1), parallel(i.0), stage(j, k, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>} {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x512xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<512x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @short(%[[ARG0:.*]]: tensor<1024x512xf32>, %[[ARG1:.*]]: tensor<512x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 512 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x512xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<512x1024xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:   }

// Rows that lie along the fold are copied as they are; of an operand that lies the other way, blocks have
// their numbers side by side in panels.
// CHECK-LABEL: func.func @columns(
// CHECK: stage(i, k, at = i.0, panels = i)
func.func @columns(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%k, %i] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @columns(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 16), jam(i, 6)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @columns(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 16), jam(i, 6)>} {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @columns(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 12]), split(j, [512, 32]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 32), jam(i, 12)>} {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:   }

// Four rows are read too few times.
// CHECK-LABEL: func.func @small(
// CHECK-NOT: schedule
// CHECK: return
func.func @small(%a: tensor<4x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<4x1024xf32> {
  %t = tensor.compute (%i, %j) in [4, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<4x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4x1024xf32>
  return %t : tensor<4x1024xf32>
}
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<4x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<4x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 1024] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<4x1024xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<4x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<4x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<4x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<4x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 1024] {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<4x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<4x1024xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<4x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<4x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<4x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4, 1024] {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<4x1024xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<4x1024xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<4x1024xf32>
// FULL_WHOLE-NEXT:   }

// A product of unknown extents may be small: there have to be sixteen times as many terms, and so many rows.
// CHECK-LABEL: func.func @unknown(
// CHECK-DAG: %[[LEAST:.*]] = arith.constant 1.350000e+01 : f64
// CHECK-DAG: %[[FEWEST:.*]] = arith.constant 2.400000e+01 : f64
// CHECK: %[[IS_LARGE:.*]] = arith.andi
// CHECK: %[[RESULT:.*]] = loop.if %{{.*}} -> (tensor<?{m}x1024xf32>) {
// CHECK: tensor.compute
// CHECK-SAME: split(i, [66, 6]), split(j, [{{[0-9]+}}, 16]), split(k, [256])
// CHECK: } else {
// CHECK-NOT: schedule
// CHECK: return %[[RESULT]]
// SAYS: remark: tiles: for extents with 2.684e8 terms or more, loops over tiles run, and for others the untiled loops
func.func @unknown(%a: tensor<?{m}x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<?{m}x1024xf32> {
  %t = tensor.compute (%i, %j) in [m, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{m}x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{m}x1024xf32>
  return %t : tensor<?{m}x1024xf32>
}
// FULL-NEXT:   func.func @unknown(%[[ARG0:.*]]: tensor<?{m}x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<?{m}x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [m] : index
// FULL-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : index to i64
// FULL-NEXT:     %[[V2:.*]] = arith.sitofp %[[V1]] : i64 to f64
// FULL-NEXT:     %[[CST:.*]] = arith.constant 2.400000e+01 : f64
// FULL-NEXT:     %[[V3:.*]] = arith.cmpf oge, %[[V2]], %[[CST]] : f64
// FULL-NEXT:     %[[V4:.*]] = tensor.extent [m] : index
// FULL-NEXT:     %[[V5:.*]] = arith.index_cast %[[V4]] : index to i64
// FULL-NEXT:     %[[V6:.*]] = arith.sitofp %[[V5]] : i64 to f64
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 1.350000e+01 : f64
// FULL-NEXT:     %[[V7:.*]] = arith.cmpf oge, %[[V6]], %[[CST_0]] : f64
// FULL-NEXT:     %[[V8:.*]] = tensor.extent [m] : index
// FULL-NEXT:     %[[V9:.*]] = arith.index_cast %[[V8]] : index to i64
// FULL-NEXT:     %[[V10:.*]] = arith.sitofp %[[V9]] : i64 to f64
// FULL-NEXT:     %[[CST_1:.*]] = arith.constant 6.000000e+00 : f64
// FULL-NEXT:     %[[V11:.*]] = arith.cmpf oge, %[[V10]], %[[CST_1]] : f64
// FULL-NEXT:     %[[V12:.*]] = arith.andi %[[V3]], %[[V7]] : i1
// FULL-NEXT:     %[[V13:.*]] = arith.andi %[[V12]], %[[V11]] : i1
// FULL-NEXT:     %[[V14:.*]] = loop.if %[[V13]] -> (tensor<?{m}x1024xf32>) {
// FULL-NEXT:       %[[V15:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [66, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>} {
// FULL-NEXT:         %[[V16:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V17:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x1024xf32>
// FULL-NEXT:           %[[V18:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL-NEXT:           %[[V19:.*]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL-NEXT:           tensor.yield %[[V19]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V16]] : f32
// FULL-NEXT:       } : tensor<?{m}x1024xf32>
// FULL-NEXT:       loop.yield %[[V15]] : tensor<?{m}x1024xf32>
// FULL-NEXT:     } else {
// FULL-NEXT:       %[[V15]] = tensor.compute (%[[I]], %[[J]]) in [m, 1024] attributes {axes = ["i", "j"], folds = ["k"]} {
// FULL-NEXT:         %[[V16]] = tensor.fold (%[[K]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V17]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x1024xf32>
// FULL-NEXT:           %[[V18]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL-NEXT:           %[[V19]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL-NEXT:           tensor.yield %[[V19]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V16]] : f32
// FULL-NEXT:       } : tensor<?{m}x1024xf32>
// FULL-NEXT:       loop.yield %[[V15]] : tensor<?{m}x1024xf32>
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V14]] : tensor<?{m}x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @unknown(%[[ARG0:.*]]: tensor<?{m}x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<?{m}x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.extent [m] : index
// FULL_DEFAULT-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : index to i64
// FULL_DEFAULT-NEXT:     %[[V2:.*]] = arith.sitofp %[[V1]] : i64 to f64
// FULL_DEFAULT-NEXT:     %[[CST:.*]] = arith.constant 2.400000e+01 : f64
// FULL_DEFAULT-NEXT:     %[[V3:.*]] = arith.cmpf oge, %[[V2]], %[[CST]] : f64
// FULL_DEFAULT-NEXT:     %[[V4:.*]] = tensor.extent [m] : index
// FULL_DEFAULT-NEXT:     %[[V5:.*]] = arith.index_cast %[[V4]] : index to i64
// FULL_DEFAULT-NEXT:     %[[V6:.*]] = arith.sitofp %[[V5]] : i64 to f64
// FULL_DEFAULT-NEXT:     %[[CST_0:.*]] = arith.constant 2.560000e+02 : f64
// FULL_DEFAULT-NEXT:     %[[V7:.*]] = arith.cmpf oge, %[[V6]], %[[CST_0]] : f64
// FULL_DEFAULT-NEXT:     %[[V8:.*]] = tensor.extent [m] : index
// FULL_DEFAULT-NEXT:     %[[V9:.*]] = arith.index_cast %[[V8]] : index to i64
// FULL_DEFAULT-NEXT:     %[[V10:.*]] = arith.sitofp %[[V9]] : i64 to f64
// FULL_DEFAULT-NEXT:     %[[CST_1:.*]] = arith.constant 6.000000e+00 : f64
// FULL_DEFAULT-NEXT:     %[[V11:.*]] = arith.cmpf oge, %[[V10]], %[[CST_1]] : f64
// FULL_DEFAULT-NEXT:     %[[V12:.*]] = arith.andi %[[V3]], %[[V7]] : i1
// FULL_DEFAULT-NEXT:     %[[V13:.*]] = arith.andi %[[V12]], %[[V11]] : i1
// FULL_DEFAULT-NEXT:     %[[V14:.*]] = loop.if %[[V13]] -> (tensor<?{m}x1024xf32>) {
// FULL_DEFAULT-NEXT:       %[[V15:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [66, 6]), split(j, [512, 16]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>} {
// FULL_DEFAULT-NEXT:         %[[V16:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:           %[[V17:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x1024xf32>
// FULL_DEFAULT-NEXT:           %[[V18:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:           %[[V19:.*]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL_DEFAULT-NEXT:           tensor.yield %[[V19]] : f32
// FULL_DEFAULT-NEXT:         } : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V16]] : f32
// FULL_DEFAULT-NEXT:       } : tensor<?{m}x1024xf32>
// FULL_DEFAULT-NEXT:       loop.yield %[[V15]] : tensor<?{m}x1024xf32>
// FULL_DEFAULT-NEXT:     } else {
// FULL_DEFAULT-NEXT:       %[[V15]] = tensor.compute (%[[I]], %[[J]]) in [m, 1024] attributes {axes = ["i", "j"], folds = ["k"]} {
// FULL_DEFAULT-NEXT:         %[[V16]] = tensor.fold (%[[K]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:           %[[V17]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x1024xf32>
// FULL_DEFAULT-NEXT:           %[[V18]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:           %[[V19]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL_DEFAULT-NEXT:           tensor.yield %[[V19]] : f32
// FULL_DEFAULT-NEXT:         } : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V16]] : f32
// FULL_DEFAULT-NEXT:       } : tensor<?{m}x1024xf32>
// FULL_DEFAULT-NEXT:       loop.yield %[[V15]] : tensor<?{m}x1024xf32>
// FULL_DEFAULT-NEXT:     }
// FULL_DEFAULT-NEXT:     return %[[V14]] : tensor<?{m}x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @unknown(%[[ARG0:.*]]: tensor<?{m}x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<?{m}x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.extent [m] : index
// FULL_WHOLE-NEXT:     %[[V1:.*]] = arith.index_cast %[[V0]] : index to i64
// FULL_WHOLE-NEXT:     %[[V2:.*]] = arith.sitofp %[[V1]] : i64 to f64
// FULL_WHOLE-NEXT:     %[[CST:.*]] = arith.constant 4.800000e+01 : f64
// FULL_WHOLE-NEXT:     %[[V3:.*]] = arith.cmpf oge, %[[V2]], %[[CST]] : f64
// FULL_WHOLE-NEXT:     %[[V4:.*]] = tensor.extent [m] : index
// FULL_WHOLE-NEXT:     %[[V5:.*]] = arith.index_cast %[[V4]] : index to i64
// FULL_WHOLE-NEXT:     %[[V6:.*]] = arith.sitofp %[[V5]] : i64 to f64
// FULL_WHOLE-NEXT:     %[[CST_0:.*]] = arith.constant 2.560000e+02 : f64
// FULL_WHOLE-NEXT:     %[[V7:.*]] = arith.cmpf oge, %[[V6]], %[[CST_0]] : f64
// FULL_WHOLE-NEXT:     %[[V8:.*]] = tensor.extent [m] : index
// FULL_WHOLE-NEXT:     %[[V9:.*]] = arith.index_cast %[[V8]] : index to i64
// FULL_WHOLE-NEXT:     %[[V10:.*]] = arith.sitofp %[[V9]] : i64 to f64
// FULL_WHOLE-NEXT:     %[[CST_1:.*]] = arith.constant 1.200000e+01 : f64
// FULL_WHOLE-NEXT:     %[[V11:.*]] = arith.cmpf oge, %[[V10]], %[[CST_1]] : f64
// FULL_WHOLE-NEXT:     %[[V12:.*]] = arith.andi %[[V3]], %[[V7]] : i1
// FULL_WHOLE-NEXT:     %[[V13:.*]] = arith.andi %[[V12]], %[[V11]] : i1
// FULL_WHOLE-NEXT:     %[[V14:.*]] = loop.if %[[V13]] -> (tensor<?{m}x1024xf32>) {
// FULL_WHOLE-NEXT:       %[[V15:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [m, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 12]), split(j, [512, 32]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 32), jam(i, 12)>} {
// FULL_WHOLE-NEXT:         %[[V16:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_WHOLE-NEXT:           %[[V17:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x1024xf32>
// FULL_WHOLE-NEXT:           %[[V18:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:           %[[V19:.*]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL_WHOLE-NEXT:           tensor.yield %[[V19]] : f32
// FULL_WHOLE-NEXT:         } : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V16]] : f32
// FULL_WHOLE-NEXT:       } : tensor<?{m}x1024xf32>
// FULL_WHOLE-NEXT:       loop.yield %[[V15]] : tensor<?{m}x1024xf32>
// FULL_WHOLE-NEXT:     } else {
// FULL_WHOLE-NEXT:       %[[V15]] = tensor.compute (%[[I]], %[[J]]) in [m, 1024] attributes {axes = ["i", "j"], folds = ["k"]} {
// FULL_WHOLE-NEXT:         %[[V16]] = tensor.fold (%[[K]]) = 0 to 1024 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_WHOLE-NEXT:           %[[V17]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{m}x1024xf32>
// FULL_WHOLE-NEXT:           %[[V18]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:           %[[V19]] = arith.mulf %[[V17]], %[[V18]] : f32
// FULL_WHOLE-NEXT:           tensor.yield %[[V19]] : f32
// FULL_WHOLE-NEXT:         } : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V16]] : f32
// FULL_WHOLE-NEXT:       } : tensor<?{m}x1024xf32>
// FULL_WHOLE-NEXT:       loop.yield %[[V15]] : tensor<?{m}x1024xf32>
// FULL_WHOLE-NEXT:     }
// FULL_WHOLE-NEXT:     return %[[V14]] : tensor<?{m}x1024xf32>
// FULL_WHOLE-NEXT:   }

// CHECK-LABEL: func.func @ordered(
// CHECK-NOT: schedule
// CHECK: return
func.func @ordered(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add  {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @ordered(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @ordered(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @ordered(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:   }

// CHECK-LABEL: func.func @asked(
// CHECK: schedule = #tensor.schedule<vectorize(j, 8)>
// CHECK: return
func.func @asked(%a: tensor<1024x1024xf32>, %b: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> {
  %t = tensor.compute (%i, %j) in [1024, 1024] attributes {schedule = #tensor.schedule<vectorize(j, 8)>} {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xf32>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @asked(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @asked(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @asked(%[[ARG0:.*]]: tensor<1024x1024xf32>, %[[ARG1:.*]]: tensor<1024x1024xf32>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], schedule = #tensor.schedule<vectorize(j, 8)>} {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL_WHOLE-NEXT:   }

// Enough terms for the first run, too few for what the pass does by itself.
// CHECK-LABEL: func.func @middle(
// CHECK: split(
// DEFAULT-LABEL: func.func @middle(
// DEFAULT-NOT: schedule
// DEFAULT: return
func.func @middle(%a: tensor<96x128xf32>, %b: tensor<128x1024xf32>) -> tensor<96x1024xf32> {
  %t = tensor.compute (%i, %j) in [96, 1024] {
    %s = tensor.fold (%k) = 0 to 128 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<96x128xf32>
      %y = tensor.at %b[%k, %j] : tensor<128x1024xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<96x1024xf32>
  return %t : tensor<96x1024xf32>
}
// FULL-NEXT:   func.func @middle(%[[ARG0:.*]]: tensor<96x128xf32>, %[[ARG1:.*]]: tensor<128x1024xf32>) -> tensor<96x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [96, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [12, 6]), split(j, [512, 16]), order(j.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = j.0, panels = j), stage(i, k, at = i.0), vectorize(j, 16), jam(i, 6)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 128 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<96x128xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<128x1024xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<96x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<96x1024xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @middle(%[[ARG0:.*]]: tensor<96x128xf32>, %[[ARG1:.*]]: tensor<128x1024xf32>) -> tensor<96x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [96, 1024] {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 128 add fastmath<reassoc> {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<96x128xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<128x1024xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<96x1024xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<96x1024xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @middle(%[[ARG0:.*]]: tensor<96x128xf32>, %[[ARG1:.*]]: tensor<128x1024xf32>) -> tensor<96x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [96, 1024] {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 128 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<96x128xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<128x1024xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<96x1024xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<96x1024xf32>
// FULL_WHOLE-NEXT:   }

// A fold over rows that no cache holds reads a few of them over many columns; its many parts are added up in
// f64.
// CHECK-LABEL: func.func @rows(
// CHECK: by heuristic: split(i, [{{[0-9]+}}]), split(k, [8]), order(i.0, k.0), parallel(i.0), vectorize(i, 32)>
// ROWS-LABEL: func.func @rows(
// ROWS: loop.parallel
// ROWS: loop.for
// ROWS: arith.extf
// ROWS: tensor.tile_write add {{.*}} tensor<8192xf64>
// ROWS: arith.truncf
func.func @rows(%x: tensor<8192x8192xf32>) -> tensor<8192xf32> {
  %t = tensor.compute (%i) in [8192] {
    %s = tensor.fold (%k) = 0 to 8192 add fastmath<reassoc> {
      %v = tensor.at %x[%k, %i] : tensor<8192x8192xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8192xf32>
  return %t : tensor<8192xf32>
}
// FULL-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<8192x8192xf32>) -> tensor<8192xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8192] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [4096]), split(k, [8]), order(i.0, k.0), parallel(i.0), vectorize(i, 32)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8192 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<8192x8192xf32>
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<8192xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8192xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<8192x8192xf32>) -> tensor<8192xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8192] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [4096]), split(k, [8]), order(i.0, k.0), parallel(i.0), vectorize(i, 32)>} {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8192 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<8192x8192xf32>
// FULL_DEFAULT-NEXT:         tensor.yield %[[V2]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<8192xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<8192xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @rows(%[[ARG0:.*]]: tensor<8192x8192xf32>) -> tensor<8192xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8192] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [4096]), split(k, [8]), order(i.0, k.0), parallel(i.0), vectorize(i, 64)>} {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8192 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[K]], %[[I]]] : tensor<8192x8192xf32>
// FULL_WHOLE-NEXT:         tensor.yield %[[V2]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<8192xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<8192xf32>
// FULL_WHOLE-NEXT:   }

// The same of a batch, each part of two operands: fewer rows of each.
// CHECK-LABEL: func.func @batch(
// CHECK: split(b, [1]), split(i, [{{[0-9]+}}]), split(k, [4]), order(b.0, i.0, k.0), parallel(b.0, i.0), vectorize(i, 32)>
func.func @batch(%x: tensor<16x4096x2048xf32>, %y: tensor<16x4096x2048xf32>) -> tensor<16x2048xf32> {
  %t = tensor.compute (%b, %i) in [16, 2048] attributes {axes = ["b", "i"]} {
    %s = tensor.fold (%k) = 0 to 4096 add fastmath<reassoc> {
      %v = tensor.at %x[%b, %k, %i] : tensor<16x4096x2048xf32>
      %w = tensor.at %y[%b, %k, %i] : tensor<16x4096x2048xf32>
      %p = arith.mulf %v, %w : f32
      tensor.yield %p : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<16x2048xf32>
  return %t : tensor<16x2048xf32>
}
// FULL-NEXT:   func.func @batch(%[[ARG0:.*]]: tensor<16x4096x2048xf32>, %[[ARG1:.*]]: tensor<16x4096x2048xf32>) -> tensor<16x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[B:.*]], %[[I:.*]]) in [16, 2048] attributes {axes = ["b", "i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(b, [1]), split(i, [2048]), split(k, [4]), order(b.0, i.0, k.0), parallel(b.0, i.0), vectorize(i, 32)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[B]], %[[K]], %[[I]]] : tensor<16x4096x2048xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[B]], %[[K]], %[[I]]] : tensor<16x4096x2048xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<16x2048xf32>
// FULL-NEXT:     return %[[V0]] : tensor<16x2048xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @batch(%[[ARG0:.*]]: tensor<16x4096x2048xf32>, %[[ARG1:.*]]: tensor<16x4096x2048xf32>) -> tensor<16x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[B:.*]], %[[I:.*]]) in [16, 2048] attributes {axes = ["b", "i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(b, [1]), split(i, [2048]), split(k, [4]), order(b.0, i.0, k.0), parallel(b.0, i.0), vectorize(i, 32)>} {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[B]], %[[K]], %[[I]]] : tensor<16x4096x2048xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[B]], %[[K]], %[[I]]] : tensor<16x4096x2048xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<16x2048xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<16x2048xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @batch(%[[ARG0:.*]]: tensor<16x4096x2048xf32>, %[[ARG1:.*]]: tensor<16x4096x2048xf32>) -> tensor<16x2048xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[B:.*]], %[[I:.*]]) in [16, 2048] attributes {axes = ["b", "i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(b, [1]), split(i, [2048]), split(k, [4]), order(b.0, i.0, k.0), parallel(b.0, i.0), vectorize(i, 64)>} {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[B]], %[[K]], %[[I]]] : tensor<16x4096x2048xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[B]], %[[K]], %[[I]]] : tensor<16x4096x2048xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<16x2048xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<16x2048xf32>
// FULL_WHOLE-NEXT:   }

// What lies side by side, what a cache holds, and rows of a few columns are read as they are.
// CHECK-LABEL: func.func @along(
// CHECK-NOT: schedule
// CHECK: return
func.func @along(%x: tensor<8192x8192xf32>, %y: tensor<256x256xf32>, %z: tensor<1000000x64xf32>) -> (tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>) {
  %t = tensor.compute (%i) in [8192] {
    %s = tensor.fold (%k) = 0 to 8192 add fastmath<reassoc> {
      %v = tensor.at %x[%i, %k] : tensor<8192x8192xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8192xf32>
  %u = tensor.compute (%i) in [256] {
    %s = tensor.fold (%k) = 0 to 256 add fastmath<reassoc> {
      %v = tensor.at %y[%k, %i] : tensor<256x256xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<256xf32>
  %w = tensor.compute (%i) in [64] {
    %s = tensor.fold (%k) = 0 to 1000000 add fastmath<reassoc> {
      %v = tensor.at %z[%k, %i] : tensor<1000000x64xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<64xf32>
  return %t, %u, %w : tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>
}
// FULL-NEXT:   func.func @along(%[[ARG0:.*]]: tensor<8192x8192xf32>, %[[ARG1:.*]]: tensor<256x256xf32>, %[[ARG2:.*]]: tensor<1000000x64xf32>) -> (tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8192] {
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8192 add fastmath<reassoc> {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<8192x8192xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<8192xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [256] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 256 add fastmath<reassoc> {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG1]][%[[K]], %[[I_0]]] : tensor<256x256xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<256xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [64] {
// FULL-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 1000000 add fastmath<reassoc> {
// FULL-NEXT:         %[[V4]] = tensor.at %[[ARG2]][%[[K]], %[[I_1]]] : tensor<1000000x64xf32>
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<64xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @along(%[[ARG0:.*]]: tensor<8192x8192xf32>, %[[ARG1:.*]]: tensor<256x256xf32>, %[[ARG2:.*]]: tensor<1000000x64xf32>) -> (tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8192] {
// FULL_DEFAULT-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8192 add fastmath<reassoc> {
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<8192x8192xf32>
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<8192xf32>
// FULL_DEFAULT-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [256] {
// FULL_DEFAULT-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 256 add fastmath<reassoc> {
// FULL_DEFAULT-NEXT:         %[[V4]] = tensor.at %[[ARG1]][%[[K]], %[[I_0]]] : tensor<256x256xf32>
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<256xf32>
// FULL_DEFAULT-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [64] {
// FULL_DEFAULT-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 1000000 add fastmath<reassoc> {
// FULL_DEFAULT-NEXT:         %[[V4]] = tensor.at %[[ARG2]][%[[K]], %[[I_1]]] : tensor<1000000x64xf32>
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V3]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<64xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @along(%[[ARG0:.*]]: tensor<8192x8192xf32>, %[[ARG1:.*]]: tensor<256x256xf32>, %[[ARG2:.*]]: tensor<1000000x64xf32>) -> (tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>) attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8192] {
// FULL_WHOLE-NEXT:       %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 8192 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<8192x8192xf32>
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_WHOLE-NEXT:     } : tensor<8192xf32>
// FULL_WHOLE-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [256] {
// FULL_WHOLE-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 256 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V4]] = tensor.at %[[ARG1]][%[[K]], %[[I_0]]] : tensor<256x256xf32>
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_WHOLE-NEXT:     } : tensor<256xf32>
// FULL_WHOLE-NEXT:     %[[V2:.*]] = tensor.compute (%[[I_1:.*]]) in [64] {
// FULL_WHOLE-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to 1000000 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V4]] = tensor.at %[[ARG2]][%[[K]], %[[I_1]]] : tensor<1000000x64xf32>
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V3]] : f32
// FULL_WHOLE-NEXT:     } : tensor<64xf32>
// FULL_WHOLE-NEXT:     return %[[V0]], %[[V1]], %[[V2]] : tensor<8192xf32>, tensor<256xf32>, tensor<64xf32>
// FULL_WHOLE-NEXT:   }

// What a number of an operand is made of is evaluated as it is packed, once for all lanes: with it, rows that
// lie where they are would take longer.
// DEFAULT-LABEL: func.func @prologue(
// DEFAULT: split(
func.func @prologue(%a: tensor<256x320xf32>, %r: tensor<256xf32>, %g: tensor<320xf32>, %b: tensor<320x1280xf32>) -> tensor<256x1280xf32> {
  %t = tensor.compute (%i, %j) in [256, 1280] {
    %s = tensor.fold (%k) = 0 to 320 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<256x320xf32>
      %u = tensor.at %r[%i] : tensor<256xf32>
      %v = tensor.at %g[%k] : tensor<320xf32>
      %y = tensor.at %b[%k, %j] : tensor<320x1280xf32>
      %xu = arith.mulf %x, %u : f32
      %xv = arith.mulf %xu, %v : f32
      %xy = arith.mulf %xv, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<256x1280xf32>
  return %t : tensor<256x1280xf32>
}
// FULL-NEXT:   func.func @prologue(%[[ARG0:.*]]: tensor<256x320xf32>, %[[ARG1:.*]]: tensor<256xf32>, %[[ARG2:.*]]: tensor<320xf32>, %[[ARG3:.*]]: tensor<320x1280xf32>) -> tensor<256x1280xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 1280] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [36, 6]), split(j, [640, 16]), order(j.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 16), jam(i, 6)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 320 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x320xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<256xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG2]][%[[K]]] : tensor<320xf32>
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG3]][%[[K]], %[[J]]] : tensor<320x1280xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         %[[V7:.*]] = arith.mulf %[[V6]], %[[V4]] : f32
// FULL-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V8]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<256x1280xf32>
// FULL-NEXT:     return %[[V0]] : tensor<256x1280xf32>
// FULL-NEXT:   }
// FULL_DEFAULT-NEXT:   func.func @prologue(%[[ARG0:.*]]: tensor<256x320xf32>, %[[ARG1:.*]]: tensor<256xf32>, %[[ARG2:.*]]: tensor<320xf32>, %[[ARG3:.*]]: tensor<320x1280xf32>) -> tensor<256x1280xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 1280] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [36, 6]), split(j, [640, 16]), order(j.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 16), jam(i, 6)>} {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 320 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x320xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<256xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = tensor.at %[[ARG2]][%[[K]]] : tensor<320xf32>
// FULL_DEFAULT-NEXT:         %[[V5:.*]] = tensor.at %[[ARG3]][%[[K]], %[[J]]] : tensor<320x1280xf32>
// FULL_DEFAULT-NEXT:         %[[V6:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         %[[V7:.*]] = arith.mulf %[[V6]], %[[V4]] : f32
// FULL_DEFAULT-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V5]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V8]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<256x1280xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<256x1280xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_WHOLE-NEXT:   func.func @prologue(%[[ARG0:.*]]: tensor<256x320xf32>, %[[ARG1:.*]]: tensor<256xf32>, %[[ARG2:.*]]: tensor<320xf32>, %[[ARG3:.*]]: tensor<320x1280xf32>) -> tensor<256x1280xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 1280] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [32, 8]), split(j, [640, 32]), order(j.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = j.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 32), jam(i, 8)>} {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 320 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x320xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<256xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG2]][%[[K]]] : tensor<320xf32>
// FULL_WHOLE-NEXT:         %[[V5:.*]] = tensor.at %[[ARG3]][%[[K]], %[[J]]] : tensor<320x1280xf32>
// FULL_WHOLE-NEXT:         %[[V6:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         %[[V7:.*]] = arith.mulf %[[V6]], %[[V4]] : f32
// FULL_WHOLE-NEXT:         %[[V8:.*]] = arith.mulf %[[V7]], %[[V5]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V8]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<256x1280xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<256x1280xf32>
// FULL_WHOLE-NEXT:   }

// DEFAULT-LABEL: func.func @without_prologue(
// DEFAULT-NOT: schedule
// DEFAULT: return
func.func @without_prologue(%a: tensor<256x256xf32>, %b: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<256x256xf32>
      %y = tensor.at %b[%k, %j] : tensor<256x256xf32>
      %xy = arith.mulf %x, %y : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<256x256xf32>
  return %t : tensor<256x256xf32>
}
// FULL-NEXT:   func.func @without_prologue(%[[ARG0:.*]]: tensor<256x256xf32>, %[[ARG1:.*]]: tensor<256x256xf32>) -> tensor<256x256xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 256] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 256 add fastmath<reassoc> {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x256xf32>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<256x256xf32>
// FULL-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<256x256xf32>
// FULL-NEXT:     return %[[V0]] : tensor<256x256xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_DEFAULT-NEXT:   func.func @without_prologue(%[[ARG0:.*]]: tensor<256x256xf32>, %[[ARG1:.*]]: tensor<256x256xf32>) -> tensor<256x256xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_DEFAULT-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 256] {
// FULL_DEFAULT-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 256 add fastmath<reassoc> {
// FULL_DEFAULT-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x256xf32>
// FULL_DEFAULT-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<256x256xf32>
// FULL_DEFAULT-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_DEFAULT-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DEFAULT-NEXT:       } : f32
// FULL_DEFAULT-NEXT:       tensor.yield %[[V1]] : f32
// FULL_DEFAULT-NEXT:     } : tensor<256x256xf32>
// FULL_DEFAULT-NEXT:     return %[[V0]] : tensor<256x256xf32>
// FULL_DEFAULT-NEXT:   }
// FULL_DEFAULT-NEXT: }
// FULL_WHOLE-NEXT:   func.func @without_prologue(%[[ARG0:.*]]: tensor<256x256xf32>, %[[ARG1:.*]]: tensor<256x256xf32>) -> tensor<256x256xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_WHOLE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 256] {
// FULL_WHOLE-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 256 add fastmath<reassoc> {
// FULL_WHOLE-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x256xf32>
// FULL_WHOLE-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<256x256xf32>
// FULL_WHOLE-NEXT:         %[[V4:.*]] = arith.mulf %[[V2]], %[[V3]] : f32
// FULL_WHOLE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_WHOLE-NEXT:       } : f32
// FULL_WHOLE-NEXT:       tensor.yield %[[V1]] : f32
// FULL_WHOLE-NEXT:     } : tensor<256x256xf32>
// FULL_WHOLE-NEXT:     return %[[V0]] : tensor<256x256xf32>
// FULL_WHOLE-NEXT:   }
// FULL_WHOLE-NEXT: }
