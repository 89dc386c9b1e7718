// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

// Every op of kernel in custom form.

// CHECK-LABEL: kernel.func @ids(%{{.*}}: memref<?{n}xindex> {kernel.access = "out"}) attributes {block_size = array<i64: 8, 4, 2>, max_threads = 256 : i64, min_blocks = 2 : i64} {
kernel.func @ids(%out: memref<?{n}xindex> {kernel.access = "out"}) attributes {block_size = array<i64: 8, 4, 2>, max_threads = 256 : i64, min_blocks = 2 : i64} {
  // CHECK: %[[T:.*]] = kernel.thread_id x
  %t = kernel.thread_id x
  // CHECK: %[[B:.*]] = kernel.block_id y
  %b = kernel.block_id y
  // CHECK: kernel.block_dim z
  %d = kernel.block_dim z
  // CHECK: kernel.grid_dim x {dialect.mark}
  %g = kernel.grid_dim x {dialect.mark}
  // CHECK: kernel.lane_id
  %l = kernel.lane_id
  // CHECK: kernel.warp_id
  %w = kernel.warp_id
  // CHECK: mem.store %[[B]], %{{.*}}[%[[T]]] : memref<?{n}xindex>
  mem.store %b, %out[%t] : memref<?{n}xindex>
  // CHECK: kernel.return
  kernel.return
}
// FULL: module {
// FULL-NEXT:   kernel.func @ids(%[[ARG0:.*]]: memref<?{n}xindex> {kernel.access = "out"}) attributes {block_size = array<i64: 8, 4, 2>, max_threads = 256 : i64, min_blocks = 2 : i64} {
// FULL-NEXT:     %[[V0:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.block_id y
// FULL-NEXT:     %[[V2:.*]] = kernel.block_dim z
// FULL-NEXT:     %[[V3:.*]] = kernel.grid_dim x {dialect.mark}
// FULL-NEXT:     %[[V4:.*]] = kernel.lane_id
// FULL-NEXT:     %[[V5:.*]] = kernel.warp_id
// FULL-NEXT:     mem.store %[[V1]], %[[ARG0]][%[[V0]]] : memref<?{n}xindex>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// CHECK-LABEL: kernel.func @together(%{{.*}}: memref<64xf32>, %{{.*}}: memref<4xi32> {kernel.access = "inout"}, %{{.*}}: f32)
kernel.func @together(%x: memref<64xf32>, %counts: memref<4xi32> {kernel.access = "inout"}, %a: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : i32
  // CHECK: %[[S:.*]] = kernel.shared : memref<64xf32>
  %s = kernel.shared : memref<64xf32>
  // CHECK: kernel.dynamic_shared[%{{.*}}] : memref<2x8xf64>
  %d = kernel.dynamic_shared[%c0] : memref<2x8xf64>
  %t = kernel.thread_id x
  mem.store %a, %s[%t] : memref<64xf32>
  // CHECK: kernel.barrier
  kernel.barrier
  // CHECK: kernel.warp_barrier
  kernel.warp_barrier
  // CHECK: kernel.shuffle xor %{{.*}}, %{{.*}} : f32
  %f = kernel.shuffle xor %a, %c0 : f32
  // CHECK: kernel.shuffle down %{{.*}}, %{{.*}} : f32
  %h = kernel.shuffle down %f, %c0 : f32
  %p = arith.cmpf olt, %f, %a : f32
  // CHECK: kernel.vote any %{{.*}}
  %v = kernel.vote any %p
  // CHECK: kernel.ballot %{{.*}}
  %k = kernel.ballot %v
  // CHECK: kernel.warp_reduce add %{{.*}} : f32
  %r = kernel.warp_reduce add %h : f32
  // CHECK: kernel.atomic add %{{.*}}, %{{.*}}[%{{.*}}] : memref<4xi32>
  %o = kernel.atomic add %c1, %counts[%c0] : memref<4xi32>
  // CHECK: kernel.atomic exchange %{{.*}}, %{{.*}}[%{{.*}}] scope block : memref<4xi32>
  %e = kernel.atomic exchange %k, %counts[%c0] scope block : memref<4xi32>
  // CHECK: kernel.compare_exchange %{{.*}}, %{{.*}}, %{{.*}}[%{{.*}}] scope system : memref<4xi32>
  %q = kernel.compare_exchange %e, %o, %counts[%c0] scope system : memref<4xi32>
  kernel.return
}
// FULL-NEXT:   kernel.func @together(%[[ARG0:.*]]: memref<64xf32>, %[[ARG1:.*]]: memref<4xi32> {kernel.access = "inout"}, %[[ARG2:.*]]: f32) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1_I32:.*]] = arith.constant 1 : i32
// FULL-NEXT:     %[[V0:.*]] = kernel.shared : memref<64xf32>
// FULL-NEXT:     %[[V1:.*]] = kernel.dynamic_shared[%[[C0]]] : memref<2x8xf64>
// FULL-NEXT:     %[[V2:.*]] = kernel.thread_id x
// FULL-NEXT:     mem.store %[[ARG2]], %[[V0]][%[[V2]]] : memref<64xf32>
// FULL-NEXT:     kernel.barrier
// FULL-NEXT:     kernel.warp_barrier
// FULL-NEXT:     %[[V3:.*]] = kernel.shuffle xor %[[ARG2]], %[[C0]] : f32
// FULL-NEXT:     %[[V4:.*]] = kernel.shuffle down %[[V3]], %[[C0]] : f32
// FULL-NEXT:     %[[V5:.*]] = arith.cmpf olt, %[[V3]], %[[ARG2]] : f32
// FULL-NEXT:     %[[V6:.*]] = kernel.vote any %[[V5]]
// FULL-NEXT:     %[[V7:.*]] = kernel.ballot %[[V6]]
// FULL-NEXT:     %[[V8:.*]] = kernel.warp_reduce add %[[V4]] : f32
// FULL-NEXT:     %[[V9:.*]] = kernel.atomic add %[[C1_I32]], %[[ARG1]][%[[C0]]] : memref<4xi32>
// FULL-NEXT:     %[[V10:.*]] = kernel.atomic exchange %[[V7]], %[[ARG1]][%[[C0]]] scope block : memref<4xi32>
// FULL-NEXT:     %[[V11:.*]] = kernel.compare_exchange %[[V10]], %[[V9]], %[[ARG1]][%[[C0]]] scope system : memref<4xi32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// CHECK-LABEL: func.func @memory
func.func @memory(%out: memref<?{k}xindex>, %x: memref<64xf32>, %counts: memref<4xi32>, %a: f32) {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 128 : index
  // CHECK: kernel.launch @ids grid(%{{.*}}, %{{.*}}) block(%{{.*}}, %{{.*}}, %{{.*}}) args(%{{.*}}) : (memref<?{k}xindex>) -> ()
  kernel.launch @ids grid(%c1, %c2) block(%c8, %c4, %c2) args(%out) : (memref<?{k}xindex>) -> ()
  // CHECK: kernel.launch @together grid(%{{.*}}) block(%{{.*}}) dynamic_shared %{{.*}} args(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<64xf32>, memref<4xi32>, f32) -> ()
  kernel.launch @together grid(%c1) block(%c64) dynamic_shared %bytes args(%x, %counts, %a) : (memref<64xf32>, memref<4xi32>, f32) -> ()
  return
}
// FULL-NEXT:   func.func @memory(%[[ARG0:.*]]: memref<?{k}xindex>, %[[ARG1:.*]]: memref<64xf32>, %[[ARG2:.*]]: memref<4xi32>, %[[ARG3:.*]]: f32) {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C8:.*]] = arith.constant 8 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[C128:.*]] = arith.constant 128 : index
// FULL-NEXT:     kernel.launch @ids grid(%[[C1]], %[[C2]]) block(%[[C8]], %[[C4]], %[[C2]]) args(%[[ARG0]]) : (memref<?{k}xindex>) -> ()
// FULL-NEXT:     kernel.launch @together grid(%[[C1]]) block(%[[C64]]) dynamic_shared %[[C128]] args(%[[ARG1]], %[[ARG2]], %[[ARG3]]) : (memref<64xf32>, memref<4xi32>, f32) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }

