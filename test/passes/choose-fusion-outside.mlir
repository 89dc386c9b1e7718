// Producers that are read with a policy: what is read outside of them is what is read outside of what they
// read, or is chosen.
// RUN: tfopt --target=x86-64-v3 --tensor-decompose --prove-bounds --choose-fusion --apply-fusion --cse --canonicalize %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --check-semantics --cpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
// COMPLETE: FULL
// SAME: functions compared

// The rectified image is not stored: what it is filled with outside is what it makes of zeros.
// CHECK-LABEL: func.func @convolution(
// CHECK: tensor.compute
// CHECK: tensor.at %arg0[{{.*}}] fill(%{{.*}}) : tensor<2x6x5x8xf32>
// CHECK: arith.maximumf
// CHECK-NOT: tensor.compute
// CHECK-NOT: loop.if
func.func @convolution(%x: tensor<2x6x5x8xf32>, %w: tensor<3x3x8x8xf32>) -> tensor<2x6x5x8xf32> {
  %z = arith.constant dense<0.0> : tensor<2x6x5x8xf32>
  %r = arith.maximumf %x, %z : tensor<2x6x5x8xf32>
  %y = tensor.conv "b01f,01io->b01f" %r, %w low = [1, 1] high = [1, 1] : (tensor<2x6x5x8xf32>, tensor<3x3x8x8xf32>) -> tensor<2x6x5x8xf32>
  return %y : tensor<2x6x5x8xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @convolution(%[[ARG0:.*]]: tensor<2x6x5x8xf32>, %[[ARG1:.*]]: tensor<3x3x8x8xf32>) -> tensor<2x6x5x8xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]], %[[L:.*]]) in [2, 6, 5, 8] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K_0:.*]]) = 0 to 3 add {
// FULL-NEXT:         %[[V2:.*]] = tensor.fold (%[[K_1:.*]]) = 0 to 3 add {
// FULL-NEXT:           %[[V3:.*]] = tensor.fold (%[[K_2:.*]]) = 0 to 8 add {
// FULL-NEXT:             %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + %[[K_0]] - 1, %[[K]] + %[[K_1]] - 1, %[[K_2]]] fill(%[[CST]]) : tensor<2x6x5x8xf32>
// FULL-NEXT:             %[[V5:.*]] = arith.maximumf %[[V4]], %[[CST]] : f32
// FULL-NEXT:             %[[V6:.*]] = tensor.at %[[ARG1]][%[[K_0]], %[[K_1]], %[[K_2]], %[[L]]] : tensor<3x3x8x8xf32>
// FULL-NEXT:             %[[V7:.*]] = arith.mulf %[[V5]], %[[V6]] : f32
// FULL-NEXT:             tensor.yield %[[V7]] : f32
// FULL-NEXT:           } : f32
// FULL-NEXT:           tensor.yield %[[V3]] : f32
// FULL-NEXT:         } : f32
// FULL-NEXT:         tensor.yield %[[V2]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       tensor.yield %[[V1]] : f32
// FULL-NEXT:     } : tensor<2x6x5x8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<2x6x5x8xf32>
// FULL-NEXT:   }

// The same where padding is an op of its own, and behind a bias along another axis: that is added where the
// point is there.
// CHECK-LABEL: func.func @padded(
// CHECK: tensor.at %arg0[{{.*}}] fill(%{{.*}}) : tensor<6x8xf32>
// CHECK: arith.maximumf
// CHECK-NOT: loop.if
// CHECK: return
func.func @padded(%x: tensor<6x8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %z = arith.constant dense<0.0> : tensor<6x8xf32>
  %r = arith.maximumf %x, %z : tensor<6x8xf32>
  %p = tensor.pad %r, %zero low = [1, 0] high = [1, 0] : tensor<6x8xf32> to tensor<8x8xf32>
  return %p : tensor<8x8xf32>
}
// FULL-NEXT:   func.func @padded(%[[ARG0:.*]]: tensor<6x8xf32>) -> tensor<8x8xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [8, 8] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1, %[[J]]] fill(%[[CST]]) : tensor<6x8xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.maximumf %[[V1]], %[[CST]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<8x8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8x8xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @biased(
// CHECK: tensor.compute
// CHECK: %[[Y:.*]] = loop.if %{{.*}} -> (f32) {
// CHECK: tensor.at %arg0[%{{.*}} - 1, %{{.*}}] : tensor<6x8xf32>
// CHECK: tensor.at %arg1[%{{.*}}] : tensor<8xf32>
// CHECK-NOT: tensor.compute
func.func @biased(%x: tensor<6x8xf32>, %b: tensor<8xf32>) -> tensor<8x8xf32> {
  %zero = arith.constant 0.0 : f32
  %p = tensor.compute (%i, %j) in [6, 8] {
    %a = tensor.at %x[%i, %j] : tensor<6x8xf32>
    %c = tensor.at %b[%j] : tensor<8xf32>
    %d = arith.addf %a, %c : f32
    tensor.yield %d : f32
  } : tensor<6x8xf32>
  %r = tensor.compute (%i, %j) in [8, 8] {
    %a = tensor.at %p[%i - 1, %j] fill(%zero) : tensor<6x8xf32>
    tensor.yield %a : f32
  } : tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
// FULL-NEXT:   func.func @biased(%[[ARG0:.*]]: tensor<6x8xf32>, %[[ARG1:.*]]: tensor<8xf32>) -> tensor<8x8xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// FULL-NEXT:     %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [8, 8] {
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C]]-1 : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C0]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[V1]], %[[C6]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL-NEXT:       %[[V5:.*]] = loop.if %[[V4]] -> (f32) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]] - 1, %[[J]]] : tensor<6x8xf32>
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][%[[J]]] : tensor<8xf32>
// FULL-NEXT:         %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : f32
// FULL-NEXT:         loop.yield %[[V8]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<8x8xf32>
// FULL-NEXT:     return %[[V0]] : tensor<8x8xf32>
// FULL-NEXT:   }

