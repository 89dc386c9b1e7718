// RUN: tfopt %s --tensor-decompose | tee %t.check | FileCheck %s
// GOLDEN: cat %t.check

// CHECK-LABEL: func.func @broadcast
func.func @broadcast(%x: tensor<?{n}x1xf32>, %like: tensor<?{m}xi1>) -> tensor<?{n}x4x?{m}xf32> {
  // CHECK: %[[R:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [n, 4, m] {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]], 0] : tensor<?{n}x1xf32>
  // CHECK-NEXT: tensor.yield %[[V]] : f32
  // CHECK-NEXT: } : tensor<?{n}x4x?{m}xf32>
  // CHECK-NEXT: return %[[R]]
  %0 = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x1xf32> to tensor<?{n}x4x?{m}xf32>
  return %0 : tensor<?{n}x4x?{m}xf32>
}

// CHECK-LABEL: func.func @transpose
func.func @transpose(%x: tensor<?{n}x?{m}x3xf32>) -> tensor<3x?{n}x?{m}xf32> {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [3, n, m] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[J]], %[[K]], %[[I]]] : tensor<?{n}x?{m}x3xf32>
  %0 = tensor.transpose %x perm = [2, 0, 1] : tensor<?{n}x?{m}x3xf32> to tensor<3x?{n}x?{m}xf32>
  return %0 : tensor<3x?{n}x?{m}xf32>
}

// Axes that a reshape keeps stay as they are; the others are computed within their group.
// CHECK-LABEL: func.func @reshape
func.func @reshape(%x: tensor<?{n}x6x?{m}xf32>, %y: tensor<?{n}x?{m}xf32>, %z: tensor<?{n*m}xf32>, %o: tensor<1x4x1xf32>, %q: tensor<?{4*n}xf32>) {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]], %[[L:.*]]) in [n, 2, 3, m] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]], %[[J]] * 3 + %[[K]], %[[L]]] : tensor<?{n}x6x?{m}xf32>
  %0 = tensor.reshape %x : tensor<?{n}x6x?{m}xf32> to tensor<?{n}x2x3x?{m}xf32>
  // CHECK: tensor.compute (%[[I:.*]]) in [m*n] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] floordiv m, %[[I]] mod m] : tensor<?{n}x?{m}xf32>
  %1 = tensor.reshape %y : tensor<?{n}x?{m}xf32> to tensor<?{n*m}xf32>
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[J]] + %[[I]] * m] : tensor<?{m*n}xf32>
  %2 = tensor.reshape %z : tensor<?{n*m}xf32> to tensor<?{n}x?{m}xf32>
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [2, 2] {
  // CHECK-NEXT: tensor.at %{{.*}}[0, %[[I]] * 2 + %[[J]], 0] : tensor<1x4x1xf32>
  %3 = tensor.reshape %o : tensor<1x4x1xf32> to tensor<2x2xf32>
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [n, 2, 2] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] * 4 + %[[J]] * 2 + %[[K]]] : tensor<?{4*n}xf32>
  %4 = tensor.reshape %q : tensor<?{4*n}xf32> to tensor<?{n}x2x2xf32>
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [2, 2*n] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[J]] + %[[I]] * (n * 2)] : tensor<?{4*n}xf32>
  %5 = tensor.reshape %q : tensor<?{4*n}xf32> to tensor<2x?{2*n}xf32>
  // No axis is kept: one group of all axes.
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]], %[[K:.*]]) in [m, n, 6] {
  // CHECK-NEXT: tensor.at %{{.*}}[((%[[J]] * 6 + %[[K]] + (%[[I]] * n) * 6) floordiv m) floordiv 6, ((%[[J]] * 6 + %[[K]] + (%[[I]] * n) * 6) floordiv m) mod 6, (%[[J]] * 6 + %[[K]] + (%[[I]] * n) * 6) mod m] : tensor<?{n}x6x?{m}xf32>
  %7 = tensor.reshape %x : tensor<?{n}x6x?{m}xf32> to tensor<?{m}x?{n}x6xf32>
  return
}

