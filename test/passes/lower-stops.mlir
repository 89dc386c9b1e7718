// RUN: tfopt --gpu %s | FileCheck %s
// RUN: tfopt --gpu --check-semantics=8 %s -o /dev/null
// RUN: tfopt %s --emit=ptx --arch=sm_80 -o %t.ptx && %ptxas -arch=sm_80 -o %t.cubin %t.ptx

// A kernel leaves a note where it stops the call, and the host reads it.
// CHECK: kernel.func @clear_stops(%[[NOTE:.*]]: memref<3xi64>
// CHECK-COUNT-3: mem.store
// CHECK: kernel.func @pick_k0(
// CHECK: kernel.compare_exchange %c0_i64, %c1_i64, %{{.*}}[%c0] : memref<3xi64>
// CHECK-NOT: mem.trap
// CHECK: func.func @pick(
// CHECK: %[[NOTE:.*]] = mem.alloc : memref<3xi64>
// CHECK: kernel.launch @clear_stops
// CHECK: kernel.launch @pick_k0
// CHECK: %[[MET:.*]] = mem.load %[[NOTE]]
// CHECK: arith.cmpi ne, %[[MET]], %c0_i64
// CHECK: mem.trap "index {} is outside 'x', whose axis 0 has extent {}"
func.func @pick(%x: tensor<?{n}xf32> {tf.name = "x"}, %k: tensor<?{m}xindex>) -> tensor<?{m}xf32> {
  %c = tensor.compute (%i) in [m] {
    %a = tensor.at %k[%i] : tensor<?{m}xindex>
    %b = tensor.at %x[%a] trap : tensor<?{n}xf32>
    tensor.yield %b : f32
  } : tensor<?{m}xf32>
  return %c : tensor<?{m}xf32>
}
