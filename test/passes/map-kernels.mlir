// RUN: tfopt --simt --split-input-file %s | FileCheck %s
// RUN: tfopt --simt --check-semantics --split-input-file %s -o /dev/null
// RUN: tfopt --gpu --check-semantics --split-input-file %s -o /dev/null

// Points to threads: 16 bytes each where they lie side by side, the rest under a mask.
// CHECK-LABEL: kernel.func @add_k0
// CHECK-SAME: block_size = array<i64: 256>
// CHECK: %[[BLOCK:.*]] = kernel.block_id x
// CHECK: %[[THREAD:.*]] = kernel.thread_id x
// CHECK: loop.for
// CHECK: vector.load %{{.*}} : memref<?{n}xf32>, vector<4xf32>
// CHECK: vector.store
// CHECK: func.func @add(
// CHECK: kernel.launch @add_k0 grid(%{{.*}}) block(%c256)
// CHECK-NEXT: return
func.func @add(%x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %z = arith.addf %x, %y : tensor<?{n}xf32>
  return %z : tensor<?{n}xf32>
}

// -----

// Rows of unknown length: each is a warp's, whose lanes read side by side; one of them writes.
// CHECK-LABEL: kernel.func @rows_k0
// CHECK: %[[LANE:.*]] = kernel.lane_id
// CHECK: %[[LEADS:.*]] = arith.cmpi eq, %[[LANE]], %c0
// CHECK: kernel.warp_id
// CHECK: loop.for %{{.*}} = %{{.*}} to %{{.*}} step %c32 iter_args
// CHECK: kernel.warp_reduce maximumf
// CHECK: loop.if %[[LEADS]]
// CHECK-NEXT: mem.store
// CHECK: func.func @rows(
func.func @rows(%x: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %z = tensor.reduce maximumf %x dims = [1] : tensor<?{n}x?{m}xf32> to tensor<?{n}xf32>
  return %z : tensor<?{n}xf32>
}

// -----

// A long sum: chunks to blocks, then what they come to. Warps hand on through shared memory, in a wider
// format.
// CHECK-LABEL: kernel.func @total_k0
// CHECK: %[[SHARED:.*]] = kernel.shared : memref<8xf64>
// CHECK: loop.for %{{.*}} = %{{.*}} to %c16384 step %c256 iter_args
// CHECK: %[[OWN:.*]] = arith.extf %{{.*}} : f32 to f64
// CHECK: kernel.warp_reduce add %[[OWN]] : f64
// CHECK: mem.store %{{.*}}, %[[SHARED]]
// CHECK: kernel.barrier
// CHECK: loop.for %{{.*}} = %c1 to %c8
// CHECK: kernel.barrier
// CHECK: kernel.func @total_k1
// CHECK: func.func @total(
// CHECK: kernel.launch @total_k0
// CHECK: kernel.launch @total_k1 grid(%c1
func.func @total(%x: tensor<?{n}xf32>) -> tensor<f32> {
  %z = tensor.reduce add %x dims = [0] fastmath<reassoc> : tensor<?{n}xf32> to tensor<f32>
  return %z : tensor<f32>
}

// -----

// Where no order changes a bit, points put at the same time.
// CHECK-LABEL: kernel.func @counts_k
// CHECK: kernel.atomic add
// CHECK: func.func @counts(
func.func @counts(%k: tensor<?{m}xindex>, %start: tensor<16xi32>) -> tensor<16xi32> {
  %one = arith.constant 1 : i32
  %h = tensor.compute (%i) in [m] accumulate(add %r = %start : tensor<16xi32>) {
    %a = tensor.at %k[%i] : tensor<?{m}xindex>
    tensor.put %one into %r[%a] drop : memref<16xi32>
    tensor.yield
  }
  return %h : tensor<16xi32>
}

// -----

// So they do where warps share the terms of what is put: one lane of each.
// CHECK-LABEL: kernel.func @shared_terms_k
// CHECK: kernel.warp_reduce add
// CHECK: loop.if
// CHECK-NEXT: kernel.atomic add
// CHECK: func.func @shared_terms(
func.func @shared_terms(%x: tensor<64x?{n}xi32>, %y: tensor<8xi32>) -> tensor<8xi32> {
  %z = tensor.compute (%i) in [64] accumulate(add %acc = %y : tensor<8xi32>) attributes {schedule = #tensor.schedule<map(i, grid, 128), map(k, warp)>} {
    %s = tensor.fold (%k) = 0 to n add attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<64x?{n}xi32>
      tensor.yield %v : i32
    } : i32
    %c8 = arith.constant 8 : index
    %at = arith.remui %i, %c8 : index
    tensor.put %s into %acc[%at] drop : memref<8xi32>
    tensor.yield
  }
  return %z : tensor<8xi32>
}

