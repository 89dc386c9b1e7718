// RUN: tfopt %s --canonicalize | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --canonicalize --check-semantics -o /dev/null
// COMPLETE: FULL

// A window over all that came before is a scan, along any axis, in either direction, with any kinds.
// CHECK-LABEL: func.func @becomes_a_scan
// CHECK-SAME: %[[X:.*]]: tensor<?{n}x8xf32>, %[[Y:.*]]: tensor<6x?{n}xi32>
func.func @becomes_a_scan(%x: tensor<?{n}x8xf32>, %y: tensor<6x?{n}xi32>, %i: i32) -> (tensor<?{n}x8xf32>, tensor<?{n}x8xf32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>) {
  %zero = arith.constant 0.0 : f32
  // In the written order.
  // CHECK: tensor.scan add %[[X]] dim = 1 : tensor<?{n}x8xf32>
  %0 = tensor.reduce_window add %x init(%zero) window = [1, 8] low = [0, 7] high = [0, 0] : tensor<?{n}x8xf32> to tensor<?{n}x8xf32>
  // From the end, where the order may change.
  // CHECK: tensor.scan mul %[[X]] dim = 1 reverse fastmath<reassoc> : tensor<?{n}x8xf32>
  %1 = tensor.reduce_window mul %x window = [1, 8] high = [0, 7] fastmath<reassoc> : tensor<?{n}x8xf32> to tensor<?{n}x8xf32>
  // CHECK: tensor.scan [add, minsi] %[[Y]], %[[Y]] dim = 0 reverse : tensor<6x?{n}xi32>
  %2:2 = tensor.reduce_window [add, minsi] %y, %y window = [6, 1] high = [5, 0] : tensor<6x?{n}xi32>, tensor<6x?{n}xi32> to tensor<6x?{n}xi32>, tensor<6x?{n}xi32>
  // Padding that counts once or often is the same for a maximum.
  // CHECK: tensor.scan maxsi %[[Y]] init(%{{.*}}) dim = 0 : tensor<6x?{n}xi32>
  %3 = tensor.reduce_window maxsi %y init(%i) window = [6, 1] low = [5, 0] : tensor<6x?{n}xi32> to tensor<6x?{n}xi32>
  return %0, %1, %2#0, %2#1, %3 : tensor<?{n}x8xf32>, tensor<?{n}x8xf32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>
}
// FULL: module {
// FULL-NEXT:   func.func @becomes_a_scan(%[[ARG0:.*]]: tensor<?{n}x8xf32>, %[[ARG1:.*]]: tensor<6x?{n}xi32>, %[[ARG2:.*]]: i32) -> (tensor<?{n}x8xf32>, tensor<?{n}x8xf32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.scan add %[[ARG0]] dim = 1 : tensor<?{n}x8xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.scan mul %[[ARG0]] dim = 1 reverse fastmath<reassoc> : tensor<?{n}x8xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = tensor.scan [add, minsi] %[[ARG1]], %[[ARG1]] dim = 0 reverse : tensor<6x?{n}xi32>, tensor<6x?{n}xi32>
// FULL-NEXT:     %[[V3:.*]] = tensor.scan maxsi %[[ARG1]] init(%[[ARG2]]) dim = 0 : tensor<6x?{n}xi32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]]#0, %[[V2]]#1, %[[V3]] : tensor<?{n}x8xf32>, tensor<?{n}x8xf32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>, tensor<6x?{n}xi32>
// FULL-NEXT:   }