// CHECK-LABEL: func.func @scalars
func.func @scalars(%x: tensor<f32>) {
  // CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [1, 1] {
  // CHECK-NEXT: tensor.at %{{.*}}[] : tensor<f32>
  %0 = tensor.reshape %x : tensor<f32> to tensor<1x1xf32>
  // CHECK: tensor.compute () in [] {
  // CHECK-NEXT: tensor.at %{{.*}}[0, 0] : tensor<1x1xf32>
  %1 = tensor.reshape %0 : tensor<1x1xf32> to tensor<f32>
  return
}

// CHECK-LABEL: func.func @slice
func.func @slice(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n - 2}x?{m ceildiv 2}xf32> {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n - 2, (m + 1) floordiv 2] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] + 1, %[[J]] * 2] : tensor<?{n}x?{m}xf32>
  %0 = tensor.slice %x [1:n - 1, 0:m:2] : tensor<?{n}x?{m}xf32> to tensor<?{n - 2}x?{m ceildiv 2}xf32>
  return %0 : tensor<?{n - 2}x?{m ceildiv 2}xf32>
}

// CHECK-LABEL: func.func @reverse
func.func @reverse(%x: tensor<?{n}x4xf32>) -> tensor<?{n}x4xf32> {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 4] {
  // CHECK-NEXT: tensor.at %{{.*}}[-%[[I]] + n - 1, %[[J]]] : tensor<?{n}x4xf32>
  %0 = tensor.reverse %x dims = [0] : tensor<?{n}x4xf32>
  return %0 : tensor<?{n}x4xf32>
}

// CHECK-LABEL: func.func @sources
func.func @sources(%s: f32, %x: tensor<?{n}xf32>) {
  // CHECK: tensor.compute (%{{.*}}) in [n] {
  // CHECK-NEXT: tensor.yield %{{.*}} : f32
  // CHECK-NEXT: } : tensor<?{n}xf32>
  %0 = tensor.splat %s : tensor<?{n}xf32>
  // CHECK: tensor.compute (%{{.*}}, %[[J:.*]]) in [n, 3] {
  // CHECK-NEXT: %[[V:.*]] = arith.index_cast %[[J]] : index to i32
  // CHECK-NEXT: tensor.yield %[[V]] : i32
  %1 = tensor.iota dim = 1 : tensor<?{n}x3xi32>
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK-NEXT: %[[V:.*]] = arith.index_cast %[[I]] : index to i64
  // CHECK-NEXT: %[[W:.*]] = arith.sitofp %[[V]] : i64 to f16
  // CHECK-NEXT: tensor.yield %[[W]] : f16
  %2 = tensor.iota dim = 0 : tensor<?{n}xf16>
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK-NEXT: tensor.yield %[[I]] : index
  %3 = tensor.iota dim = 0 : tensor<?{n}xindex>
  return
}

// CHECK-LABEL: func.func @reduce
func.func @reduce(%x: tensor<?{n}x3x?{m}xf32>, %y: tensor<?{n}x3x?{m}xi32>) {
  // CHECK: tensor.compute (%[[J:.*]]) in [3] {
  // CHECK-NEXT: %[[R:.*]]:2 = tensor.fold (%[[I:.*]]) = 0 to n [add, maxsi] fastmath<reassoc> {
  // CHECK-NEXT: %[[S:.*]]:2 = tensor.fold (%[[K:.*]]) = 0 to m [add, maxsi] fastmath<reassoc> {
  // CHECK-NEXT: %[[A:.*]] = tensor.at %{{.*}}[%[[I]], %[[J]], %[[K]]] : tensor<?{n}x3x?{m}xf32>
  // CHECK-NEXT: %[[B:.*]] = tensor.at %{{.*}}[%[[I]], %[[J]], %[[K]]] : tensor<?{n}x3x?{m}xi32>
  // CHECK-NEXT: tensor.yield %[[A]], %[[B]] : f32, i32
  // CHECK-NEXT: } : f32, i32
  // CHECK-NEXT: tensor.yield %[[S]]#0, %[[S]]#1 : f32, i32
  // CHECK-NEXT: } : f32, i32
  // CHECK-NEXT: tensor.yield %[[R]]#0, %[[R]]#1 : f32, i32
  // CHECK-NEXT: } : tensor<3xf32>, tensor<3xi32>
  %0:2 = tensor.reduce [add, maxsi] %x, %y dims = [2, 0] fastmath<reassoc> : tensor<?{n}x3x?{m}xf32>, tensor<?{n}x3x?{m}xi32> to tensor<3xf32>, tensor<3xi32>
  return
}