// -----

// What is put is the greatest number of all, so nothing is read, but points write the same elements: one
// thread.
// CHECK-LABEL: kernel.func @greatest_k
// CHECK: block_size = array<i64: 1>
// CHECK: func.func @greatest(
func.func @greatest(%k: tensor<?{m}xindex>, %start: tensor<16xi32>) -> tensor<16xi32> {
  %most = arith.constant 2147483647 : i32
  %h = tensor.compute (%i) in [m] accumulate(maxsi %r = %start : tensor<16xi32>) {
    %a = tensor.at %k[%i] : tensor<?{m}xindex>
    tensor.put %most into %r[%a] drop : memref<16xi32>
    tensor.yield
  }
  return %h : tensor<16xi32>
}

// -----

// Sums of floats keep their order: one thread.
// CHECK-LABEL: kernel.func @sums_k
// CHECK-NOT: kernel.atomic
// CHECK: block_size = array<i64: 1>
// CHECK-NOT: kernel.atomic
// CHECK: func.func @sums(
func.func @sums(%k: tensor<?{m}xindex>, %v: tensor<?{m}xf32>, %start: tensor<16xf32>) -> tensor<16xf32> {
  %h = tensor.compute (%i) in [m] accumulate(add %r = %start : tensor<16xf32>) {
    %a = tensor.at %k[%i] : tensor<?{m}xindex>
    %b = tensor.at %v[%i] : tensor<?{m}xf32>
    tensor.put %b into %r[%a] drop : memref<16xf32>
    tensor.yield
  }
  return %h : tensor<16xf32>
}

// -----

// The host's loop asks a number that a kernel has left in memory.
// CHECK-LABEL: func.func @halve(
// CHECK: loop.while
// CHECK: kernel.launch @halve_k
// CHECK: %[[MORE:.*]] = mem.load
// CHECK: loop.condition
func.func @halve(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %r = loop.while (%a = %x) : (tensor<?{n}xf32>) -> (tensor<?{n}xf32>) {
    %m = tensor.reduce maximumf %a dims = [0] : tensor<?{n}xf32> to tensor<f32>
    %v = tensor.at %m[] : tensor<f32>
    %one = arith.constant 1.0 : f32
    %more = arith.cmpf ogt, %v, %one : f32
    loop.condition %more, %a : tensor<?{n}xf32>
  } do (%b: tensor<?{n}xf32>) {
    %half = arith.constant 0.5 : f32
    %h = tensor.splat %half : tensor<?{n}xf32>
    %c = arith.mulf %b, %h : tensor<?{n}xf32>
    loop.yield %c : tensor<?{n}xf32>
  }
  return %r : tensor<?{n}xf32>
}

// -----

// What a schedule says is kept: blocks of 64 threads, and a fold that a block of 128 shares.
// CHECK-LABEL: kernel.func @chosen_k0
// CHECK-SAME: block_size = array<i64: 64>
// CHECK: kernel.func @chosen_k1
// CHECK-SAME: block_size = array<i64: 128>
// CHECK: kernel.shared : memref<4xi32>
// CHECK: step %c128 iter_args
// CHECK: func.func @chosen(
func.func @chosen(%x: tensor<?{n}x?{m}xi32>) -> (tensor<?{m}x?{n}xi32>, tensor<?{n}xi32>) {
  %t = tensor.compute (%i, %j) in [m, n] attributes {schedule = #tensor.schedule<map(i, j, grid, 64)>} {
    %v = tensor.at %x[%j, %i] : tensor<?{n}x?{m}xi32>
    tensor.yield %v : i32
  } : tensor<?{m}x?{n}xi32>
  %s = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<map(i, grid), map(k, block, 128)>} {
    %f = tensor.fold (%k) = 0 to m add attributes {axis = "k"} {
      %v = tensor.at %x[%i, %k] : tensor<?{n}x?{m}xi32>
      tensor.yield %v : i32
    } : i32
    tensor.yield %f : i32
  } : tensor<?{n}xi32>
  return %t, %s : tensor<?{m}x?{n}xi32>, tensor<?{n}xi32>
}
