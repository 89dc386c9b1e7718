// Producers that are read with a policy: what is read outside of them is what is read outside of what they read, or is chosen.
// RUN: tfopt --target=x86-64-v3 --tensor-decompose --prove-bounds --choose-fusion --apply-fusion --cse --canonicalize %s | FileCheck %s
// RUN: tfopt %s --check-semantics --cpu -o /dev/null 2>&1 | FileCheck %s --check-prefix=SAME
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

// The same where padding is an op of its own, and behind a bias along another axis: that is added where the point is there.
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

// Along an axis of the same extent, the nearest point is the same, and so is the one behind a turn. A number that is added is no matter, nor is what is read
// along another axis.
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

// The zero of negated zeros is another one: it is chosen. So is what a division by the zeros outside would give.
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
func.func @divided(%x: tensor<9xi32>, %y: tensor<9xi32>) -> tensor<9xi32> {
  %zero = arith.constant 0 : i32
  %p = arith.divsi %x, %y : tensor<9xi32>
  %r = tensor.compute (%i) in [9] {
    %a = tensor.at %p[%i - 1] fill(%zero) : tensor<9xi32>
    tensor.yield %a : i32
  } : tensor<9xi32>
  return %r : tensor<9xi32>
}

// A box with no point has none that is nearest: the read gives 0, the code would not. And an index that is a number to the code has no policy.
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
