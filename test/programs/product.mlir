// (sin(A) @ cos(Bᵀ))²: the operands are made once, outside of the loop over k, and the square belongs to the
// product's nest: three nests and two buffers. examples/programs/product.rs traces this text.
// RUN: tfopt %s --target=x86-64-v4 --pass-pipeline='func.func(name-extents,set-target,apply-numerics,canonicalize,cse,tensor-decompose,prove-bounds,choose-fusion,apply-fusion,cse,canonicalize,simplify-computes,choose-unroll,apply-unroll,cse,canonicalize,tensor-hoist,combine-reciprocals,schedule,tensor-to-loops,canonicalize,cse)' \
// RUN:   | tee %t.check | FileCheck %s --implicit-check-not=mem.alloc --implicit-check-not=loop. --implicit-check-not=math.
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL

// CHECK-LABEL: func.func @product
// CHECK-DAG: %[[A:.*]] = mem.alloc : memref<?{n}x?{k}xf32>
// CHECK-DAG: %[[B:.*]] = mem.alloc : memref<?{{.*}}xf32>

// CHECK: loop.parallel
// CHECK: loop.for
// CHECK: math.sin
// CHECK: mem.store %{{.*}}, %[[A]]
// CHECK: loop.yield
// CHECK: loop.yield

// CHECK: loop.parallel
// CHECK: loop.for
// CHECK: math.cos
// CHECK: mem.store %{{.*}}, %[[B]]
// CHECK: loop.yield
// CHECK: loop.yield

// Several rows together, whose sums are one loop over blocks and one in a block.
// CHECK: loop.parallel
// CHECK: loop.if
// CHECK: loop.for
// CHECK: %[[SUMS:.*]]:{{[0-9]+}} = loop.for %{{.*}} iter_args
// CHECK: loop.for %{{.*}} iter_args
// CHECK-DAG: mem.load %[[A]]
// CHECK-DAG: mem.load %[[B]]
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: %[[TOTAL:.*]] = arith.truncf %[[SUMS]]#0
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[TOTAL]], %[[TOTAL]]
// CHECK: mem.store %[[SQUARE]], %arg2
// CHECK: loop.yield
// CHECK: loop.yield

