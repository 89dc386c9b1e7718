// Products of narrow integers get tiles of words, several terms of which one instruction adds up, from fewer
// terms on than others; those of bf16 only where flags promise that nobody minds.
// RUN: tfopt %s --choose-tiles | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @bytes(
// CHECK: by heuristic: split(i, {{.*}}vectorize(j, 32), jam(i, {{[0-9]+}}), mma(k, 4)>
func.func @bytes(%a: tensor<256x256xi8>, %b: tensor<256x256xi8>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add {
      %x = tensor.at %a[%i, %k] : tensor<256x256xi8>
      %y = tensor.at %b[%k, %j] : tensor<256x256xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<256x256xi32>
  return %t : tensor<256x256xi32>
}
// FULL: module {
// FULL-NEXT:   func.func @bytes(%[[ARG0:.*]]: tensor<256x256xi8>, %[[ARG1:.*]]: tensor<256x256xi8>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 256] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [32, 8]), split(j, [256, 32]), order(j.0, i.0, j.1, i.1), parallel(i.0), stage(j, k, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 32), jam(i, 8), mma(k, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 256 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x256xi8>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<256x256xi8>
// FULL-NEXT:         %[[V4:.*]] = arith.extsi %[[V2]] : i8 to i32
// FULL-NEXT:         %[[V5:.*]] = arith.extsi %[[V3]] : i8 to i32
// FULL-NEXT:         %[[V6:.*]] = arith.muli %[[V4]], %[[V5]] : i32
// FULL-NEXT:         tensor.yield %[[V6]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       tensor.yield %[[V1]] : i32
// FULL-NEXT:     } : tensor<256x256xi32>
// FULL-NEXT:     return %[[V0]] : tensor<256x256xi32>
// FULL-NEXT:   }

// Without an instruction for four bytes, pairs.
// CHECK-LABEL: func.func @bytes_as_pairs(
// CHECK: mma(k, 2)>
func.func @bytes_as_pairs(%a: tensor<256x256xi8>, %b: tensor<256x256xi8>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add {
      %x = tensor.at %a[%i, %k] : tensor<256x256xi8>
      %y = tensor.at %b[%k, %j] : tensor<256x256xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<256x256xi32>
  return %t : tensor<256x256xi32>
}
// FULL-NEXT:   func.func @bytes_as_pairs(%[[ARG0:.*]]: tensor<256x256xi8>, %[[ARG1:.*]]: tensor<256x256xi8>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 256] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [32, 8]), split(j, [256, 32]), order(j.0, i.0, j.1, i.1), parallel(i.0), stage(j, k, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 32), jam(i, 8), mma(k, 2)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 256 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x256xi8>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<256x256xi8>
// FULL-NEXT:         %[[V4:.*]] = arith.extsi %[[V2]] : i8 to i32
// FULL-NEXT:         %[[V5:.*]] = arith.extsi %[[V3]] : i8 to i32
// FULL-NEXT:         %[[V6:.*]] = arith.muli %[[V4]], %[[V5]] : i32
// FULL-NEXT:         tensor.yield %[[V6]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       tensor.yield %[[V1]] : i32
// FULL-NEXT:     } : tensor<256x256xi32>
// FULL-NEXT:     return %[[V0]] : tensor<256x256xi32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @pairs(
// CHECK: mma(k, 2)>
func.func @pairs(%a: tensor<256x256xi16>, %b: tensor<256x256xi16>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [256, 256] {
    %s = tensor.fold (%k) = 0 to 256 add {
      %x = tensor.at %a[%i, %k] : tensor<256x256xi16>
      %y = tensor.at %b[%k, %j] : tensor<256x256xi16>
      %wx = arith.extsi %x : i16 to i32
      %wy = arith.extsi %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<256x256xi32>
  return %t : tensor<256x256xi32>
}
// FULL-NEXT:   func.func @pairs(%[[ARG0:.*]]: tensor<256x256xi16>, %[[ARG1:.*]]: tensor<256x256xi16>) -> tensor<256x256xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 256] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [32, 8]), split(j, [256, 32]), order(j.0, i.0, j.1, i.1), parallel(i.0), stage(j, k, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 32), jam(i, 8), mma(k, 2)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 256 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<256x256xi16>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<256x256xi16>
// FULL-NEXT:         %[[V4:.*]] = arith.extsi %[[V2]] : i16 to i32
// FULL-NEXT:         %[[V5:.*]] = arith.extsi %[[V3]] : i16 to i32
// FULL-NEXT:         %[[V6:.*]] = arith.muli %[[V4]], %[[V5]] : i32
// FULL-NEXT:         tensor.yield %[[V6]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       tensor.yield %[[V1]] : i32
// FULL-NEXT:     } : tensor<256x256xi32>
// FULL-NEXT:     return %[[V0]] : tensor<256x256xi32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @few(
// CHECK-NOT: schedule
// CHECK: return
func.func @few(%a: tensor<48x48xi8>, %b: tensor<48x48xi8>) -> tensor<48x48xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [48, 48] {
    %s = tensor.fold (%k) = 0 to 48 add {
      %x = tensor.at %a[%i, %k] : tensor<48x48xi8>
      %y = tensor.at %b[%k, %j] : tensor<48x48xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<48x48xi32>
  return %t : tensor<48x48xi32>
}
// FULL-NEXT:   func.func @few(%[[ARG0:.*]]: tensor<48x48xi8>, %[[ARG1:.*]]: tensor<48x48xi8>) -> tensor<48x48xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [48, 48] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 48 add {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<48x48xi8>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<48x48xi8>
// FULL-NEXT:         %[[V4:.*]] = arith.extsi %[[V2]] : i8 to i32
// FULL-NEXT:         %[[V5:.*]] = arith.extsi %[[V3]] : i8 to i32
// FULL-NEXT:         %[[V6:.*]] = arith.muli %[[V4]], %[[V5]] : i32
// FULL-NEXT:         tensor.yield %[[V6]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       tensor.yield %[[V1]] : i32
// FULL-NEXT:     } : tensor<48x48xi32>
// FULL-NEXT:     return %[[V0]] : tensor<48x48xi32>
// FULL-NEXT:   }

// A long fold is cut into parts of whole words.
// CHECK-LABEL: func.func @long(
// CHECK: split(k, [1024]),{{.*}} mma(k, 4)>
func.func @long(%a: tensor<4096x4096xi8>, %b: tensor<4096x4096xi8>) -> tensor<4096x4096xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [4096, 4096] {
    %s = tensor.fold (%k) = 0 to 4096 add {
      %x = tensor.at %a[%i, %k] : tensor<4096x4096xi8>
      %y = tensor.at %b[%k, %j] : tensor<4096x4096xi8>
      %wx = arith.extsi %x : i8 to i32
      %wy = arith.extsi %y : i8 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<4096x4096xi32>
  return %t : tensor<4096x4096xi32>
}
// FULL-NEXT:   func.func @long(%[[ARG0:.*]]: tensor<4096x4096xi8>, %[[ARG1:.*]]: tensor<4096x4096xi8>) -> tensor<4096x4096xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [4096, 4096] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [516, 12]), split(j, [1024, 32]), split(k, [1024]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 32), jam(i, 12), mma(k, 4)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 4096 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<4096x4096xi8>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<4096x4096xi8>
// FULL-NEXT:         %[[V4:.*]] = arith.extsi %[[V2]] : i8 to i32
// FULL-NEXT:         %[[V5:.*]] = arith.extsi %[[V3]] : i8 to i32
// FULL-NEXT:         %[[V6:.*]] = arith.muli %[[V4]], %[[V5]] : i32
// FULL-NEXT:         tensor.yield %[[V6]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       tensor.yield %[[V1]] : i32
// FULL-NEXT:     } : tensor<4096x4096xi32>
// FULL-NEXT:     return %[[V0]] : tensor<4096x4096xi32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @unsigned_pairs(
// CHECK-NOT: mma
// CHECK: return
func.func @unsigned_pairs(%a: tensor<1024x1024xi16>, %b: tensor<1024x1024xi16>) -> tensor<1024x1024xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xi16>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xi16>
      %wx = arith.extui %x : i16 to i32
      %wy = arith.extui %y : i16 to i32
      %xy = arith.muli %wx, %wy : i32
      tensor.yield %xy : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<1024x1024xi32>
  return %t : tensor<1024x1024xi32>
}
// FULL-NEXT:   func.func @unsigned_pairs(%[[ARG0:.*]]: tensor<1024x1024xi16>, %[[ARG1:.*]]: tensor<1024x1024xi16>) -> tensor<1024x1024xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 12]), split(j, [512, 32]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 32), jam(i, 12)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xi16>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xi16>
// FULL-NEXT:         %[[V4:.*]] = arith.extui %[[V2]] : i16 to i32
// FULL-NEXT:         %[[V5:.*]] = arith.extui %[[V3]] : i16 to i32
// FULL-NEXT:         %[[V6:.*]] = arith.muli %[[V4]], %[[V5]] : i32
// FULL-NEXT:         tensor.yield %[[V6]] : i32
// FULL-NEXT:       } : i32
// FULL-NEXT:       tensor.yield %[[V1]] : i32
// FULL-NEXT:     } : tensor<1024x1024xi32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xi32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @floats(
// CHECK-NOT: mma
// CHECK: return
func.func @floats(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<reassoc, contract> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xbf16>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xbf16>
      %wx = arith.extf %x : bf16 to f32
      %wy = arith.extf %y : bf16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @floats(%[[ARG0:.*]]: tensor<1024x1024xbf16>, %[[ARG1:.*]]: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 12]), split(j, [512, 32]), split(k, [256]), order(j.0, k.0, i.0, j.1, i.1), parallel(j.0), stage(j, k, at = k.0, panels = j), stage(i, k, at = i.0), vectorize(j, 32), jam(i, 12)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<reassoc,contract> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xbf16>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xbf16>
// FULL-NEXT:         %[[V4:.*]] = arith.extf %[[V2]] : bf16 to f32
// FULL-NEXT:         %[[V5:.*]] = arith.extf %[[V3]] : bf16 to f32
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @fast_floats(
// CHECK: mma(k, 2)>
func.func @fast_floats(%a: tensor<1024x1024xbf16>, %b: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
  %t = tensor.compute (%i, %j) in [1024, 1024] {
    %s = tensor.fold (%k) = 0 to 1024 add fastmath<fast> {
      %x = tensor.at %a[%i, %k] : tensor<1024x1024xbf16>
      %y = tensor.at %b[%k, %j] : tensor<1024x1024xbf16>
      %wx = arith.extf %x : bf16 to f32
      %wy = arith.extf %y : bf16 to f32
      %xy = arith.mulf %wx, %wy : f32
      tensor.yield %xy : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<1024x1024xf32>
  return %t : tensor<1024x1024xf32>
}
// FULL-NEXT:   func.func @fast_floats(%[[ARG0:.*]]: tensor<1024x1024xbf16>, %[[ARG1:.*]]: tensor<1024x1024xbf16>) -> tensor<1024x1024xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [1024, 1024] attributes {axes = ["i", "j"], folds = ["k"], schedule = #tensor.schedule<by heuristic: split(i, [132, 12]), split(j, [1024, 32]), order(j.0, i.0, j.1, i.1), parallel(i.0), stage(j, k, panels = j), stage(i, k, at = i.0, panels = i), vectorize(j, 32), jam(i, 12), mma(k, 2)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to 1024 add fastmath<fast> attributes {axis = "k"} {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<1024x1024xbf16>
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<1024x1024xbf16>
// FULL-NEXT:         %[[V4:.*]] = arith.extf %[[V2]] : bf16 to f32
// FULL-NEXT:         %[[V5:.*]] = arith.extf %[[V3]] : bf16 to f32
// FULL-NEXT:         %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<1024x1024xf32>
// FULL-NEXT:     return %[[V0]] : tensor<1024x1024xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
