// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   func.func @matmul(%[[ARG0:.*]]: tensor<?{n}x?{p}xf32>, %[[ARG1:.*]]: tensor<?{p}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, m] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to p add {
// FULL-NEXT:         %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x?{p}xf32>
// FULL-NEXT:         %[[V4:.*]] = tensor.at %[[ARG1]][%[[K]], %[[J]]] : tensor<?{p}x?{m}xf32>
// FULL-NEXT:         %[[V5:.*]] = arith.mulf %[[V3]], %[[V4]] : f32
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]] = math.exp %[[V1]] : f32
// FULL-NEXT:       tensor.yield %[[V2]] : f32
// FULL-NEXT:     } : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @results(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: f32) {
// FULL-NEXT:     %[[V0:.*]]:2 = tensor.compute (%[[I:.*]]) in [n] attributes {dialect.mark = 1 : i64} {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.from_elements %[[V3]], %[[ARG1]], %[[V3]] : tensor<3xf32>
// FULL-NEXT:       tensor.yield %[[V4]], %[[V3]] : tensor<3xf32>, f32
// FULL-NEXT:     } : tensor<?{n}x3xf32>, tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] {
// FULL-NEXT:       tensor.yield %[[ARG1]] : f32
// FULL-NEXT:     } : tensor<f32>
// FULL-NEXT:     %[[V2:.*]] = tensor.at %[[V1]][] : tensor<f32>
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @folds(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>) {
// FULL-NEXT:     %[[V0:.*]]:3 = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.fold (%[[K:.*]]) = 0 to %[[I]] + 1 add {
// FULL-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[K]]] : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V2:.*]]:3 = tensor.fold (%[[K_0:.*]]) = %[[I]] + 1 to -%[[J]] + n [add, maximumf, minsi] fastmath<reassoc,nnan> {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[K_0]]] : tensor<?{n}xf32>
// FULL-NEXT:         %[[V6:.*]] = tensor.at %[[ARG1]][%[[K_0]]] : tensor<?{n}xi32>
// FULL-NEXT:         tensor.yield %[[V5]], %[[V5]], %[[V6]] : f32, f32, i32
// FULL-NEXT:       } : f32, f32, i32
// FULL-NEXT:       %[[V3:.*]] = tensor.fold (%[[K_1:.*]]) = %[[I]] floordiv 4 to n ceildiv 4 mul attributes {dialect.mark} {
// FULL-NEXT:         %[[V5]] = tensor.at %[[ARG0]][%[[K_1]]] clamp : tensor<?{n}xf32>
// FULL-NEXT:         tensor.yield %[[V5]] : f32
// FULL-NEXT:       } : f32
// FULL-NEXT:       %[[V4:.*]] = arith.addf %[[V1]], %[[V2]]#0 : f32
// FULL-NEXT:       tensor.yield %[[V3]], %[[V4]], %[[V2]]#2 : f32, f32, i32
// FULL-NEXT:     } : tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xf32>, tensor<?{n}x?{n}xi32>
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @reads(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: tensor<?{n}xindex>) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG3]][%[[I]]] : tensor<?{n}xindex>
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]] * 2 + %[[V1]] - 1] clamp : tensor<?{n}xf32>
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[V1]], %[[I]] mod 4] wrap : tensor<?{n}x?{m}xf32>
// FULL-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[V1]] + max(m, n)] fill(%[[ARG2]]) : tensor<?{n}xf32>
// FULL-NEXT:       %[[V5:.*]] = tensor.at %[[ARG0]][-%[[I]] + n * 2] trap {dialect.mark} : tensor<?{n}xf32>
// FULL-NEXT:       %[[V6:.*]] = tensor.at %[[ARG0]][-%[[I]] + n - 1] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V7:.*]] = tensor.extent [2*n + 1] : index
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// Accumulating results: puts at any index, any number of times.
// CHECK-LABEL: func.func @writes
func.func @writes(%h: tensor<?{m}xi32>, %x: tensor<?{n}xindex>, %y: tensor<?{n}x4xf32>, %z: tensor<?{n}x4xf32>, %c: i1) {
  // CHECK: %{{.*}} = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[A:.*]] = %{{.*}} : tensor<?{m}xi32>) {
  %one = arith.constant 1 : i32
  %0 = tensor.compute (%i) in [n] accumulate(add %a = %h : tensor<?{m}xi32>) {
    %k = tensor.at %x[%i] : tensor<?{n}xindex>
    // CHECK: tensor.put %{{.*}} into %[[A]][%[[K:.*]]] drop : memref<?{m}xi32>
    tensor.put %one into %a[%k] drop : memref<?{m}xi32>
    // CHECK: loop.if
    loop.if %c {
      // CHECK: tensor.put %{{.*}} into %[[A]][%[[I]] * 2 + %[[K]] - 1] wrap {dialect.mark} : memref<?{m}xi32>
      tensor.put %one into %a[2 * %i + %k - 1] wrap {dialect.mark} : memref<?{m}xi32>
      loop.yield
    }
    tensor.yield
  }
  // CHECK-NOT: } :
  // CHECK: %[[R:.*]]:3 = tensor.compute (%[[I:.*]]) in [n] accumulate(set unique %[[P:.*]] = %{{.*}} : tensor<?{n}x4xf32>, maximumf %[[Q:.*]] = %{{.*}} : tensor<?{n}x4xf32>) attributes {dialect.mark} {
  %1:3 = tensor.compute (%i) in [n] accumulate(set unique %p = %y : tensor<?{n}x4xf32>, maximumf %q = %z : tensor<?{n}x4xf32>) attributes {dialect.mark} {
    %v = tensor.at %y[%i, 1] : tensor<?{n}x4xf32>
    // CHECK: tensor.put %[[V:.*]] into %[[P]][-%[[I]] + n - 1, 3] : memref<?{n}x4xf32>
    tensor.put %v into %p[n - 1 - %i, 3] : memref<?{n}x4xf32>
    // CHECK: tensor.put %[[V]] into %[[Q]][%[[I]], 0] trap : memref<?{n}x4xf32>
    tensor.put %v into %q[%i, 0] trap : memref<?{n}x4xf32>
    tensor.yield %v : f32
    // CHECK: } : tensor<?{n}xf32>
  } : tensor<?{n}xf32>
  // Elements of two accumulators that change together.
  // CHECK: tensor.compute (%[[I:.*]]) in [n] accumulate(region %[[A:.*]] = %{{.*}} : tensor<?{n}x4xf32>, region %[[B:.*]] = %{{.*}} : tensor<?{n}x4xf32>) {
  %2:2 = tensor.compute (%i) in [n] accumulate(region %a = %y : tensor<?{n}x4xf32>, region %b = %z : tensor<?{n}x4xf32>) {
    %v = tensor.at %y[%i, 1] : tensor<?{n}x4xf32>
    // CHECK: tensor.put %[[V:.*]], %[[V]] into %[[A]], %[[B]][%[[I]], 2] clamp : memref<?{n}x4xf32>, memref<?{n}x4xf32> combine (%[[E:.*]], %[[F:.*]], %[[G:.*]], %{{.*}}) {
    tensor.put %v, %v into %a, %b[%i, 2] clamp : memref<?{n}x4xf32>, memref<?{n}x4xf32> combine (%e, %f, %g, %h2) {
      // CHECK-NEXT: %[[S:.*]] = arith.subf %[[E]], %[[G]] : f32
      %s = arith.subf %e, %g : f32
      // CHECK-NEXT: tensor.yield %[[S]], %[[F]] : f32, f32
      tensor.yield %s, %f : f32, f32
    }
    tensor.yield
  }
  return
}
// FULL-NEXT:   func.func @writes(%[[ARG0:.*]]: tensor<?{m}xi32>, %[[ARG1:.*]]: tensor<?{n}xindex>, %[[ARG2:.*]]: tensor<?{n}x4xf32>, %[[ARG3:.*]]: tensor<?{n}x4xf32>, %[[ARG4:.*]]: i1) {
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add %[[ACC:.*]] = %[[ARG0]] : tensor<?{m}xi32>) {
// FULL-NEXT:       %[[V3:.*]] = tensor.at %[[ARG1]][%[[I]]] : tensor<?{n}xindex>
// FULL-NEXT:       tensor.put %[[C1_I32]] into %[[ACC]][%[[V3]]] drop : memref<?{m}xi32>
// FULL-NEXT:       loop.if %[[ARG4]] {
// FULL-NEXT:         tensor.put %[[C1_I32]] into %[[ACC]][%[[I]] * 2 + %[[V3]] - 1] wrap {dialect.mark} : memref<?{m}xi32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]]:3 = tensor.compute (%[[I_0:.*]]) in [n] accumulate(set unique %[[ACC_1:.*]] = %[[ARG2]] : tensor<?{n}x4xf32>, maximumf %[[ACC_2:.*]] = %[[ARG3]] : tensor<?{n}x4xf32>) attributes {dialect.mark} {
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG2]][%[[I_0]], 1] : tensor<?{n}x4xf32>
// FULL-NEXT:       tensor.put %[[V3]] into %[[ACC_1]][-%[[I_0]] + n - 1, 3] : memref<?{n}x4xf32>
// FULL-NEXT:       tensor.put %[[V3]] into %[[ACC_2]][%[[I_0]], 0] trap : memref<?{n}x4xf32>
// FULL-NEXT:       tensor.yield %[[V3]] : f32
// FULL-NEXT:     } : tensor<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]]:2 = tensor.compute (%[[I_3:.*]]) in [n] accumulate(region %[[ACC_4:.*]] = %[[ARG2]] : tensor<?{n}x4xf32>, region %[[ACC_5:.*]] = %[[ARG3]] : tensor<?{n}x4xf32>) {
// FULL-NEXT:       %[[V3]] = tensor.at %[[ARG2]][%[[I_3]], 1] : tensor<?{n}x4xf32>
// FULL-NEXT:       tensor.put %[[V3]], %[[V3]] into %[[ACC_4]], %[[ACC_5]][%[[I_3]], 2] clamp : memref<?{n}x4xf32>, memref<?{n}x4xf32> combine (%[[ARG5:.*]], %[[ARG6:.*]], %[[ARG7:.*]], %[[ARG8:.*]]) {
// FULL-NEXT:         %[[V4:.*]] = arith.subf %[[ARG5]], %[[ARG7]] : f32
// FULL-NEXT:         tensor.yield %[[V4]], %[[ARG6]] : f32, f32
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @moves
func.func @moves(%x: tensor<?{n}x4xf32>, %y: tensor<?{m}x4xf32>, %s: f32, %i: index) {
  // CHECK: tensor.pad %{{.*}}, %{{.*}} low = [1, n] high = [-1, 0] : tensor<?{n}x4xf32> to tensor<?{n}x?{n + 4}xf32>
  %0 = tensor.pad %x, %s low = [1, n] high = [-1, 0] : tensor<?{n}x4xf32> to tensor<?{n}x?{n + 4}xf32>
  // CHECK: tensor.pad %{{.*}}, %{{.*}} low = [0, 0] high = [0, 1] interior = [2, 1] {dialect.mark} : tensor<?{n}x4xf32> to tensor<?{n + 2*max(0, n - 1)}x8xf32>
  %1 = tensor.pad %x, %s low = [0, 0] high = [0, 1] interior = [2, 1] {dialect.mark} : tensor<?{n}x4xf32> to tensor<?{n + 2*max(n - 1, 0)}x8xf32>
  // CHECK: tensor.concat %{{.*}}, %{{.*}}, %{{.*}} dim = 0 : tensor<?{n}x4xf32>, tensor<?{m}x4xf32>, tensor<?{n}x4xf32> to tensor<?{m + 2*n}x4xf32>
  %2 = tensor.concat %x, %y, %x dim = 0 : tensor<?{n}x4xf32>, tensor<?{m}x4xf32>, tensor<?{n}x4xf32> to tensor<?{2*n + m}x4xf32>
  // CHECK: %[[W:.*]] = tensor.dynamic_slice %{{.*}}[%[[I:.*]], %[[I]]] : tensor<?{n}x4xf32> to tensor<?{n}x2xf32>
  %3 = tensor.dynamic_slice %x[%i, %i] : tensor<?{n}x4xf32> to tensor<?{n}x2xf32>
  // CHECK: tensor.update_slice %[[W]], %{{.*}}[%[[I]], %[[I]]] {dialect.mark} : tensor<?{n}x2xf32> into tensor<?{n}x4xf32>
  %4 = tensor.update_slice %3, %x[%i, %i] {dialect.mark} : tensor<?{n}x2xf32> into tensor<?{n}x4xf32>
  // CHECK: tensor.bitcast %{{.*}} : tensor<?{n}x4xf32> to tensor<?{n}x4x2xi16>
  %5 = tensor.bitcast %x : tensor<?{n}x4xf32> to tensor<?{n}x4x2xi16>
  // CHECK: tensor.bitcast %{{.*}} : tensor<?{n}x4x2xi16> to tensor<?{n}x4xi32>
  %6 = tensor.bitcast %5 : tensor<?{n}x4x2xi16> to tensor<?{n}x4xi32>
  return
}
// FULL-NEXT:   func.func @moves(%[[ARG0:.*]]: tensor<?{n}x4xf32>, %[[ARG1:.*]]: tensor<?{m}x4xf32>, %[[ARG2:.*]]: f32, %[[ARG3:.*]]: index) {
// FULL-NEXT:     %[[V0:.*]] = tensor.pad %[[ARG0]], %[[ARG2]] low = [1, n] high = [-1, 0] : tensor<?{n}x4xf32> to tensor<?{n}x?{n + 4}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.pad %[[ARG0]], %[[ARG2]] low = [0, 0] high = [0, 1] interior = [2, 1] {dialect.mark} : tensor<?{n}x4xf32> to tensor<?{n + 2*max(0, n - 1)}x8xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.concat %[[ARG0]], %[[ARG1]], %[[ARG0]] dim = 0 : tensor<?{n}x4xf32>, tensor<?{m}x4xf32>, tensor<?{n}x4xf32> to tensor<?{m + 2*n}x4xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.dynamic_slice %[[ARG0]][%[[ARG3]], %[[ARG3]]] : tensor<?{n}x4xf32> to tensor<?{n}x2xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.update_slice %[[V3]], %[[ARG0]][%[[ARG3]], %[[ARG3]]] {dialect.mark} : tensor<?{n}x2xf32> into tensor<?{n}x4xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.bitcast %[[ARG0]] : tensor<?{n}x4xf32> to tensor<?{n}x4x2xi16>
// FULL-NEXT:     %[[V6:.*]] = tensor.bitcast %[[V5]] : tensor<?{n}x4x2xi16> to tensor<?{n}x4xi32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @gather_scatter
func.func @gather_scatter(%x: tensor<?{n}x?{m}xf32>, %y: tensor<?{n}x?{m}xi8>, %k: tensor<?{p}x2xi32>, %b: tensor<?{n}xindex>, %u: tensor<?{p}xf32>, %v: tensor<?{p}xi8>, %w: tensor<?{n}xf32>) {
  // CHECK: tensor.gather %{{.*}} at %{{.*}} window_dims = [1] collapsed_dims = [1] index_map = [1, 0] index_vector_dim = 1 sizes = [n, 1] sorted {dialect.mark} : tensor<?{n}x?{m}xf32>, tensor<?{p}x2xi32> to tensor<?{p}x?{n}xf32>
  %0 = tensor.gather %x at %k window_dims = [1] collapsed_dims = [1] index_map = [1, 0] index_vector_dim = 1 sizes = [n, 1] sorted {dialect.mark} : tensor<?{n}x?{m}xf32>, tensor<?{p}x2xi32> to tensor<?{p}x?{n}xf32>
  // CHECK: tensor.gather %{{.*}} at %{{.*}} collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x7xf32>, tensor<?{n}xindex> to tensor<?{n}xf32>
  %c = arith.constant 0.0 : f32
  %x7 = tensor.splat %c : tensor<?{n}x7xf32>
  %1 = tensor.gather %x7 at %b collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x7xf32>, tensor<?{n}xindex> to tensor<?{n}xf32>
  // CHECK: tensor.scatter add %{{.*}} at %{{.*}} from %{{.*}} collapsed_dims = [0, 1] index_map = [1, 0] index_vector_dim = 1 unique sorted : tensor<?{n}x?{m}xf32>, tensor<?{p}x2xi32>, tensor<?{p}xf32>
  %2 = tensor.scatter add %x at %k from %u collapsed_dims = [0, 1] index_map = [1, 0] index_vector_dim = 1 unique sorted : tensor<?{n}x?{m}xf32>, tensor<?{p}x2xi32>, tensor<?{p}xf32>
  // CHECK: %{{.*}}:2 = tensor.scatter [maximumf, set] %{{.*}}, %{{.*}} at %{{.*}} from %{{.*}}, %{{.*}} collapsed_dims = [0, 1] index_map = [1, 0] index_vector_dim = 1 {dialect.mark} : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi8>, tensor<?{p}x2xi32>, tensor<?{p}xf32>, tensor<?{p}xi8>
  %3:2 = tensor.scatter [maximumf, set] %x, %y at %k from %u, %v collapsed_dims = [0, 1] index_map = [1, 0] index_vector_dim = 1 {dialect.mark} : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi8>, tensor<?{p}x2xi32>, tensor<?{p}xf32>, tensor<?{p}xi8>
  // CHECK: tensor.scatter region %{{.*}} at %{{.*}} from %{{.*}} collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 1 : tensor<?{n}x?{m}xf32>, tensor<?{n}xindex>, tensor<?{n}xf32> combine (%[[A:.*]], %[[B:.*]]) {
  // CHECK-NEXT: %[[S:.*]] = arith.subf %[[A]], %[[B]] : f32
  // CHECK-NEXT: tensor.yield %[[S]] : f32
  %4 = tensor.scatter region %x at %b from %w collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 1 : tensor<?{n}x?{m}xf32>, tensor<?{n}xindex>, tensor<?{n}xf32> combine (%a, %d) {
    %s = arith.subf %a, %d : f32
    tensor.yield %s : f32
  }
  return
}
// FULL-NEXT:   func.func @gather_scatter(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<?{n}x?{m}xi8>, %[[ARG2:.*]]: tensor<?{p}x2xi32>, %[[ARG3:.*]]: tensor<?{n}xindex>, %[[ARG4:.*]]: tensor<?{p}xf32>, %[[ARG5:.*]]: tensor<?{p}xi8>, %[[ARG6:.*]]: tensor<?{n}xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.gather %[[ARG0]] at %[[ARG2]] window_dims = [1] collapsed_dims = [1] index_map = [1, 0] index_vector_dim = 1 sizes = [n, 1] sorted {dialect.mark} : tensor<?{n}x?{m}xf32>, tensor<?{p}x2xi32> to tensor<?{p}x?{n}xf32>
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V1:.*]] = tensor.splat %[[CST]] : tensor<?{n}x7xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.gather %[[V1]] at %[[ARG3]] collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 1 sizes = [1, 1] : tensor<?{n}x7xf32>, tensor<?{n}xindex> to tensor<?{n}xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.scatter add %[[ARG0]] at %[[ARG2]] from %[[ARG4]] collapsed_dims = [0, 1] index_map = [1, 0] index_vector_dim = 1 unique sorted : tensor<?{n}x?{m}xf32>, tensor<?{p}x2xi32>, tensor<?{p}xf32>
// FULL-NEXT:     %[[V4:.*]]:2 = tensor.scatter [maximumf, set] %[[ARG0]], %[[ARG1]] at %[[ARG2]] from %[[ARG4]], %[[ARG5]] collapsed_dims = [0, 1] index_map = [1, 0] index_vector_dim = 1 {dialect.mark} : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xi8>, tensor<?{p}x2xi32>, tensor<?{p}xf32>, tensor<?{p}xi8>
// FULL-NEXT:     %[[V5:.*]] = tensor.scatter region %[[ARG0]] at %[[ARG3]] from %[[ARG6]] collapsed_dims = [1] batching_dims = [0] index_batching_dims = [0] index_map = [1] index_vector_dim = 1 : tensor<?{n}x?{m}xf32>, tensor<?{n}xindex>, tensor<?{n}xf32> combine (%[[ARG7:.*]], %[[ARG8:.*]]) {
// FULL-NEXT:       %[[V6:.*]] = arith.subf %[[ARG7]], %[[ARG8]] : f32
// FULL-NEXT:       tensor.yield %[[V6]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }

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
// FULL-NEXT:   func.func @named(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<?{m}xf32>, %[[ARG2:.*]]: f32) {
// FULL-NEXT:     %[[V0:.*]] = tensor.broadcast %[[ARG0]] dims = [0, 2] : tensor<?{n}x?{m}xf32> to tensor<?{n}x4x?{m}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.transpose %[[ARG0]] perm = [1, 0] : tensor<?{n}x?{m}xf32> to tensor<?{m}x?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = tensor.reshape %[[ARG0]] : tensor<?{n}x?{m}xf32> to tensor<?{m*n}xf32>
// FULL-NEXT:     %[[V3:.*]] = tensor.slice %[[ARG0]] [1:n - 1, 0:m:2] : tensor<?{n}x?{m}xf32> to tensor<?{n - 2}x?{(m + 1) floordiv 2}xf32>
// FULL-NEXT:     %[[V4:.*]] = tensor.reverse %[[ARG0]] dims = [0] : tensor<?{n}x?{m}xf32>
// FULL-NEXT:     %[[V5:.*]] = tensor.splat %[[ARG2]] : tensor<2x?{n}xf32>
// FULL-NEXT:     %[[V6:.*]] = tensor.iota dim = 1 : tensor<3x?{n}xi32>
// FULL-NEXT:     %[[V7:.*]] = tensor.reduce add %[[ARG0]] dims = [0, 1] : tensor<?{n}x?{m}xf32> to tensor<f32>
// FULL-NEXT:     %[[V8:.*]]:2 = tensor.reduce [maximumf, add] %[[ARG0]], %[[ARG0]] dims = [0] fastmath<reassoc> : tensor<?{n}x?{m}xf32>, tensor<?{n}x?{m}xf32> to tensor<?{m}xf32>, tensor<?{m}xf32>
// FULL-NEXT:     %[[V9:.*]] = tensor.contract "ij,j->i" %[[ARG0]], %[[ARG1]] fastmath<contract> : (tensor<?{n}x?{m}xf32>, tensor<?{m}xf32>) -> tensor<?{n}xf32>
// FULL-NEXT:     %[[V10:.*]] = tensor.cast %[[ARG0]] : tensor<?{n}x?{m}xf32> to tensor<?{n}x?{n}xf32>
// FULL-NEXT:     return
// FULL-NEXT:   }

