// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.ptx && FileCheck %s --input-file=%t.ptx
// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.ptx && %ptxas -arch=sm_90a -o %t.cubin %t.ptx

// The words by which products of warp groups find factors, but for addresses: in units of 16 bytes, the
// leading distance from bit 16 on and the stride from bit 32 on; the swizzle from bit 62 on (128 bytes: 1,
// 64: 2, 32: 3). A has 128 rows (or 24 where it is transposed), B as many and 8.

// 0x0000000800800000, 0x0000000800880000
// CHECK-LABEL: .entry rows16(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, 34368126976;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, 34368651264;
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 0, 0;
kernel.func @rows16(%s: f32, %y: memref<128x4xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<2x128x8xbf16>
  %b = kernel.shared : memref<2x136x8xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] : vector<4xf32>, memref<2x128x8xbf16>, memref<2x136x8xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}

// 0x0000001800080000, 0x0000002000080000
// CHECK-LABEL: .entry columns16(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, 103079739392;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, 137439477760;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 1, 1;
kernel.func @columns16(%s: f32, %y: memref<128x32xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<8x24x8xbf16>
  %b = kernel.shared : memref<8x32x8xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<32xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] {transposed_a, transposed_b} : vector<32xf32>, memref<8x24x8xbf16>, memref<8x32x8xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<32xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x32xf32>, vector<32xf32>
  kernel.return
}

// 0xc000001000010000, 0xc000001000010000
// CHECK-LABEL: .entry rows32(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, -4611685949707845632;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, -4611685949707845632;
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 0, 0;
kernel.func @rows32(%s: f32, %y: memref<128x4xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<1x128x16xbf16>
  %b = kernel.shared : memref<1x136x16xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] : vector<4xf32>, memref<1x128x16xbf16>, memref<1x136x16xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}

// 0xc000001000300000, 0xc000001000400000
// CHECK-LABEL: .entry columns32(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, -4611685949704765440;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, -4611685949703716864;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 1, 1;
kernel.func @columns32(%s: f32, %y: memref<128x32xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<4x24x16xbf16>
  %b = kernel.shared : memref<4x32x16xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<32xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] {transposed_a, transposed_b} : vector<32xf32>, memref<4x24x16xbf16>, memref<4x32x16xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<32xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x32xf32>, vector<32xf32>
  kernel.return
}

// 0x8000002000010000, 0x8000002000010000
// CHECK-LABEL: .entry rows64(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, -9223371899415756800;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, -9223371899415756800;
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 0, 0;
kernel.func @rows64(%s: f32, %y: memref<128x4xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<1x128x32xbf16>
  %b = kernel.shared : memref<1x136x32xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] : vector<4xf32>, memref<1x128x32xbf16>, memref<1x136x32xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}

// 0x8000002000600000, 0x8000002000800000
// CHECK-LABEL: .entry columns64(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, -9223371899409530880;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, -9223371899407433728;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 1, 1;
kernel.func @columns64(%s: f32, %y: memref<128x32xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<2x24x32xbf16>
  %b = kernel.shared : memref<2x32x32xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<32xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] {transposed_a, transposed_b} : vector<32xf32>, memref<2x24x32xbf16>, memref<2x32x32xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<32xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x32xf32>, vector<32xf32>
  kernel.return
}

// 0x4000004000010000, 0x4000004000010000
// CHECK-LABEL: .entry rows128(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, 4611686293305360384;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, 4611686293305360384;
// CHECK: wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 0, 0;
kernel.func @rows128(%s: f32, %y: memref<128x4xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<1x128x64xbf16>
  %b = kernel.shared : memref<1x136x64xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] : vector<4xf32>, memref<1x128x64xbf16>, memref<1x136x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}

// 0x4000004000c00000, 0x4000004001000000
// CHECK-LABEL: .entry columns128(
// CHECK-DAG: or.b64 %[[A:.*]], %{{.*}}, 4611686293317877760;
// CHECK-DAG: or.b64 %[[B:.*]], %{{.*}}, 4611686293322072064;
// CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16 {{.*}}, %[[A]], %[[B]], add, 1, 1, 1, 1;
kernel.func @columns128(%s: f32, %y: memref<128x32xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %a = kernel.shared : memref<1x24x64xbf16>
  %b = kernel.shared : memref<1x32x64xbf16>
  %c0 = arith.constant 0 : index
  %c8 = arith.constant 8 : index
  %t = kernel.thread_id x
  %c = vector.broadcast %s : vector<32xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a[%c0, %c0, %c0], %b[%c0, %c8, %c0] {transposed_a, transposed_b} : vector<32xf32>, memref<1x24x64xbf16>, memref<1x32x64xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<32xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x32xf32>, vector<32xf32>
  kernel.return
}

// What threads hold is copied to registers that nothing else writes, before a fence.
// CHECK-LABEL: .entry held(
// CHECK: .reg .b32 a<4>; mov.b32 a0, %{{r[0-9]+}}; {{.*}}mov.b32 a3, %{{r[0-9]+}}; wgmma.fence.sync.aligned; {{.*}}wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{{.*}}}, {a0, a1, a2, a3}, %{{rd[0-9]+}}, add, 1, 1, 1;
kernel.func @held(%x: bf16, %s: f32, %y: memref<128x4xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %b = kernel.shared : memref<16x8xbf16>
  %c0 = arith.constant 0 : index
  %t = kernel.thread_id x
  %a = vector.broadcast %x : vector<8xbf16>
  %c = vector.broadcast %s : vector<4xf32>
  kernel.wgmma_fence
  %d = kernel.wgmma %c, %a, %b[%c0, %c0] {transposed_b} : vector<4xf32>, vector<8xbf16>, memref<16x8xbf16>
  kernel.wgmma_commit
  %r = kernel.wgmma_wait %d pending = 0 : vector<4xf32>
  vector.store %r, %y[%t, %c0] axis = 1 : memref<128x4xf32>, vector<4xf32>
  kernel.return
}
