// (sin(A) @ cos(Bᵀ))²: the operands are made once, outside of the loop over k, and the square belongs to the product's nest: three
// nests and two buffers. examples/programs/product.rs traces this text.
// RUN: tfopt %s --target=x86-64-v4 --pass-pipeline='func.func(name-extents,set-target,apply-numerics,canonicalize,cse,tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,tensor-hoist,combine-reciprocals,schedule,tensor-to-loops,canonicalize,cse)' \
// RUN:   | FileCheck %s --implicit-check-not=mem.alloc --implicit-check-not=loop. --implicit-check-not=math.

// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[A:.*]] = mem.alloc : memref<?{n}x?{k}xf32>
// CHECK-DAG: %[[B:.*]] = mem.alloc : memref<?{{.*}}xf32>

// CHECK: loop.parallel
// CHECK: loop.for
// CHECK: math.sin
// CHECK: mem.store %{{.*}}, %[[A]]
// CHECK: loop.yield
// CHECK: loop.yield

// CHECK: loop.parallel
// CHECK: loop.for
// CHECK: math.cos
// CHECK: mem.store %{{.*}}, %[[B]]
// CHECK: loop.yield
// CHECK: loop.yield

// Several rows together, whose sums are one loop over blocks and one in a block.
// CHECK: loop.parallel
// CHECK: loop.if
// CHECK: loop.for
// CHECK: %[[SUMS:.*]]:{{[0-9]+}} = loop.for %{{.*}} iter_args
// CHECK: loop.for %{{.*}} iter_args
// CHECK-DAG: mem.load %[[A]]
// CHECK-DAG: mem.load %[[B]]
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: %[[TOTAL:.*]] = arith.truncf %[[SUMS]]#0
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[TOTAL]], %[[TOTAL]]
// CHECK: mem.store %[[SQUARE]], %arg2
// CHECK: loop.yield
// CHECK: loop.yield

// The rows that are left.
// CHECK: loop.for
// CHECK: loop.for
// CHECK: %[[SUM:.*]] = loop.for %{{.*}} iter_args
// CHECK: loop.for %{{.*}} iter_args
// CHECK-DAG: mem.load %[[A]]
// CHECK-DAG: mem.load %[[B]]
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: %[[TOTAL:.*]] = arith.truncf %[[SUM]]
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[TOTAL]], %[[TOTAL]]
// CHECK-NEXT: mem.store %[[SQUARE]], %arg2
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: loop.yield
func.func @product(%a: tensor<?{n}x?{k}xf32>, %b: tensor<?{m}x?{k}xf32>) -> tensor<?{n}x?{m}xf32> {
  %s = math.sin %a : tensor<?{n}x?{k}xf32>
  %c = math.cos %b : tensor<?{m}x?{k}xf32>
  %t = tensor.transpose %c perm = [1, 0] : tensor<?{m}x?{k}xf32> to tensor<?{k}x?{m}xf32>
  %0 = tensor.contract "ik,kj->ij" %s, %t : (tensor<?{n}x?{k}xf32>, tensor<?{k}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>
  %1 = arith.mulf %0, %0 : tensor<?{n}x?{m}xf32>
  return %1 : tensor<?{n}x?{m}xf32>
}
