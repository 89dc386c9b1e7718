// RUN: tfopt %s --emit=ptx | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 | FileCheck %s --check-prefix=SM90
// RUN: tfopt %s --emit=ptx --arch=sm_90a | FileCheck %s --check-prefix=SM90A
// RUN: not tfopt %s --emit=ptx --arch=sm_81 2>&1 | FileCheck %s --check-prefix=ARCH

// The assembler takes it, and it is the same each time.
// RUN: tfopt %s --emit=ptx -o %t.80 && %ptxas -arch=sm_80 -o %t.cubin %t.80
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.90 && %ptxas -arch=sm_90 -o %t.cubin %t.90
// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.90a && %ptxas -arch=sm_90a -o %t.cubin %t.90a
// RUN: tfopt %s --emit=ptx -o %t.again && cmp %t.80 %t.again

// CHECK: .version 7.0
// CHECK: .target sm_80
// SM90: .version 7.8
// SM90: .target sm_90{{$}}
// SM90A: .version 8.0
// SM90A: .target sm_90a
// ARCH: unknown GPU 'sm_81'; known are: sm_75, sm_80, sm_86, sm_89, sm_90, sm_90a, sm_100, sm_103, sm_120, sm_121

// Launch bounds; the extents that memrefs name are the last parameters, by name.
// CHECK-LABEL: .visible .entry bounds(
// CHECK-NEXT: .param .u64 .ptr {{.*}}bounds_param_0,
// CHECK-NEXT: .param .u32 bounds_param_1,
// CHECK-NEXT: .param .u64 bounds_param_2,
// CHECK-NEXT: .param .u64 bounds_param_3
// CHECK: .maxntid 256
// CHECK: .minnctapersm 4
// CHECK: ld.param.b64 %[[M:.*]], [bounds_param_2];
// CHECK: st.global.b64 [%{{.*}}], %[[M]];
kernel.func @bounds(%x: memref<?{n}x?{m}xindex> {kernel.access = "out"}, %i: i32) attributes {max_threads = 256 : i64, min_blocks = 4 : i64} {
  %c0 = arith.constant 0 : index
  %m = mem.extent [m] : index
  %j = arith.index_cast %i : i32 to index
  mem.store %m, %x[%j, %c0] : memref<?{n}x?{m}xindex>
  kernel.return
}

// A block whose size is known.
// CHECK-LABEL: .visible .entry threads(
// CHECK: .reqntid 40, 3, 2
// CHECK-DAG: %tid.x
// CHECK-DAG: %tid.y
// CHECK-DAG: %tid.z
// CHECK-DAG: %ctaid.y
// CHECK-DAG: %nctaid.z
// CHECK-DAG: %laneid
// CHECK-NOT: %ntid
kernel.func @threads(%x: memref<64xindex> {kernel.access = "out"}) attributes {block_size = array<i64: 40, 3, 2>} {
  %t = kernel.thread_id z
  %b = kernel.block_id y
  %g = kernel.grid_dim z
  %d = kernel.block_dim x
  %l = kernel.lane_id
  %w = kernel.warp_id
  %0 = arith.addi %b, %g : index
  %1 = arith.muli %0, %d : index
  %2 = arith.addi %1, %w : index
  %3 = arith.addi %2, %t : index
  mem.store %3, %x[%l] : memref<64xindex>
  kernel.return
}

// Shared memory is in its own space, static and dynamic, and so is what a thread has.
// CHECK-LABEL: .visible .entry shared(
// CHECK: .shared .align 16 .b8 shared_shared_0[512];
// CHECK: st.shared.b64
// CHECK: bar{{(rier)?}}.sync{{(.aligned)?}} 0
// CHECK: ld.shared.b64
// CHECK: bar.warp.sync -1
kernel.func @shared(%x: memref<64xf64> {kernel.access = "inout"}) {
  %c0 = arith.constant 0 : index
  %c63 = arith.constant 63 : index
  %s = kernel.shared : memref<64xf64>
  %d = kernel.dynamic_shared[%c0] : memref<64xf64>
  %own = mem.alloc : memref<4xf64>
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<64xf64>
  mem.store %v, %s[%t] : memref<64xf64>
  kernel.barrier
  %other = arith.subi %c63, %t : index
  %w = mem.load %s[%other] : memref<64xf64>
  mem.store %w, %d[%t] : memref<64xf64>
  kernel.warp_barrier
  %u = mem.load %d[%t] : memref<64xf64>
  %c3 = arith.constant 3 : index
  %at = arith.andi %t, %c3 : index
  mem.store %u, %own[%at] : memref<4xf64>
  %z = mem.load %own[%c0] : memref<4xf64>
  mem.store %z, %x[%t] : memref<64xf64>
  kernel.return
}