// Along an axis of the same extent, the nearest point is the same, and so is the one behind a turn. A number
// that is added is no matter, nor is what is read along another axis.
// CHECK-LABEL: func.func @nearest(
// CHECK: tensor.compute
// CHECK-DAG: tensor.at %arg0[%[[I:[a-z0-9_]+]] - 1] clamp
// CHECK-DAG: tensor.at %arg0[%[[I]] + 2] wrap
// CHECK-NOT: tensor.compute
func.func @nearest(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %one = arith.constant 1.0 : f32
  %ones = tensor.splat %one : tensor<?{n}xf32>
  %p = arith.addf %x, %ones : tensor<?{n}xf32>
  %r = tensor.compute (%i) in [n] {
    %a = tensor.at %p[%i - 1] clamp : tensor<?{n}xf32>
    %b = tensor.at %p[%i + 2] wrap : tensor<?{n}xf32>
    %c = arith.mulf %a, %b : f32
    tensor.yield %c : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @nearest(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[V1]], %[[CST]] : f32
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 2] wrap : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V3]], %[[CST]] : f32
// FULL-NEXT:       %[[V5:.*]] = arith.mulf %[[V2]], %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// Of other types, zeros make a zero.
// CHECK-LABEL: func.func @widened(
// CHECK: tensor.at %arg0[{{.*}}] fill(%{{.*}}) : tensor<9xbf16>
// CHECK: arith.extf
// CHECK-NOT: loop.if
// CHECK: return
func.func @widened(%x: tensor<9xbf16>) -> tensor<9xf32> {
  %zero = arith.constant 0.0 : f32
  %p = arith.extf %x : tensor<9xbf16> to tensor<9xf32>
  %r = tensor.compute (%i) in [9] {
    %a = tensor.at %p[%i - 1] fill(%zero) : tensor<9xf32>
    %b = tensor.at %p[%i + 1] fill(%zero) : tensor<9xf32>
    %c = arith.subf %b, %a : f32
    tensor.yield %c : f32
  } : tensor<9xf32>
  return %r : tensor<9xf32>
}
// FULL-NEXT:   func.func @widened(%[[ARG0:.*]]: tensor<9xbf16>) -> tensor<9xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : bf16
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [9] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] fill(%[[CST]]) : tensor<9xbf16>
// FULL-NEXT:       %[[V2:.*]] = arith.extf %[[V1]] : bf16 to f32
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]] + 1] fill(%[[CST]]) : tensor<9xbf16>
// FULL-NEXT:       %[[V4:.*]] = arith.extf %[[V3]] : bf16 to f32
// FULL-NEXT:       %[[V5:.*]] = arith.subf %[[V4]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     return %[[V0]] : tensor<9xf32>
// FULL-NEXT:   }