// A nest of loops: results that start empty, accesses that state what is proved, loads and stores of what is
// accumulated.
// CHECK-LABEL: func.func @nest
func.func @nest(%a: tensor<?{n}xf32>, %zero: index, %one: index, %n: index) -> tensor<?{n}xf32> {
  // CHECK: %[[E:.*]] = tensor.empty : tensor<?{n}xf32>
  // CHECK: tensor.compute () in [] accumulate(set unique %[[D:.*]] = %[[E]] : tensor<?{n}xf32>) {
  // CHECK: loop.parallel (%[[I:.*]]) =
  // CHECK: %[[X:.*]] = tensor.at %{{.*}}[%[[I]]] clamp {tf.proved = ["lower"]} : tensor<?{n}xf32>
  // CHECK: tensor.put %[[X]] into %[[D]][%[[I]]] {tf.proved = ["inside"]} : memref<?{n}xf32>
  // CHECK: mem.load %[[D]][%[[I]]]
  %e = tensor.empty : tensor<?{n}xf32>
  %c = tensor.compute () in [] accumulate(set unique %d = %e : tensor<?{n}xf32>) {
    loop.parallel (%i) = (%zero) to (%n) step (%one) {
      %x = tensor.at %a[%i] clamp {tf.proved = ["lower"]} : tensor<?{n}xf32>
      tensor.put %x into %d[%i] {tf.proved = ["inside"]} : memref<?{n}xf32>
      %y = mem.load %d[%i] : memref<?{n}xf32>
      mem.store %y, %d[%i] : memref<?{n}xf32>
      loop.yield
    }
    tensor.yield
  }
  return %c : tensor<?{n}xf32>
}
// FULL-NEXT:   func.func @nest(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: index, %[[ARG3:.*]]: index) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.empty : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = tensor.compute () in [] accumulate(set unique %[[ACC:.*]] = %[[V0]] : tensor<?{n}xf32>) {
// FULL-NEXT:       loop.parallel (%[[I:.*]]) = (%[[ARG1]]) to (%[[ARG3]]) step (%[[ARG2]]) {
// FULL-NEXT:         %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] clamp {tf.proved = ["lower"]} : tensor<?{n}xf32>
// FULL-NEXT:         tensor.put %[[V2]] into %[[ACC]][%[[I]]] {tf.proved = ["inside"]} : memref<?{n}xf32>
// FULL-NEXT:         %[[V3:.*]] = mem.load %[[ACC]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:         mem.store %[[V3]], %[[ACC]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @searchsorted
func.func @searchsorted(%t: tensor<?{n}xf32>, %q: tensor<2x?{m}xf32>) -> (tensor<2x?{m}xindex>, tensor<2x?{m}xindex>) {
  // CHECK: tensor.searchsorted left %{{.*}}, %{{.*}} : tensor<?{n}xf32>, tensor<2x?{m}xf32> to tensor<2x?{m}xindex>
  %0 = tensor.searchsorted left %t, %q : tensor<?{n}xf32>, tensor<2x?{m}xf32> to tensor<2x?{m}xindex>
  // CHECK: tensor.searchsorted right %{{.*}}, %{{.*}} : tensor<?{n}xf32>, tensor<2x?{m}xf32> to tensor<2x?{m}xindex>
  %1 = tensor.searchsorted right %t, %q : tensor<?{n}xf32>, tensor<2x?{m}xf32> to tensor<2x?{m}xindex>
  return %0, %1 : tensor<2x?{m}xindex>, tensor<2x?{m}xindex>
}
// FULL-NEXT:   func.func @searchsorted(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<2x?{m}xf32>) -> (tensor<2x?{m}xindex>, tensor<2x?{m}xindex>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.searchsorted left %[[ARG0]], %[[ARG1]] : tensor<?{n}xf32>, tensor<2x?{m}xf32> to tensor<2x?{m}xindex>
// FULL-NEXT:     %[[V1:.*]] = tensor.searchsorted right %[[ARG0]], %[[ARG1]] : tensor<?{n}xf32>, tensor<2x?{m}xf32> to tensor<2x?{m}xindex>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<2x?{m}xindex>, tensor<2x?{m}xindex>
// FULL-NEXT:   }

