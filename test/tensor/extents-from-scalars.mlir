// RUN: tfopt %s --split-input-file --verify-diagnostics | tfopt --split-input-file | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --split-input-file --cpu --target=znver4 | tee %t.cpu | FileCheck %s --check-prefix=CPU
// RUN: FileCheck %s --check-prefix=FULL_CPU --match-full-lines < %t.cpu
// COMPLETE: FULL, FULL_CPU

// The number is the extent: a loop up to it stays inside.
// CHECK-LABEL: func.func @squares
// CHECK-SAME: (%{{.*}}: index {tf.extent = "n"}) -> tensor<?{n}xf32>
// CPU-LABEL: func.func @squares
// CPU-SAME: (%{{.*}}: index {tf.extent = "n"}, %{{.*}}: memref<?{n}xf32>
// CPU: mem.extent [n]
func.func @squares(%n: index {tf.extent = "n"}) -> tensor<?{n}xf32> {
  %x = tensor.iota dim = 0 : tensor<?{n}xf32>
  %y = arith.mulf %x, %x : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func @squares(%[[ARG0:.*]]: index {tf.extent = "n"}) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.iota dim = 0 : tensor<?{n}xf32>
// FULL-NEXT:     %[[V1:.*]] = arith.mulf %[[V0]], %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V1]] : tensor<?{n}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_CPU: module {
// FULL_CPU-NEXT:   func.func @squares(%[[ARG0:.*]]: index {tf.extent = "n"}, %[[ARG1:.*]]: memref<?{n}xf32>) attributes {tf.signature = (index) -> tensor<?{n}xf32>, tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, l3_bytes = 4194304 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_CPU-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_CPU-NEXT:     %[[C32:.*]] = arith.constant 32 : index
// FULL_CPU-NEXT:     %[[CST:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]> : vector<32xi64>
// FULL_CPU-NEXT:     %[[CST_0:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31]> : vector<32xi32>
// FULL_CPU-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_CPU-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C32]]) attributes {grain = 625 : i64} {
// FULL_CPU-NEXT:       %[[V1:.*]] = arith.subi %[[V0]], %[[I]] : index
// FULL_CPU-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C32]] : index
// FULL_CPU-NEXT:       loop.if %[[V2]] {
// FULL_CPU-NEXT:         %[[V3:.*]] = arith.index_cast %[[I]] : index to i64
// FULL_CPU-NEXT:         %[[V4:.*]] = vector.broadcast %[[V3]] : vector<32xi64>
// FULL_CPU-NEXT:         %[[V5:.*]] = arith.addi %[[V4]], %[[CST]] : vector<32xi64>
// FULL_CPU-NEXT:         %[[V6:.*]] = arith.sitofp %[[V5]] : vector<32xi64> to vector<32xf32>
// FULL_CPU-NEXT:         %[[V7:.*]] = arith.mulf %[[V6]], %[[V6]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_CPU-NEXT:         vector.store %[[V7]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xf32>, vector<32xf32>
// FULL_CPU-NEXT:         loop.yield
// FULL_CPU-NEXT:       } else {
// FULL_CPU-NEXT:         %[[V3]] = arith.minsi %[[V1]], %[[C32]] : index
// FULL_CPU-NEXT:         %[[V4]] = arith.index_cast %[[V3]] : index to i32
// FULL_CPU-NEXT:         %[[V5]] = vector.broadcast %[[V4]] : vector<32xi32>
// FULL_CPU-NEXT:         %[[V6]] = arith.cmpi sgt, %[[V5]], %[[CST_0]] : vector<32xi32>
// FULL_CPU-NEXT:         %[[V7]] = arith.index_cast %[[I]] : index to i64
// FULL_CPU-NEXT:         %[[V8:.*]] = vector.broadcast %[[V7]] : vector<32xi64>
// FULL_CPU-NEXT:         %[[V9:.*]] = arith.addi %[[V8]], %[[CST]] : vector<32xi64>
// FULL_CPU-NEXT:         %[[V10:.*]] = arith.sitofp %[[V9]] : vector<32xi64> to vector<32xf32>
// FULL_CPU-NEXT:         %[[V11:.*]] = arith.mulf %[[V10]], %[[V10]] fastmath<arcp,contract,afn> : vector<32xf32>
// FULL_CPU-NEXT:         vector.store %[[V11]], %[[ARG1]][%[[I]]] axis = 0 mask %[[V6]] : memref<?{n}xf32>, vector<32xf32>
// FULL_CPU-NEXT:         loop.yield
// FULL_CPU-NEXT:       }
// FULL_CPU-NEXT:       loop.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     return
// FULL_CPU-NEXT:   }
// FULL_CPU-NEXT: }

// -----

// CHECK-LABEL: func.func @sum
// CPU-LABEL: func.func @sum
func.func @sum(%x: tensor<?{n}xf32>, %n: index {tf.extent = "n"}) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f32
  %r = loop.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> (f32) {
    // No policy: it is proved that the element is there.
    %e = tensor.at %x[%i] : tensor<?{n}xf32>
    %t = arith.addf %s, %e : f32
    loop.yield %t : f32
  }
  return %r : f32
}
// FULL: module {
// FULL-NEXT:   func.func @sum(%[[ARG0:.*]]: tensor<?{n}xf32>, %[[ARG1:.*]]: index {tf.extent = "n"}) -> f32 {
// FULL-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) {
// FULL-NEXT:       %[[V1:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL-NEXT:       %[[V2:.*]] = arith.addf %[[ARG2]], %[[V1]] : f32
// FULL-NEXT:       loop.yield %[[V2]] : f32
// FULL-NEXT:     }
// FULL-NEXT:     return %[[V0]] : f32
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_CPU: module {
// FULL_CPU-NEXT:   func.func @sum(%[[ARG0:.*]]: memref<?{n}xf32>, %[[ARG1:.*]]: index {tf.extent = "n"}, %[[ARG2:.*]]: memref<f32>) attributes {tf.signature = (tensor<?{n}xf32>, index) -> f32, tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, l3_bytes = 4194304 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_CPU-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_CPU-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_CPU-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_CPU-NEXT:     %[[V0:.*]] = loop.for %[[I:.*]] = %[[C0]] to %[[ARG1]] step %[[C1]] iter_args(%[[ARG3:.*]] = %[[CST]]) -> (f32) {
// FULL_CPU-NEXT:       %[[V1:.*]] = mem.load %[[ARG0]][%[[I]]] : memref<?{n}xf32>
// FULL_CPU-NEXT:       %[[V2:.*]] = arith.addf %[[ARG3]], %[[V1]] fastmath<arcp,contract,afn> : f32
// FULL_CPU-NEXT:       loop.yield %[[V2]] : f32
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     mem.store %[[V0]], %[[ARG2]][] : memref<f32>
// FULL_CPU-NEXT:     return
// FULL_CPU-NEXT:   }
// FULL_CPU-NEXT: }

// -----

// CHECK-LABEL: func.func @narrow
// CHECK-SAME: i32 {tf.extent = "n"}
// CPU-LABEL: func.func @narrow
func.func @narrow(%n: i32 {tf.extent = "n"}) -> tensor<?{n}xi32> {
  %x = tensor.splat %n : tensor<?{n}xi32>
  return %x : tensor<?{n}xi32>
}
// FULL: module {
// FULL-NEXT:   func.func @narrow(%[[ARG0:.*]]: i32 {tf.extent = "n"}) -> tensor<?{n}xi32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[ARG0]] : tensor<?{n}xi32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xi32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_CPU: module {
// FULL_CPU-NEXT:   func.func @narrow(%[[ARG0:.*]]: i32 {tf.extent = "n"}, %[[ARG1:.*]]: memref<?{n}xi32>) attributes {tf.signature = (i32) -> tensor<?{n}xi32>, tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, l3_bytes = 4194304 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_CPU-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_CPU-NEXT:     %[[C256:.*]] = arith.constant 256 : index
// FULL_CPU-NEXT:     %[[CST:.*]] = arith.constant dense<"0x000000000100000002000000030000000400000005000000060000000700000008000000090000000A0000000B0000000C0000000D0000000E0000000F000000100000001100000012000000130000001400000015000000160000001700000018000000190000001A0000001B0000001C0000001D0000001E0000001F000000200000002100000022000000230000002400000025000000260000002700000028000000290000002A0000002B0000002C0000002D0000002E0000002F000000300000003100000032000000330000003400000035000000360000003700000038000000390000003A0000003B0000003C0000003D0000003E0000003F000000400000004100000042000000430000004400000045000000460000004700000048000000490000004A0000004B0000004C0000004D0000004E0000004F000000500000005100000052000000530000005400000055000000560000005700000058000000590000005A0000005B0000005C0000005D0000005E0000005F000000600000006100000062000000630000006400000065000000660000006700000068000000690000006A0000006B0000006C0000006D0000006E0000006F000000700000007100000072000000730000007400000075000000760000007700000078000000790000007A0000007B0000007C0000007D0000007E0000007F000000800000008100000082000000830000008400000085000000860000008700000088000000890000008A0000008B0000008C0000008D0000008E0000008F000000900000009100000092000000930000009400000095000000960000009700000098000000990000009A0000009B0000009C0000009D0000009E0000009F000000A0000000A1000000A2000000A3000000A4000000A5000000A6000000A7000000A8000000A9000000AA000000AB000000AC000000AD000000AE000000AF000000B0000000B1000000B2000000B3000000B4000000B5000000B6000000B7000000B8000000B9000000BA000000BB000000BC000000BD000000BE000000BF000000C0000000C1000000C2000000C3000000C4000000C5000000C6000000C7000000C8000000C9000000CA000000CB000000CC000000CD000000CE000000CF000000D0000000D1000000D2000000D3000000D4000000D5000000D6000000D7000000D8000000D9000000DA000000DB000000DC000000DD000000DE000000DF000000E0000000E1000000E2000000E3000000E4000000E5000000E6000000E7000000E8000000E9000000EA000000EB000000EC000000ED000000EE000000EF000000F0000000F1000000F2000000F3000000F4000000F5000000F6000000F7000000F8000000F9000000FA000000FB000000FC000000FD000000FE000000FF000000"> : vector<256xi32>
// FULL_CPU-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_CPU-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C256]]) attributes {grain = 79 : i64} {
// FULL_CPU-NEXT:       %[[V1:.*]] = arith.subi %[[V0]], %[[I]] : index
// FULL_CPU-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C256]] : index
// FULL_CPU-NEXT:       loop.if %[[V2]] {
// FULL_CPU-NEXT:         %[[V3:.*]] = vector.broadcast %[[ARG0]] : vector<256xi32>
// FULL_CPU-NEXT:         vector.store %[[V3]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{n}xi32>, vector<256xi32>
// FULL_CPU-NEXT:         loop.yield
// FULL_CPU-NEXT:       } else {
// FULL_CPU-NEXT:         %[[V3]] = arith.minsi %[[V1]], %[[C256]] : index
// FULL_CPU-NEXT:         %[[V4:.*]] = arith.index_cast %[[V3]] : index to i32
// FULL_CPU-NEXT:         %[[V5:.*]] = vector.broadcast %[[V4]] : vector<256xi32>
// FULL_CPU-NEXT:         %[[V6:.*]] = arith.cmpi sgt, %[[V5]], %[[CST]] : vector<256xi32>
// FULL_CPU-NEXT:         %[[V7:.*]] = vector.broadcast %[[ARG0]] : vector<256xi32>
// FULL_CPU-NEXT:         vector.store %[[V7]], %[[ARG1]][%[[I]]] axis = 0 mask %[[V6]] : memref<?{n}xi32>, vector<256xi32>
// FULL_CPU-NEXT:         loop.yield
// FULL_CPU-NEXT:       }
// FULL_CPU-NEXT:       loop.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     return
// FULL_CPU-NEXT:   }
// FULL_CPU-NEXT: }

// -----

// A call with a number that is known.
// CHECK-LABEL: func.func @caller
// CPU-LABEL: func.func @caller
// CPU-NOT: func.call
func.func private @zeros(%n: index {tf.extent = "n"}) -> tensor<?{n}xf32> {
  %z = arith.constant 0.0 : f32
  %x = tensor.splat %z : tensor<?{n}xf32>
  return %x : tensor<?{n}xf32>
}
// FULL: module {
// FULL-NEXT:   func.func private @zeros(%[[ARG0:.*]]: index {tf.extent = "n"}) -> tensor<?{n}xf32> {
// FULL-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL-NEXT:     %[[V0:.*]] = tensor.splat %[[CST]] : tensor<?{n}xf32>
// FULL-NEXT:     return %[[V0]] : tensor<?{n}xf32>
// FULL-NEXT:   }
func.func @caller(%y: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
  %m = tensor.extent [m] : index
  %x = call @zeros(%m) : (index) -> tensor<?{m}xf32>
  %z = arith.addf %x, %y : tensor<?{m}xf32>
  return %z : tensor<?{m}xf32>
}
// FULL-NEXT:   func.func @caller(%[[ARG0:.*]]: tensor<?{m}xf32>) -> tensor<?{m}xf32> {
// FULL-NEXT:     %[[V0:.*]] = tensor.extent [m] : index
// FULL-NEXT:     %[[V1:.*]] = call @zeros(%[[V0]]) : (index) -> tensor<?{m}xf32>
// FULL-NEXT:     %[[V2:.*]] = arith.addf %[[V1]], %[[ARG0]] : tensor<?{m}xf32>
// FULL-NEXT:     return %[[V2]] : tensor<?{m}xf32>
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_CPU: module {
// FULL_CPU-NEXT:   func.func @caller(%[[ARG0:.*]]: memref<?{m}xf32>, %[[ARG1:.*]]: memref<?{m}xf32> {tf.takes_over = [0]}) attributes {tf.signature = (tensor<?{m}xf32>) -> tensor<?{m}xf32>, tf.target = {cores = 2 : i64, dots_bf16 = 1 : i64, dots_i16 = 1 : i64, dots_i8 = 1 : i64, estimates = 1 : i64, l1_bytes = 32768 : i64, l2_bytes = 1048576 : i64, l3_bytes = 4194304 : i64, masks = 1 : i64, vector_bits = 512 : i64, vector_registers = 32 : i64}} {
// FULL_CPU-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_CPU-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_CPU-NEXT:     %[[CST:.*]] = arith.constant dense<0.000000e+00> : vector<64xf32>
// FULL_CPU-NEXT:     %[[CST_0:.*]] = arith.constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]> : vector<64xi32>
// FULL_CPU-NEXT:     %[[V0:.*]] = mem.extent [m] : index
// FULL_CPU-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C64]]) attributes {grain = 313 : i64} {
// FULL_CPU-NEXT:       %[[V1:.*]] = arith.subi %[[V0]], %[[I]] : index
// FULL_CPU-NEXT:       %[[V2:.*]] = arith.cmpi sge, %[[V1]], %[[C64]] : index
// FULL_CPU-NEXT:       loop.if %[[V2]] {
// FULL_CPU-NEXT:         %[[V3:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 : memref<?{m}xf32>, vector<64xf32>
// FULL_CPU-NEXT:         %[[V4:.*]] = arith.addf %[[V3]], %[[CST]] fastmath<arcp,contract,afn> : vector<64xf32>
// FULL_CPU-NEXT:         vector.store %[[V4]], %[[ARG1]][%[[I]]] axis = 0 : memref<?{m}xf32>, vector<64xf32>
// FULL_CPU-NEXT:         loop.yield
// FULL_CPU-NEXT:       } else {
// FULL_CPU-NEXT:         %[[V3]] = arith.minsi %[[V1]], %[[C64]] : index
// FULL_CPU-NEXT:         %[[V4]] = arith.index_cast %[[V3]] : index to i32
// FULL_CPU-NEXT:         %[[V5:.*]] = vector.broadcast %[[V4]] : vector<64xi32>
// FULL_CPU-NEXT:         %[[V6:.*]] = arith.cmpi sgt, %[[V5]], %[[CST_0]] : vector<64xi32>
// FULL_CPU-NEXT:         %[[V7:.*]] = vector.load %[[ARG0]][%[[I]]] axis = 0 mask %[[V6]] else %[[CST]] : memref<?{m}xf32>, vector<64xf32>
// FULL_CPU-NEXT:         %[[V8:.*]] = arith.addf %[[V7]], %[[CST]] fastmath<arcp,contract,afn> : vector<64xf32>
// FULL_CPU-NEXT:         vector.store %[[V8]], %[[ARG1]][%[[I]]] axis = 0 mask %[[V6]] : memref<?{m}xf32>, vector<64xf32>
// FULL_CPU-NEXT:         loop.yield
// FULL_CPU-NEXT:       }
// FULL_CPU-NEXT:       loop.yield
// FULL_CPU-NEXT:     }
// FULL_CPU-NEXT:     return
// FULL_CPU-NEXT:   }
// FULL_CPU-NEXT: }
