// RUN: tfrun %s --device=interp | FileCheck %s
// RUN: tfrun %s --device=simt-compiled | FileCheck %s
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx

// A sum of vectors: one element for each thread, and threads behind the end do nothing.

// CHECK: [11. 22. 33. 44. 55.]
kernel.func @vadd(%x: memref<?{n}xf32>, %y: memref<?{n}xf32>, %z: memref<?{n}xf32> {kernel.access = "out"}) {
  %thread = kernel.thread_id x
  %block = kernel.block_id x
  %threads = kernel.block_dim x
  %first = arith.muli %block, %threads : index
  %i = arith.addi %first, %thread : index
  %n = mem.extent [n] : index
  %inside = arith.cmpi slt, %i, %n : index
  loop.if %inside {
    %a = mem.load %x[%i] : memref<?{n}xf32>
    %b = mem.load %y[%i] : memref<?{n}xf32>
    %sum = arith.addf %a, %b : f32
    mem.store %sum, %z[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}

func.func @main() -> tensor<5xf32> {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %y = arith.constant dense<[10.0, 20.0, 30.0, 40.0, 50.0]> : tensor<5xf32>
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %z = kernel.launch @vadd grid(%c2) block(%c4) args(%x, %y) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
  return %z : tensor<5xf32>
}