// Values of 64 bits are shuffled by halves, of 16 bits as words; bfloat16 as its bits.
// CHECK-LABEL: .visible .entry lanes(
// CHECK: shfl.sync.down.b32
// CHECK: shfl.sync.down.b32
// CHECK: shfl.sync.up.b32
// CHECK: shfl.sync.idx.b32
// CHECK: vote.sync.any.pred
// CHECK: vote.sync.all.pred
// CHECK: vote.sync.ballot.b32
// CHECK-COUNT-5: shfl.sync.bfly.b32
kernel.func @lanes(%x: memref<32xf64> {kernel.access = "inout"}, %h: memref<32xbf16> {kernel.access = "inout"}, %p: memref<32xi1> {kernel.access = "inout"},
    %w: memref<32xi32> {kernel.access = "inout"}) {
  %t = kernel.lane_id
  %c1 = arith.constant 1 : index
  %a = mem.load %x[%t] : memref<32xf64>
  %b = kernel.shuffle down %a, %c1 : f64
  mem.store %b, %x[%t] : memref<32xf64>
  %c = mem.load %h[%t] : memref<32xbf16>
  %d = kernel.shuffle up %c, %c1 : bf16
  mem.store %d, %h[%t] : memref<32xbf16>
  %e = mem.load %p[%t] : memref<32xi1>
  %f = kernel.shuffle index %e, %c1 : i1
  %any = kernel.vote any %f
  %all = kernel.vote all %f
  %both = arith.xori %any, %all : i1
  mem.store %both, %p[%t] : memref<32xi1>
  %i = kernel.ballot %f
  %j = kernel.warp_reduce add %i : i32
  mem.store %j, %w[%t] : memref<32xi32>
  kernel.return
}

// Atomic operations with an instruction, in the scopes; those without one compare and exchange.
// CHECK-LABEL: .visible .entry atomics(
// What says no scope has that of the device, which holds for a block, too.
// CHECK: atom.global.add.f32
// CHECK: atom.global.add.f64
// CHECK: atom.relaxed.sys.max.s32
// CHECK: atom.relaxed.sys.add.f64
// CHECK: atom.relaxed.sys.exch.b32
// CHECK: atom.relaxed.sys.global.cas.b64
// CHECK: atom.global.exch.b32
// CHECK: atom.relaxed.gpu.global.cas.b32
// CHECK: max.NaN.f32
// CHECK: atom.relaxed.gpu.global.cas.b32
// CHECK: add.rn.f16
// CHECK: atom.relaxed.gpu.global.cas.b32
kernel.func @atomics(%x: memref<4xf32> {kernel.access = "inout"}, %y: memref<4xf64> {kernel.access = "inout"}, %w: memref<4xi32> {kernel.access = "inout"},
    %h: memref<4xf16> {kernel.access = "inout"}, %a: f32, %b: f64, %c: i32, %d: f16) {
  %t = kernel.thread_id x
  %0 = kernel.atomic add %a, %x[%t] : memref<4xf32>
  %1 = kernel.atomic add %b, %y[%t] scope block : memref<4xf64>
  %2 = kernel.atomic maxsi %c, %w[%t] scope system : memref<4xi32>
  %6 = kernel.atomic add %b, %y[%t] scope system : memref<4xf64>
  %7 = kernel.atomic exchange %a, %x[%t] scope system : memref<4xf32>
  %8 = kernel.compare_exchange %b, %6, %y[%t] scope system : memref<4xf64>
  %3 = kernel.atomic exchange %a, %x[%t] : memref<4xf32>
  %4 = kernel.atomic maximumf %a, %x[%t] : memref<4xf32>
  %5 = kernel.atomic add %d, %h[%t] : memref<4xf16>
  kernel.return
}