// CHECK-LABEL: func.func @contract
func.func @contract(%a: tensor<?{b}x?{n}x?{p}xbf16>, %b: tensor<?{b}x?{p}x?{m}xbf16>, %q: tensor<?{n}x?{n}xf32>, %v: tensor<?{n}xf32>) {
  // CHECK: tensor.compute (%[[B:.*]], %[[I:.*]], %[[J:.*]]) in [b, n, m] {
  // CHECK-NEXT: %[[R:.*]] = tensor.fold (%[[K:.*]]) = 0 to p add fastmath<reassoc,contract> {
  // CHECK-NEXT: %[[X:.*]] = tensor.at %{{.*}}[%[[B]], %[[I]], %[[K]]] : tensor<?{b}x?{n}x?{p}xbf16>
  // CHECK-NEXT: %[[Y:.*]] = arith.extf %[[X]] : bf16 to f32
  // CHECK-NEXT: %[[Z:.*]] = tensor.at %{{.*}}[%[[B]], %[[K]], %[[J]]] : tensor<?{b}x?{p}x?{m}xbf16>
  // CHECK-NEXT: %[[W:.*]] = arith.extf %[[Z]] : bf16 to f32
  // CHECK-NEXT: %[[P:.*]] = arith.mulf %[[Y]], %[[W]] fastmath<reassoc,contract> : f32
  // CHECK-NEXT: tensor.yield %[[P]] : f32
  // CHECK-NEXT: } : f32
  // CHECK-NEXT: tensor.yield %[[R]] : f32
  // CHECK-NEXT: } : tensor<?{b}x?{n}x?{m}xf32>
  %0 = tensor.contract "bik,bkj->bij" %a, %b fastmath<reassoc,contract> : (tensor<?{b}x?{n}x?{p}xbf16>, tensor<?{b}x?{p}x?{m}xbf16>) -> tensor<?{b}x?{n}x?{m}xf32>
  // A trace, and a diagonal.
  // CHECK: tensor.compute () in [] {
  // CHECK-NEXT: %[[R:.*]] = tensor.fold (%[[K:.*]]) = 0 to n add {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[K]], %[[K]]] : tensor<?{n}x?{n}xf32>
  %1 = tensor.contract "ii->" %q : (tensor<?{n}x?{n}xf32>) -> tensor<f32>
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK-NEXT: %[[X:.*]] = tensor.at %{{.*}}[%[[I]], %[[I]]] : tensor<?{n}x?{n}xf32>
  // CHECK-NEXT: %[[Y:.*]] = tensor.at %{{.*}}[%[[I]]] : tensor<?{n}xf32>
  // CHECK-NEXT: %[[Z:.*]] = arith.mulf %[[X]], %[[Y]] : f32
  // CHECK-NEXT: tensor.yield %[[Z]] : f32
  %2 = tensor.contract "ii,i->i" %q, %v : (tensor<?{n}x?{n}xf32>, tensor<?{n}xf32>) -> tensor<?{n}xf32>
  return
}