// The zero of negated zeros is another one: it is chosen. So is what a division by the zeros outside would
// give.
// CHECK-LABEL: func.func @signed(
// CHECK: tensor.compute
// CHECK: loop.if
// CHECK: arith.negf
// CHECK-NOT: tensor.compute
// CHECK-LABEL: func.func @divided(
// CHECK: tensor.compute
// CHECK: loop.if
// CHECK: arith.divsi
// CHECK-NOT: tensor.compute
func.func @signed(%x: tensor<9xf32>) -> tensor<9xf32> {
  %zero = arith.constant 0.0 : f32
  %p = arith.negf %x : tensor<9xf32>
  %r = tensor.compute (%i) in [9] {
    %a = tensor.at %p[%i - 1] fill(%zero) : tensor<9xf32>
    tensor.yield %a : f32
  } : tensor<9xf32>
  return %r : tensor<9xf32>
}
// FULL-NEXT:   func.func @signed(%[[ARG0:.*]]: tensor<9xf32>) -> tensor<9xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [9] {
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C]]-1 : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C0]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[V1]], %[[C9]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL-NEXT:       %[[V5:.*]] = loop.if %[[V4]] -> (f32) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] : tensor<9xf32>
// FULL-NEXT:         %[[V7:.*]] = arith.negf %[[V6]] : f32
// FULL-NEXT:         loop.yield %[[V7]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     return %[[V0]] : tensor<9xf32>
// FULL-NEXT:   }
func.func @divided(%x: tensor<9xi32>, %y: tensor<9xi32>) -> tensor<9xi32> {
  %zero = arith.constant 0 : i32
  %p = arith.divsi %x, %y : tensor<9xi32>
  %r = tensor.compute (%i) in [9] {
    %a = tensor.at %p[%i - 1] fill(%zero) : tensor<9xi32>
    tensor.yield %a : i32
  } : tensor<9xi32>
  return %r : tensor<9xi32>
}
// FULL-NEXT:   func.func @divided(%[[ARG0:.*]]: tensor<9xi32>, %[[ARG1:.*]]: tensor<9xi32>) -> tensor<9xi32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[C0_I32:.*]] = arith.constant 0 : i32
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C9:.*]] = arith.constant 9 : index
// FULL-NEXT:     %[[C:.*]]-1 = arith.constant -1 : index
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [9] {
// FULL-NEXT:       %[[V1:.*]] = arith.addi %[[I]], %[[C]]-1 : index
// FULL-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C0]] : index
// FULL-NEXT:       %[[V3:.*]] = arith.cmpi slt, %[[V1]], %[[C9]] : index
// FULL-NEXT:       %[[V4:.*]] = arith.andi %[[V2]], %[[V3]] : i1
// FULL-NEXT:       %[[V5:.*]] = loop.if %[[V4]] -> (i32) {
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[I]] - 1] : tensor<9xi32>
// FULL-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][%[[I]] - 1] : tensor<9xi32>
// FULL-NEXT:         %[[V8:.*]] = arith.divsi %[[V6]], %[[V7]] : i32
// FULL-NEXT:         loop.yield %[[V8]] : i32
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.yield %[[C0_I32]] : i32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield %[[V5]] : i32
// FULL-NEXT:     } : tensor<9xi32>
// FULL-NEXT:     return %[[V0]] : tensor<9xi32>
// FULL-NEXT:   }