// Functions are the project's own arithmetic: nothing is called that is not here, and in strict kernels
// nothing is estimated.
// CHECK-LABEL: .visible .entry functions(
// CHECK-NOT: .extern
// CHECK-NOT: __nv_
// CHECK-NOT: .approx
// CHECK: st.global
kernel.func @functions(%x: memref<32xf32> {kernel.access = "inout"}) attributes {tf.numerics = "strict"} {
  %t = kernel.thread_id x
  %a = mem.load %x[%t] : memref<32xf32>
  %b = math.exp %a : f32
  %c = math.log %b : f32
  %d = math.sin %c : f32
  %e = math.powf %d, %a : f32
  %f = math.tanh %e : f32
  %g = math.rsqrt %f : f32
  mem.store %g, %x[%t] : memref<32xf32>
  kernel.return
}

// In other kernels reciprocals that the code corrects afterwards are estimated.
// CHECK-LABEL: .visible .entry corrected(
// CHECK-NOT: rcp.rn
// CHECK: rcp.approx.f32
// CHECK: st.global
kernel.func @corrected(%x: memref<32xf32> {kernel.access = "inout"}) attributes {tf.numerics = "standard"} {
  %t = kernel.thread_id x
  %a = mem.load %x[%t] : memref<32xf32>
  %b = math.tanh %a : f32
  mem.store %b, %x[%t] : memref<32xf32>
  kernel.return
}

// Loops with computed bounds, integers divided as this project divides them, and code that stops.
// CHECK-LABEL: .visible .entry control(
// CHECK: trap;
kernel.func @control(%x: memref<?{n}xi32> {kernel.access = "inout"}, %k: i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  %zero = arith.constant 0 : i32
  %sum = loop.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> (i32) {
    %v = mem.load %x[%i] : memref<?{n}xi32>
    %q = arith.divsi %v, %k : i32
    %r = arith.addi %s, %q : i32
    %go = arith.cmpi slt, %r, %k : i32
    loop.condition %go, %r : i32
  }
  %bad = arith.cmpi eq, %sum, %k : i32
  loop.if %bad {
    mem.trap "the sum is {}" %n : index
    loop.yield
  }
  %mode = arith.index_cast %k : i32 to index
  %picked = loop.switch %mode -> (i32) case 1 {
    loop.yield %sum : i32
  } default {
    loop.yield %k : i32
  }
  mem.store %picked, %x[%c0] : memref<?{n}xi32>
  kernel.return
}

// Sixteen bytes at once, where subscripts are multiples of four; elsewhere one by one.
// CHECK-LABEL: .visible .entry vectors(
// CHECK: ld.global.v4.b32
// CHECK: st.shared.v4.b32
// CHECK: ld.shared.v2.b32
// CHECK-NOT: ld.global.v
// CHECK: st.global.b32
kernel.func @vectors(%x: memref<?{4*n}xf32>, %y: memref<?{4*n}xf32> {kernel.access = "out"}, %k: memref<?{n}xf32>) attributes {block_size = array<i64: 64>} {
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %s = kernel.shared : memref<256xf32>
  %t = kernel.thread_id x
  %b = kernel.block_id x
  %d = kernel.block_dim x
  %first = arith.muli %b, %d : index
  %four = arith.muli %t, %c4 : index
  %i = arith.addi %first, %four : index
  %v = vector.load %x[%i] axis = 0 : memref<?{4*n}xf32>, vector<4xf32>
  vector.store %v, %s[%four] axis = 0 : memref<256xf32>, vector<4xf32>
  kernel.barrier
  %half = arith.addi %four, %c2 : index
  %w = vector.load %s[%half] axis = 0 : memref<256xf32>, vector<2xf32>
  %one = vector.load %k[%t] axis = 0 : memref<?{n}xf32>, vector<2xf32>
  %u = arith.addf %w, %one : vector<2xf32>
  vector.store %u, %y[%t] axis = 0 : memref<?{4*n}xf32>, vector<2xf32>
  kernel.return
}

// No kernel calls the host's functions.
func.func @host(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
