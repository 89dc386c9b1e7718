// n-body as it is written with arrays, [n, 3] and its kin, becomes one parallel loop around one loop: the n x
// n tensors of differences, distances and forces are gone, and nothing is allocated.
// RUN: tfopt %S/../../examples/programs/nbody.mlir --cpu --target=znver4 | tee %t.one | FileCheck %s --implicit-check-not=mem.alloc --implicit-check-not='?{n}x?{n}' --check-prefixes=ONE
// RUN: FileCheck %s --check-prefix=FULL_ONE --match-full-lines < %t.one
// RUN: tfopt %s --cpu --target=znver4 | tee %t.plane_four_energy | FileCheck %s --implicit-check-not=mem.alloc --implicit-check-not='?{n}x?{n}' --check-prefixes=PLANE,FOUR,ENERGY
// COMPLETE: FULL_ONE
// GOLDEN: cat %t.plane_four_energy

// ONE: loop.parallel
// ONE: loop.for
// ONE: math.rsqrt
// ONE-NOT: loop.for
// ONE-NOT: loop.parallel
// ONE: return

// PLANE-LABEL: @plane
// PLANE: loop.parallel
// PLANE: loop.for
// PLANE: math.rsqrt
// PLANE-NOT: loop.for
// PLANE-NOT: loop.parallel
// PLANE: return
func.func @plane(%x: tensor<?{n}x2xf32>, %v: tensor<?{n}x2xf32>) -> (tensor<?{n}x2xf32>, tensor<?{n}x2xf32>) {
  %others = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x2xf32> to tensor<?{n}x?{n}x2xf32>
  %own = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x2xf32> to tensor<?{n}x?{n}x2xf32>
  %d = arith.subf %others, %own : tensor<?{n}x?{n}x2xf32>
  %squares = arith.mulf %d, %d : tensor<?{n}x?{n}x2xf32>
  %sum = tensor.reduce add %squares dims = [2] : tensor<?{n}x?{n}x2xf32> to tensor<?{n}x?{n}xf32>
  %eps = arith.constant dense<1.0e-4> : tensor<f32>
  %soft = tensor.broadcast %eps dims = [] : tensor<f32> to tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %sum, %soft : tensor<?{n}x?{n}xf32>
  %r = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{n}x?{n}xf32>
  %cubes = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x2xf32>
  %pulls = arith.divf %d, %cubes : tensor<?{n}x?{n}x2xf32>
  %f = tensor.reduce add %pulls dims = [1] : tensor<?{n}x?{n}x2xf32> to tensor<?{n}x2xf32>
  %v1 = arith.addf %v, %f : tensor<?{n}x2xf32>
  %x1 = arith.addf %x, %v1 : tensor<?{n}x2xf32>
  return %x1, %v1 : tensor<?{n}x2xf32>, tensor<?{n}x2xf32>
}
// FULL_ONE: module {
// FULL_ONE-NEXT:   func.func @step(%[[ARG0:.*]]: memref<?{n}x3xf32> {tf.name = "x"}, %[[ARG1:.*]]: memref<?{n}x3xf32> {tf.name = "v"}, %[[ARG2:.*]]: memref<?{n}x3xf32> {tf.name = "x", tf.takes_over = [1]}, %[[ARG3:.*]]: memref<?{n}x3xf32> {tf.name = "v", tf.takes_over = [1]}) attributes {tf.signature = (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>), tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, l3_bytes = 4194304 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_ONE-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_ONE-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_ONE-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL_ONE-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_ONE-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_ONE-NEXT:     %[[CST:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]> : vector<32xi32>
// FULL_ONE-NEXT:     %[[CST_0:.*]] = arith.constant dense<0.000000e+00> : vector<32xf32>
// FULL_ONE-NEXT:     %[[CST_1:.*]] = arith.constant dense<0.000000e+00> : vector<32xf64>
// FULL_ONE-NEXT:     %[[CST_2:.*]] = arith.constant dense<0.00999999977> : vector<32xf32>
// FULL_ONE-NEXT:     %[[CST_3:.*]] = arith.constant dense<1.000000e-03> : vector<32xf32>
// FULL_ONE-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_ONE-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C32]]) attributes {grain = 1 : i64} {
// FULL_ONE-NEXT:       %[[V1:.*]] = arith.subi %[[V0]], %[[I]] : index
// FULL_ONE-NEXT:       %[[V2:.*]] = arith.minsi %[[V1]], %[[C32]] : index
// FULL_ONE-NEXT:       %[[V3:.*]] = arith.index_cast %[[V2]] : index to i32
// FULL_ONE-NEXT:       %[[V4:.*]] = vector.broadcast %[[V3]] : vector<32xi32>
// FULL_ONE-NEXT:       %[[V5:.*]] = arith.cmpi sgt, %[[V4]], %[[CST]] : vector<32xi32>
// FULL_ONE-NEXT:       %[[V6:.*]] = vector.load %[[ARG1]][%[[I]], %[[C0]]] axis = 0 mask %[[V5]] else %[[CST_0]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       %[[V7:.*]] = vector.load %[[ARG0]][%[[I]], %[[C0]]] axis = 0 mask %[[V5]] else %[[CST_0]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       %[[V8:.*]] = vector.load %[[ARG0]][%[[I]], %[[C1]]] axis = 0 mask %[[V5]] else %[[CST_0]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       %[[V9:.*]] = vector.load %[[ARG0]][%[[I]], %[[C2]]] axis = 0 mask %[[V5]] else %[[CST_0]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       %[[V10:.*]] = arith.maxsi %[[V0]], %[[C0]] : index
// FULL_ONE-NEXT:       %[[V11:.*]] = arith.divui %[[V10]], %[[C64]] {tf.guarded} : index
// FULL_ONE-NEXT:       %[[V12:.*]] = arith.remui %[[V10]], %[[C64]] {tf.guarded} : index
// FULL_ONE-NEXT:       %[[V13:.*]] = arith.cmpi ne, %[[V12]], %[[C0]] : index
// FULL_ONE-NEXT:       %[[V14:.*]] = arith.addi %[[V11]], %[[C1]] : index
// FULL_ONE-NEXT:       %[[V15:.*]] = arith.select %[[V13]], %[[V14]], %[[V11]] : index
// FULL_ONE-NEXT:       %[[V16:.*]]:3 = loop.for %[[I_4:.*]] = %[[C0]] to %[[V15]] step %[[C1]] iter_args(%[[ARG4:.*]] = %[[CST_1]], %[[ARG5:.*]] = %[[CST_1]], %[[ARG6:.*]] = %[[CST_1]]) -> (vector<32xf64>, vector<32xf64>, vector<32xf64>) {
// FULL_ONE-NEXT:         %[[V34:.*]] = arith.muli %[[I_4]], %[[C64]] : index
// FULL_ONE-NEXT:         %[[V35:.*]] = arith.subi %[[V0]], %[[V34]] : index
// FULL_ONE-NEXT:         %[[V36:.*]] = arith.minsi %[[V35]], %[[C64]] : index
// FULL_ONE-NEXT:         %[[V37:.*]] = arith.addi %[[V34]], %[[V36]] : index
// FULL_ONE-NEXT:         %[[V38:.*]]:3 = loop.for %[[I_5:.*]] = %[[V34]] to %[[V37]] step %[[C1]] iter_args(%[[ARG7:.*]] = %[[CST_0]], %[[ARG8:.*]] = %[[CST_0]], %[[ARG9:.*]] = %[[CST_0]]) -> (vector<32xf32>, vector<32xf32>, vector<32xf32>) {
// FULL_ONE-NEXT:           %[[V45:.*]] = mem.load %[[ARG0]][%[[I_5]], %[[C0]]] : memref<?{n}x3xf32>
// FULL_ONE-NEXT:           %[[V46:.*]] = vector.broadcast %[[V45]] : vector<32xf32>
// FULL_ONE-NEXT:           %[[V47:.*]] = arith.subf %[[V46]], %[[V7]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V48:.*]] = arith.mulf %[[V47]], %[[V47]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V49:.*]] = mem.load %[[ARG0]][%[[I_5]], %[[C1]]] : memref<?{n}x3xf32>
// FULL_ONE-NEXT:           %[[V50:.*]] = vector.broadcast %[[V49]] : vector<32xf32>
// FULL_ONE-NEXT:           %[[V51:.*]] = arith.subf %[[V50]], %[[V8]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V52:.*]] = arith.mulf %[[V51]], %[[V51]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V53:.*]] = arith.addf %[[V48]], %[[V52]] fastmath<reassoc,contract> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V54:.*]] = mem.load %[[ARG0]][%[[I_5]], %[[C2]]] : memref<?{n}x3xf32>
// FULL_ONE-NEXT:           %[[V55:.*]] = vector.broadcast %[[V54]] : vector<32xf32>
// FULL_ONE-NEXT:           %[[V56:.*]] = arith.subf %[[V55]], %[[V9]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V57:.*]] = arith.mulf %[[V56]], %[[V56]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V58:.*]] = arith.addf %[[V53]], %[[V57]] fastmath<reassoc,contract> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V59:.*]] = arith.addf %[[V58]], %[[CST_2]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V60:.*]] = math.rsqrt %[[V59]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V61:.*]] = arith.mulf %[[V60]], %[[V60]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V62:.*]] = arith.mulf %[[V61]], %[[V60]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V63:.*]] = arith.mulf %[[V47]], %[[V62]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V64:.*]] = arith.mulf %[[V51]], %[[V62]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V65:.*]] = arith.mulf %[[V56]], %[[V62]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V66:.*]] = arith.addf %[[ARG7]], %[[V63]] fastmath<reassoc,contract> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V67:.*]] = arith.addf %[[ARG8]], %[[V64]] fastmath<reassoc,contract> : vector<32xf32>
// FULL_ONE-NEXT:           %[[V68:.*]] = arith.addf %[[ARG9]], %[[V65]] fastmath<reassoc,contract> : vector<32xf32>
// FULL_ONE-NEXT:           loop.yield %[[V66]], %[[V67]], %[[V68]] : vector<32xf32>, vector<32xf32>, vector<32xf32>
// FULL_ONE-NEXT:         }
// FULL_ONE-NEXT:         %[[V39:.*]] = arith.extf %[[V38]]#0 : vector<32xf32> to vector<32xf64>
// FULL_ONE-NEXT:         %[[V40:.*]] = arith.addf %[[ARG4]], %[[V39]] fastmath<reassoc,contract> : vector<32xf64>
// FULL_ONE-NEXT:         %[[V41:.*]] = arith.extf %[[V38]]#1 : vector<32xf32> to vector<32xf64>
// FULL_ONE-NEXT:         %[[V42:.*]] = arith.addf %[[ARG5]], %[[V41]] fastmath<reassoc,contract> : vector<32xf64>
// FULL_ONE-NEXT:         %[[V43:.*]] = arith.extf %[[V38]]#2 : vector<32xf32> to vector<32xf64>
// FULL_ONE-NEXT:         %[[V44:.*]] = arith.addf %[[ARG6]], %[[V43]] fastmath<reassoc,contract> : vector<32xf64>
// FULL_ONE-NEXT:         loop.yield %[[V40]], %[[V42]], %[[V44]] : vector<32xf64>, vector<32xf64>, vector<32xf64>
// FULL_ONE-NEXT:       }
// FULL_ONE-NEXT:       %[[V17:.*]] = arith.truncf %[[V16]]#0 : vector<32xf64> to vector<32xf32>
// FULL_ONE-NEXT:       %[[V18:.*]] = arith.truncf %[[V16]]#1 : vector<32xf64> to vector<32xf32>
// FULL_ONE-NEXT:       %[[V19:.*]] = arith.truncf %[[V16]]#2 : vector<32xf64> to vector<32xf32>
// FULL_ONE-NEXT:       %[[V20:.*]] = arith.mulf %[[V17]], %[[CST_3]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V21:.*]] = arith.addf %[[V6]], %[[V20]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V22:.*]] = arith.mulf %[[V21]], %[[CST_3]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V23:.*]] = arith.addf %[[V7]], %[[V22]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V24:.*]] = vector.load %[[ARG1]][%[[I]], %[[C1]]] axis = 0 mask %[[V5]] else %[[CST_0]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       %[[V25:.*]] = arith.mulf %[[V18]], %[[CST_3]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V26:.*]] = arith.addf %[[V24]], %[[V25]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V27:.*]] = arith.mulf %[[V26]], %[[CST_3]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V28:.*]] = arith.addf %[[V8]], %[[V27]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V29:.*]] = vector.load %[[ARG1]][%[[I]], %[[C2]]] axis = 0 mask %[[V5]] else %[[CST_0]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       %[[V30:.*]] = arith.mulf %[[V19]], %[[CST_3]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V31:.*]] = arith.addf %[[V29]], %[[V30]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V32:.*]] = arith.mulf %[[V31]], %[[CST_3]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       %[[V33:.*]] = arith.addf %[[V9]], %[[V32]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_ONE-NEXT:       vector.store %[[V21]], %[[ARG3]][%[[I]], %[[C0]]] axis = 0 mask %[[V5]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       vector.store %[[V26]], %[[ARG3]][%[[I]], %[[C1]]] axis = 0 mask %[[V5]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       vector.store %[[V31]], %[[ARG3]][%[[I]], %[[C2]]] axis = 0 mask %[[V5]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       vector.store %[[V23]], %[[ARG2]][%[[I]], %[[C0]]] axis = 0 mask %[[V5]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       vector.store %[[V28]], %[[ARG2]][%[[I]], %[[C1]]] axis = 0 mask %[[V5]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       vector.store %[[V33]], %[[ARG2]][%[[I]], %[[C2]]] axis = 0 mask %[[V5]] : memref<?{n}x3xf32>, vector<32xf32>
// FULL_ONE-NEXT:       loop.yield
// FULL_ONE-NEXT:     }
// FULL_ONE-NEXT:     return
// FULL_ONE-NEXT:   }
// FULL_ONE-NEXT: }

