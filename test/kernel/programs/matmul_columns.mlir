// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx
// RUN: tfopt %s --emit=ptx --arch=sm_90a -o %t.ptx && %ptxas -arch=sm_90a -v -o %t.cubin %t.ptx 2>&1 | FileCheck %s --check-prefix=SPILLS

// The product of the transpose of a bf16 matrix and another one, by tiles of 64 x 32 and 64 rows of each, on
// H100: rows of both matrices are what is summed over, as they are in memory. Boxes of A have rows of 64
// columns, those of B of 16, two of them side by side. Where the matrices end, zeros come. Each thread writes
// its sums; axes of 4, 2 and 2 say which they are. Compared with the product of the tensor dialect: the
// largest difference is 0, as all sums are small integers.

// CHECK: 0.0
// PTX-LABEL: .entry product(
// PTX-COUNT-4: wgmma.mma_async.sync.aligned.m64n32k16.f32.bf16.bf16 {{.*}}, add, 1, 1, 1, 1;
// SPILLS-NOT: wgmma
// SPILLS: 0 bytes spill stores, 0 bytes spill loads
kernel.func @product(%a: memref<?{k}x?{m}xbf16>, %b: memref<?{k}x?{n}xbf16>, %c: memref<2x2x128x16xf32> {kernel.access = "out"})
    attributes {block_size = array<i64: 128>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %k = mem.extent [k] : index
  %ta = kernel.shared : memref<64x64xbf16>
  %tb = kernel.shared : memref<2x64x16xbf16>
  %full = kernel.shared : memref<1xi64>
  %t = kernel.thread_id x
  %bx = kernel.block_id x
  %by = kernel.block_id y
  %row0 = arith.muli %by, %c64 : index
  %col0 = arith.muli %bx, %c32 : index
  %col1 = arith.addi %col0, %c16 : index
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    kernel.mbarrier_init %full[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  %sums = loop.for %at = %c0 to %k step %c64 iter_args(%s = %zero) -> (vector<16xf32>) {
    %step = arith.divui %at, %c64 : index
    %phase = arith.remui %step, %c2 : index
    kernel.barrier
    loop.if %first {
      kernel.mbarrier_arrive %full[%c0] bytes = 12288 : memref<1xi64>
      kernel.bulk_copy %a[%at, %row0] to %ta[] arrives %full[%c0] swizzle = 128 : memref<?{k}x?{m}xbf16>, memref<64x64xbf16>, memref<1xi64>
      kernel.bulk_copy %b[%at, %col0] to %tb[%c0] arrives %full[%c0] swizzle = 32 : memref<?{k}x?{n}xbf16>, memref<2x64x16xbf16>, memref<1xi64>
      kernel.bulk_copy %b[%at, %col1] to %tb[%c1] arrives %full[%c0] swizzle = 32 : memref<?{k}x?{n}xbf16>, memref<2x64x16xbf16>, memref<1xi64>
      loop.yield
    }
    kernel.mbarrier_wait %full[%c0] parity %phase : memref<1xi64>
    kernel.wgmma_fence
    %p0 = kernel.wgmma %s, %ta[%c0, %c0], %tb[%c0, %c0, %c0] {transposed_a, transposed_b} : vector<16xf32>, memref<64x64xbf16>, memref<2x64x16xbf16>
    %p1 = kernel.wgmma %p0, %ta[%c16, %c0], %tb[%c0, %c16, %c0] {transposed_a, transposed_b} : vector<16xf32>, memref<64x64xbf16>, memref<2x64x16xbf16>
    %p2 = kernel.wgmma %p1, %ta[%c32, %c0], %tb[%c0, %c32, %c0] {transposed_a, transposed_b} : vector<16xf32>, memref<64x64xbf16>, memref<2x64x16xbf16>
    %p3 = kernel.wgmma %p2, %ta[%c48, %c0], %tb[%c0, %c48, %c0] {transposed_a, transposed_b} : vector<16xf32>, memref<64x64xbf16>, memref<2x64x16xbf16>
    kernel.wgmma_commit
    %done = kernel.wgmma_wait %p3 pending = 0 : vector<16xf32>
    loop.yield %done : vector<16xf32>
  }
  vector.store %sums, %c[%by, %bx, %t, %c0] axis = 3 : memref<2x2x128x16xf32>, vector<16xf32>
  kernel.return
}

func.func @main() -> tensor<f32> {
  %c2 = arith.constant 2 : index
  %c128 = arith.constant 128 : index
  %a = func.call @numbers() : () -> tensor<200x72xbf16>
  %b = tensor.slice %a [0:200, 0:40] : tensor<200x72xbf16> to tensor<200x40xbf16>
  %held = kernel.launch @product grid(%c2, %c2) block(%c128) args(%a, %b) : (tensor<200x72xbf16>, tensor<200x40xbf16>) -> tensor<2x2x128x16xf32>
  // Tile, warp, row of eight, pair of columns; eight columns, eight rows, column.
  %parts = tensor.reshape %held : tensor<2x2x128x16xf32> to tensor<2x2x4x8x4x4x2x2xf32>
  %turned = tensor.transpose %parts perm = [0, 2, 6, 3, 1, 5, 4, 7] : tensor<2x2x4x8x4x4x2x2xf32> to tensor<2x4x2x8x2x4x4x2xf32>
  %padded = tensor.reshape %turned : tensor<2x4x2x8x2x4x4x2xf32> to tensor<128x64xf32>
  %d = tensor.compute (%i, %j) in [72, 40] {
    %s = tensor.fold (%q) = 0 to 200 add {
      %x = tensor.at %a[%q, %i] : tensor<200x72xbf16>
      %y = tensor.at %b[%q, %j] : tensor<200x40xbf16>
      %xf = arith.extf %x : bf16 to f32
      %yf = arith.extf %y : bf16 to f32
      %p = arith.mulf %xf, %yf : f32
      tensor.yield %p : f32
    } : f32
    %v = tensor.at %padded[%i, %j] : tensor<128x64xf32>
    %e = arith.subf %v, %s : f32
    %f = math.absf %e : f32
    tensor.yield %f : f32
  } : tensor<72x40xf32>
  %most = tensor.reduce maximumf %d dims = [0, 1] : tensor<72x40xf32> to tensor<f32>
  return %most : tensor<f32>
}

func.func private @numbers() -> tensor<200x72xbf16> {
  %a = tensor.compute (%i, %j) in [200, 72] {
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
  } : tensor<200x72xbf16>
  return %a : tensor<200x72xbf16>
}
