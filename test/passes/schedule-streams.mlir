// Results that are larger than the caches are stored past them, if their extents are constant and nobody
// reads them soon; on machines without masks, vectors of a ragged row end without them.
// RUN: tfopt %s --target=x86-64-v3 --schedule | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --target=x86-64-v3 --disable-rule=schedule.stream --schedule | tee %t.none | FileCheck %s --check-prefix=NONE
// RUN: FileCheck %s --check-prefix=FULL_NONE --match-full-lines < %t.none
// RUN: tfopt %s --target=x86-64-v4 --schedule | tee %t.masks | FileCheck %s --check-prefix=MASKS
// RUN: FileCheck %s --check-prefix=FULL_MASKS --match-full-lines < %t.masks
// RUN: tfopt %s --target=x86-64-v3 --cpu | tee %t.code | FileCheck %s --check-prefix=CODE
// COMPLETE: FULL, FULL_NONE, FULL_MASKS
// GOLDEN: cat %t.code

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
// FULL: module {
// FULL-NEXT:   func.func @large(%[[ARG0:.*]]: tensor<33554432xf32>) -> tensor<33554432xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [33554432] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 20000), vectorize(i, 16), stream()>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<33554432xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<33554432xf32>
// FULL-NEXT:     return %[[V0]] : tensor<33554432xf32>
// FULL-NEXT:   }
// FULL_NONE: module {
// FULL_NONE-NEXT:   func.func @large(%[[ARG0:.*]]: tensor<33554432xf32>) -> tensor<33554432xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [33554432] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 20000), vectorize(i, 16)>} {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<33554432xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<33554432xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<33554432xf32>
// FULL_NONE-NEXT:   }
// FULL_MASKS: module {
// FULL_MASKS-NEXT:   func.func @large(%[[ARG0:.*]]: tensor<33554432xf32>) -> tensor<33554432xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_MASKS-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [33554432] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 20000), vectorize(i, 64), stream()>} {
// FULL_MASKS-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<33554432xf32>
// FULL_MASKS-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL_MASKS-NEXT:       tensor.yield %[[V2]] : f32
// FULL_MASKS-NEXT:     } : tensor<33554432xf32>
// FULL_MASKS-NEXT:     return %[[V0]] : tensor<33554432xf32>
// FULL_MASKS-NEXT:   }

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
// FULL-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<65536xf32>) -> tensor<65536xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [65536] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: vectorize(i, 16)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<65536xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<65536xf32>
// FULL-NEXT:     return %[[V0]] : tensor<65536xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<65536xf32>) -> tensor<65536xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [65536] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: vectorize(i, 16)>} {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<65536xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<65536xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<65536xf32>
// FULL_NONE-NEXT:   }
// FULL_MASKS-NEXT:   func.func @small(%[[ARG0:.*]]: tensor<65536xf32>) -> tensor<65536xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_MASKS-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [65536] attributes {axes = ["i"], schedule = #tensor.schedule<by heuristic: vectorize(i, 64)>} {
// FULL_MASKS-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<65536xf32>
// FULL_MASKS-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL_MASKS-NEXT:       tensor.yield %[[V2]] : f32
// FULL_MASKS-NEXT:     } : tensor<65536xf32>
// FULL_MASKS-NEXT:     return %[[V0]] : tensor<65536xf32>
// FULL_MASKS-NEXT:   }

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
// FULL-NEXT:   func.func @ragged(%[[ARG0:.*]]: tensor<100x37xf32>) -> tensor<100x37xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [100, 37] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: vectorize(j, 16, tail = overlap)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<100x37xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<100x37xf32>
// FULL-NEXT:     return %[[V0]] : tensor<100x37xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @ragged(%[[ARG0:.*]]: tensor<100x37xf32>) -> tensor<100x37xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [100, 37] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: vectorize(j, 16, tail = overlap)>} {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<100x37xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : f32
// FULL_NONE-NEXT:     } : tensor<100x37xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<100x37xf32>
// FULL_NONE-NEXT:   }
// FULL_MASKS-NEXT:   func.func @ragged(%[[ARG0:.*]]: tensor<100x37xf32>) -> tensor<100x37xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_MASKS-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [100, 37] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: vectorize(j, 64)>} {
// FULL_MASKS-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<100x37xf32>
// FULL_MASKS-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[V1]] : f32
// FULL_MASKS-NEXT:       tensor.yield %[[V2]] : f32
// FULL_MASKS-NEXT:     } : tensor<100x37xf32>
// FULL_MASKS-NEXT:     return %[[V0]] : tensor<100x37xf32>
// FULL_MASKS-NEXT:   }

