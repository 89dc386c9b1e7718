// RUN: tfopt --join-rows --split-input-file --pass-statistics %s 2>%t.said | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=COUNT < %t.said
// RUN: tfopt --join-rows --split-input-file --disable-rule=join-rows.pair %s | tee %t.apart | FileCheck %s --check-prefix=APART
// RUN: tfopt --join-rows --split-input-file --disable-rule=join-rows.keep %s | tee %t.again | FileCheck %s --check-prefix=AGAIN
// RUN: FileCheck %s --check-prefix=FULL_AGAIN --match-full-lines < %t.again
// RUN: tfopt --join-rows --split-input-file --disable-rule=join-rows.values %s | tee %t.stored | FileCheck %s --check-prefix=STORED
// RUN: tfopt --join-rows --split-input-file --disable-rule=join-rows.short-rows %s | FileCheck %s --check-prefix=BLOCKS
// COMPLETE: FULL_AGAIN
// GOLDEN: cat %t.check %t.apart %t.stored

// COUNT-DAG: 2 num-joined
// COUNT-DAG: 1 num-short

// The sum of a row and its points: one nest. The sum stays a value, and a warp keeps the row, 16 bytes of
// which a thread takes at a time.
// CHECK-LABEL: func.func @fixed(
// CHECK-NOT: memref<200xf32>
// CHECK: loop.parallel
// CHECK: %[[ROW:.*]] = mem.alloc {map = "warp", threads = 32 : i64} : memref<64xf32>
// CHECK: %[[SUM:.*]] = loop.for %[[K:.*]] = %c0 to %c64 step %c4 iter_args
// CHECK-SAME: map = "warp"
// CHECK: loop.for %[[LANE:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%{{.*}}) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, reduction = ["add"], vector_width = 4 : i64}
// CHECK: %[[AT:.*]] = arith.addi %[[K]], %[[LANE]]
// CHECK: %[[V:.*]] = mem.load %arg0[%{{.*}}, %[[AT]]]
// CHECK: mem.store %[[V]], %[[ROW]][%[[AT]]]
// CHECK-NOT: loop.parallel
// CHECK: loop.for %{{.*}} = %c0 to %c64 step %{{.*}} attributes {map = "warp", threads = 32 : i64}
// CHECK: loop.for %{{.*}} attributes {vector_width = 4 : i64}
// CHECK: %[[OLD:.*]] = mem.load %[[ROW]][
// CHECK: arith.subf %[[OLD]], %[[SUM]]
// CHECK: mem.store %{{.*}}, %arg1[
// CHECK: return
// APART-LABEL: func.func @fixed(
// APART-COUNT-2: loop.parallel
// AGAIN-LABEL: func.func @fixed(
// AGAIN: loop.parallel
// AGAIN-NOT: mem.alloc
// AGAIN-NOT: vector_width
// AGAIN: return
// STORED-LABEL: func.func @fixed(
// STORED: mem.alloc : memref<200xf32>
// STORED: mem.store %{{.*}}, %{{.*}} : memref<200xf32>
// STORED: mem.load %{{.*}} : memref<200xf32>
func.func @fixed(%x: memref<200x64xf32>, %y: memref<200x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.0 : f32
  %c64 = arith.constant 64 : index
  %c200 = arith.constant 200 : index
  %sum = mem.alloc : memref<200xf32>
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    %s = loop.for %k = %c0 to %c64 step %c1 iter_args(%a = %cst) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
      %v = mem.load %x[%i, %k] : memref<200x64xf32>
      %w = arith.addf %a, %v fastmath<reassoc> : f32
      loop.yield %w : f32
    }
    mem.store %s, %sum[%i] : memref<200xf32>
    loop.yield
  }
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    loop.for %j = %c0 to %c64 step %c1 attributes {map = "warp", threads = 32 : i64} {
      %v = mem.load %x[%i, %j] : memref<200x64xf32>
      %s = mem.load %sum[%i] : memref<200xf32>
      %d = arith.subf %v, %s : f32
      mem.store %d, %y[%i, %j] : memref<200x64xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_AGAIN: module {
// FULL_AGAIN-NEXT:   func.func @fixed(%[[ARG0:.*]]: memref<200x64xf32>, %[[ARG1:.*]]: memref<200x64xf32>) {
// FULL_AGAIN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_AGAIN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_AGAIN-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_AGAIN-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_AGAIN-NEXT:     %[[C200:.*]] = arith.constant 200 : index
// FULL_AGAIN-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       %[[V0:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V1:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_0]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V2:.*]] = arith.addf %[[ARG2]], %[[V1]] fastmath<reassoc> : f32
// FULL_AGAIN-NEXT:         loop.yield %[[V2]] : f32
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C64]] step %[[C1]] attributes {map = "warp", threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V1]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V2]] = arith.subf %[[V1]], %[[V0]] : f32
// FULL_AGAIN-NEXT:         mem.store %[[V2]], %[[ARG1]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     return
// FULL_AGAIN-NEXT:   }
// FULL_AGAIN-NEXT: }

