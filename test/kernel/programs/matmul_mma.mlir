// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_80 -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tfopt %s --emit=ptx --arch=sm_80 -o %t.ptx && %ptxas -arch=sm_80 -v -o %t.cubin %t.ptx 2>&1 | FileCheck %s --check-prefix=SPILLS
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx

// A product of bf16 matrices by tiles of 32 x 32, whose extents are multiples of that: asynchronous copies
// bring the next two tiles while two are multiplied by four warps, each 16 x 16 of the result. Rows of tiles
// have 64 bytes, four times 16; number `c` of row `r` stands at number `c xor (r / 2 mod 4)`, so that the
// eight rows that a warp reads at once are in different banks. Compared with the product of the tensor
// dialect: the largest difference is 0, as all sums are small integers.

// CHECK: 0.0
// PTX-LABEL: .entry product(
// PTX: cp.async.cg.shared.global
// PTX: ldmatrix.sync.aligned.m8n8.x4.shared.b16
// PTX: ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16
// PTX-COUNT-4: mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32
// SPILLS: 0 bytes spill stores, 0 bytes spill loads
kernel.func @product(%a: memref<?{m}x?{k}xbf16>, %b: memref<?{k}x?{n}xbf16>, %c: memref<?{m}x?{n}xf32> {kernel.access = "out"})
    attributes {block_size = array<i64: 128>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant dense<0.0> : vector<4xf32>
  %k = mem.extent [k] : index
  %ta = kernel.shared : memref<2x32x32xbf16>
  %tb = kernel.shared : memref<2x32x32xbf16>
  %t = kernel.thread_id x
  %bx = kernel.block_id x
  %by = kernel.block_id y
  %row0 = arith.muli %by, %c32 : index
  %col0 = arith.muli %bx, %c32 : index
  // What this thread copies of each tile: 8 elements of a row.
  %r = arith.divui %t, %c4 : index
  %chunk = arith.remui %t, %c4 : index
  %r_half = arith.divui %r, %c2 : index
  %r_key = arith.remui %r_half, %c4 : index
  %place = arith.xori %chunk, %r_key : index
  %place8 = arith.muli %place, %c8 : index
  %chunk8 = arith.muli %chunk, %c8 : index
  %a_row = arith.addi %row0, %r : index
  %b_col = arith.addi %col0, %chunk8 : index
  kernel.async_copy %a[%a_row, %chunk8] to %ta[%c0, %r, %place8] elements = 8 : memref<?{m}x?{k}xbf16>, memref<2x32x32xbf16>
  kernel.async_copy %b[%r, %b_col] to %tb[%c0, %r, %place8] elements = 8 : memref<?{k}x?{n}xbf16>, memref<2x32x32xbf16>
  kernel.async_commit
  // Where this warp's part begins, and which rows this lane reads.
  %warp = kernel.warp_id
  %lane = kernel.lane_id
  %wr = arith.remui %warp, %c2 : index
  %wc = arith.divui %warp, %c2 : index
  %wm = arith.muli %wr, %c16 : index
  %wn = arith.muli %wc, %c16 : index
  %l16 = arith.remui %lane, %c16 : index
  %upper = arith.divui %lane, %c16 : index
  %la = arith.addi %wm, %l16 : index
  %la_half = arith.divui %la, %c2 : index
  %la_key = arith.remui %la_half, %c4 : index
  %nb0 = arith.muli %wc, %c2 : index
  %nb1 = arith.addi %nb0, %c1 : index
  %sum0, %sum1 = loop.for %at = %c0 to %k step %c32 iter_args(%s0 = %zero, %s1 = %zero) -> (vector<4xf32>, vector<4xf32>) {
    %step = arith.divui %at, %c32 : index
    %slot = arith.remui %step, %c2 : index
    %other = arith.subi %c1, %slot : index
    %next = arith.addi %at, %c32 : index
    %more = arith.cmpi slt, %next, %k : index
    loop.if %more {
      %ka = arith.addi %next, %chunk8 : index
      %kb = arith.addi %next, %r : index
      kernel.async_copy %a[%a_row, %ka] to %ta[%other, %r, %place8] elements = 8 : memref<?{m}x?{k}xbf16>, memref<2x32x32xbf16>
      kernel.async_copy %b[%kb, %b_col] to %tb[%other, %r, %place8] elements = 8 : memref<?{k}x?{n}xbf16>, memref<2x32x32xbf16>
      loop.yield
    }
    // Where there was nothing to copy, the group is empty.
    kernel.async_commit
    kernel.async_wait pending = 1
    kernel.barrier
    %a_chunk0 = arith.addi %upper, %c0 : index
    %a_place0 = arith.xori %a_chunk0, %la_key : index
    %a_col0 = arith.muli %a_place0, %c8 : index
    %fa0 = kernel.load_matrix %ta[%slot, %la, %a_col0] : memref<2x32x32xbf16>, vector<8xbf16>
    %lb0 = arith.addi %l16, %c0 : index
    %lb_half0 = arith.divui %lb0, %c2 : index
    %lb_key0 = arith.remui %lb_half0, %c4 : index
    %b_place00 = arith.xori %nb0, %lb_key0 : index
    %b_col00 = arith.muli %b_place00, %c8 : index
    %fb00 = kernel.load_matrix %tb[%slot, %lb0, %b_col00] {transposed} : memref<2x32x32xbf16>, vector<4xbf16>
    %p00 = kernel.mma m16n8k16 %fa0, %fb00, %s0 : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    %b_place01 = arith.xori %nb1, %lb_key0 : index
    %b_col01 = arith.muli %b_place01, %c8 : index
    %fb01 = kernel.load_matrix %tb[%slot, %lb0, %b_col01] {transposed} : memref<2x32x32xbf16>, vector<4xbf16>
    %p01 = kernel.mma m16n8k16 %fa0, %fb01, %s1 : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    %a_chunk1 = arith.addi %upper, %c2 : index
    %a_place1 = arith.xori %a_chunk1, %la_key : index
    %a_col1 = arith.muli %a_place1, %c8 : index
    %fa1 = kernel.load_matrix %ta[%slot, %la, %a_col1] : memref<2x32x32xbf16>, vector<8xbf16>
    %lb1 = arith.addi %l16, %c16 : index
    %lb_half1 = arith.divui %lb1, %c2 : index
    %lb_key1 = arith.remui %lb_half1, %c4 : index
    %b_place10 = arith.xori %nb0, %lb_key1 : index
    %b_col10 = arith.muli %b_place10, %c8 : index
    %fb10 = kernel.load_matrix %tb[%slot, %lb1, %b_col10] {transposed} : memref<2x32x32xbf16>, vector<4xbf16>
    %p10 = kernel.mma m16n8k16 %fa1, %fb10, %p00 : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    %b_place11 = arith.xori %nb1, %lb_key1 : index
    %b_col11 = arith.muli %b_place11, %c8 : index
    %fb11 = kernel.load_matrix %tb[%slot, %lb1, %b_col11] {transposed} : memref<2x32x32xbf16>, vector<4xbf16>
    %p11 = kernel.mma m16n8k16 %fa1, %fb11, %p01 : vector<8xbf16>, vector<4xbf16>, vector<4xf32>
    kernel.barrier
    loop.yield %p10, %p11 : vector<4xf32>, vector<4xf32>
  }
  // Two elements of rows g and g + 8 of the warp's part, 2 t and the next; g and t of the lane.
  %g = arith.divui %lane, %c4 : index
  %lt = arith.remui %lane, %c4 : index
  %lt2 = arith.muli %lt, %c2 : index
  %out_r0 = arith.addi %row0, %wm : index
  %out_r = arith.addi %out_r0, %g : index
  %out_r8 = arith.addi %out_r, %c8 : index
  %out_c0 = arith.addi %col0, %wn : index
  %out_c = arith.addi %out_c0, %lt2 : index
  %out_c8 = arith.addi %out_c, %c8 : index
  %col0_1 = arith.addi %out_c, %c1 : index
  %v00 = vector.extract %sum0[%c0] : vector<4xf32>
  mem.store %v00, %c[%out_r, %out_c] : memref<?{m}x?{n}xf32>
  %v01 = vector.extract %sum0[%c1] : vector<4xf32>
  mem.store %v01, %c[%out_r, %col0_1] : memref<?{m}x?{n}xf32>
  %v02 = vector.extract %sum0[%c2] : vector<4xf32>
  mem.store %v02, %c[%out_r8, %out_c] : memref<?{m}x?{n}xf32>
  %three = arith.constant 3 : index
  %v03 = vector.extract %sum0[%three] : vector<4xf32>
  mem.store %v03, %c[%out_r8, %col0_1] : memref<?{m}x?{n}xf32>
  %col1_1 = arith.addi %out_c8, %c1 : index
  %v10 = vector.extract %sum1[%c0] : vector<4xf32>
  mem.store %v10, %c[%out_r, %out_c8] : memref<?{m}x?{n}xf32>
  %v11 = vector.extract %sum1[%c1] : vector<4xf32>
  mem.store %v11, %c[%out_r, %col1_1] : memref<?{m}x?{n}xf32>
  %v12 = vector.extract %sum1[%c2] : vector<4xf32>
  mem.store %v12, %c[%out_r8, %out_c8] : memref<?{m}x?{n}xf32>
  %v13 = vector.extract %sum1[%three] : vector<4xf32>
  mem.store %v13, %c[%out_r8, %col1_1] : memref<?{m}x?{n}xf32>
  kernel.return
}