// Longer windows reach over all, too; without the own element the scan is exclusive; along several axes it is
// a scan of a scan, of which only the last starts with what is given.
// CHECK-LABEL: func.func @further
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[Y:.*]]: tensor<4x8xi32>, %[[I:.*]]: i32
func.func @further(%x: tensor<4x8xf32>, %y: tensor<4x8xi32>, %i: i32) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xi32>) {
  // CHECK: tensor.scan add %[[X]] dim = 1 : tensor<4x8xf32>
  %0 = tensor.reduce_window add %x window = [1, 20] low = [0, 19] : tensor<4x8xf32> to tensor<4x8xf32>
  // CHECK: tensor.scan add %[[X]] dim = 1 exclusive : tensor<4x8xf32>
  %1 = tensor.reduce_window add %x window = [1, 8] low = [0, 8] high = [0, -1] : tensor<4x8xf32> to tensor<4x8xf32>
  // CHECK: tensor.scan maxsi %[[Y]] init(%[[I]]) dim = 0 reverse exclusive : tensor<4x8xi32>
  %2 = tensor.reduce_window maxsi %y init(%i) window = [5, 1] low = [-1, 0] high = [5, 0] : tensor<4x8xi32> to tensor<4x8xi32>
  // CHECK: %[[A:.*]] = tensor.scan add %[[X]] dim = 1 : tensor<4x8xf32>
  // CHECK: tensor.scan add %[[A]] dim = 0 : tensor<4x8xf32>
  %3 = tensor.reduce_window add %x window = [4, 8] low = [3, 7] : tensor<4x8xf32> to tensor<4x8xf32>
  // CHECK: %[[B:.*]] = tensor.scan maxsi %[[Y]] dim = 1 reverse : tensor<4x8xi32>
  // CHECK: tensor.scan maxsi %[[B]] init(%[[I]]) dim = 0 : tensor<4x8xi32>
  %4 = tensor.reduce_window maxsi %y init(%i) window = [4, 8] low = [3, 0] high = [0, 7] : tensor<4x8xi32> to tensor<4x8xi32>
  return %0, %1, %2, %3, %4 : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xi32>
}
// FULL-NEXT:   func.func @further(%[[ARG0:.*]]: tensor<4x8xf32>, %[[ARG1:.*]]: tensor<4x8xi32>, %[[ARG2:.*]]: i32) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xi32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.scan add %[[ARG0]] dim = 1 : tensor<4x8xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.scan add %[[ARG0]] dim = 1 exclusive : tensor<4x8xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.scan maxsi %[[ARG1]] init(%[[ARG2]]) dim = 0 reverse exclusive : tensor<4x8xi32>
// FULL-NEXT:     %[[V3:.*]] = tensor.scan add %[[ARG0]] dim = 1 : tensor<4x8xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.scan add %[[V3]] dim = 0 : tensor<4x8xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.scan maxsi %[[ARG1]] dim = 1 reverse : tensor<4x8xi32>
// FULL-NEXT:     %[[V6:.*]] = tensor.scan maxsi %[[V5]] init(%[[ARG2]]) dim = 0 : tensor<4x8xi32>
// FULL-NEXT:     return %[[V0]], %[[V1]], %[[V2]], %[[V4]], %[[V6]] : tensor<4x8xf32>, tensor<4x8xf32>, tensor<4x8xi32>, tensor<4x8xf32>, tensor<4x8xi32>
// FULL-NEXT:   }