// -----

// Rows of unknown length: for short ones warps, and where blocks have them, one way for those that fit and
// one for the others.
// CHECK-LABEL: func.func @open(
// CHECK: %[[SHORT:.*]] = arith.cmpi slt, %{{.*}}, %c1024
// CHECK: loop.if %[[SHORT]]
// CHECK: loop.parallel
// CHECK: mem.alloc {map = "warp", threads = 32 : i64} : memref<1024xf32>
// CHECK: arith.remui
// CHECK: loop.if
// CHECK: vector_width = 4
// CHECK: } else {
// CHECK-NOT: vector_width
// CHECK: loop.parallel
// CHECK: %[[FITS:.*]] = arith.cmpi sle, %{{.*}}, %c8192
// CHECK: loop.if %[[FITS]]
// CHECK: mem.alloc {map = "block", threads = 256 : i64} : memref<8192xf32>
// CHECK: } else {
// CHECK-NOT: mem.alloc
// CHECK: mem.load %arg0
// CHECK: mem.load %arg0
// CHECK: return
// BLOCKS-LABEL: func.func @open(
// BLOCKS-NOT: map = "warp"
// BLOCKS: return
func.func @open(%x: memref<?{m}x?{n}xf32>, %y: memref<?{m}x?{n}xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.0 : f32
  %m = mem.extent [m] : index
  %n = mem.extent [n] : index
  %sum = mem.alloc : memref<?{m}xf32>
  loop.parallel (%i) = (%c0) to (%m) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    %s = loop.for %k = %c0 to %n step %c1 iter_args(%a = %cst) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "block", reduction = ["add"], threads = 256 : i64} {
      %v = mem.load %x[%i, %k] : memref<?{m}x?{n}xf32>
      %w = arith.addf %a, %v fastmath<reassoc> : f32
      loop.yield %w : f32
    }
    mem.store %s, %sum[%i] : memref<?{m}xf32>
    loop.yield
  }
  loop.parallel (%i) = (%c0) to (%m) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    loop.for %j = %c0 to %n step %c1 attributes {map = "block", threads = 256 : i64} {
      %v = mem.load %x[%i, %j] : memref<?{m}x?{n}xf32>
      %s = mem.load %sum[%i] : memref<?{m}xf32>
      %d = arith.subf %v, %s : f32
      mem.store %d, %y[%i, %j] : memref<?{m}x?{n}xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_AGAIN: module {
// FULL_AGAIN-NEXT:   func.func @open(%[[ARG0:.*]]: memref<?{m}x?{n}xf32>, %[[ARG1:.*]]: memref<?{m}x?{n}xf32>) {
// FULL_AGAIN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_AGAIN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_AGAIN-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_AGAIN-NEXT:     %[[V0:.*]] = mem.extent [m] : index
// FULL_AGAIN-NEXT:     %[[V1:.*]] = mem.extent [n] : index
// FULL_AGAIN-NEXT:     %[[C1024:.*]] = arith.constant 1024 : index
// FULL_AGAIN-NEXT:     %[[V2:.*]] = arith.cmpi slt, %[[V1]], %[[C1024]] : index
// FULL_AGAIN-NEXT:     loop.if %[[V2]] {
// FULL_AGAIN-NEXT:       loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[V0]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:         %[[V3:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[V1]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
// FULL_AGAIN-NEXT:           %[[V4:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_0]]] : memref<?{m}x?{n}xf32>
// FULL_AGAIN-NEXT:           %[[V5:.*]] = arith.addf %[[ARG2]], %[[V4]] fastmath<reassoc> : f32
// FULL_AGAIN-NEXT:           loop.yield %[[V5]] : f32
// FULL_AGAIN-NEXT:         }
// FULL_AGAIN-NEXT:         loop.for %[[I_1:.*]] = %[[C0]] to %[[V1]] step %[[C1]] attributes {map = "warp", threads = 32 : i64} {
// FULL_AGAIN-NEXT:           %[[V4]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<?{m}x?{n}xf32>
// FULL_AGAIN-NEXT:           %[[V5]] = arith.subf %[[V4]], %[[V3]] : f32
// FULL_AGAIN-NEXT:           mem.store %[[V5]], %[[ARG1]][%[[I]], %[[I_1]]] : memref<?{m}x?{n}xf32>
// FULL_AGAIN-NEXT:           loop.yield
// FULL_AGAIN-NEXT:         }
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     } else {
// FULL_AGAIN-NEXT:       loop.parallel (%[[I]]) = (%[[C0]]) to (%[[V0]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:         %[[V3]] = loop.for %[[I_0]] = %[[C0]] to %[[V1]] step %[[C1]] iter_args(%[[ARG2]] = %[[CST]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "block", reduction = ["add"], threads = 256 : i64} {
// FULL_AGAIN-NEXT:           %[[V4]] = mem.load %[[ARG0]][%[[I]], %[[I_0]]] : memref<?{m}x?{n}xf32>
// FULL_AGAIN-NEXT:           %[[V5]] = arith.addf %[[ARG2]], %[[V4]] fastmath<reassoc> : f32
// FULL_AGAIN-NEXT:           loop.yield %[[V5]] : f32
// FULL_AGAIN-NEXT:         }
// FULL_AGAIN-NEXT:         loop.for %[[I_1]] = %[[C0]] to %[[V1]] step %[[C1]] attributes {map = "block", threads = 256 : i64} {
// FULL_AGAIN-NEXT:           %[[V4]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<?{m}x?{n}xf32>
// FULL_AGAIN-NEXT:           %[[V5]] = arith.subf %[[V4]], %[[V3]] : f32
// FULL_AGAIN-NEXT:           mem.store %[[V5]], %[[ARG1]][%[[I]], %[[I_1]]] : memref<?{m}x?{n}xf32>
// FULL_AGAIN-NEXT:           loop.yield
// FULL_AGAIN-NEXT:         }
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     return
// FULL_AGAIN-NEXT:   }
// FULL_AGAIN-NEXT: }

// -----

// What another point has written: two nests.
// CHECK-LABEL: func.func @mirrored(
// CHECK-COUNT-2: loop.parallel
// CHECK: return
func.func @mirrored(%x: memref<200x64xf32>, %y: memref<200x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.0 : f32
  %c64 = arith.constant 64 : index
  %c199 = arith.constant 199 : index
  %c200 = arith.constant 200 : index
  %sum = mem.alloc : memref<200xf32>
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    %s = loop.for %k = %c0 to %c64 step %c1 iter_args(%a = %cst) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
      %v = mem.load %x[%i, %k] : memref<200x64xf32>
      %w = arith.addf %a, %v fastmath<reassoc> : f32
      loop.yield %w : f32
    }
    mem.store %s, %sum[%i] : memref<200xf32>
    loop.yield
  }
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    %r = arith.subi %c199, %i : index
    loop.for %j = %c0 to %c64 step %c1 attributes {map = "warp", threads = 32 : i64} {
      %v = mem.load %x[%i, %j] : memref<200x64xf32>
      %s = mem.load %sum[%r] : memref<200xf32>
      %d = arith.subf %v, %s : f32
      mem.store %d, %y[%i, %j] : memref<200x64xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_AGAIN: module {
// FULL_AGAIN-NEXT:   func.func @mirrored(%[[ARG0:.*]]: memref<200x64xf32>, %[[ARG1:.*]]: memref<200x64xf32>) {
// FULL_AGAIN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_AGAIN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_AGAIN-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_AGAIN-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_AGAIN-NEXT:     %[[C199:.*]] = arith.constant 199 : index
// FULL_AGAIN-NEXT:     %[[C200:.*]] = arith.constant 200 : index
// FULL_AGAIN-NEXT:     %[[V0:.*]] = mem.alloc : memref<200xf32>
// FULL_AGAIN-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       %[[V1:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V2:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V3:.*]] = arith.addf %[[ARG2]], %[[V2]] fastmath<reassoc> : f32
// FULL_AGAIN-NEXT:         loop.yield %[[V3]] : f32
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       mem.store %[[V1]], %[[V0]][%[[I]]] : memref<200xf32>
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     loop.parallel (%[[I_0:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       %[[V1]] = arith.subi %[[C199]], %[[I_0]] : index
// FULL_AGAIN-NEXT:       loop.for %[[I_1]] = %[[C0]] to %[[C64]] step %[[C1]] attributes {map = "warp", threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V2]] = mem.load %[[ARG0]][%[[I_0]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V3]] = mem.load %[[V0]][%[[V1]]] : memref<200xf32>
// FULL_AGAIN-NEXT:         %[[V4:.*]] = arith.subf %[[V2]], %[[V3]] : f32
// FULL_AGAIN-NEXT:         mem.store %[[V4]], %[[ARG1]][%[[I_0]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     return
// FULL_AGAIN-NEXT:   }
// FULL_AGAIN-NEXT: }

// -----

// Teams of different sizes, and other rows: two nests.
// CHECK-LABEL: func.func @teams(
// CHECK-COUNT-2: loop.parallel
// CHECK: return
func.func @teams(%x: memref<200x64xf32>, %y: memref<200x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.0 : f32
  %c64 = arith.constant 64 : index
  %c199 = arith.constant 199 : index
  %c200 = arith.constant 200 : index
  %sum = mem.alloc : memref<200xf32>
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    %s = loop.for %k = %c0 to %c64 step %c1 iter_args(%a = %cst) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
      %v = mem.load %x[%i, %k] : memref<200x64xf32>
      %w = arith.addf %a, %v fastmath<reassoc> : f32
      loop.yield %w : f32
    }
    mem.store %s, %sum[%i] : memref<200xf32>
    loop.yield
  }
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    loop.for %j = %c0 to %c64 step %c1 attributes {map = "block", threads = 256 : i64} {
      %v = mem.load %x[%i, %j] : memref<200x64xf32>
      %s = mem.load %sum[%i] : memref<200xf32>
      %d = arith.subf %v, %s : f32
      mem.store %d, %y[%i, %j] : memref<200x64xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_AGAIN: module {
// FULL_AGAIN-NEXT:   func.func @teams(%[[ARG0:.*]]: memref<200x64xf32>, %[[ARG1:.*]]: memref<200x64xf32>) {
// FULL_AGAIN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_AGAIN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_AGAIN-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_AGAIN-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_AGAIN-NEXT:     %[[C199:.*]] = arith.constant 199 : index
// FULL_AGAIN-NEXT:     %[[C200:.*]] = arith.constant 200 : index
// FULL_AGAIN-NEXT:     %[[V0:.*]] = mem.alloc : memref<200xf32>
// FULL_AGAIN-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       %[[V1:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V2:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V3:.*]] = arith.addf %[[ARG2]], %[[V2]] fastmath<reassoc> : f32
// FULL_AGAIN-NEXT:         loop.yield %[[V3]] : f32
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       mem.store %[[V1]], %[[V0]][%[[I]]] : memref<200xf32>
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     loop.parallel (%[[I_0:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       loop.for %[[I_1]] = %[[C0]] to %[[C64]] step %[[C1]] attributes {map = "block", threads = 256 : i64} {
// FULL_AGAIN-NEXT:         %[[V1]] = mem.load %[[ARG0]][%[[I_0]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V2]] = mem.load %[[V0]][%[[I_0]]] : memref<200xf32>
// FULL_AGAIN-NEXT:         %[[V3]] = arith.subf %[[V1]], %[[V2]] : f32
// FULL_AGAIN-NEXT:         mem.store %[[V3]], %[[ARG1]][%[[I_0]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     return
// FULL_AGAIN-NEXT:   }
// FULL_AGAIN-NEXT: }

// -----

// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-2: loop.parallel
// CHECK: return
func.func @rows(%x: memref<200x64xf32>, %y: memref<200x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.0 : f32
  %c64 = arith.constant 64 : index
  %c199 = arith.constant 199 : index
  %c200 = arith.constant 200 : index
  %sum = mem.alloc : memref<200xf32>
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    %s = loop.for %k = %c0 to %c64 step %c1 iter_args(%a = %cst) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
      %v = mem.load %x[%i, %k] : memref<200x64xf32>
      %w = arith.addf %a, %v fastmath<reassoc> : f32
      loop.yield %w : f32
    }
    mem.store %s, %sum[%i] : memref<200xf32>
    loop.yield
  }
  loop.parallel (%i) = (%c0) to (%c199) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    loop.for %j = %c0 to %c64 step %c1 attributes {map = "warp", threads = 32 : i64} {
      %v = mem.load %x[%i, %j] : memref<200x64xf32>
      %s = mem.load %sum[%i] : memref<200xf32>
      %d = arith.subf %v, %s : f32
      mem.store %d, %y[%i, %j] : memref<200x64xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_AGAIN: module {
// FULL_AGAIN-NEXT:   func.func @rows(%[[ARG0:.*]]: memref<200x64xf32>, %[[ARG1:.*]]: memref<200x64xf32>) {
// FULL_AGAIN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_AGAIN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_AGAIN-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_AGAIN-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_AGAIN-NEXT:     %[[C199:.*]] = arith.constant 199 : index
// FULL_AGAIN-NEXT:     %[[C200:.*]] = arith.constant 200 : index
// FULL_AGAIN-NEXT:     %[[V0:.*]] = mem.alloc : memref<200xf32>
// FULL_AGAIN-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       %[[V1:.*]] = loop.for %[[I_1:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V2:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V3:.*]] = arith.addf %[[ARG2]], %[[V2]] fastmath<reassoc> : f32
// FULL_AGAIN-NEXT:         loop.yield %[[V3]] : f32
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       mem.store %[[V1]], %[[V0]][%[[I]]] : memref<200xf32>
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     loop.parallel (%[[I_0:.*]]) = (%[[C0]]) to (%[[C199]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       loop.for %[[I_1]] = %[[C0]] to %[[C64]] step %[[C1]] attributes {map = "warp", threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V1]] = mem.load %[[ARG0]][%[[I_0]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V2]] = mem.load %[[V0]][%[[I_0]]] : memref<200xf32>
// FULL_AGAIN-NEXT:         %[[V3]] = arith.subf %[[V1]], %[[V2]] : f32
// FULL_AGAIN-NEXT:         mem.store %[[V3]], %[[ARG1]][%[[I_0]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     return
// FULL_AGAIN-NEXT:   }
// FULL_AGAIN-NEXT: }

// -----

// Elements that a thread reads of its neighbour are no thread's own: memory hands them on.
// CHECK-LABEL: func.func @neighbours(
// CHECK: loop.parallel
// CHECK-NOT: mem.alloc
// CHECK: return
func.func @neighbours(%x: memref<200x64xf32>, %y: memref<200x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %cst = arith.constant 0.0 : f32
  %c63 = arith.constant 63 : index
  %c64 = arith.constant 64 : index
  %c200 = arith.constant 200 : index
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    %s = loop.for %k = %c0 to %c64 step %c1 iter_args(%a = %cst) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
      %v = mem.load %x[%i, %k] : memref<200x64xf32>
      %w = arith.addf %a, %v fastmath<reassoc> : f32
      loop.yield %w : f32
    }
    loop.for %j = %c0 to %c64 step %c1 attributes {map = "warp", threads = 32 : i64} {
      %r = arith.subi %c63, %j : index
      %u = mem.load %x[%i, %r] : memref<200x64xf32>
      %d = arith.subf %u, %s : f32
      mem.store %d, %y[%i, %j] : memref<200x64xf32>
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_AGAIN: module {
// FULL_AGAIN-NEXT:   func.func @neighbours(%[[ARG0:.*]]: memref<200x64xf32>, %[[ARG1:.*]]: memref<200x64xf32>) {
// FULL_AGAIN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_AGAIN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_AGAIN-NEXT:     %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_AGAIN-NEXT:     %[[C63:.*]] = arith.constant 63 : index
// FULL_AGAIN-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_AGAIN-NEXT:     %[[C200:.*]] = arith.constant 200 : index
// FULL_AGAIN-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       %[[V0:.*]] = loop.for %[[I_0:.*]] = %[[C0]] to %[[C64]] step %[[C1]] iter_args(%[[ARG2:.*]] = %[[CST]]) -> (f32) attributes {fastmath = #arith.fastmath<reassoc>, map = "warp", reduction = ["add"], threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V1:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_0]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V2:.*]] = arith.addf %[[ARG2]], %[[V1]] fastmath<reassoc> : f32
// FULL_AGAIN-NEXT:         loop.yield %[[V2]] : f32
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.for %[[I_1:.*]] = %[[C0]] to %[[C64]] step %[[C1]] attributes {map = "warp", threads = 32 : i64} {
// FULL_AGAIN-NEXT:         %[[V1]] = arith.subi %[[C63]], %[[I_1]] : index
// FULL_AGAIN-NEXT:         %[[V2]] = mem.load %[[ARG0]][%[[I]], %[[V1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         %[[V3:.*]] = arith.subf %[[V2]], %[[V0]] : f32
// FULL_AGAIN-NEXT:         mem.store %[[V3]], %[[ARG1]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     return
// FULL_AGAIN-NEXT:   }
// FULL_AGAIN-NEXT: }

// -----

// Two loops in one loop over blocks, which has one: both go along the row, and the loop over blocks is gone.
// CHECK-LABEL: func.func @twice(
// CHECK: loop.parallel
// CHECK-COUNT-2: mem.alloc {map = "warp", threads = 32 : i64} : memref<64xf32>
// CHECK-NOT: loop.for %{{.*}} step %c1 {
// CHECK: loop.for %{{.*}} to %c64 step %c1 attributes {map = "warp", threads = 32 : i64}
// CHECK: loop.for %{{.*}} to %c64 step %c1 attributes {map = "warp", threads = 32 : i64}
// CHECK: return
func.func @twice(%x: memref<200x64xf32>, %y: memref<200x64xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 64 : index
  %c200 = arith.constant 200 : index
  %max = arith.maxsi %n, %c0 : index
  %blocks = arith.ceildivui %max, %n : index
  loop.parallel (%i) = (%c0) to (%c200) step (%c1) attributes {map = "grid", threads = 256 : i64} {
    loop.for %b = %c0 to %blocks step %c1 {
      %start = arith.muli %b, %n : index
      %left = arith.subi %n, %start : index
      %own = arith.minsi %left, %n : index
      %end = arith.addi %start, %own : index
      loop.for %k = %start to %end step %c1 attributes {map = "warp", threads = 32 : i64} {
        %v = mem.load %x[%i, %k] : memref<200x64xf32>
        %w = arith.addf %v, %v : f32
        mem.store %w, %y[%i, %k] : memref<200x64xf32>
        loop.yield
      }
      loop.for %k = %start to %end step %c1 attributes {map = "warp", threads = 32 : i64} {
        %v = mem.load %x[%i, %k] : memref<200x64xf32>
        %o = mem.load %y[%i, %k] : memref<200x64xf32>
        %w = arith.addf %v, %o : f32
        mem.store %w, %y[%i, %k] : memref<200x64xf32>
        loop.yield
      }
      loop.yield
    }
    loop.yield
  }
  return
}
// FULL_AGAIN: module {
// FULL_AGAIN-NEXT:   func.func @twice(%[[ARG0:.*]]: memref<200x64xf32>, %[[ARG1:.*]]: memref<200x64xf32>) {
// FULL_AGAIN-NEXT:     %[[C0:.*]] = arith.constant 0 : index
// FULL_AGAIN-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_AGAIN-NEXT:     %[[C64:.*]] = arith.constant 64 : index
// FULL_AGAIN-NEXT:     %[[C200:.*]] = arith.constant 200 : index
// FULL_AGAIN-NEXT:     %[[V0:.*]] = arith.maxsi %[[C64]], %[[C0]] : index
// FULL_AGAIN-NEXT:     %[[V1:.*]] = arith.ceildivui %[[V0]], %[[C64]] : index
// FULL_AGAIN-NEXT:     loop.parallel (%[[I:.*]]) = (%[[C0]]) to (%[[C200]]) step (%[[C1]]) attributes {map = "grid", threads = 256 : i64} {
// FULL_AGAIN-NEXT:       loop.for %[[I_0:.*]] = %[[C0]] to %[[V1]] step %[[C1]] {
// FULL_AGAIN-NEXT:         %[[V2:.*]] = arith.muli %[[I_0]], %[[C64]] : index
// FULL_AGAIN-NEXT:         %[[V3:.*]] = arith.subi %[[C64]], %[[V2]] : index
// FULL_AGAIN-NEXT:         %[[V4:.*]] = arith.minsi %[[V3]], %[[C64]] : index
// FULL_AGAIN-NEXT:         %[[V5:.*]] = arith.addi %[[V2]], %[[V4]] : index
// FULL_AGAIN-NEXT:         loop.for %[[I_1:.*]] = %[[V2]] to %[[V5]] step %[[C1]] attributes {map = "warp", threads = 32 : i64} {
// FULL_AGAIN-NEXT:           %[[V6:.*]] = mem.load %[[ARG0]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:           %[[V7:.*]] = arith.addf %[[V6]], %[[V6]] : f32
// FULL_AGAIN-NEXT:           mem.store %[[V7]], %[[ARG1]][%[[I]], %[[I_1]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:           loop.yield
// FULL_AGAIN-NEXT:         }
// FULL_AGAIN-NEXT:         loop.for %[[I_2:.*]] = %[[V2]] to %[[V5]] step %[[C1]] attributes {map = "warp", threads = 32 : i64} {
// FULL_AGAIN-NEXT:           %[[V6]] = mem.load %[[ARG0]][%[[I]], %[[I_2]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:           %[[V7]] = mem.load %[[ARG1]][%[[I]], %[[I_2]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:           %[[V8:.*]] = arith.addf %[[V6]], %[[V7]] : f32
// FULL_AGAIN-NEXT:           mem.store %[[V8]], %[[ARG1]][%[[I]], %[[I_2]]] : memref<200x64xf32>
// FULL_AGAIN-NEXT:           loop.yield
// FULL_AGAIN-NEXT:         }
// FULL_AGAIN-NEXT:         loop.yield
// FULL_AGAIN-NEXT:       }
// FULL_AGAIN-NEXT:       loop.yield
// FULL_AGAIN-NEXT:     }
// FULL_AGAIN-NEXT:     return
// FULL_AGAIN-NEXT:   }
// FULL_AGAIN-NEXT: }