// CHECK-LABEL: func.func @elementwise
func.func @elementwise(%x: tensor<?{n}xf32>, %c: tensor<?{n}xi1>, %p: i1, %i: tensor<?{n}xi32>) {
  // An operand that occurs twice is read once; flags and predicates stay.
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK-NEXT: %[[X:.*]] = tensor.at %{{.*}}[%[[I]]] : tensor<?{n}xf32>
  // CHECK-NEXT: %[[Y:.*]] = arith.addf %[[X]], %[[X]] fastmath<nnan> : f32
  // CHECK-NEXT: tensor.yield %[[Y]] : f32
  // CHECK-NEXT: } : tensor<?{n}xf32>
  %0 = arith.addf %x, %x fastmath<nnan> : tensor<?{n}xf32>
  // CHECK: %{{.*}} = arith.cmpi slt, %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT: tensor.yield %{{.*}} : i1
  %1 = arith.cmpi slt, %i, %i : tensor<?{n}xi32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
  %2 = arith.select %c, %x, %0 : tensor<?{n}xi1>, tensor<?{n}xf32>
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK-NOT: tensor<i1>
  // CHECK: arith.select %arg2, %{{.*}}, %{{.*}} : f32
  %3 = arith.select %p, %x, %0 : tensor<?{n}xf32>
  // CHECK: %[[S:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] {
  // CHECK: %[[L:.*]], %[[H:.*]] = arith.mulsi_extended %{{.*}}, %{{.*}} : i32
  // CHECK-NEXT: tensor.yield %[[L]], %[[H]] : i32, i32
  // CHECK-NEXT: } : tensor<?{n}xi32>, tensor<?{n}xi32>
  %4, %5 = arith.mulsi_extended %i, %i : tensor<?{n}xi32>
  // CHECK: math.exp
  %6 = math.exp %x : tensor<?{n}xf32>
  return
}

// Nothing is done to what is no named op, and to scalars.
// CHECK-LABEL: func.func @kept
func.func @kept(%x: tensor<?{n}xf32>, %like: tensor<?{m}xi1>, %s: f32) -> tensor<?{m}xf32> {
  // CHECK-NEXT: arith.addf %{{.*}}, %{{.*}} : f32
  // CHECK-NEXT: tensor.cast
  // CHECK-NEXT: return
  %0 = arith.addf %s, %s : f32
  %1 = tensor.cast %x : tensor<?{n}xf32> to tensor<?{m}xf32>
  return %1 : tensor<?{m}xf32>
}

// Ops in loops are decomposed; those on small tensors inside of a comprehension are not.
// CHECK-LABEL: func.func @nested
func.func @nested(%x: tensor<?{n}xf32>, %c: i1, %k: tensor<3xf32>) -> tensor<?{n}x3xf32> {
  // CHECK: loop.if
  // CHECK-NEXT: tensor.compute
  loop.if %c {
    %0 = math.exp %x : tensor<?{n}xf32>
    loop.yield
  }
  // CHECK: tensor.from_elements
  // CHECK-NEXT: arith.addf %{{.*}}, %{{.*}} : tensor<3xf32>
  %1 = tensor.compute (%i) in [n] {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    %e = tensor.from_elements %v, %v, %v : tensor<3xf32>
    %s = arith.addf %e, %k : tensor<3xf32>
    tensor.yield %s : tensor<3xf32>
  } : tensor<?{n}x3xf32>
  return %1 : tensor<?{n}x3xf32>
}

// Nothing is read where a box or fold is empty: every read in it is inside.
// CHECK-LABEL: func.func @empty_fold
func.func @empty_fold(%x: tensor<?{n}x0xf32>) -> tensor<?{n}xf32> {
  // CHECK: tensor.compute
  // CHECK: tensor.fold (%[[K:.*]]) = 0 to 0 add
  %0 = tensor.reduce add %x dims = [1] : tensor<?{n}x0xf32> to tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}
// CHECK-LABEL: func.func @empty_box
func.func @empty_box(%x: tensor<0x?{n}xf32>) -> tensor<0xf32> {
  // CHECK: tensor.compute (%{{.*}}) in [0]
  // CHECK: tensor.at
  %0 = tensor.reshape %x : tensor<0x?{n}xf32> to tensor<0xf32>
  return %0 : tensor<0xf32>
}

