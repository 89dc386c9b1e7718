// RUN: tfopt %s --explain-kernels=%ptxas --arch=sm_90 | FileCheck %s
// RUN: tfopt %s --explain-kernels=/nowhere/ptxas --arch=sm_90 | FileCheck %s --check-prefix=WITHOUT

// CHECK: @total_k0, {{.*}}explain-kernels.mlir:26:
// CHECK-NEXT: block        256 threads (256 x 1 x 1)
// CHECK-NEXT: shared       64 bytes
// CHECK-NEXT:  registers    {{[0-9]+}} per thread, 0 bytes spilled
// CHECK-NEXT: occupancy    8 blocks on a multiprocessor, 100 % of its threads
// CHECK-NEXT: argument 0   read, 65536 bytes
// CHECK-NEXT: argument 1   written, 4 bytes
// CHECK-NEXT: memory       65540 bytes at 3350 GB/s; 0.02 µs
// CHECK: @step_k0,
// CHECK: argument 0   read, 4*n bytes
// CHECK-NEXT: argument 1   read and written, 4*n bytes
// CHECK-NEXT: argument 2   written, 4*n bytes
// CHECK-NEXT: memory       16*n bytes at 3350 GB/s

// WITHOUT: registers are not known: '/nowhere/ptxas' cannot be run
// WITHOUT: @total_k0
// WITHOUT-NEXT: block        256 threads
// WITHOUT-NEXT: shared       64 bytes
// WITHOUT-NEXT: argument 0   read, 65536 bytes

func.func @total(%x: tensor<16384xf32>) -> tensor<f32> {
  %z = tensor.compute () in [] attributes {schedule = #tensor.schedule<map(k, block, 256)>} {
    %f = tensor.fold (%k) = 0 to 16384 add fastmath<reassoc> attributes {axis = "k"} {
      %v = tensor.at %x[%k] : tensor<16384xf32>
      tensor.yield %v : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<f32>
  return %z : tensor<f32>
}

// An argument that the kernel may change counts as what it does with it.
kernel.func @step_k0(%x: memref<?{n}xf32>, %y: memref<?{n}xf32> {kernel.access = "inout"}, %z: memref<?{n}xf32> {kernel.access = "inout"}) {
  %t = kernel.thread_id x
  %a = mem.load %x[%t] : memref<?{n}xf32>
  %b = mem.load %y[%t] : memref<?{n}xf32>
  %c = arith.addf %a, %b : f32
  mem.store %c, %y[%t] : memref<?{n}xf32>
  mem.store %a, %z[%t] : memref<?{n}xf32>
  kernel.return
}