// The rows that are left.
// CHECK: loop.for
// CHECK: loop.for
// CHECK: %[[SUM:.*]] = loop.for %{{.*}} iter_args
// CHECK: loop.for %{{.*}} iter_args
// CHECK-DAG: mem.load %[[A]]
// CHECK-DAG: mem.load %[[B]]
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: %[[TOTAL:.*]] = arith.truncf %[[SUM]]
// CHECK: %[[SQUARE:.*]] = arith.mulf %[[TOTAL]], %[[TOTAL]]
// CHECK-NEXT: mem.store %[[SQUARE]], %arg2
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: loop.yield
// CHECK: loop.yield
func.func @product(%a: tensor<?{n}x?{k}xf32>, %b: tensor<?{m}x?{k}xf32>) -> tensor<?{n}x?{m}xf32> {
  %s = math.sin %a : tensor<?{n}x?{k}xf32>
  %c = math.cos %b : tensor<?{m}x?{k}xf32>
  %t = tensor.transpose %c perm = [1, 0] : tensor<?{m}x?{k}xf32> to tensor<?{k}x?{m}xf32>
  %0 = tensor.contract "ik,kj->ij" %s, %t : (tensor<?{n}x?{k}xf32>, tensor<?{k}x?{m}xf32>) -> tensor<?{n}x?{m}xf32>
  %1 = arith.mulf %0, %0 : tensor<?{n}x?{m}xf32>
  return %1 : tensor<?{n}x?{m}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @product(%[[ARG0:.*]]: memref<?{n}x?{k}xf32>, %[[ARG1:.*]]: memref<?{m}x?{k}xf32>, %[[ARG2:.*]]: memref<?{n}x?{m}xf32>) attributes {tf.signature = (tensor<?{n}x?{k}xf32>, tensor<?{m}x?{k}xf32>) -> tensor<?{n}x?{m}xf32>, tf.target = {cores = 2 : i64, dots_bf16 = 0 : i64, dots_i16 = 1 : i64, dots_i8 = 0 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[C5:.*]] = arith.constant 5 : index
// FULL-NEXT:     %[[C6:.*]] = arith.constant 6 : index
// FULL-NEXT:     %[[C2:.*]] = arith.constant 2 : index
// FULL-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL-NEXT:     %[[C4:.*]] = arith.constant 4 : index
// FULL-NEXT:     %[[C4096:.*]] = arith.constant 4096 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f64
// FULL-NEXT:     %[[CST_0:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = mem.alloc : memref<?{n}x?{k}xf32>
// FULL-NEXT:     %[[V1:.*]] = mem.alloc : memref<?{m}x?{k}xf32>
// FULL-NEXT:     %[[V2:.*]] = mem.extent [n] : index
// FULL-NEXT:     %[[V3:.*]] = mem.extent [k] : index
// FULL-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V2]]) step (%[[C1]]) attributes {grain = 23 : i64} {
// FULL-NEXT:       loop.for %[[I_3:.*]] = %[[C0]] to %[[V3]] step %[[C1]] attributes {vector_width = 32 : i64} {
// FULL-NEXT:         %[[V7:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_3]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:         %[[V8:.*]] = math.sin %[[V7]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:         mem.store %[[V8]], %[[V0]][%[[I]], %[[I_3]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V4:.*]] = mem.extent [m] : index
// FULL-NEXT:     loop.parallel (%[[I_1:.*]]) = (%[[C0]]) to (%[[V4]]) step (%[[C1]]) attributes {grain = 23 : i64} {
// FULL-NEXT:       loop.for %[[I_3]] = %[[C0]] to %[[V3]] step %[[C1]] attributes {vector_width = 32 : i64} {
// FULL-NEXT:         %[[V7]] = mem.load %[[ARG1]][%[[I_1]], %[[I_3]]] : memref<?{m}x?{k}xf32>
// FULL-NEXT:         %[[V8]] = math.cos %[[V7]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:         mem.store %[[V8]], %[[V1]][%[[I_1]], %[[I_3]]] : memref<?{m}x?{k}xf32>
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     %[[V5:.*]] = arith.addi %[[V2]], %[[C5]] : index
// FULL-NEXT:     %[[V6:.*]] = arith.divui %[[V5]], %[[C6]] : index
// FULL-NEXT:     loop.parallel (%[[I_2:.*]]) = (%[[C0]]) to (%[[V6]]) step (%[[C1]]) attributes {grain = 1 : i64} {
// FULL-NEXT:       %[[V7]] = arith.muli %[[I_2]], %[[C6]] : index
// FULL-NEXT:       %[[V8]] = arith.addi %[[V7]], %[[C6]] : index
// FULL-NEXT:       %[[V9:.*]] = arith.addi %[[V7]], %[[C1]] : index
// FULL-NEXT:       %[[V10:.*]] = arith.addi %[[V7]], %[[C2]] : index
// FULL-NEXT:       %[[V11:.*]] = arith.addi %[[V7]], %[[C3]] : index
// FULL-NEXT:       %[[V12:.*]] = arith.addi %[[V7]], %[[C4]] : index
// FULL-NEXT:       %[[V13:.*]] = arith.addi %[[V7]], %[[C5]] : index
// FULL-NEXT:       %[[V14:.*]] = arith.cmpi sle, %[[V8]], %[[V2]] : index
// FULL-NEXT:       loop.if %[[V14]] {
// FULL-NEXT:         loop.for %[[I_3]] = %[[C0]] to %[[V4]] step %[[C1]] {
// FULL-NEXT:           %[[V15:.*]] = arith.maxsi %[[V3]], %[[C0]] : index
// FULL-NEXT:           %[[V16:.*]] = arith.ceildivui %[[V15]], %[[C4096]] : index
// FULL-NEXT:           %[[V17:.*]]:6 = loop.for %[[I_4:.*]] = %[[C0]] to %[[V16]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]], %[[ARG4:.*]] = %[[CST]], %[[ARG5:.*]] = %[[CST]], %[[ARG6:.*]] = %[[CST]], %[[ARG7:.*]] = %[[CST]], %[[ARG8:.*]] = %[[CST]]) -> (f64, f64, f64, f64, f64, f64) {
// FULL-NEXT:             %[[V30:.*]] = arith.muli %[[I_4]], %[[C4096]] : index
// FULL-NEXT:             %[[V31:.*]] = arith.subi %[[V3]], %[[V30]] : index
// FULL-NEXT:             %[[V32:.*]] = arith.minsi %[[V31]], %[[C4096]] : index
// FULL-NEXT:             %[[V33:.*]] = arith.addi %[[V30]], %[[V32]] : index
// FULL-NEXT:             %[[V34:.*]]:6 = loop.for %[[I_5:.*]] = %[[V30]] to %[[V33]] step %[[C1]] iter_args(%[[ARG9:.*]] = %[[CST_0]], %[[ARG10:.*]] = %[[CST_0]], %[[ARG11:.*]] = %[[CST_0]], %[[ARG12:.*]] = %[[CST_0]], %[[ARG13:.*]] = %[[CST_0]], %[[ARG14:.*]] = %[[CST_0]]) -> (f32, f32, f32, f32, f32, f32) attributes {fastmath = #arith.fastmath<reassoc,contract>, reduction = ["add", "add", "add", "add", "add", "add"], vector_width = 64 : i64} {
// FULL-NEXT:               %[[V47:.*]] = mem.load %[[V0]][%[[V7]], %[[I_5]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:               %[[V48:.*]] = mem.load %[[V1]][%[[I_3]], %[[I_5]]] : memref<?{m}x?{k}xf32>
// FULL-NEXT:               %[[V49:.*]] = arith.mulf %[[V47]], %[[V48]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V50:.*]] = arith.addf %[[ARG9]], %[[V49]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V51:.*]] = mem.load %[[V0]][%[[V9]], %[[I_5]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:               %[[V52:.*]] = arith.mulf %[[V51]], %[[V48]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V53:.*]] = arith.addf %[[ARG10]], %[[V52]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V54:.*]] = mem.load %[[V0]][%[[V10]], %[[I_5]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:               %[[V55:.*]] = arith.mulf %[[V54]], %[[V48]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V56:.*]] = arith.addf %[[ARG11]], %[[V55]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V57:.*]] = mem.load %[[V0]][%[[V11]], %[[I_5]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:               %[[V58:.*]] = arith.mulf %[[V57]], %[[V48]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V59:.*]] = arith.addf %[[ARG12]], %[[V58]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V60:.*]] = mem.load %[[V0]][%[[V12]], %[[I_5]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:               %[[V61:.*]] = arith.mulf %[[V60]], %[[V48]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V62:.*]] = arith.addf %[[ARG13]], %[[V61]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V63:.*]] = mem.load %[[V0]][%[[V13]], %[[I_5]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:               %[[V64:.*]] = arith.mulf %[[V63]], %[[V48]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               %[[V65:.*]] = arith.addf %[[ARG14]], %[[V64]] fastmath<reassoc,contract> : f32
// FULL-NEXT:               loop.yield %[[V50]], %[[V53]], %[[V56]], %[[V59]], %[[V62]], %[[V65]] : f32, f32, f32, f32, f32, f32
// FULL-NEXT:             }
// FULL-NEXT:             %[[V35:.*]] = arith.extf %[[V34]]#0 : f32 to f64
// FULL-NEXT:             %[[V36:.*]] = arith.addf %[[ARG3]], %[[V35]] fastmath<reassoc,contract> : f64
// FULL-NEXT:             %[[V37:.*]] = arith.extf %[[V34]]#1 : f32 to f64
// FULL-NEXT:             %[[V38:.*]] = arith.addf %[[ARG4]], %[[V37]] fastmath<reassoc,contract> : f64
// FULL-NEXT:             %[[V39:.*]] = arith.extf %[[V34]]#2 : f32 to f64
// FULL-NEXT:             %[[V40:.*]] = arith.addf %[[ARG5]], %[[V39]] fastmath<reassoc,contract> : f64
// FULL-NEXT:             %[[V41:.*]] = arith.extf %[[V34]]#3 : f32 to f64
// FULL-NEXT:             %[[V42:.*]] = arith.addf %[[ARG6]], %[[V41]] fastmath<reassoc,contract> : f64
// FULL-NEXT:             %[[V43:.*]] = arith.extf %[[V34]]#4 : f32 to f64
// FULL-NEXT:             %[[V44:.*]] = arith.addf %[[ARG7]], %[[V43]] fastmath<reassoc,contract> : f64
// FULL-NEXT:             %[[V45:.*]] = arith.extf %[[V34]]#5 : f32 to f64
// FULL-NEXT:             %[[V46:.*]] = arith.addf %[[ARG8]], %[[V45]] fastmath<reassoc,contract> : f64
// FULL-NEXT:             loop.yield %[[V36]], %[[V38]], %[[V40]], %[[V42]], %[[V44]], %[[V46]] : f64, f64, f64, f64, f64, f64
// FULL-NEXT:           }
// FULL-NEXT:           %[[V18:.*]] = arith.truncf %[[V17]]#0 : f64 to f32
// FULL-NEXT:           %[[V19:.*]] = arith.truncf %[[V17]]#1 : f64 to f32
// FULL-NEXT:           %[[V20:.*]] = arith.truncf %[[V17]]#2 : f64 to f32
// FULL-NEXT:           %[[V21:.*]] = arith.truncf %[[V17]]#3 : f64 to f32
// FULL-NEXT:           %[[V22:.*]] = arith.truncf %[[V17]]#4 : f64 to f32
// FULL-NEXT:           %[[V23:.*]] = arith.truncf %[[V17]]#5 : f64 to f32
// FULL-NEXT:           %[[V24:.*]] = arith.mulf %[[V18]], %[[V18]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           %[[V25:.*]] = arith.mulf %[[V19]], %[[V19]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           %[[V26:.*]] = arith.mulf %[[V20]], %[[V20]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           %[[V27:.*]] = arith.mulf %[[V21]], %[[V21]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           %[[V28:.*]] = arith.mulf %[[V22]], %[[V22]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           %[[V29:.*]] = arith.mulf %[[V23]], %[[V23]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:           mem.store %[[V24]], %[[ARG2]][%[[V7]], %[[I_3]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:           mem.store %[[V25]], %[[ARG2]][%[[V9]], %[[I_3]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:           mem.store %[[V26]], %[[ARG2]][%[[V10]], %[[I_3]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:           mem.store %[[V27]], %[[ARG2]][%[[V11]], %[[I_3]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:           mem.store %[[V28]], %[[ARG2]][%[[V12]], %[[I_3]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:           mem.store %[[V29]], %[[ARG2]][%[[V13]], %[[I_3]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       } else {
// FULL-NEXT:         loop.for %[[I_3]] = %[[V7]] to %[[V2]] step %[[C1]] {
// FULL-NEXT:           loop.for %[[I_4]] = %[[C0]] to %[[V4]] step %[[C1]] {
// FULL-NEXT:             %[[V15]] = arith.maxsi %[[V3]], %[[C0]] : index
// FULL-NEXT:             %[[V16]] = arith.ceildivui %[[V15]], %[[C4096]] : index
// FULL-NEXT:             %[[V17]] = loop.for %[[I_5]] = %[[C0]] to %[[V16]] step %[[C1]] iter_args(%[[ARG3]] = %[[CST]]) -> (f64) {
// FULL-NEXT:               %[[V20]] = arith.muli %[[I_5]], %[[C4096]] : index
// FULL-NEXT:               %[[V21]] = arith.subi %[[V3]], %[[V20]] : index
// FULL-NEXT:               %[[V22]] = arith.minsi %[[V21]], %[[C4096]] : index
// FULL-NEXT:               %[[V23]] = arith.addi %[[V20]], %[[V22]] : index
// FULL-NEXT:               %[[V24]] = loop.for %[[I_6:.*]] = %[[V20]] to %[[V23]] step %[[C1]] iter_args(%[[ARG4]] = %[[CST_0]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc,contract>, reduction = ["add"], vector_width = 64 : i64} {
// FULL-NEXT:                 %[[V27]] = mem.load %[[V0]][%[[I_3]], %[[I_6]]] : memref<?{n}x?{k}xf32>
// FULL-NEXT:                 %[[V28]] = mem.load %[[V1]][%[[I_4]], %[[I_6]]] : memref<?{m}x?{k}xf32>
// FULL-NEXT:                 %[[V29]] = arith.mulf %[[V27]], %[[V28]] fastmath<reassoc,contract> : f32
// FULL-NEXT:                 %[[V30]] = arith.addf %[[ARG4]], %[[V29]] fastmath<reassoc,contract> : f32
// FULL-NEXT:                 loop.yield %[[V30]] : f32
// FULL-NEXT:               }
// FULL-NEXT:               %[[V25]] = arith.extf %[[V24]] : f32 to f64
// FULL-NEXT:               %[[V26]] = arith.addf %[[ARG3]], %[[V25]] fastmath<reassoc,contract> : f64
// FULL-NEXT:               loop.yield %[[V26]] : f64
// FULL-NEXT:             }
// FULL-NEXT:             %[[V18]] = arith.truncf %[[V17]] : f64 to f32
// FULL-NEXT:             %[[V19]] = arith.mulf %[[V18]], %[[V18]] fastmath<arcp,contract,afn> : f32
// FULL-NEXT:             mem.store %[[V19]], %[[ARG2]][%[[I_3]], %[[I_4]]] : memref<?{n}x?{m}xf32>
// FULL-NEXT:             loop.yield
// FULL-NEXT:           }
// FULL-NEXT:           loop.yield
// FULL-NEXT:         }
// FULL-NEXT:         loop.yield
// FULL-NEXT:       }
// FULL-NEXT:       loop.yield
// FULL-NEXT:     }
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