// FOUR-LABEL: @four
// FOUR: loop.parallel
// FOUR: loop.for
// FOUR: math.rsqrt
// FOUR-NOT: loop.for
// FOUR-NOT: loop.parallel
// FOUR: return
func.func @four(%x: tensor<?{n}x4xf32>, %v: tensor<?{n}x4xf32>) -> (tensor<?{n}x4xf32>, tensor<?{n}x4xf32>) {
  %others = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x4xf32> to tensor<?{n}x?{n}x4xf32>
  %own = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x4xf32> to tensor<?{n}x?{n}x4xf32>
  %d = arith.subf %others, %own : tensor<?{n}x?{n}x4xf32>
  %squares = arith.mulf %d, %d : tensor<?{n}x?{n}x4xf32>
  %sum = tensor.reduce add %squares dims = [2] : tensor<?{n}x?{n}x4xf32> to tensor<?{n}x?{n}xf32>
  %eps = arith.constant dense<0.5> : tensor<f32>
  %soft = tensor.broadcast %eps dims = [] : tensor<f32> to tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %sum, %soft : tensor<?{n}x?{n}xf32>
  %r = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{n}x?{n}xf32>
  %cubes = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x4xf32>
  %pulls = arith.divf %d, %cubes : tensor<?{n}x?{n}x4xf32>
  %f = tensor.reduce add %pulls dims = [1] : tensor<?{n}x?{n}x4xf32> to tensor<?{n}x4xf32>
  %v1 = arith.addf %v, %f : tensor<?{n}x4xf32>
  %x1 = arith.addf %x, %v1 : tensor<?{n}x4xf32>
  return %x1, %v1 : tensor<?{n}x4xf32>, tensor<?{n}x4xf32>
}

