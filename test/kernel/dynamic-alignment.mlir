// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx && FileCheck %s --check-prefix=PTX --input-file=%t.ptx

// Boxes begin at multiples of 128 bytes. Drivers put dynamic shared memory behind the barrier, at a multiple
// of 16, so its beginning is rounded up; the launch asks for more bytes.

// CHECK: [0. 1. 2. 3. 4. 5. 6. 7.]
// PTX: .extern .shared .align 16 .b8 kernel_dynamic_shared[];
// PTX: mov.b64 %[[ARENA:rd[0-9]+]], kernel_dynamic_shared;
// PTX: cvt.u32.u64 %[[ADDRESS:r[0-9]+]], %[[ARENA]];
// PTX: add.s32 %[[ABOVE:r[0-9]+]], %[[ADDRESS]], 127;
// PTX: and.b{{32|64}} %{{.*}}, %{{.*}}, {{-128|4294967168}};
kernel.func @k(%x: memref<4x8xf32>, %y: memref<8xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 8>} {
  %c0 = arith.constant 0 : index
  %tile = kernel.dynamic_shared[%c0] : memref<4x8xf32>
  %full = kernel.shared : memref<1xi64>
  %t = kernel.thread_id x
  %first = arith.cmpi eq, %t, %c0 : index
  loop.if %first {
    kernel.mbarrier_init %full[%c0] count = 1 : memref<1xi64>
    loop.yield
  }
  kernel.barrier
  loop.if %first {
    kernel.mbarrier_arrive %full[%c0] bytes = 128 : memref<1xi64>
    kernel.bulk_copy %x[%c0, %c0] to %tile[] arrives %full[%c0] : memref<4x8xf32>, memref<4x8xf32>, memref<1xi64>
    loop.yield
  }
  kernel.mbarrier_wait %full[%c0] parity %c0 : memref<1xi64>
  %v = mem.load %tile[%c0, %t] : memref<4x8xf32>
  mem.store %v, %y[%t] : memref<8xf32>
  kernel.return
}

func.func @main() -> tensor<8xf32> {
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %bytes = arith.constant 128 : index
  %n = tensor.iota dim = 0 : tensor<32xf32>
  %x = tensor.reshape %n : tensor<32xf32> to tensor<4x8xf32>
  %y = kernel.launch @k grid(%c1) block(%c8) dynamic_shared %bytes args(%x) : (tensor<4x8xf32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}