// A box with no point has none that is nearest: the read gives 0, the code would not. And an index that is a
// number to the code has no policy.
// CHECK-LABEL: func.func @nothing(
// CHECK-COUNT-2: tensor.compute
// CHECK-LABEL: func.func @counted(
// CHECK-COUNT-2: tensor.compute
// CHECK-LABEL: func.func @part(
// CHECK-COUNT-2: tensor.compute
func.func @nothing(%x: tensor<?{n}xf32>) -> tensor<?{n + 2}xf32> {
  %one = arith.constant 1.0 : f32
  %ones = tensor.splat %one : tensor<?{n}xf32>
  %p = arith.addf %x, %ones : tensor<?{n}xf32>
  %r = tensor.compute (%i) in [n + 2] {
    %a = tensor.at %p[%i - 1] clamp : tensor<?{n}xf32>
    tensor.yield %a : f32
  } : tensor<?{n + 2}xf32>
  return %r : tensor<?{n + 2}xf32>
}
// FULL-NEXT:   func.func @nothing(%[[ARG0:.*]]: tensor<?{n}xf32>) -> tensor<?{n + 2}xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.addf %[[V2]], %[[CST]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n + 2] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n + 2}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n + 2}xf32>
// FULL-NEXT:   }
func.func @counted(%x: tensor<9xf32>) -> tensor<9xf32> {
  %p = tensor.compute (%i) in [9] {
    %a = tensor.at %x[%i] : tensor<9xf32>
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %b = arith.addf %a, %f : f32
    tensor.yield %b : f32
  } : tensor<9xf32>
  %r = tensor.compute (%i) in [9] {
    %a = tensor.at %p[%i - 1] clamp : tensor<9xf32>
    tensor.yield %a : f32
  } : tensor<9xf32>
  return %r : tensor<9xf32>
}
// FULL-NEXT:   func.func @counted(%[[ARG0:.*]]: tensor<9xf32>) -> tensor<9xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [9] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<9xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.index_cast %[[I]] : index to i32
// FULL-NEXT:       %[[V4:.*]] = arith.sitofp %[[V3]] : i32 to f32
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V4]] : f32
// FULL-NEXT:       tensor.yield %[[V5]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [9] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] - 1] clamp : tensor<9xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     return %[[V1]] : tensor<9xf32>
// FULL-NEXT:   }
func.func @part(%x: tensor<12xf32>) -> tensor<9xf32> {
  %p = tensor.compute (%i) in [9] {
    %a = tensor.at %x[%i] : tensor<12xf32>
    %b = arith.mulf %a, %a : f32
    tensor.yield %b : f32
  } : tensor<9xf32>
  %r = tensor.compute (%i) in [9] {
    %a = tensor.at %p[%i + 1] clamp : tensor<9xf32>
    tensor.yield %a : f32
  } : tensor<9xf32>
  return %r : tensor<9xf32>
}
// FULL-NEXT:   func.func @part(%[[ARG0:.*]]: tensor<12xf32>) -> tensor<9xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [9] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<12xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[V2]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [9] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]] + 1] clamp : tensor<9xf32>
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     return %[[V1]] : tensor<9xf32>
// FULL-NEXT:   }

// A read that stops the call says so of the tensor that the program has.
// CHECK-LABEL: func.func @stopped(
// CHECK-COUNT-2: tensor.compute
func.func @stopped(%x: tensor<9xf32>, %k: tensor<9xindex>) -> tensor<9xf32> {
  %p = arith.mulf %x, %x : tensor<9xf32>
  %r = tensor.compute (%i) in [9] {
    %j = tensor.at %k[%i] : tensor<9xindex>
    %a = tensor.at %p[%j] trap : tensor<9xf32>
    tensor.yield %a : f32
  } : tensor<9xf32>
  return %r : tensor<9xf32>
}
// FULL-NEXT:   func.func @stopped(%[[ARG0:.*]]: tensor<9xf32>, %[[ARG1:.*]]: tensor<9xindex>) -> tensor<9xf32> attributes {tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 0 : i64, l1_bytes = 32768 : i64, l2_bytes = 262144 : i64, masks = 0 : i64, vector_bits = 256 : i64, vector_registers = 16 : i64}} {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [9] {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<9xf32>
// FULL-NEXT:       %[[V3:.*]] = arith.mulf %[[V2]], %[[V2]] : f32
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [9] {
// FULL-NEXT:       %[[V2]] = tensor.at %[[ARG1]][%[[I_0]]] : tensor<9xindex>
// FULL-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[V2]]] trap : tensor<9xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<9xf32>
// FULL-NEXT:     return %[[V1]] : tensor<9xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