func.func @main() -> tensor<f32> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %a = func.call @numbers_a() : () -> tensor<32x96xbf16>
  %b = func.call @numbers_b() : () -> tensor<96x64xbf16>
  %c = kernel.launch @product grid(%c2, %c1) block(%c128) args(%a, %b) : (tensor<32x96xbf16>, tensor<96x64xbf16>) -> tensor<32x64xf32>
  %d = tensor.compute (%i, %j) in [32, 64] {
    %s = tensor.fold (%q) = 0 to 96 add {
      %x = tensor.at %a[%i, %q] : tensor<32x96xbf16>
      %y = tensor.at %b[%q, %j] : tensor<96x64xbf16>
      %xf = arith.extf %x : bf16 to f32
      %yf = arith.extf %y : bf16 to f32
      %p = arith.mulf %xf, %yf : f32
      tensor.yield %p : f32
    } : f32
    %v = tensor.at %c[%i, %j] : tensor<32x64xf32>
    %e = arith.subf %v, %s : f32
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<32x64xf32>
  %most = tensor.reduce maximumf %d dims = [0, 1] : tensor<32x64xf32> to tensor<f32>
  return %most : tensor<f32>
}

func.func private @numbers_a() -> tensor<32x96xbf16> {
  %a = tensor.compute (%i, %j) in [32, 96] {
    %three = arith.constant 3 : index
    %seven = arith.constant 7 : index
    %eleven = arith.constant 11 : index
    %five = arith.constant 5 : index
    %x = arith.muli %i, %seven : index
    %y = arith.muli %j, %three : index
    %z = arith.addi %x, %y : index
    %r = arith.remsi %z, %eleven : index
    %s = arith.subi %r, %five : index
    %v = arith.index_cast %s : index to i32
    %e = arith.sitofp %v : i32 to bf16
    tensor.yield %e : bf16
  } : tensor<32x96xbf16>
  return %a : tensor<32x96xbf16>
}

func.func private @numbers_b() -> tensor<96x64xbf16> {
  %a = tensor.compute (%i, %j) in [96, 64] {
    %five = arith.constant 5 : index
    %nine = arith.constant 9 : index
    %seven = arith.constant 7 : index
    %three = arith.constant 3 : index
    %x = arith.muli %i, %five : index
    %y = arith.muli %j, %nine : index
    %z = arith.addi %x, %y : index
    %r = arith.remsi %z, %seven : index
    %s = arith.subi %r, %three : index
    %v = arith.index_cast %s : index to i32
    %e = arith.sitofp %v : i32 to bf16
    tensor.yield %e : bf16
  } : tensor<96x64xbf16>
  return %a : tensor<96x64xbf16>
}