// On values, arguments that the kernel writes are results.
// CHECK-LABEL: func.func @values
func.func @values(%x: tensor<64xf32>, %counts: tensor<4xi32>, %a: f32) -> tensor<4xi32> {
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %bytes = arith.constant 128 : index
  // CHECK: kernel.launch @together grid(%{{.*}}) block(%{{.*}}) dynamic_shared %{{.*}} args(%{{.*}}, %{{.*}}, %{{.*}}) changes = [1] : (tensor<64xf32>, tensor<4xi32>, f32) -> tensor<4xi32>
  %new = kernel.launch @together grid(%c1) block(%c64) dynamic_shared %bytes args(%x, %counts, %a) changes = [1] : (tensor<64xf32>, tensor<4xi32>, f32) -> tensor<4xi32>
  return %new : tensor<4xi32>
}
// FULL-NEXT:   func.func @values(%[[ARG0:.*]]: tensor<64xf32>, %[[ARG1:.*]]: tensor<4xi32>, %[[ARG2:.*]]: f32) -> tensor<4xi32> {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL-NEXT:     %[[C128:.*]] = arith.constant 128 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.launch @together grid(%[[C1]]) block(%[[C64]]) dynamic_shared %[[C128]] args(%[[ARG0]], %[[ARG1]], %[[ARG2]]) changes = [1] : (tensor<64xf32>, tensor<4xi32>, f32) -> tensor<4xi32>
// FULL-NEXT:     return %[[V0]] : tensor<4xi32>
// FULL-NEXT:   }

