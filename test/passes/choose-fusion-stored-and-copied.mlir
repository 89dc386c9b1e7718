// RUN: tfopt %s --simt --verify-each --check-semantics -o /dev/null
// RUN: tfopt %s --cpu --verify-each --check-semantics -o /dev/null
// RUN: tfopt %s --simt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// A result that is stored, and evaluated in a nest in front of where it is stored: the nest has a copy of its
// own, whatever the group of the stored one made of the names. CHECK-COUNT-2: kernel.func
// CHECK-NOT: kernel.func
func.func @main(%x0_0: tensor<16xf32>, %x1_0: tensor<16xf32>, %x2_0: tensor<16xf32>, %x3_0: tensor<16xf32>, %x3_1: tensor<16xf32>, %x4_0: tensor<16xf32>, %x4_1: tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) {
  %o = arith.constant 1.0 : f32
  %one = tensor.splat %o : tensor<16xf32>
  %y0, %d0_0 = tensor.vjp (%v0_0 = %x0_0) seed(%one) : (tensor<16xf32>) -> (tensor<16xf32>) {
    %s = math.asinh %v0_0 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y1, %d1_0 = tensor.vjp (%v1_0 = %x1_0) seed(%one) : (tensor<16xf32>) -> (tensor<16xf32>) {
    %s = math.absf %v1_0 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y2, %d2_0 = tensor.vjp (%v2_0 = %x2_0) seed(%one) : (tensor<16xf32>) -> (tensor<16xf32>) {
    %s = arith.negf %v2_0 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y3, %d3_0, %d3_1 = tensor.vjp (%v3_0 = %x3_0, %v3_1 = %x3_1) seed(%one) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>) {
    %s = arith.maximumf %v3_0, %v3_1 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  %y4, %d4_0, %d4_1 = tensor.vjp (%v4_0 = %x4_0, %v4_1 = %x4_1) seed(%one) : (tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>) {
    %s = math.copysign %v4_0, %v4_1 : tensor<16xf32>
    tensor.yield %s : tensor<16xf32>
  }
  return %d0_0, %d1_0, %d2_0, %d3_0, %d3_1, %d4_0, %d4_1 : tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>
}
// FULL: module {
// FULL-NEXT:   kernel.func @main_k0_k1(%[[ARG0:.*]]: memref<16xf32>, %[[ARG1:.*]]: memref<16xf32>, %[[ARG2:.*]]: memref<16xf32>, %[[ARG3:.*]]: memref<16xf32>, %[[ARG4:.*]]: memref<16xf32>, %[[ARG5:.*]]: memref<16xf32>, %[[ARG6:.*]]: memref<16xf32> {kernel.access = "inout"}, %[[ARG7:.*]]: memref<16xf32> {kernel.access = "inout"}, %[[ARG8:.*]]: memref<16xf32> {kernel.access = "inout"}, %[[ARG9:.*]]: memref<16xf32> {kernel.access = "inout"}, %[[ARG10:.*]]: memref<16xf32> {kernel.access = "inout"}, %[[ARG11:.*]]: memref<16xf32> {kernel.access = "inout"}) attributes {block_size = array<i64: 32>} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 1.000000e+00 : f32
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[CST_1:.*]] = arith.constant -1.000000e+00 : f32
// FULL-NEXT:     %[[CST_2:.*]] = arith.constant 5.000000e-01 : f32
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.block_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.grid_dim x
// FULL-NEXT:     %[[V2:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V3:.*]] = arith.muli %[[V0]], %[[C32]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.addi %[[V3]], %[[V2]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.muli %[[V1]], %[[C32]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V4]] to %[[C16]] step %[[V5]] attributes {tf.fits} {
// FULL-NEXT:       %[[V6:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       %[[V7:.*]] = arith.mulf %[[V6]], %[[V6]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V8:.*]] = arith.addf %[[V7]], %[[CST]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V9:.*]] = math.rsqrt %[[V8]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V10:.*]] = mem.load %[[ARG1]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       %[[V11:.*]] = arith.cmpf oeq, %[[V10]], %[[CST_0]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V12:.*]] = math.copysign %[[CST]], %[[V10]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V13:.*]] = mem.load %[[ARG2]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       %[[V14:.*]] = math.copysign %[[CST]], %[[V13]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V15:.*]] = arith.mulf %[[V12]], %[[V14]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V16:.*]] = arith.select %[[V11]], %[[CST_0]], %[[V15]] : f32
// FULL-NEXT:       %[[V17:.*]] = mem.load %[[ARG3]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       %[[V18:.*]] = arith.cmpf ogt, %[[V17]], %[[CST_0]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V19:.*]] = arith.cmpf olt, %[[V17]], %[[CST_0]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V20:.*]] = arith.select %[[V19]], %[[CST_1]], %[[CST_0]] : f32
// FULL-NEXT:       %[[V21:.*]] = arith.select %[[V18]], %[[CST]], %[[V20]] : f32
// FULL-NEXT:       %[[V22:.*]] = mem.load %[[ARG4]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       %[[V23:.*]] = mem.load %[[ARG5]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       %[[V24:.*]] = arith.maximumf %[[V22]], %[[V23]] fastmath<afn> : f32
// FULL-NEXT:       %[[V25:.*]] = arith.cmpf oeq, %[[V22]], %[[V24]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V26:.*]] = arith.cmpf oeq, %[[V23]], %[[V24]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:       %[[V27:.*]] = arith.select %[[V26]], %[[CST_2]], %[[CST]] : f32
// FULL-NEXT:       %[[V28:.*]] = arith.select %[[V25]], %[[V27]], %[[CST_0]] : f32
// FULL-NEXT:       %[[V29:.*]] = arith.select %[[V25]], %[[CST_2]], %[[CST]] : f32
// FULL-NEXT:       %[[V30:.*]] = arith.select %[[V26]], %[[V29]], %[[CST_0]] : f32
// FULL-NEXT:       mem.store %[[V9]], %[[ARG6]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       mem.store %[[V16]], %[[ARG7]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       mem.store %[[V21]], %[[ARG8]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       mem.store %[[V28]], %[[ARG9]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       mem.store %[[V30]], %[[ARG10]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       mem.store %[[CST_1]], %[[ARG11]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL-NEXT:   kernel.func @main_k2(%[[ARG0:.*]]: memref<16xf32> {kernel.access = "inout"}) attributes {block_size = array<i64: 256>, tf.points} {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[C16:.*]] = arith.constant 16 : index
// FULL-NEXT:     %[[C256:.*]] = arith.constant 256 : index
// FULL-NEXT:     %[[V0:.*]] = kernel.block_id x
// FULL-NEXT:     %[[V1:.*]] = kernel.grid_dim x
// FULL-NEXT:     %[[V2:.*]] = kernel.thread_id x
// FULL-NEXT:     %[[V3:.*]] = arith.muli %[[V0]], %[[C256]] : index
// FULL-NEXT:     %[[V4:.*]] = arith.addi %[[V3]], %[[V2]] : index
// FULL-NEXT:     %[[V5:.*]] = arith.muli %[[V1]], %[[C256]] : index
// FULL-NEXT:     loop.for %[[I:.*]] = %[[V4]] to %[[C16]] step %[[V5]] attributes {tf.fits} {
// FULL-NEXT:       mem.store %[[CST]], %[[ARG0]][%[[I]]] : memref<16xf32>
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     kernel.return
// FULL-NEXT:   }
// FULL-NEXT:   func.func @main(%[[ARG0:.*]]: memref<16xf32>, %[[ARG1:.*]]: memref<16xf32>, %[[ARG2:.*]]: memref<16xf32>, %[[ARG3:.*]]: memref<16xf32>, %[[ARG4:.*]]: memref<16xf32>, %[[ARG5:.*]]: memref<16xf32>, %[[ARG6:.*]]: memref<16xf32>, %[[ARG7:.*]]: memref<16xf32>, %[[ARG8:.*]]: memref<16xf32>, %[[ARG9:.*]]: memref<16xf32>, %[[ARG10:.*]]: memref<16xf32>, %[[ARG11:.*]]: memref<16xf32>, %[[ARG12:.*]]: memref<16xf32>, %[[ARG13:.*]]: memref<16xf32>) attributes {tf.gpu = {bandwidth = 3350000000000 : i64, multiprocessors = 132 : i64, registers = 65536 : i64, shared_bytes = 233472 : i64, threads = 2048 : i64}, tf.signature = (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>) -> (tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>, tensor<16xf32>)} {
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL-NEXT:     %[[C256:.*]] = arith.constant 256 : index
// FULL-NEXT:     kernel.launch @main_k0_k1 grid(%[[C1]]) block(%[[C32]]) args(%[[ARG0]], %[[ARG5]], %[[ARG6]], %[[ARG1]], %[[ARG3]], %[[ARG4]], %[[ARG7]], %[[ARG12]], %[[ARG8]], %[[ARG10]], %[[ARG11]], %[[ARG9]]) : (memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>, memref<16xf32>) -> ()
// FULL-NEXT:     kernel.launch @main_k2 grid(%[[C1]]) block(%[[C256]]) args(%[[ARG13]]) : (memref<16xf32>) -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
