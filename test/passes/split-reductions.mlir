// RUN: tfopt --choose-rfactors --split-reductions --canonicalize %s | tee %t.check | FileCheck %s
// RUN: tfopt --choose-rfactors --split-reductions --check-semantics %s -o /dev/null
// GOLDEN: cat %t.check

// The sum of a matrix: chunks of rows, as many trips of the inner fold being likely as make a chunk worth a
// thread. What no chunk takes is added at the end.
// CHECK-LABEL: func.func @whole
// CHECK: %[[P:.*]] = tensor.compute (%[[C:.*]]) in [n floordiv 128] {
// CHECK-NEXT: tensor.fold (%[[K:.*]]) = 0 to 128 add fastmath<reassoc>
// CHECK-NEXT: tensor.fold (%[[L:.*]]) = 0 to m add fastmath<reassoc>
// CHECK-NEXT: tensor.at %{{.*}}[%[[C]] * 128 + %[[K]], %[[L]]] : tensor<?{n}x?{m}xf32>
// CHECK: tensor.compute () in [] {
// CHECK-NEXT: %[[S:.*]] = tensor.fold (%[[D:.*]]) = 0 to n floordiv 128 add fastmath<reassoc>
// CHECK-NEXT: tensor.at %[[P]][%[[D]]]
// CHECK: %[[R:.*]] = tensor.fold (%{{.*}}) = (n floordiv 128) * 128 to n add fastmath<reassoc>
// CHECK: arith.addf %[[S]], %[[R]] fastmath<reassoc>
func.func @whole(%a: tensor<?{n}x?{m}xf32>) -> tensor<f32> {
  %r = tensor.compute () in [] {
    %s = tensor.fold (%i) = 0 to n add fastmath<reassoc> {
      %t = tensor.fold (%j) = 0 to m add fastmath<reassoc> {
        %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %r : tensor<f32>
}

// The outer fold has three trips: the inner one, which is one fold with it, is cut. The chunks take all of
// it.
// CHECK-LABEL: func.func @inner
// CHECK: tensor.compute (%[[C:.*]]) in [64]
// CHECK-NEXT: tensor.fold (%{{.*}}) = 0 to 3 maxsi
// CHECK-NEXT: tensor.fold (%{{.*}}) = 0 to 16384 maxsi
// CHECK: tensor.compute () in [] {
// CHECK-NEXT: tensor.fold (%{{.*}}) = 0 to 64 maxsi
// CHECK-NOT: tensor.fold
func.func @inner(%a: tensor<3x1048576xi32>) -> tensor<i32> {
  %r = tensor.compute () in [] {
    %s = tensor.fold (%i) = 0 to 3 maxsi {
      %t = tensor.fold (%j) = 0 to 1048576 maxsi {
        %x = tensor.at %a[%i, %j] : tensor<3x1048576xi32>
        tensor.yield %x : i32
      } : i32
      tensor.yield %t : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<i32>
  return %r : tensor<i32>
}

// Few points: the chunks are a further axis outside of theirs. What a chunk needs of the code around the fold
// comes with it.
// CHECK-LABEL: func.func @rows
// CHECK: tensor.compute (%{{.*}}, %[[I:.*]]) in [n floordiv 8192, 4]
// CHECK-NEXT: %[[W:.*]] = tensor.at %{{.*}}[%[[I]]] : tensor<4xf32>
// CHECK-NEXT: tensor.fold (%{{.*}}) = 0 to 8192 add
func.func @rows(%a: tensor<4x?{n}xf32>, %w: tensor<4xf32>) -> tensor<4xf32> {
  %r = tensor.compute (%i) in [4] {
    %v = tensor.at %w[%i] : tensor<4xf32>
    %s = tensor.fold (%j) = 0 to n add fastmath<reassoc> {
      %x = tensor.at %a[%i, %j] : tensor<4x?{n}xf32>
      %y = arith.mulf %x, %v : f32
      tensor.yield %y : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<4xf32>
  return %r : tensor<4xf32>
}

// A fold that needs the one before it: that one's result is a tensor of its own, and not computed again for
// each chunk.
// CHECK-LABEL: func.func @variance
// CHECK: %[[P:.*]] = tensor.compute (%{{.*}}) in [n floordiv
// CHECK: %[[MEAN:.*]] = tensor.compute () in [] {
// CHECK: arith.divf
// CHECK: %[[Q:.*]] = tensor.compute (%{{.*}}) in [n floordiv
// CHECK-NEXT: tensor.at %[[MEAN]][]
// CHECK-NEXT: tensor.fold
// CHECK: tensor.compute () in [] {
// CHECK-NOT: tensor.at %[[P]]
// CHECK: return
func.func @variance(%a: tensor<?{n}xf32>, %by: f32) -> tensor<f32> {
  %r = tensor.compute () in [] {
    %s = tensor.fold (%i) = 0 to n add fastmath<reassoc> {
      %x = tensor.at %a[%i] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    %mean = arith.divf %s, %by : f32
    %v = tensor.fold (%i) = 0 to n add fastmath<reassoc> {
      %x = tensor.at %a[%i] : tensor<?{n}xf32>
      %d = arith.subf %x, %mean : f32
      %e = arith.mulf %d, %d : f32
      tensor.yield %e : f32
    } : f32
    tensor.yield %v : f32
  } : tensor<f32>
  return %r : tensor<f32>
}

// What stays: a short fold, one whose order is written, one that somebody scheduled, one of many points, one
// whose range depends on the point.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: floordiv
// CHECK: tensor.fold (%{{.*}}) = 0 to 1000 add
// CHECK-NOT: floordiv
// CHECK: tensor.fold (%{{.*}}) = 0 to n add {
// CHECK-NOT: floordiv
// CHECK: tensor.fold (%{{.*}}) = 0 to n add fastmath<reassoc> attributes {axis = "k"}
// CHECK-NOT: floordiv
// CHECK: tensor.fold (%{{.*}}) = 0 to n add fastmath<reassoc>
// CHECK-NOT: floordiv
// CHECK: tensor.fold (%{{.*}}) = 0 to %{{.*}} add fastmath<reassoc>
// CHECK-NOT: floordiv
// CHECK: return
func.func @stays(%a: tensor<1000xf32>, %b: tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<100xf32>, tensor<9xf32>) {
  %0 = tensor.compute () in [] {
    %s = tensor.fold (%i) = 0 to 1000 add fastmath<reassoc> {
      %x = tensor.at %a[%i] : tensor<1000xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  %1 = tensor.compute () in [] {
    %s = tensor.fold (%i) = 0 to n add {
      %x = tensor.at %b[%i] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  %2 = tensor.compute () in [] attributes {schedule = #tensor.schedule<vectorize(k, 16)>} {
    %s = tensor.fold (%k) = 0 to n add fastmath<reassoc> attributes {axis = "k"} {
      %x = tensor.at %b[%k] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  %3 = tensor.compute (%j) in [100] {
    %s = tensor.fold (%i) = 0 to n add fastmath<reassoc> {
      %x = tensor.at %b[%i + %j] clamp : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<100xf32>
  %4 = tensor.compute (%j) in [9] {
    %s = tensor.fold (%i) = 0 to %j add fastmath<reassoc> {
      %x = tensor.at %b[%i] clamp : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<9xf32>
  return %0, %1, %2, %3, %4 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<100xf32>, tensor<9xf32>
}

// A combiner that is associative: a chunk starts with its first value, the second fold with the initial
// values, and the rest goes on where that ends.
// CHECK-LABEL: func.func @first_largest
// CHECK-SAME: (%{{.*}}, %[[LOW:.*]]: f32, %[[NONE:.*]]: i64)
// CHECK: %[[P:.*]]:2 = tensor.compute (%[[C:.*]]) in [n floordiv [[T:[0-9]+]]] {
// CHECK: %[[X:.*]] = tensor.at %{{.*}}[%[[C]] * [[T]]]
// CHECK: tensor.fold (%{{.*}}) = 1 to [[T]] init(%[[X]], %{{.*}}) {
// CHECK: tensor.compute () in [] {
// CHECK: %[[W:.*]]:2 = tensor.fold (%{{.*}}) = 0 to n floordiv [[T]] init(%[[LOW]], %[[NONE]]) {
// CHECK: %[[R:.*]]:2 = tensor.fold (%{{.*}}) = (n floordiv [[T]]) * [[T]] to n init(%[[W]]#0, %[[W]]#1) {
// CHECK: tensor.yield %[[R]]#0, %[[R]]#1
func.func @first_largest(%a: tensor<?{n}xf32>, %low: f32, %none: i64) -> (tensor<f32>, tensor<i64>) {
  %r:2 = tensor.compute () in [] {
    %m:2 = tensor.fold (%k) = 0 to n init(%low, %none) {
      %x = tensor.at %a[%k] : tensor<?{n}xf32>
      %i = arith.index_cast %k : index to i64
      tensor.yield %x, %i : f32, i64
    } combine (%m: f32, %at: i64, %x: f32, %i: i64) associative {
      %more = arith.cmpf ogt, %x, %m : f32
      %m1 = arith.select %more, %x, %m : f32
      %at1 = arith.select %more, %i, %at : i64
      tensor.yield %m1, %at1 : f32, i64
    } : f32, i64
    tensor.yield %m#0, %m#1 : f32, i64
  } : tensor<f32>, tensor<i64>
  return %r#0, %r#1 : tensor<f32>, tensor<i64>
}

// Terms around points: what lies side by side is added up as it lies, then the rest.
// CHECK-LABEL: func.func @around_points
// CHECK: %[[P:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [256, 192] {
// CHECK: tensor.at %arg0[%[[I]] + %{{.*}}, %[[J]], %{{.*}}] : tensor<256x192x320xf32>
// CHECK: tensor.compute (%[[K:.*]]) in [192] {
// CHECK: tensor.fold (%[[L:.*]]) = 0 to 256 add
// CHECK: tensor.at %[[P]][%[[L]], %[[K]]] : tensor<256x192xf32>
func.func @around_points(%x: tensor<256x192x320xf32>) -> tensor<192xf32> {
  %r = tensor.compute (%j) in [192] {
    %s = tensor.fold (%i) = 0 to 256 add fastmath<reassoc> {
      %t = tensor.fold (%k) = 0 to 320 add fastmath<reassoc> {
        %v = tensor.at %x[%i, %j, %k] : tensor<256x192x320xf32>
        tensor.yield %v : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<192xf32>
  return %r : tensor<192xf32>
}

// Not of points around terms, which read memory as it lies; nor of what fits into caches.
// CHECK-LABEL: func.func @points_around
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @points_around(%x: tensor<256x192x320xf32>) -> tensor<256xf32> {
  %r = tensor.compute (%i) in [256] {
    %s = tensor.fold (%j) = 0 to 192 add fastmath<reassoc> {
      %t = tensor.fold (%k) = 0 to 320 add fastmath<reassoc> {
        %v = tensor.at %x[%i, %j, %k] : tensor<256x192x320xf32>
        tensor.yield %v : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<256xf32>
  return %r : tensor<256xf32>
}

// CHECK-LABEL: func.func @around_few
// CHECK-COUNT-1: tensor.compute
// CHECK-NOT: tensor.compute
// CHECK: return
func.func @around_few(%x: tensor<16x192x32xf32>) -> tensor<192xf32> {
  %r = tensor.compute (%j) in [192] {
    %s = tensor.fold (%i) = 0 to 16 add fastmath<reassoc> {
      %t = tensor.fold (%k) = 0 to 32 add fastmath<reassoc> {
        %v = tensor.at %x[%i, %j, %k] : tensor<16x192x32xf32>
        tensor.yield %v : f32
      } : f32
      tensor.yield %t : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<192xf32>
  return %r : tensor<192xf32>
}