// CHECK-LABEL: func.func @pads
func.func @pads(%x: tensor<?{n}x4xf32>, %s: f32) {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n + 3, 4] {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]] - 1, %[[J]]] fill(%{{.*}}) : tensor<?{n}x4xf32>
  // CHECK-NEXT: tensor.yield %[[V]] : f32
  %0 = tensor.pad %x, %s low = [1, 0] high = [2, 0] : tensor<?{n}x4xf32> to tensor<?{n + 3}x4xf32>
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 7] {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]], %[[J]] floordiv 2] fill(%{{.*}}) : tensor<?{n}x4xf32>
  // CHECK: %[[R:.*]] = arith.remsi
  // CHECK: arith.select %{{.*}}, %[[V]], %{{.*}} : f32
  %1 = tensor.pad %x, %s low = [0, 0] high = [0, 0] interior = [0, 1] : tensor<?{n}x4xf32> to tensor<?{n}x7xf32>
  return
}

// The pieces are found by bisection; every read is proved to be inside.
// CHECK-LABEL: func.func @concats
func.func @concats(%x: tensor<?{n}xf32>, %y: tensor<?{m}xf32>) -> tensor<?{2*n + m}xf32> {
  // CHECK: tensor.compute (%[[I:.*]]) in [m + 2*n] {
  // CHECK: loop.if
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]]] : tensor<?{n}xf32>
  // CHECK: tensor.extent [m + n] : index
  // CHECK: loop.if
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] - n] : tensor<?{m}xf32>
  // CHECK: tensor.at %{{.*}}[%[[I]] - {{.*}}] : tensor<?{n}xf32>
  %0 = tensor.concat %x, %y, %x dim = 0 : tensor<?{n}xf32>, tensor<?{m}xf32>, tensor<?{n}xf32> to tensor<?{2*n + m}xf32>
  return %0 : tensor<?{2*n + m}xf32>
}

// CHECK-LABEL: func.func @windows
func.func @windows(%x: tensor<?{n + 2}xf32>, %u: tensor<2xf32>, %i: index) {
  // CHECK: %[[A:.*]] = arith.minsi
  // CHECK: %[[S:.*]] = arith.maxsi %[[A]]
  // CHECK: tensor.compute (%[[I:.*]]) in [2] {
  // CHECK-NEXT: tensor.at %{{.*}}[%[[I]] + %[[S]]] : tensor<?{n + 2}xf32>
  %0 = tensor.dynamic_slice %x[%i] : tensor<?{n + 2}xf32> to tensor<2xf32>
  // CHECK: tensor.compute (%[[I:.*]]) in [2] accumulate(set unique %[[A:.*]] = %{{.*}} : tensor<?{n + 2}xf32>) {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]]] : tensor<2xf32>
  // CHECK-NEXT: tensor.put %[[V]] into %[[A]][%[[I]] + %{{.*}}] : memref<?{n + 2}xf32>
  %1 = tensor.update_slice %u, %x[%i] : tensor<2xf32> into tensor<?{n + 2}xf32>
  return
}

// CHECK-LABEL: func.func @bits
func.func @bits(%x: tensor<?{n}xf32>, %y: tensor<?{n}x2xi8>) {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 4] {
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]]] : tensor<?{n}xf32>
  // CHECK-NEXT: %[[B:.*]] = arith.bitcast %[[V]] : f32 to i32
  // CHECK: arith.shrui %[[B]]
  // CHECK: arith.trunci
  %0 = tensor.bitcast %x : tensor<?{n}xf32> to tensor<?{n}x4xi8>
  // CHECK: tensor.compute (%[[I:.*]]) in [n] {
  // CHECK: tensor.at %{{.*}}[%[[I]], 0] : tensor<?{n}x2xi8>
  // CHECK: tensor.at %{{.*}}[%[[I]], 1] : tensor<?{n}x2xi8>
  // CHECK: arith.ori
  // CHECK: arith.bitcast %{{.*}} : i16 to bf16
  %1 = tensor.bitcast %y : tensor<?{n}x2xi8> to tensor<?{n}xbf16>
  return
}