// The logarithm of a running sum of exponentials: padding with −∞ changes nothing, which its code shows.
// CHECK-LABEL: func.func @combiner
func.func @combiner(%x: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
  %low = arith.constant 0xFFF0000000000000 : f64
  // CHECK: tensor.scan %{{.*}} init(%{{.*}}) dim = 0 combine (%{{.*}}: f64, %{{.*}}: f64) {
  %0 = tensor.reduce_window %x init(%low) window = [5] low = [4] combine (%a: f64, %b: f64) {
    %m = arith.maximumf %a, %b : f64
    %d = arith.subf %a, %b : f64
    %nan = arith.cmpf une, %d, %d : f64
    %s = arith.addf %a, %b : f64
    %f = math.absf %d : f64
    %n = arith.negf %f : f64
    %e = math.exp %n : f64
    %l = math.log1p %e : f64
    %t = arith.addf %m, %l : f64
    %r = arith.select %nan, %s, %t : f64
    tensor.yield %r : f64
  } : tensor<5xf64> to tensor<5xf64>
  // CHECK: tensor.scan %{{.*}} init(%{{.*}}) dim = 0 reverse combine (%{{.*}}: f64, %{{.*}}: f64) associative commutative {
  %1 = tensor.reduce_window %x init(%low) window = [5] high = [4] combine (%a: f64, %b: f64) associative commutative {
    %m = arith.maximumf %b, %a : f64
    %s = arith.maximumf %m, %b : f64
    tensor.yield %s : f64
  } : tensor<5xf64> to tensor<5xf64>
  return %0, %1 : tensor<5xf64>, tensor<5xf64>
}
// FULL-NEXT:   func.func @combiner(%[[ARG0:.*]]: tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0xFFF0000000000000 : f64
// FULL-NEXT:     %[[V0:.*]] = tensor.scan %[[ARG0]] init(%[[CST]]) dim = 0 combine (%[[ARG1:.*]]: f64, %[[ARG2:.*]]: f64) {
// FULL-NEXT:       %[[V2:.*]] = arith.maximumf %[[ARG1]], %[[ARG2]] : f64
// FULL-NEXT:       %[[V3:.*]] = arith.subf %[[ARG1]], %[[ARG2]] : f64
// FULL-NEXT:       %[[V4:.*]] = arith.cmpf une, %[[V3]], %[[V3]] : f64
// FULL-NEXT:       %[[V5:.*]] = arith.addf %[[ARG1]], %[[ARG2]] : f64
// FULL-NEXT:       %[[V6:.*]] = math.absf %[[V3]] : f64
// FULL-NEXT:       %[[V7:.*]] = arith.negf %[[V6]] : f64
// FULL-NEXT:       %[[V8:.*]] = math.exp %[[V7]] : f64
// FULL-NEXT:       %[[V9:.*]] = math.log1p %[[V8]] : f64
// FULL-NEXT:       %[[V10:.*]] = arith.addf %[[V2]], %[[V9]] : f64
// FULL-NEXT:       %[[V11:.*]] = arith.select %[[V4]], %[[V5]], %[[V10]] : f64
// FULL-NEXT:       tensor.yield %[[V11]] : f64
// FULL-NEXT:     } : tensor<5xf64>
// FULL-NEXT:     %[[V1:.*]] = tensor.scan %[[ARG0]] init(%[[CST]]) dim = 0 reverse combine (%[[ARG1]]: f64, %[[ARG2]]: f64) associative commutative {
// FULL-NEXT:       %[[V2]] = arith.maximumf %[[ARG2]], %[[ARG1]] : f64
// FULL-NEXT:       tensor.yield %[[V2]] : f64
// FULL-NEXT:     } : tensor<5xf64>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<5xf64>, tensor<5xf64>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @stays
// CHECK-NOT: tensor.scan
func.func @stays(%x: tensor<8x8xf32>, %i: f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  // Some of what came before.
  // CHECK: tensor.reduce_window add
  %0 = tensor.reduce_window add %x window = [1, 7] low = [0, 6] : tensor<8x8xf32> to tensor<8x8xf32>
  // Padding on both sides.
  // CHECK: tensor.reduce_window add
  %1 = tensor.reduce_window add %x window = [1, 8] low = [0, 4] high = [0, 3] : tensor<8x8xf32> to tensor<8x8xf32>
  // Both axes, one of them not whole.
  // CHECK: tensor.reduce_window add
  %2 = tensor.reduce_window add %x window = [8, 7] low = [7, 6] : tensor<8x8xf32> to tensor<8x8xf32>
  // Every other one.
  // CHECK: tensor.reduce_window add
  %3 = tensor.reduce_window add %x window = [1, 8] strides = [1, 2] low = [0, 7] : tensor<8x8xf32> to tensor<8x4xf32>
  // CHECK: tensor.reduce_window add
  %4 = tensor.reduce_window add %x window = [1, 8] strides = [2, 1] low = [0, 7] : tensor<8x8xf32> to tensor<4x8xf32>
  // Dilations.
  // CHECK: tensor.reduce_window add
  %5 = tensor.reduce_window add %x window = [1, 8] window_dilations = [1, 2] low = [0, 7] high = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
  // CHECK: tensor.reduce_window add
  %6 = tensor.reduce_window add %x window = [1, 8] base_dilations = [1, 2] low = [0, 7] : tensor<8x8xf32> to tensor<8x15xf32>
  // Padding that counts.
  // CHECK: tensor.reduce_window add
  %7 = tensor.reduce_window add %x init(%one) window = [1, 8] low = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
  // CHECK: tensor.reduce_window add
  %8 = tensor.reduce_window add %x init(%i) window = [1, 8] low = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
  // CHECK: tensor.reduce_window %{{.*}} init
  %9 = tensor.reduce_window %x init(%one) window = [1, 8] low = [0, 7] combine (%a: f32, %b: f32) associative commutative {
    %h = arith.addf %a, %a : f32
    %s = arith.addf %h, %b : f32
    tensor.yield %s : f32
  } : tensor<8x8xf32> to tensor<8x8xf32>
  // The order of a sum from the end is written.
  // CHECK: tensor.reduce_window add
  %10 = tensor.reduce_window add %x window = [1, 8] high = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
  // Each element by itself.
  // CHECK: tensor.reduce_window add
  %11 = tensor.reduce_window add %x window = [1, 1] : tensor<8x8xf32> to tensor<8x8xf32>
  call @use(%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x8xf32>, tensor<8x15xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> ()
  return
}
// FULL-NEXT:   func.func @stays(%[[ARG0:.*]]: tensor<8x8xf32>, %[[ARG1:.*]]: f32) {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 7] low = [0, 6] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 8] low = [0, 4] high = [0, 3] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.reduce_window add %[[ARG0]] window = [8, 7] low = [7, 6] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 8] strides = [1, 2] low = [0, 7] : tensor<8x8xf32> to tensor<8x4xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 8] strides = [2, 1] low = [0, 7] : tensor<8x8xf32> to tensor<4x8xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 8] window_dilations = [1, 2] low = [0, 7] high = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 8] base_dilations = [1, 2] low = [0, 7] : tensor<8x8xf32> to tensor<8x15xf32>
// FULL-NEXT:     %[[V7:.*]] = tensor.reduce_window add %[[ARG0]] init(%[[CST]]) window = [1, 8] low = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V8:.*]] = tensor.reduce_window add %[[ARG0]] init(%[[ARG1]]) window = [1, 8] low = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V9:.*]] = tensor.reduce_window %[[ARG0]] init(%[[CST]]) window = [1, 8] low = [0, 7] combine (%[[ARG2:.*]]: f32, %[[ARG3:.*]]: f32) associative commutative {
// FULL-NEXT:       %[[V12:.*]] = arith.addf %[[ARG2]], %[[ARG2]] : f32
// FULL-NEXT:       %[[V13:.*]] = arith.addf %[[V12]], %[[ARG3]] : f32
// FULL-NEXT:       tensor.yield %[[V13]] : f32
// FULL-NEXT:     } : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V10:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 8] high = [0, 7] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     %[[V11:.*]] = tensor.reduce_window add %[[ARG0]] window = [1, 1] : tensor<8x8xf32> to tensor<8x8xf32>
// FULL-NEXT:     call @use(%[[V0]], %[[V1]], %[[V2]], %[[V3]], %[[V4]], %[[V5]], %[[V6]], %[[V7]], %[[V8]], %[[V9]], %[[V10]], %[[V11]]) : (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x8xf32>, tensor<8x15xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
func.func private @use(tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x8xf32>, tensor<8x15xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
// FULL-NEXT:   func.func private @use(tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x4xf32>, tensor<4x8xf32>, tensor<8x8xf32>, tensor<8x15xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>)
// FULL-NEXT: }
