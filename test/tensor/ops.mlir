// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s

// Every op of tensor in custom form.

// CHECK-LABEL: func.func @matmul
func.func @matmul(%a: tensor<?{n}x?{p}xf32>, %b: tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  // CHECK: %[[C:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
  // CHECK-NEXT: %[[S:.*]] = tensor.fold (%[[K:.*]]) = 0 to p add {
  // CHECK-NEXT: %[[X:.*]] = tensor.at %{{.*}}[%[[I]], %[[K]]] : tensor<?{n}x?{p}xf32>
  // CHECK-NEXT: %[[Y:.*]] = tensor.at %{{.*}}[%[[K]], %[[J]]] : tensor<?{p}x?{m}xf32>
  // CHECK-NEXT: %[[Z:.*]] = arith.mulf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: tensor.yield %[[Z]] : f32
  // CHECK-NEXT: } : f32
  // CHECK-NEXT: %[[E:.*]] = math.exp %[[S]] : f32
  // CHECK-NEXT: tensor.yield %[[E]] : f32
  // CHECK-NEXT: } : tensor<?{n}x?{m}xf32>
  %c = tensor.compute (%i, %j) in [n, m] {
    %s = tensor.fold (%k) = 0 to p add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{p}xf32>
      %y = tensor.at %b[%k, %j] : tensor<?{p}x?{m}xf32>
      %z = arith.mulf %x, %y : f32
      tensor.yield %z : f32
    } : f32
    %e = math.exp %s : f32
    tensor.yield %e : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}

// Several results, one of them with a constant trailing axis; other attributes; a box of rank 0.
// CHECK-LABEL: func.func @results
func.func @results(%x: tensor<?{n}xf32>, %s: f32) {
  // CHECK: tensor.compute (%[[I:.*]]) in [n] attributes {dialect.mark = 1 : i64} {
  // CHECK: %[[E:.*]] = tensor.from_elements %[[V:.*]], %{{.*}}, %[[V]] : tensor<3xf32>
  // CHECK: tensor.yield %[[E]], %[[V]] : tensor<3xf32>, f32
  // CHECK: } : tensor<?{n}x3xf32>, tensor<?{n}xf32>
  %r:2 = tensor.compute (%i) in [n] attributes {dialect.mark = 1} {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %e = tensor.from_elements %v, %s, %v : tensor<3xf32>
    tensor.yield %e, %v : tensor<3xf32>, f32
  } : tensor<?{n}x3xf32>, tensor<?{n}xf32>
  // CHECK: tensor.compute () in [] {
  // CHECK-NEXT: tensor.yield %{{.*}} : f32
  // CHECK-NEXT: } : tensor<f32>
  %z = tensor.compute () in [] {
    tensor.yield %s : f32
  } : tensor<f32>
  // A read outside of a compute.
  // CHECK: tensor.at %{{.*}}[] : tensor<f32>
  %v = tensor.at %z[] : tensor<f32>
  return
}

// Bounds that depend on indices; several accumulators; flags.
// CHECK-LABEL: func.func @folds
func.func @folds(%x: tensor<?{n}xf32>, %y: tensor<?{n}xi32>) {
  %r:3 = tensor.compute (%i, %j) in [n, n] {
    // CHECK: tensor.fold (%[[K:.*]]) = 0 to %[[I:.*]] + 1 add {
    %a = tensor.fold (%k) = 0 to %i + 1 add {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %v : f32
    } : f32
    // CHECK: tensor.fold (%[[K:.*]]) = %[[I]] + 1 to -%[[J:.*]] + n [add, maximumf, minsi] fastmath<reassoc,nnan> {
    %b:3 = tensor.fold (%k) = %i + 1 to n - %j [add, maximumf, minsi] fastmath<reassoc,nnan> {
      %v = tensor.at %x[%k] : tensor<?{n}xf32>
      %w = tensor.at %y[%k] : tensor<?{n}xi32>
      tensor.yield %v, %v, %w : f32, f32, i32
    } : f32, f32, i32
    // CHECK: tensor.fold (%[[K:.*]]) = %[[I]] floordiv 4 to n ceildiv 4 mul attributes {dialect.mark} {
    %c = tensor.fold (%k) = %i floordiv 4 to n ceildiv 4 mul attributes {dialect.mark} {
      %v = tensor.at %x[%k] clamp : tensor<?{n}xf32>
      tensor.yield %v : f32
    } : f32
    %d = arith.addf %a, %b#0 : f32
    tensor.yield %c, %d, %b#2 : f32, f32, i32
  } : tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xi32>
  return
}