// A third result of the same pairs joins the same loops, and the same root.
// ENERGY-LABEL: @energy
// ENERGY: loop.parallel
// ENERGY: loop.for
// ENERGY: math.rsqrt
// ENERGY-NOT: math.
// ENERGY-NOT: loop.for
// ENERGY-NOT: loop.parallel
// ENERGY: return
func.func @energy(%x: tensor<?{n}x3xf32>, %v: tensor<?{n}x3xf32>) -> (tensor<?{n}x3xf32>, tensor<?{n}x3xf32>, tensor<?{n}xf32>) {
  %others = tensor.broadcast %x dims = [1, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %own = tensor.broadcast %x dims = [0, 2] : tensor<?{n}x3xf32> to tensor<?{n}x?{n}x3xf32>
  %d = arith.subf %others, %own : tensor<?{n}x?{n}x3xf32>
  %squares = arith.mulf %d, %d : tensor<?{n}x?{n}x3xf32>
  %sum = tensor.reduce add %squares dims = [2] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x?{n}xf32>
  %eps = arith.constant dense<1.0e-2> : tensor<f32>
  %soft = tensor.broadcast %eps dims = [] : tensor<f32> to tensor<?{n}x?{n}xf32>
  %r2 = arith.addf %sum, %soft : tensor<?{n}x?{n}xf32>
  %r = math.sqrt %r2 : tensor<?{n}x?{n}xf32>
  %r3 = arith.mulf %r2, %r : tensor<?{n}x?{n}xf32>
  %cubes = tensor.broadcast %r3 dims = [0, 1] : tensor<?{n}x?{n}xf32> to tensor<?{n}x?{n}x3xf32>
  %pulls = arith.divf %d, %cubes : tensor<?{n}x?{n}x3xf32>
  %f = tensor.reduce add %pulls dims = [1] : tensor<?{n}x?{n}x3xf32> to tensor<?{n}x3xf32>
  %v1 = arith.addf %v, %f : tensor<?{n}x3xf32>
  %x1 = arith.addf %x, %v1 : tensor<?{n}x3xf32>
  %w = math.rsqrt %r2 : tensor<?{n}x?{n}xf32>
  %e = tensor.reduce add %w dims = [1] : tensor<?{n}x?{n}xf32> to tensor<?{n}xf32>
  return %x1, %v1, %e : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>, tensor<?{n}xf32>
}
