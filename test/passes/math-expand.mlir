// RUN: tfopt --math-expand %s | FileCheck %s
// RUN: tfopt --pass-pipeline='math-expand{long=60}' %s | FileCheck %s --check-prefix=LONG
// RUN: tfopt --math-expand --disable-rule=math-expand.rare %s | FileCheck %s --check-prefix=HERE
// RUN: tfopt --pass-pipeline='math-expand{long=60}' --disable-rule=math-expand.often %s | FileCheck %s --check-prefix=ONE

// Functions become the arithmetic that defines them, on vectors as on scalars.
// CHECK-LABEL: func.func @expanded
// CHECK-NOT: math.exp
// CHECK-NOT: math.tanh
// CHECK: math.fma
func.func @expanded(%x: f32, %v: vector<16xf32>) -> (f32, vector<16xf32>) {
  %e = math.exp %x : f32
  %t = math.tanh %v : vector<16xf32>
  return %e, %t : f32, vector<16xf32>
}

// What machines have as an instruction stays.
// CHECK-LABEL: func.func @kept
// CHECK: math.sqrt
// CHECK: math.floor
// CHECK: math.rsqrt %{{.*}} fastmath<afn>
func.func @kept(%x: f32) -> (f32, f32, f32) {
  %s = math.sqrt %x : f32
  %f = math.floor %x : f32
  %r = math.rsqrt %x fastmath<afn> : f32
  return %s, %f, %r : f32, f32, f32
}

// Without 'afn', a reciprocal root is a root and a division.
// CHECK-LABEL: func.func @exact_root
// CHECK-NOT: math.rsqrt
// CHECK: math.sqrt
// CHECK: arith.divf
func.func @exact_root(%x: f32) -> f32 {
  %r = math.rsqrt %x : f32
  return %r : f32
}

// f16 computes in f32; tensors are left to tensor-decompose.
// CHECK-LABEL: func.func @narrow
// CHECK: arith.extf
// CHECK: arith.truncf
// CHECK: math.exp %{{.*}} : tensor<4xf32>
func.func @narrow(%x: f16, %t: tensor<4xf32>) -> (f16, tensor<4xf32>) {
  %e = math.exp %x : f16
  %u = math.exp %t : tensor<4xf32>
  return %e, %u : f16, tensor<4xf32>
}

// Reducing huge arguments is a function of its own, behind a branch: once for each type, whatever calls it.
// CHECK-LABEL: func.func @rare
// CHECK: loop.if
// CHECK-NEXT: %[[R:.*]]:2 = func.call @math.reduce_to_half.8xf32(
// CHECK-NEXT: loop.yield %[[R]]#0, %[[R]]#1
// CHECK: call @math.reduce_to_half.8xf32(
// CHECK: call @math.reduce_to_half.f64(
// CHECK: call @math.reduce_to_odd_quarter.8xf32(
// CHECK: call @math.reduce_to_quarter.8xf32(
// CHECK: return
// Without the rule, all of it stands in place.
// HERE-LABEL: func.func @rare
// HERE-NOT: call @
// HERE: arith.muli
// HERE: return
// HERE-NOT: tf.local
func.func @rare(%v: vector<8xf32>, %x: f64) -> (vector<8xf32>, vector<8xf32>, f64, vector<8xf32>, vector<8xf32>) {
  %0 = math.sin %v : vector<8xf32>
  %1 = math.sin %0 : vector<8xf32>
  %2 = math.sin %x : f64
  %3 = math.cos %v : vector<8xf32>
  %4 = math.tan %v : vector<8xf32>
  return %0, %1, %2, %3, %4 : vector<8xf32>, vector<8xf32>, f64, vector<8xf32>, vector<8xf32>
}

// A block that computes a function often calls it; other functions, types and blocks have theirs in place.
// What is narrower computes in f32 around the call.
// LONG-LABEL: func.func @often
// LONG: %[[A:.*]] = call @math.tanh.f32(%{{.*}}) : (f32) -> f32
// LONG-NEXT: call @math.tanh.f32(%[[A]])
// LONG-NEXT: loop.if
// LONG-NOT: call @math.tanh
// LONG: loop.yield
// LONG-NOT: call @
// LONG: %[[W:.*]] = arith.extf %{{.*}} : f16 to f32
// LONG: %[[P:.*]] = call @math.powf.f32(%[[W]], %{{.*}}) : (f32, f32) -> f32
// LONG-NEXT: arith.truncf %[[P]] : f32 to f16
// LONG: call @math.sincos.f32(%{{.*}}) : (f32) -> (f32, f32)
// LONG: call @math.fpowi.f32(%{{.*}}, %{{.*}}) : (f32, i32) -> f32
// LONG-NEXT: return
// A short block calls none, and neither does a long one without the rule.
// CHECK-LABEL: func.func @often
// CHECK-NOT: call @math.tanh
// CHECK-NOT: call @math.powf
// CHECK: return
// ONE-LABEL: func.func @often
// ONE-NOT: call @math.tanh
// ONE: return
func.func @often(%x: f32, %y: f64, %z: f16, %c: i1, %n: index) -> (f32, f32, f64, f16, f32, f32) {
  %0 = math.tanh %x : f32
  %1 = math.tanh %0 : f32
  %2 = loop.if %c -> (f32) {
    %3 = math.tanh %1 : f32
    loop.yield %3 : f32
  } else {
    loop.yield %1 : f32
  }
  %4 = math.tanh %y : f64
  %5 = math.powf %z, %z : f16
  %s, %t = math.sincos %x : f32
  %6, %7 = math.sincos %t : f32
  %8 = math.fpowi %7, %n : f32, index
  return %s, %2, %4, %5, %6, %8 : f32, f32, f64, f16, f32, f32
}

// The functions are private, and each has its marks.
// CHECK: func.func private @math.reduce_to_half.8xf32(%{{.*}}: vector<8xf32>, %{{.*}}: vector<8xf32>, %{{.*}}: vector<8xf32>) -> (vector<8xf32>, vector<8xf32>) attributes {tf.local = "rare"}
// CHECK-NOT: func.func private @math.reduce_to_half.8xf32
// LONG: func.func private @math.tanh.f32(%{{.*}}: f32) -> f32 attributes {tf.local = "often"}