// CHECK-LABEL: func.func @reads
func.func @reads(%x: tensor<?{n}xf32>, %y: tensor<?{n}x?{m}xf32>, %v: f32, %at: tensor<?{n}xindex>) -> tensor<?{n}xf32> {
  %r = tensor.compute (%i) in [n] {
    // Positions are over values and extents; each occurs once in the operands, in order of first use.
    // CHECK: %[[D:.*]] = tensor.at %{{.*}}[%[[I:.*]]] : tensor<?{n}xindex>
    %d = tensor.at %at[%i] : tensor<?{n}xindex>
    // CHECK: tensor.at %{{.*}}[%[[I]] * 2 + %[[D]] - 1] clamp : tensor<?{n}xf32>
    %0 = tensor.at %x[2*%i + %d - 1] clamp : tensor<?{n}xf32>
    // CHECK: tensor.at %{{.*}}[%[[D]], %[[I]] mod 4] wrap : tensor<?{n}x?{m}xf32>
    %1 = tensor.at %y[%d, %i mod 4] wrap : tensor<?{n}x?{m}xf32>
    // CHECK: tensor.at %{{.*}}[%[[D]] + max(m, n)] fill(%{{.*}}) : tensor<?{n}xf32>
    %2 = tensor.at %x[%d + max(n, m)] fill(%v) : tensor<?{n}xf32>
    // CHECK: tensor.at %{{.*}}[-%[[I]] + n * 2] trap {dialect.mark} : tensor<?{n}xf32>
    %3 = tensor.at %x[2*n - %i] trap {dialect.mark} : tensor<?{n}xf32>
    // CHECK: tensor.at %{{.*}}[-%[[I]] + n - 1] : tensor<?{n}xf32>
    %4 = tensor.at %x[n - 1 - %i] : tensor<?{n}xf32>
    // CHECK: tensor.extent [2*n + 1] : index
    %5 = tensor.extent [2*n + 1] : index
    tensor.yield %4 : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}

// CHECK-LABEL: func.func @named
func.func @named(%x: tensor<?{n}x?{m}xf32>, %y: tensor<?{m}xf32>, %s: f32) {
  // CHECK: tensor.broadcast %{{.*}} dims = [0, 2] : tensor<?{n}x?{m}xf32> to tensor<?{n}x4x?{m}xf32>
  %0 = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x?{m}xf32> to tensor<?{n}x4x?{m}xf32>
  // CHECK: tensor.transpose %{{.*}} perm = [1, 0] : tensor<?{n}x?{m}xf32> to tensor<?{m}x?{n}xf32>
  %1 = tensor.transpose %x perm = [1, 0] : tensor<?{n}x?{m}xf32> to tensor<?{m}x?{n}xf32>
  // CHECK: tensor.reshape %{{.*}} : tensor<?{n}x?{m}xf32> to tensor<?{m*n}xf32>
  %2 = tensor.reshape %x : tensor<?{n}x?{m}xf32> to tensor<?{n*m}xf32>
  // CHECK: tensor.slice %{{.*}} [1:n - 1, 0:m:2] : tensor<?{n}x?{m}xf32> to tensor<?{n - 2}x?{(m + 1) floordiv 2}xf32>
  %3 = tensor.slice %x [1:n - 1, 0:m:2] : tensor<?{n}x?{m}xf32> to tensor<?{n - 2}x?{m ceildiv 2}xf32>
  // CHECK: tensor.reverse %{{.*}} dims = [0] : tensor<?{n}x?{m}xf32>
  %4 = tensor.reverse %x dims = [0] : tensor<?{n}x?{m}xf32>
  // CHECK: tensor.splat %{{.*}} : tensor<2x?{n}xf32>
  %5 = tensor.splat %s : tensor<2x?{n}xf32>
  // CHECK: tensor.iota dim = 1 : tensor<3x?{n}xi32>
  %6 = tensor.iota dim = 1 : tensor<3x?{n}xi32>
  // CHECK: tensor.reduce add %{{.*}} dims = [0, 1] : tensor<?{n}x?{m}xf32> to tensor<f32>
  %7 = tensor.reduce add %x dims = [0, 1] : tensor<?{n}x?{m}xf32> to tensor<f32>
  // CHECK: tensor.reduce [maximumf, add] %{{.*}}, %{{.*}} dims = [0] fastmath<reassoc> : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>, tensor<?{m}xf32>
  %8:2 = tensor.reduce [maximumf, add] %x, %x dims = [0] fastmath<reassoc> : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>, tensor<?{m}xf32>
  // CHECK: tensor.contract "ij,j->i" %{{.*}}, %{{.*}} fastmath<contract> : (tensor<?{n}x?{m}xf32>, tensor<?{m}xf32>) -> tensor<?{n}xf32>
  %9 = tensor.contract "ij,j->i" %x, %y fastmath<contract> : (tensor<?{n}x?{m}xf32>, tensor<?{m}xf32>) -> tensor<?{n}xf32>
  // CHECK: tensor.cast %{{.*}} : tensor<?{n}x?{m}xf32> to tensor<?{n}x?{n}xf32>
  %10 = tensor.cast %x : tensor<?{n}x?{m}xf32> to tensor<?{n}x?{n}xf32>
  return
}
