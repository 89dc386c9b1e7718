// RUN: tfopt --gpu %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --gpu --check-semantics=8 %s -o /dev/null
// RUN: tfopt %s --emit=ptx --arch=sm_80 -o %t.ptx && %ptxas -arch=sm_80 -o %t.cubin %t.ptx
// COMPLETE: FULL

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
// FULL: module {
// FULL-NEXT:   kernel.func @clear_stops(%[[ARG0:.*]]: memref<3xi64> {kernel.access = "inout"}) attributes {block_size = array<i64: 1>} {
// FULL-NEXT:     %[[C0_I64:.*]] = arith.constant 0 : i64
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     mem.store %[[C0_I64]], %[[ARG0]][%[[C0]]] : memref<3xi64>
// FULL-NEXT:     mem.store %[[C0_I64]], %[[ARG0]][%[[C1]]] : memref<3xi64>
// FULL-NEXT:     mem.store %[[C0_I64]], %[[ARG0]][%[[C2]]] : memref<3xi64>
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL-NEXT:   kernel.func @pick_k0(%[[ARG0:.*]]: memref<?{m}xindex>, %[[ARG1:.*]]: memref<?{n}xf32>, %[[ARG2:.*]]: memref<?{m}xf32> {kernel.access = "inout"}, %[[ARG3:.*]]: index, %[[ARG4:.*]]: memref<3xi64> {kernel.access = "inout"}) attributes {block_size = array<i64: 256>, tf.points} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C256:.*]] = arith.constant 256 : index
// FULL-NEXT:     %[[C0_I64:.*]] = arith.constant 0 : i64
// FULL-NEXT:     %[[C1_I64:.*]] = arith.constant 1 : i64
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.block_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.grid_dim x
// FULL-NEXT:     %[[V2:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V3:.*]] = arith.muli %[[V0]], %[[C256]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.addi %[[V3]], %[[V2]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.muli %[[V1]], %[[C256]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V4]] to %[[ARG3]] step %[[V5]] attributes {tf.fits} {
// FULL-NEXT:       %[[V6:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{m}xindex>
// FULL-NEXT:       %[[V7:.*]] = mem.extent [n] : index
// FULL-NEXT:       %[[V8:.*]] = arith.cmpi ult, %[[V6]], %[[V7]] {likely} : index
// FULL-NEXT:       %[[V9:.*]] = loop.if %[[V8]] -> (f32) {
// FULL-NEXT:         %[[V10:.*]] = mem.load %[[ARG1]][%[[V6]]] : memref<?{n}xf32>
// FULL-NEXT:         loop.yield %[[V10]] : f32
// FULL-NEXT:       } else {
// FULL-NEXT:         %[[V10]] = kernel.compare_exchange %[[C0_I64]], %[[C1_I64]], %[[ARG4]][%[[C0]]] : memref<3xi64>
// FULL-NEXT:         %[[V11:.*]] = arith.cmpi eq, %[[V10]], %[[C0_I64]] : i64
// FULL-NEXT:         loop.if %[[V11]] {
// FULL-NEXT:           %[[V12:.*]] = arith.index_cast %[[V6]] : index to i64
// FULL-NEXT:           mem.store %[[V12]], %[[ARG4]][%[[C1]]] : memref<3xi64>
// FULL-NEXT:           %[[V13:.*]] = arith.index_cast %[[V7]] : index to i64
// FULL-NEXT:           mem.store %[[V13]], %[[ARG4]][%[[C2]]] : memref<3xi64>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield %[[CST]] : f32
// FULL-NEXT:       }
// FULL-NEXT:       mem.store %[[V9]], %[[ARG2]][%[[I]]] : memref<?{m}xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL-NEXT:   func.func @pick(%[[ARG0:.*]]: memref<?{n}xf32> {tf.name = "x"}, %[[ARG1:.*]]: memref<?{m}xindex>, %[[ARG2:.*]]: memref<?{m}xf32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.signature = (tensor<?{n}xf32>, tensor<?{m}xindex>) -> tensor<?{m}xf32>} {
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<3xi64>
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     kernel.launch @clear_stops grid(%[[C1]]) block(%[[C1]]) args(%[[V0]]) : (memref<3xi64>) -> ()
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C256:.*]] = arith.constant 256 : index
// FULL-NEXT:     %[[C4224:.*]] = arith.constant 4224 : index
// FULL-NEXT:     %[[V1:.*]] = mem.extent [m] : index
// FULL-NEXT:     %[[V2:.*]] = arith.maxsi %[[V1]], %[[C0]] : index
// FULL-NEXT:     %[[V3:.*]] = arith.ceildivui %[[V2]], %[[C256]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.minsi %[[V3]], %[[C4224]] : index
// FULL-NEXT:     kernel.launch @pick_k0 grid(%[[V4]]) block(%[[C256]]) args(%[[ARG1]], %[[ARG0]], %[[ARG2]], %[[V2]], %[[V0]]) : (memref<?{m}xindex>, memref<?{n}xf32>, memref<?{m}xf32>, index, memref<3xi64>) -> ()
// FULL-NEXT:     %[[C0_0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[V5:.*]] = mem.load %[[V0]][%[[C0_0]]] : memref<3xi64>
// FULL-NEXT:     %[[C0_I64:.*]] = arith.constant 0 : i64
// FULL-NEXT:     %[[V6:.*]] = arith.cmpi ne, %[[V5]], %[[C0_I64]] : i64
// FULL-NEXT:     loop.if %[[V6]] {
// FULL-NEXT:       %[[C1_I64:.*]] = arith.constant 1 : i64
// FULL-NEXT:       %[[V7:.*]] = arith.cmpi eq, %[[V5]], %[[C1_I64]] : i64
// FULL-NEXT:       loop.if %[[V7]] {
// FULL-NEXT:         %[[C1_1:.*]] = arith.constant 1 : index
// FULL-NEXT:         %[[V8:.*]] = mem.load %[[V0]][%[[C1_1]]] : memref<3xi64>
// FULL-NEXT:         %[[V9:.*]] = arith.index_cast %[[V8]] : i64 to index
// FULL-NEXT:         %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:         %[[V10:.*]] = mem.load %[[V0]][%[[C2]]] : memref<3xi64>
// FULL-NEXT:         %[[V11:.*]] = arith.index_cast %[[V10]] : i64 to index
// FULL-NEXT:         mem.trap "index {} is outside 'x', whose axis 0 has extent {}" %[[V9]], %[[V11]] : index, index
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
