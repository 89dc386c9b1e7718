// Launches that follow each other: those that can be one give what they give one by one, on every device.
// RUN: tfrun %s --random --seed=3 --dim n=301 --dim m=70 --device=interp --out %t.npz
// RUN: tfrun %s --random --seed=3 --dim n=301 --dim m=70 --device=simt --out %t.simt.npz && cmp %t.npz %t.simt.npz
// RUN: tfrun %s --random --seed=3 --dim n=301 --dim m=70 --device=simt-compiled --out %t.compiled.npz && cmp %t.npz %t.compiled.npz
// RUN: tfopt %s --simt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --emit=ptx --arch=sm_90 -o %t.ptx && %ptxas -arch=sm_90 -o %t.cubin %t.ptx && FileCheck %s --check-prefix=PTX < %t.ptx
// COMPLETE: FULL

// CHECK: func.func @main
// CHECK: kernel.launch @t0_t1
// The neighbour's element is another thread's.
// CHECK: kernel.launch @t2
// CHECK: kernel.launch @w0_w1
// CHECK-NOT: kernel.launch
// PTX-LABEL: .entry w0_w1(
// PTX: bar.warp.sync
kernel.func @t0(%x: memref<?{n}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
// FULL: module {
// FULL-NEXT:   kernel.func @t0_t1(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<?{n}xf32> {kernel.access = "inout"}, %[[ARG3:.*]]: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
// FULL-NEXT:     %[[C128:.*]] = arith.constant 128 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.block_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.grid_dim x
// FULL-NEXT:     %[[V2:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V3:.*]] = arith.muli %[[V0]], %[[C128]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.addi %[[V3]], %[[V2]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.muli %[[V1]], %[[C128]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V4]] to %[[ARG1]] step %[[V5]] {
// FULL-NEXT:       %[[V6:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V7:.*]] = arith.mulf %[[V6]], %[[V6]] : f32
// FULL-NEXT:       mem.store %[[V7]], %[[ARG2]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V8:.*]] = mem.load %[[ARG2]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V9:.*]] = arith.mulf %[[V8]], %[[V8]] : f32
// FULL-NEXT:       mem.store %[[V9]], %[[ARG3]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
kernel.func @t1(%x: memref<?{n}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %v = mem.load %x[%i] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
kernel.func @t2(%x: memref<?{n}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.points} {
  %c = arith.constant 128 : index
  %one = arith.constant 1 : index
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %t = kernel.thread_id x
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %t : index
  %step = arith.muli %g, %c : index
  loop.for %i = %first to %n step %step {
    %j = arith.addi %i, %one : index
    %inside = arith.cmpi slt, %j, %n : index
    %k = arith.select %inside, %j, %i : index
    %v = mem.load %x[%k] : memref<?{n}xf32>
    %w = arith.mulf %v, %v : f32
    mem.store %w, %y[%i] : memref<?{n}xf32>
    loop.yield
  }
  kernel.return
}
// FULL-NEXT:   kernel.func @t2(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>, tf.numerics = "strict", tf.points} {
// FULL-NEXT:     %[[C128:.*]] = arith.constant 128 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.block_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.grid_dim x
// FULL-NEXT:     %[[V2:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V3:.*]] = arith.muli %[[V0]], %[[C128]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.addi %[[V3]], %[[V2]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.muli %[[V1]], %[[C128]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V4]] to %[[ARG1]] step %[[V5]] {
// FULL-NEXT:       %[[V6:.*]] = arith.addi %[[I]], %[[C1]] : index
// FULL-NEXT:       %[[V7:.*]] = arith.cmpi slt, %[[V6]], %[[ARG1]] : index
// FULL-NEXT:       %[[V8:.*]] = arith.select %[[V7]], %[[V6]], %[[I]] : index
// FULL-NEXT:       %[[V9:.*]] = mem.load %[[ARG0]][%[[V8]]] : memref<?{n}xf32>
// FULL-NEXT:       %[[V10:.*]] = arith.mulf %[[V9]], %[[V9]] : f32
// FULL-NEXT:       mem.store %[[V10]], %[[ARG2]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL-NEXT:   kernel.func @w0_w1(%[[ARG0:.*]]: memref<?{n}x?{m}xf32>, %[[ARG1:.*]]: index, %[[ARG2:.*]]: memref<?{n}xf32> {kernel.access = "inout"}, %[[ARG3:.*]]: memref<?{n}x?{m}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = kernel.block_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.grid_dim x
// FULL-NEXT:     %[[V2:.*]] = kernel.warp_id
// FULL-NEXT:     %[[V3:.*]] = kernel.lane_id
// FULL-NEXT:     %[[V4:.*]] = arith.cmpi eq, %[[V3]], %[[C0]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.muli %[[V0]], %[[C4]] : index
// FULL-NEXT:     %[[V6:.*]] = arith.addi %[[V5]], %[[V2]] : index
// FULL-NEXT:     %[[V7:.*]] = arith.muli %[[V1]], %[[C4]] : index
// FULL-NEXT:     %[[V8:.*]] = mem.extent [m] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V6]] to %[[ARG1]] step %[[V7]] {
// FULL-NEXT:       %[[V9:.*]] = loop.for %[[I_0:.*]] = %[[V3]] to %[[V8]] step %[[C32]] iter_args(%[[ARG4:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:         %[[V11:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_0]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V12:.*]] = arith.addf %[[ARG4]], %[[V11]] : f32
// FULL-NEXT:         loop.yield %[[V12]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       %[[V10:.*]] = kernel.warp_reduce add %[[V9]] : f32
// FULL-NEXT:       loop.if %[[V4]] {
// FULL-NEXT:         mem.store %[[V10]], %[[ARG2]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       kernel.warp_barrier
// FULL-NEXT:       loop.for %[[I_1:.*]] = %[[V3]] to %[[V8]] step %[[C32]] {
// FULL-NEXT:         %[[V11]] = mem.load %[[ARG2]][%[[I]]] : memref<?{n}xf32>
// FULL-NEXT:         %[[V12]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:         %[[V13:.*]] = arith.divf %[[V12]], %[[V11]] : f32
// FULL-NEXT:         mem.store %[[V13]], %[[ARG3]][%[[I]], %[[I_1]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
kernel.func @w0(%x: memref<?{n}x?{m}xf32>, %n: index, %y: memref<?{n}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %w = kernel.warp_id
  %lane = kernel.lane_id
  %lead = arith.cmpi eq, %lane, %c0 : index
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %w : index
  %step = arith.muli %g, %c : index
  %m = mem.extent [m] : index
  loop.for %i = %first to %n step %step {
    %s = loop.for %j = %lane to %m step %c32 iter_args(%a = %zero) -> (f32) {
      %v = mem.load %x[%i, %j] : memref<?{n}x?{m}xf32>
      %next = arith.addf %a, %v : f32
      loop.yield %next : f32
    }
    %all = kernel.warp_reduce add %s : f32
    loop.if %lead {
      mem.store %all, %y[%i] : memref<?{n}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
kernel.func @w1(%x: memref<?{n}xf32>, %y: memref<?{n}x?{m}xf32>, %n: index, %z: memref<?{n}x?{m}xf32> {kernel.access = "out"}) attributes {block_size = array<i64: 128>} {
  %c = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %b = kernel.block_id x
  %g = kernel.grid_dim x
  %w = kernel.warp_id
  %lane = kernel.lane_id
  %lead = arith.cmpi eq, %lane, %c0 : index
  %start = arith.muli %b, %c : index
  %first = arith.addi %start, %w : index
  %step = arith.muli %g, %c : index
  %m = mem.extent [m] : index
  loop.for %i = %first to %n step %step {
    loop.for %j = %lane to %m step %c32 {
      %s = mem.load %x[%i] : memref<?{n}xf32>
      %v = mem.load %y[%i, %j] : memref<?{n}x?{m}xf32>
      %w1 = arith.divf %v, %s : f32
      mem.store %w1, %z[%i, %j] : memref<?{n}x?{m}xf32>
      loop.yield
    }
    loop.yield
  }
  kernel.return
}
func.func @main(%x: tensor<?{n}xf32>, %y: tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>) attributes {tf.numerics = "strict"} {
  %c128 = arith.constant 128 : index
  %blocks = arith.constant 2 : index
  %n = tensor.extent [n] : index
  %0 = kernel.launch @t0 grid(%blocks) block(%c128) args(%x, %n) : (tensor<?{n}xf32>, index) -> tensor<?{n}xf32>
  %1 = kernel.launch @t1 grid(%blocks) block(%c128) args(%0, %n) : (tensor<?{n}xf32>, index) -> tensor<?{n}xf32>
  %2 = kernel.launch @t2 grid(%blocks) block(%c128) args(%1, %n) : (tensor<?{n}xf32>, index) -> tensor<?{n}xf32>
  %3 = kernel.launch @w0 grid(%blocks) block(%c128) args(%y, %n) : (tensor<?{n}x?{m}xf32>, index) -> tensor<?{n}xf32>
  %4 = kernel.launch @w1 grid(%blocks) block(%c128) args(%3, %y, %n) : (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>, index) -> tensor<?{n}x?{m}xf32>
  return %2, %4 : tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>
}
// FULL-NEXT:   func.func @main(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: memref<?{n}x?{m}xf32>, %[[ARG2:.*]]: memref<?{n}xf32>, %[[ARG3:.*]]: memref<?{n}x?{m}xf32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.numerics = "strict", tf.signature = (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}x?{m}xf32>)} {
// FULL-NEXT:     %[[C128:.*]] = arith.constant 128 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<?{n}xf32>
// FULL-NEXT:     %[[V2:.*]] = mem.extent [n] : index
// FULL-NEXT:     kernel.launch @t0_t1 grid(%[[C2]]) block(%[[C128]]) args(%[[ARG0]], %[[V2]], %[[V0]], %[[V1]]) : (memref<?{n}xf32>, index, memref<?{n}xf32>, memref<?{n}xf32>) -> ()
// FULL-NEXT:     kernel.launch @t2 grid(%[[C2]]) block(%[[C128]]) args(%[[V1]], %[[V2]], %[[ARG2]]) : (memref<?{n}xf32>, index, memref<?{n}xf32>) -> ()
// FULL-NEXT:     kernel.launch @w0_w1 grid(%[[C2]]) block(%[[C128]]) args(%[[ARG1]], %[[V2]], %[[V1]], %[[ARG3]]) : (memref<?{n}x?{m}xf32>, index, memref<?{n}xf32>, memref<?{n}x?{m}xf32>) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