// Starts are clamped, window indices added; batching axes run along.
// CHECK-LABEL: func.func @gathers
func.func @gathers(%x: tensor<?{n}x?{m}xf32>, %k: tensor<?{p}x1xi32>) -> tensor<?{p}x?{m}xf32> {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [p, m] {
  // CHECK-NEXT: %[[K:.*]] = tensor.at %{{.*}}[%[[I]], 0] : tensor<?{p}x1xi32>
  // CHECK-NEXT: %[[S:.*]] = arith.index_cast %[[K]] : i32 to index
  // CHECK: %[[R:.*]] = tensor.extent [n - 1] : index
  // CHECK-NEXT: %[[L:.*]] = arith.minsi %[[S]], %[[R]] : index
  // CHECK-NEXT: %[[C:.*]] = arith.maxsi %[[L]], %{{.*}} : index
  // CHECK-NEXT: tensor.at %{{.*}}[%[[C]], %[[J]]]
  %0 = tensor.gather %x at %k window_dims = [1] collapsed_dims = [0] index_map = [0] index_vector_dim = 1 sizes = [1, m] : tensor<?{n}x?{m}xf32>, tensor<?{p}x1xi32> to tensor<?{p}x?{m}xf32>
  return %0 : tensor<?{p}x?{m}xf32>
}

// CHECK-LABEL: func.func @scatters
func.func @scatters(%x: tensor<?{n}x?{m}xf32>, %k: tensor<?{p}xindex>, %u: tensor<?{p}x?{m}xf32>) {
  // CHECK: tensor.compute (%[[I:.*]], %[[J:.*]]) in [p, m] accumulate(add %[[A:.*]] = %{{.*}} : tensor<?{n}x?{m}xf32>) {
  // CHECK-NEXT: %[[K:.*]] = tensor.at %{{.*}}[%[[I]]] : tensor<?{p}xindex>
  // CHECK-NEXT: %[[V:.*]] = tensor.at %{{.*}}[%[[I]], %[[J]]] : tensor<?{p}x?{m}xf32>
  // CHECK-NEXT: tensor.put %[[V]] into %[[A]][%[[K]], %[[J]]] drop : memref<?{n}x?{m}xf32>
  %0 = tensor.scatter add %x at %k from %u window_dims = [1] collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<?{n}x?{m}xf32>, tensor<?{p}xindex>, tensor<?{p}x?{m}xf32>
  // CHECK: accumulate(region unique %[[A:.*]] = %{{.*}} : tensor<?{n}x?{m}xf32>) {
  // CHECK: tensor.put %[[V:.*]] into %[[A]][%{{.*}}, %{{.*}}] drop : memref<?{n}x?{m}xf32> combine (%[[E:.*]], %[[W:.*]]) {
  // CHECK-NEXT: %[[D:.*]] = arith.subf %[[E]], %[[W]] : f32
  // CHECK-NEXT: tensor.yield %[[D]] : f32
  %1 = tensor.scatter region %x at %k from %u window_dims = [1] collapsed_dims = [0] index_map = [0] index_vector_dim = 1 unique : tensor<?{n}x?{m}xf32>, tensor<?{p}xindex>, tensor<?{p}x?{m}xf32> combine (%e, %w) {
    %d = arith.subf %e, %w : f32
    tensor.yield %d : f32
  }
  return
}

// A bisection for each query.
// CHECK-LABEL: func.func @searchsorted
func.func @searchsorted(%t: tensor<?{n}xf32>, %q: tensor<4xf32>) -> tensor<4xindex> {
  // CHECK: tensor.compute (%[[I:.*]]) in [4] {
  // CHECK-NEXT: %[[Q:.*]] = tensor.at %{{.*}}[%[[I]]] : tensor<4xf32>
  // CHECK: loop.while
  // CHECK: arith.cmpi slt
  // CHECK: %[[X:.*]] = tensor.at %{{.*}} clamp : tensor<?{n}xf32>
  // CHECK: arith.cmpf ult, %[[Q]], %[[X]] : f32
  // CHECK: arith.cmpf ord, %[[Q]], %[[Q]] : f32
  // CHECK: } : tensor<4xindex>
  %0 = tensor.searchsorted right %t, %q : tensor<?{n}xf32>, tensor<4xf32> to tensor<4xindex>
  return %0 : tensor<4xindex>
}