// CHECK-LABEL: kernel.func @copies
kernel.func @copies(%x: memref<?{n}x64xbf16>) {
  %c0 = arith.constant 0 : index
  // CHECK: %[[S:.*]] = kernel.shared : memref<2x64x64xbf16>
  %s = kernel.shared : memref<2x64x64xbf16>
  %b = kernel.shared : memref<2xi64>
  // CHECK: kernel.async_copy %{{.*}}[%{{.*}}, %{{.*}}] to %[[S]][%{{.*}}, %{{.*}}, %{{.*}}] elements = 8 : memref<?{n}x64xbf16>, memref<2x64x64xbf16>
  kernel.async_copy %x[%c0, %c0] to %s[%c0, %c0, %c0] elements = 8 : memref<?{n}x64xbf16>, memref<2x64x64xbf16>
  // CHECK: kernel.async_commit
  kernel.async_commit
  // CHECK: kernel.async_wait pending = 1
  kernel.async_wait pending = 1
  // CHECK: kernel.mbarrier_init %{{.*}}[%{{.*}}] count = 1 : memref<2xi64>
  kernel.mbarrier_init %b[%c0] count = 1 : memref<2xi64>
  // CHECK: kernel.mbarrier_arrive %{{.*}}[%{{.*}}] bytes = 8192 : memref<2xi64>
  kernel.mbarrier_arrive %b[%c0] bytes = 8192 : memref<2xi64>
  // CHECK: kernel.bulk_copy %{{.*}}[%{{.*}}, %{{.*}}] to %[[S]][%{{.*}}] arrives %{{.*}}[%{{.*}}] swizzle = 128 : memref<?{n}x64xbf16>, memref<2x64x64xbf16>, memref<2xi64>
  kernel.bulk_copy %x[%c0, %c0] to %s[%c0] arrives %b[%c0] swizzle = 128 : memref<?{n}x64xbf16>, memref<2x64x64xbf16>, memref<2xi64>
  // CHECK: kernel.mbarrier_wait %{{.*}}[%{{.*}}] parity %{{.*}} : memref<2xi64>
  kernel.mbarrier_wait %b[%c0] parity %c0 : memref<2xi64>
  // CHECK: kernel.mbarrier_arrive %{{.*}}[%{{.*}}] : memref<2xi64>
  kernel.mbarrier_arrive %b[%c0] : memref<2xi64>
  // CHECK: kernel.async_fence
  kernel.async_fence
  kernel.return
}
// FULL-NEXT:   kernel.func @copies(%[[ARG0:.*]]: memref<?{n}x64xbf16>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.shared : memref<2x64x64xbf16>
// FULL-NEXT:     %[[V1:.*]] = kernel.shared : memref<2xi64>
// FULL-NEXT:     kernel.async_copy %[[ARG0]][%[[C0]], %[[C0]]] to %[[V0]][%[[C0]], %[[C0]], %[[C0]]] elements = 8 : memref<?{n}x64xbf16>, memref<2x64x64xbf16>
// FULL-NEXT:     kernel.async_commit
// FULL-NEXT:     kernel.async_wait pending = 1
// FULL-NEXT:     kernel.mbarrier_init %[[V1]][%[[C0]]] count = 1 : memref<2xi64>
// FULL-NEXT:     kernel.mbarrier_arrive %[[V1]][%[[C0]]] bytes = 8192 : memref<2xi64>
// FULL-NEXT:     kernel.bulk_copy %[[ARG0]][%[[C0]], %[[C0]]] to %[[V0]][%[[C0]]] arrives %[[V1]][%[[C0]]] swizzle = 128 : memref<?{n}x64xbf16>, memref<2x64x64xbf16>, memref<2xi64>
// FULL-NEXT:     kernel.mbarrier_wait %[[V1]][%[[C0]]] parity %[[C0]] : memref<2xi64>
// FULL-NEXT:     kernel.mbarrier_arrive %[[V1]][%[[C0]]] : memref<2xi64>
// FULL-NEXT:     kernel.async_fence
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// CHECK-LABEL: kernel.func @products
kernel.func @products(%x: memref<64xf32>) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64x64xbf16>
  %p = kernel.shared : memref<2x16x8xbf16>
  %q = kernel.shared : memref<64x128xi8>
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %none = arith.constant dense<0> : vector<4xi32>
  // CHECK: %[[A:.*]] = kernel.load_matrix %{{.*}}[%{{.*}}, %{{.*}}] : memref<64x64xbf16>, vector<8xbf16>
  %a = kernel.load_matrix %s[%c0, %c0] : memref<64x64xbf16>, vector<8xbf16>
  // CHECK: %[[B:.*]] = kernel.load_matrix %{{.*}}[%{{.*}}, %{{.*}}] {transposed} : memref<64x64xbf16>, vector<4xbf16>
  %b = kernel.load_matrix %s[%c0, %c0] {transposed} : memref<64x64xbf16>, vector<4xbf16>
  // CHECK: kernel.mma m16n8k16 %[[A]], %[[B]], %{{.*}} : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
  %d = kernel.mma m16n8k16 %a, %b, %zero : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
  // CHECK: kernel.wgmma_fence
  kernel.wgmma_fence
  // CHECK: %[[W:.*]] = kernel.wgmma %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}, %{{.*}}] : vector<4xf32>, memref<64x64xbf16>, memref<64x64xbf16>
  %w = kernel.wgmma %d, %s[%c0, %c0], %s[%c0, %c0] : vector<4xf32>, memref<64x64xbf16>, memref<64x64xbf16>
  // CHECK: kernel.wgmma %[[W]], %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] {transposed_a, transposed_b} : vector<4xf32>, memref<64x64xbf16>, memref<2x16x8xbf16>
  %u = kernel.wgmma %w, %s[%c0, %c0], %p[%c0, %c0, %c0] {transposed_a, transposed_b} : vector<4xf32>, memref<64x64xbf16>, memref<2x16x8xbf16>
  // CHECK: kernel.wgmma %{{.*}}, %[[A]], %{{.*}}[%{{.*}}, %{{.*}}] : vector<4xf32>, vector<8xbf16>, memref<64x64xbf16>
  %v = kernel.wgmma %u, %a, %s[%c0, %c0] : vector<4xf32>, vector<8xbf16>, memref<64x64xbf16>
  // CHECK: kernel.wgmma %{{.*}}, %{{.*}}[%{{.*}}, %{{.*}}], %{{.*}}[%{{.*}}, %{{.*}}] {unsigned} : vector<4xi32>, memref<64x128xi8>, memref<64x128xi8>
  %i = kernel.wgmma %none, %q[%c0, %c0], %q[%c0, %c0] {unsigned} : vector<4xi32>, memref<64x128xi8>, memref<64x128xi8>
  // CHECK: kernel.wgmma_commit
  kernel.wgmma_commit
  // CHECK: kernel.wgmma_wait %{{.*}} pending = 0 : vector<4xf32>
  %r = kernel.wgmma_wait %v pending = 0 : vector<4xf32>
  kernel.return
}
// FULL-NEXT:   kernel.func @products(%[[ARG0:.*]]: memref<64xf32>) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.shared : memref<64x64xbf16>
// FULL-NEXT:     %[[V1:.*]] = kernel.shared : memref<2x16x8xbf16>
// FULL-NEXT:     %[[V2:.*]] = kernel.shared : memref<64x128xi8>
// FULL-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<4xf32>
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant dense<0> : vector<4xi32>
// FULL-NEXT:     %[[V3:.*]] = kernel.load_matrix %[[V0]][%[[C0]], %[[C0]]] : memref<64x64xbf16>, vector<8xbf16>
// FULL-NEXT:     %[[V4:.*]] = kernel.load_matrix %[[V0]][%[[C0]], %[[C0]]] {transposed} : memref<64x64xbf16>, vector<4xbf16>
// FULL-NEXT:     %[[V5:.*]] = kernel.mma m16n8k16 %[[V3]], %[[V4]], %[[CST]] : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
// FULL-NEXT:     kernel.wgmma_fence
// FULL-NEXT:     %[[V6:.*]] = kernel.wgmma %[[V5]], %[[V0]][%[[C0]], %[[C0]]], %[[V0]][%[[C0]], %[[C0]]] : vector<4xf32>, memref<64x64xbf16>, memref<64x64xbf16>
// FULL-NEXT:     %[[V7:.*]] = kernel.wgmma %[[V6]], %[[V0]][%[[C0]], %[[C0]]], %[[V1]][%[[C0]], %[[C0]], %[[C0]]] {transposed_a, transposed_b} : vector<4xf32>, memref<64x64xbf16>, memref<2x16x8xbf16>
// FULL-NEXT:     %[[V8:.*]] = kernel.wgmma %[[V7]], %[[V3]], %[[V0]][%[[C0]], %[[C0]]] : vector<4xf32>, vector<8xbf16>, memref<64x64xbf16>
// FULL-NEXT:     %[[V9:.*]] = kernel.wgmma %[[CST_0]], %[[V2]][%[[C0]], %[[C0]]], %[[V2]][%[[C0]], %[[C0]]] {unsigned} : vector<4xi32>, memref<64x128xi8>, memref<64x128xi8>
// FULL-NEXT:     kernel.wgmma_commit
// FULL-NEXT:     %[[V10:.*]] = kernel.wgmma_wait %[[V8]] pending = 0 : vector<4xf32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// CHECK-LABEL: kernel.func @clusters
// CHECK-SAME: attributes {cluster_size = array<i64: 2, 2>}
kernel.func @clusters(%out: memref<?{n}xindex> {kernel.access = "out"}) attributes {cluster_size = array<i64: 2, 2>} {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<64xindex>
  // CHECK: %[[ID:.*]] = kernel.cluster_id x
  %id = kernel.cluster_id x
  // CHECK: kernel.cluster_dim y
  %d = kernel.cluster_dim y
  // CHECK: kernel.cluster_block_id y
  %b = kernel.cluster_block_id y
  // CHECK: %[[RANK:.*]] = kernel.cluster_rank
  %r = kernel.cluster_rank
  mem.store %id, %s[%c0] : memref<64xindex>
  // CHECK: kernel.cluster_barrier
  kernel.cluster_barrier
  // CHECK: %[[OTHER:.*]] = kernel.cluster_shared %{{.*}}, %[[RANK]] : memref<64xindex>
  %o = kernel.cluster_shared %s, %r : memref<64xindex>
  // CHECK: kernel.atomic add %{{.*}}, %[[OTHER]][%{{.*}}] scope cluster : memref<64xindex>
  %a = kernel.atomic add %b, %o[%c0] scope cluster : memref<64xindex>
  // CHECK: kernel.cluster_arrive
  kernel.cluster_arrive
  // CHECK: kernel.cluster_wait
  kernel.cluster_wait
  %v = mem.load %s[%c0] : memref<64xindex>
  mem.store %v, %out[%d] : memref<?{n}xindex>
  kernel.return
}
// FULL-NEXT:   kernel.func @clusters(%[[ARG0:.*]]: memref<?{n}xindex> {kernel.access = "out"}) attributes {cluster_size = array<i64: 2, 2>} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.shared : memref<64xindex>
// FULL-NEXT:     %[[V1:.*]] = kernel.cluster_id x
// FULL-NEXT:     %[[V2:.*]] = kernel.cluster_dim y
// FULL-NEXT:     %[[V3:.*]] = kernel.cluster_block_id y
// FULL-NEXT:     %[[V4:.*]] = kernel.cluster_rank
// FULL-NEXT:     mem.store %[[V1]], %[[V0]][%[[C0]]] : memref<64xindex>
// FULL-NEXT:     kernel.cluster_barrier
// FULL-NEXT:     %[[V5:.*]] = kernel.cluster_shared %[[V0]], %[[V4]] : memref<64xindex>
// FULL-NEXT:     %[[V6:.*]] = kernel.atomic add %[[V3]], %[[V5]][%[[C0]]] scope cluster : memref<64xindex>
// FULL-NEXT:     kernel.cluster_arrive
// FULL-NEXT:     kernel.cluster_wait
// FULL-NEXT:     %[[V7:.*]] = mem.load %[[V0]][%[[C0]]] : memref<64xindex>
// FULL-NEXT:     mem.store %[[V7]], %[[ARG0]][%[[V2]]] : memref<?{n}xindex>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// CHECK-LABEL: kernel.func @handover
kernel.func @handover(%flags: memref<?{n}xi32> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %s = kernel.shared : memref<2xi64>
  // CHECK: %[[SEEN:.*]] = kernel.load_acquire %{{.*}}[%{{.*}}] : memref<?{n}xi32>
  %seen = kernel.load_acquire %flags[%c0] : memref<?{n}xi32>
  %one = arith.constant 1 : i64
  // CHECK: kernel.store_release %{{.*}}, %{{.*}}[%{{.*}}] scope block : memref<2xi64>
  kernel.store_release %one, %s[%c0] scope block : memref<2xi64>
  // CHECK: kernel.load_acquire %{{.*}}[%{{.*}}] scope block : memref<2xi64>
  %own = kernel.load_acquire %s[%c0] scope block : memref<2xi64>
  // CHECK: kernel.store_release %[[SEEN]], %{{.*}}[%{{.*}}] scope system : memref<?{n}xi32>
  kernel.store_release %seen, %flags[%c0] scope system : memref<?{n}xi32>
  kernel.return
}
// FULL-NEXT:   kernel.func @handover(%[[ARG0:.*]]: memref<?{n}xi32> {kernel.access = "inout"}) {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.shared : memref<2xi64>
// FULL-NEXT:     %[[V1:.*]] = kernel.load_acquire %[[ARG0]][%[[C0]]] : memref<?{n}xi32>
// FULL-NEXT:     %[[C1_I64:.*]] = arith.constant 1 : i64
// FULL-NEXT:     kernel.store_release %[[C1_I64]], %[[V0]][%[[C0]]] scope block : memref<2xi64>
// FULL-NEXT:     %[[V2:.*]] = kernel.load_acquire %[[V0]][%[[C0]]] scope block : memref<2xi64>
// FULL-NEXT:     kernel.store_release %[[V1]], %[[ARG0]][%[[C0]]] scope system : memref<?{n}xi32>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }

// CHECK-LABEL: kernel.func @stopped
kernel.func @stopped() {
  // CHECK: kernel.end_if_stopped {every = 64 : i64, together}
  kernel.end_if_stopped {every = 64 : i64, together}
  // CHECK: kernel.end_if_stopped {every = 1 : i64}
  kernel.end_if_stopped {every = 1 : i64}
  kernel.return
}
// FULL-NEXT:   kernel.func @stopped() {
// FULL-NEXT:     kernel.end_if_stopped {every = 64 : i64, together}
// FULL-NEXT:     kernel.end_if_stopped {every = 1 : i64}
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL-NEXT: }
