// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.ptx && %ptxas -arch=sm_90a -v -o %t.cubin %t.ptx 2>&1 | FileCheck %s --check-prefix=SPILLS
// RUN: not tfopt %s --emit=ptx --arch=sm_80 2>&1 | FileCheck %s --check-prefix=OLD
// RUN: not tfopt %s --emit=ptx --arch=sm_90 2>&1 | FileCheck %s --check-prefix=NEW

// A product of a bf16 matrix and the transpose of another, by tiles of 64 x 32 and 64 columns, on H100: one
// thread of the first warp group asks for boxes, which come to a ring of two slots; the other warp group
// multiplies. Where the matrices end, zeros come. Compared with the product of the tensor dialect: the
// largest difference is 0, as all sums are small integers.

// CHECK: 0.0
// PTX-LABEL: .entry product(
// PTX: mbarrier.try_wait.parity.shared::cta.b64
// PTX: cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes
// PTX: wgmma.fence.sync.aligned;
// PTX-COUNT-4: wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16
// PTX: wgmma.commit_group.sync.aligned;
// PTX: wgmma.wait_group.sync.aligned 0;
// SPILLS-NOT: wgmma
// SPILLS: 0 bytes spill stores, 0 bytes spill loads
// OLD: error: 'kernel.mbarrier_init' op needs a GPU of architecture sm_90 or later, not sm_80: use --arch=sm_90
// NEW: error: 'kernel.wgmma_fence' op needs a GPU of architecture sm_90a or later, not sm_90: use --arch=sm_90a
kernel.func @product(%a: memref<?{m}x?{k}xbf16>, %b: memref<?{n}x?{k}xbf16>, %c: memref<?{m}x?{n}xf32> {kernel.access = "out"})
    attributes {block_size = array<i64: 256>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %k = mem.extent [k] : index
  %ta = kernel.shared : memref<2x64x64xbf16>
  %tb = kernel.shared : memref<2x32x64xbf16>
  %full = kernel.shared : memref<2xi64>
  %empty = kernel.shared : memref<2xi64>
  %t = kernel.thread_id x
  %bx = kernel.block_id x
  %by = kernel.block_id y
  %row0 = arith.muli %by, %c64 : index
  %col0 = arith.muli %bx, %c32 : index
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    loop.for %i = %c0 to %c2 step %c1 {
      kernel.mbarrier_init %full[%i] count = 1 : memref<2xi64>
      kernel.mbarrier_init %empty[%i] count = 1 : memref<2xi64>
      loop.yield
    }
    loop.yield
  }
  kernel.barrier
  loop.if %first {
    loop.for %at = %c0 to %k step %c64 {
      %step = arith.divui %at, %c64 : index
      %slot = arith.remui %step, %c2 : index
      %round = arith.divui %step, %c2 : index
      %phase = arith.remui %round, %c2 : index
      %other = arith.subi %c1, %phase : index
      kernel.mbarrier_wait %empty[%slot] parity %other : memref<2xi64>
      kernel.mbarrier_arrive %full[%slot] bytes = 12288 : memref<2xi64>
      kernel.bulk_copy %a[%row0, %at] to %ta[%slot] arrives %full[%slot] swizzle = 128 : memref<?{m}x?{k}xbf16>, memref<2x64x64xbf16>, memref<2xi64>
      kernel.bulk_copy %b[%col0, %at] to %tb[%slot] arrives %full[%slot] swizzle = 128 : memref<?{n}x?{k}xbf16>, memref<2x32x64xbf16>, memref<2xi64>
      loop.yield
    }
    loop.yield
  }
  %consumes = arith.cmpi sge, %t, %c128 : index
  loop.if %consumes {
    %lead = arith.cmpi eq, %t, %c128 : index
    %sums = loop.for %at = %c0 to %k step %c64 iter_args(%s = %zero) -> (vector<16xf32>) {
      %step = arith.divui %at, %c64 : index
      %slot = arith.remui %step, %c2 : index
      %round = arith.divui %step, %c2 : index
      %phase = arith.remui %round, %c2 : index
      kernel.mbarrier_wait %full[%slot] parity %phase : memref<2xi64>
      kernel.wgmma_fence
      %p0 = kernel.wgmma %s, %ta[%slot, %c0, %c0], %tb[%slot, %c0, %c0] : vector<16xf32>, memref<2x64x64xbf16>, memref<2x32x64xbf16>
      %p1 = kernel.wgmma %p0, %ta[%slot, %c0, %c16], %tb[%slot, %c0, %c16] : vector<16xf32>, memref<2x64x64xbf16>, memref<2x32x64xbf16>
      %p2 = kernel.wgmma %p1, %ta[%slot, %c0, %c32], %tb[%slot, %c0, %c32] : vector<16xf32>, memref<2x64x64xbf16>, memref<2x32x64xbf16>
      %p3 = kernel.wgmma %p2, %ta[%slot, %c0, %c48], %tb[%slot, %c0, %c48] : vector<16xf32>, memref<2x64x64xbf16>, memref<2x32x64xbf16>
      kernel.wgmma_commit
      %done = kernel.wgmma_wait %p3 pending = 0 : vector<16xf32>
      loop.if %lead {
        kernel.mbarrier_arrive %empty[%slot] : memref<2xi64>
        loop.yield
      }
      loop.yield %done : vector<16xf32>
    }
    %own = arith.subi %t, %c128 : index
    %warp = arith.divui %own, %c32 : index
    %lane = arith.remui %own, %c32 : index
    %g = arith.divui %lane, %c4 : index
    %lt = arith.remui %lane, %c4 : index
    %lt2 = arith.muli %lt, %c2 : index
    %warp_row = arith.muli %warp, %c16 : index
    %r0 = arith.addi %row0, %warp_row : index
    %row = arith.addi %r0, %g : index
    %low = arith.addi %row, %c8 : index
    %col = arith.addi %col0, %lt2 : index
    %has_row = arith.cmpi slt, %row, %m : index
    %has_low = arith.cmpi slt, %low, %m : index
    %c3 = arith.constant 3 : index
    %c5 = arith.constant 5 : index
    %c6 = arith.constant 6 : index
    %c7 = arith.constant 7 : index
    %c9 = arith.constant 9 : index
    %c10 = arith.constant 10 : index
    %c11 = arith.constant 11 : index
    %c12 = arith.constant 12 : index
    %c13 = arith.constant 13 : index
    %c14 = arith.constant 14 : index
    %c15 = arith.constant 15 : index
    %c17 = arith.constant 17 : index
    %c24 = arith.constant 24 : index
    %c25 = arith.constant 25 : index
    %col00 = arith.addi %col, %c0 : index
    %in00 = arith.cmpi slt, %col00, %n : index
    %v0 = vector.extract %sums[%c0] : vector<16xf32>
    %ok0 = arith.andi %in00, %has_row : i1
    loop.if %ok0 {
      mem.store %v0, %c[%row, %col00] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v2 = vector.extract %sums[%c2] : vector<16xf32>
    %ok2 = arith.andi %in00, %has_low : i1
    loop.if %ok2 {
      mem.store %v2, %c[%low, %col00] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %col01 = arith.addi %col, %c1 : index
    %in01 = arith.cmpi slt, %col01, %n : index
    %v1 = vector.extract %sums[%c1] : vector<16xf32>
    %ok1 = arith.andi %in01, %has_row : i1
    loop.if %ok1 {
      mem.store %v1, %c[%row, %col01] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v3 = vector.extract %sums[%c3] : vector<16xf32>
    %ok3 = arith.andi %in01, %has_low : i1
    loop.if %ok3 {
      mem.store %v3, %c[%low, %col01] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %col10 = arith.addi %col, %c8 : index
    %in10 = arith.cmpi slt, %col10, %n : index
    %v4 = vector.extract %sums[%c4] : vector<16xf32>
    %ok4 = arith.andi %in10, %has_row : i1
    loop.if %ok4 {
      mem.store %v4, %c[%row, %col10] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v6 = vector.extract %sums[%c6] : vector<16xf32>
    %ok6 = arith.andi %in10, %has_low : i1
    loop.if %ok6 {
      mem.store %v6, %c[%low, %col10] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %col11 = arith.addi %col, %c9 : index
    %in11 = arith.cmpi slt, %col11, %n : index
    %v5 = vector.extract %sums[%c5] : vector<16xf32>
    %ok5 = arith.andi %in11, %has_row : i1
    loop.if %ok5 {
      mem.store %v5, %c[%row, %col11] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v7 = vector.extract %sums[%c7] : vector<16xf32>
    %ok7 = arith.andi %in11, %has_low : i1
    loop.if %ok7 {
      mem.store %v7, %c[%low, %col11] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %col20 = arith.addi %col, %c16 : index
    %in20 = arith.cmpi slt, %col20, %n : index
    %v8 = vector.extract %sums[%c8] : vector<16xf32>
    %ok8 = arith.andi %in20, %has_row : i1
    loop.if %ok8 {
      mem.store %v8, %c[%row, %col20] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v10 = vector.extract %sums[%c10] : vector<16xf32>
    %ok10 = arith.andi %in20, %has_low : i1
    loop.if %ok10 {
      mem.store %v10, %c[%low, %col20] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %col21 = arith.addi %col, %c17 : index
    %in21 = arith.cmpi slt, %col21, %n : index
    %v9 = vector.extract %sums[%c9] : vector<16xf32>
    %ok9 = arith.andi %in21, %has_row : i1
    loop.if %ok9 {
      mem.store %v9, %c[%row, %col21] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v11 = vector.extract %sums[%c11] : vector<16xf32>
    %ok11 = arith.andi %in21, %has_low : i1
    loop.if %ok11 {
      mem.store %v11, %c[%low, %col21] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %col30 = arith.addi %col, %c24 : index
    %in30 = arith.cmpi slt, %col30, %n : index
    %v12 = vector.extract %sums[%c12] : vector<16xf32>
    %ok12 = arith.andi %in30, %has_row : i1
    loop.if %ok12 {
      mem.store %v12, %c[%row, %col30] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v14 = vector.extract %sums[%c14] : vector<16xf32>
    %ok14 = arith.andi %in30, %has_low : i1
    loop.if %ok14 {
      mem.store %v14, %c[%low, %col30] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %col31 = arith.addi %col, %c25 : index
    %in31 = arith.cmpi slt, %col31, %n : index
    %v13 = vector.extract %sums[%c13] : vector<16xf32>
    %ok13 = arith.andi %in31, %has_row : i1
    loop.if %ok13 {
      mem.store %v13, %c[%row, %col31] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    %v15 = vector.extract %sums[%c15] : vector<16xf32>
    %ok15 = arith.andi %in31, %has_low : i1
    loop.if %ok15 {
      mem.store %v15, %c[%low, %col31] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}

func.func @main() -> tensor<f32> {
  %c2 = arith.constant 2 : index
  %c256 = arith.constant 256 : index
  %a = func.call @numbers() : () -> tensor<72x200xbf16>
  %b = tensor.slice %a [0:40, 0:200] : tensor<72x200xbf16> to tensor<40x200xbf16>
  %c = kernel.launch @product grid(%c2, %c2) block(%c256) args(%a, %b) : (tensor<72x200xbf16>, tensor<40x200xbf16>) -> tensor<72x40xf32>
  %d = tensor.compute (%i, %j) in [72, 40] {
    %s = tensor.fold (%q) = 0 to 200 add {
      %x = tensor.at %a[%i, %q] : tensor<72x200xbf16>
      %y = tensor.at %b[%j, %q] : tensor<40x200xbf16>
      %xf = arith.extf %x : bf16 to f32
      %yf = arith.extf %y : bf16 to f32
      %p = arith.mulf %xf, %yf : f32
      tensor.yield %p : f32
    } : f32
    %v = tensor.at %c[%i, %j] : tensor<72x40xf32>
    %e = arith.subf %v, %s : f32
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<72x40xf32>
  %most = tensor.reduce maximumf %d dims = [0, 1] : tensor<72x40xf32> to tensor<f32>
  return %most : tensor<f32>
}

func.func private @numbers() -> tensor<72x200xbf16> {
  %a = tensor.compute (%i, %j) in [72, 200] {
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
  } : tensor<72x200xbf16>
  return %a : tensor<72x200xbf16>
}