// Trips of a group write rows of a large result: those stream that nobody reads in them. What they read of
// each other stays in a cache.
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
// FULL-NEXT:   func.func @group(%[[ARG0:.*]]: tensor<8192x4096xf32>) -> tensor<8192x4096xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [8192, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 2), vectorize(j, 16), stream()>} {
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<8192x4096xf32>
// FULL-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<8192x4096xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [8192] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 20), vectorize(k, 16, tail = peel)>} {
// FULL-NEXT:         %[[V4]] = tensor.fold (%[[K:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V5]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<8192x4096xf32>
// FULL-NEXT:           tensor.yield %[[V5]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V4]] : f32
// FULL-NEXT:       } : tensor<8192xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [8192, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 4), vectorize(j, 16), stream()>} {
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_1]], %[[J_2]]] : tensor<8192x4096xf32>
// FULL-NEXT:         %[[V5]] = tensor.at %[[V2]][%[[I_1]]] : tensor<8192xf32>
// FULL-NEXT:         %[[V6:.*]] = arith.divf %[[V4]], %[[V5]] : f32
// FULL-NEXT:         tensor.yield %[[V6]] : f32
// FULL-NEXT:       } : tensor<8192x4096xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : tensor<8192x4096xf32>
// FULL-NEXT:     } : tensor<8192x4096xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8192x4096xf32>
// FULL-NEXT:   }
// FULL_NONE-NEXT:   func.func @group(%[[ARG0:.*]]: tensor<8192x4096xf32>) -> tensor<8192x4096xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [8192, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 2), vectorize(j, 16)>} {
// FULL_NONE-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<8192x4096xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V5]] : f32
// FULL_NONE-NEXT:       } : tensor<8192x4096xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [8192] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 20), vectorize(k, 16, tail = peel)>} {
// FULL_NONE-NEXT:         %[[V4]] = tensor.fold (%[[K:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_NONE-NEXT:           %[[V5]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<8192x4096xf32>
// FULL_NONE-NEXT:           tensor.yield %[[V5]] : f32
// FULL_NONE-NEXT:         } : f32
// FULL_NONE-NEXT:         tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:       } : tensor<8192xf32>
// FULL_NONE-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [8192, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 4), vectorize(j, 16)>} {
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_1]], %[[J_2]]] : tensor<8192x4096xf32>
// FULL_NONE-NEXT:         %[[V5]] = tensor.at %[[V2]][%[[I_1]]] : tensor<8192xf32>
// FULL_NONE-NEXT:         %[[V6:.*]] = arith.divf %[[V4]], %[[V5]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V6]] : f32
// FULL_NONE-NEXT:       } : tensor<8192x4096xf32>
// FULL_NONE-NEXT:       tensor.yield %[[V3]] : tensor<8192x4096xf32>
// FULL_NONE-NEXT:     } : tensor<8192x4096xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<8192x4096xf32>
// FULL_NONE-NEXT:   }
// FULL_MASKS-NEXT:   func.func @group(%[[ARG0:.*]]: tensor<8192x4096xf32>) -> tensor<8192x4096xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_MASKS-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL_MASKS-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [8192, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 3), vectorize(j, 32), stream()>} {
// FULL_MASKS-NEXT:         %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:         %[[V5:.*]] = math.exp %[[V4]] : f32
// FULL_MASKS-NEXT:         tensor.yield %[[V5]] : f32
// FULL_MASKS-NEXT:       } : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]]) in [8192] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 39), vectorize(k, 64)>} {
// FULL_MASKS-NEXT:         %[[V4]] = tensor.fold (%[[K:.*]]) = 0 to 4096 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_MASKS-NEXT:           %[[V5]] = tensor.at %[[V1]][%[[I_0]], %[[K]]] : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:           tensor.yield %[[V5]] : f32
// FULL_MASKS-NEXT:         } : f32
// FULL_MASKS-NEXT:         tensor.yield %[[V4]] : f32
// FULL_MASKS-NEXT:       } : tensor<8192xf32>
// FULL_MASKS-NEXT:       %[[V3:.*]] = tensor.compute (%[[I_1:.*]], %[[J_2:.*]]) in [8192, 4096] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 5), vectorize(j, 64), stream()>} {
// FULL_MASKS-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_1]], %[[J_2]]] : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:         %[[V5]] = tensor.at %[[V2]][%[[I_1]]] : tensor<8192xf32>
// FULL_MASKS-NEXT:         %[[V6:.*]] = arith.divf %[[V4]], %[[V5]] : f32
// FULL_MASKS-NEXT:         tensor.yield %[[V6]] : f32
// FULL_MASKS-NEXT:       } : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:       tensor.yield %[[V3]] : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:     } : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:     return %[[V0]] : tensor<8192x4096xf32>
// FULL_MASKS-NEXT:   }

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
// FULL-NEXT:   func.func @short_rows(%[[ARG0:.*]]: tensor<524288x64xf32>) -> tensor<524288x64xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [524288] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 685), vectorize(k, 16, tail = peel)>} {
// FULL-NEXT:         %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add fastmath<reassoc> attributes {axis = "k"} {
// FULL-NEXT:           %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<524288x64xf32>
// FULL-NEXT:           tensor.yield %[[V4]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V3]] : f32
// FULL-NEXT:       } : tensor<524288xf32>
// FULL-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [524288, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 222), vectorize(j, 16), stream()>} {
// FULL-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<524288x64xf32>
// FULL-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]]] : tensor<524288xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.divf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : tensor<524288x64xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : tensor<524288x64xf32>
// FULL-NEXT:     } : tensor<524288x64xf32>
// FULL-NEXT:     return %[[V0]] : tensor<524288x64xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_NONE-NEXT:   func.func @short_rows(%[[ARG0:.*]]: tensor<524288x64xf32>) -> tensor<524288x64xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL_NONE-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL_NONE-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [524288] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 685), vectorize(k, 16, tail = peel)>} {
// FULL_NONE-NEXT:         %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_NONE-NEXT:           %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<524288x64xf32>
// FULL_NONE-NEXT:           tensor.yield %[[V4]] : f32
// FULL_NONE-NEXT:         } : f32
// FULL_NONE-NEXT:         tensor.yield %[[V3]] : f32
// FULL_NONE-NEXT:       } : tensor<524288xf32>
// FULL_NONE-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [524288, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 222), vectorize(j, 16)>} {
// FULL_NONE-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<524288x64xf32>
// FULL_NONE-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]]] : tensor<524288xf32>
// FULL_NONE-NEXT:         %[[V5:.*]] = arith.divf %[[V3]], %[[V4]] : f32
// FULL_NONE-NEXT:         tensor.yield %[[V5]] : f32
// FULL_NONE-NEXT:       } : tensor<524288x64xf32>
// FULL_NONE-NEXT:       tensor.yield %[[V2]] : tensor<524288x64xf32>
// FULL_NONE-NEXT:     } : tensor<524288x64xf32>
// FULL_NONE-NEXT:     return %[[V0]] : tensor<524288x64xf32>
// FULL_NONE-NEXT:   }
// FULL_NONE-NEXT: }
// FULL_MASKS-NEXT:   func.func @short_rows(%[[ARG0:.*]]: tensor<524288x64xf32>) -> tensor<524288x64xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_MASKS-NEXT:     %[[V0:.*]] = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0), parallel(i.0)>} {
// FULL_MASKS-NEXT:       %[[V1:.*]] = tensor.compute (%[[I:.*]]) in [524288] attributes {axes = ["i"], folds = ["k"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 944), vectorize(k, 64)>} {
// FULL_MASKS-NEXT:         %[[V3:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add fastmath<reassoc> attributes {axis = "k"} {
// FULL_MASKS-NEXT:           %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<524288x64xf32>
// FULL_MASKS-NEXT:           tensor.yield %[[V4]] : f32
// FULL_MASKS-NEXT:         } : f32
// FULL_MASKS-NEXT:         tensor.yield %[[V3]] : f32
// FULL_MASKS-NEXT:       } : tensor<524288xf32>
// FULL_MASKS-NEXT:       %[[V2:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [524288, 64] attributes {axes = ["i", "j"], schedule = #tensor.schedule<by heuristic: parallel(i, grain = 316), vectorize(j, 64), stream()>} {
// FULL_MASKS-NEXT:         %[[V3]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<524288x64xf32>
// FULL_MASKS-NEXT:         %[[V4]] = tensor.at %[[V1]][%[[I_0]]] : tensor<524288xf32>
// FULL_MASKS-NEXT:         %[[V5:.*]] = arith.divf %[[V3]], %[[V4]] : f32
// FULL_MASKS-NEXT:         tensor.yield %[[V5]] : f32
// FULL_MASKS-NEXT:       } : tensor<524288x64xf32>
// FULL_MASKS-NEXT:       tensor.yield %[[V2]] : tensor<524288x64xf32>
// FULL_MASKS-NEXT:     } : tensor<524288x64xf32>
// FULL_MASKS-NEXT:     return %[[V0]] : tensor<524288x64xf32>
// FULL_MASKS-NEXT:   }
// FULL_MASKS-NEXT: }