// An order that is open.
// CHECK-LABEL: func.func @unordered
func.func @unordered(%x: tensor<?{n}xf32>, %k: tensor<?{n}xi32>, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: accumulate(add unordered %[[A:.*]] = %{{.*}} : tensor<8xf32>)
  %0 = tensor.compute (%i) in [n] accumulate(add unordered %acc = %y : tensor<8xf32>) {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    tensor.put %v into %acc[%i] drop : memref<8xf32>
    tensor.yield
  }
  // CHECK: tensor.scatter add unordered %{{.*}} at
  %1 = tensor.scatter add unordered %y at %k from %x collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<8xf32>, tensor<?{n}xi32>, tensor<?{n}xf32>
  return %0, %1 : tensor<8xf32>, tensor<8xf32>
}
// FULL-NEXT:   func.func @unordered(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: tensor<?{n}xi32>, %[[ARG2:.*]]: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
// FULL-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] accumulate(add unordered %[[ACC:.*]] = %[[ARG2]] : tensor<8xf32>) {
// FULL-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       tensor.put %[[V2]] into %[[ACC]][%[[I]]] drop : memref<8xf32>
// FULL-NEXT:       tensor.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V1:.*]] = tensor.scatter add unordered %[[ARG2]] at %[[ARG1]] from %[[ARG0]] collapsed_dims = [0] index_map = [0] index_vector_dim = 1 : tensor<8xf32>, tensor<?{n}xi32>, tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]], %[[V1]] : tensor<8xf32>, tensor<8xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
