// Groups become the loops that their members share: what members read of each other are parts of it, results
// are written part by part, and folds over a shared loop are added up, with what reads their sums behind the
// loop.
// RUN: tfopt %s --verify-roundtrip --apply-groups | tee %t.check | FileCheck %s
// RUN: tfopt %s --check-semantics --apply-groups | FileCheck %s
// RUN: tfopt %s --check-semantics --pass-pipeline='func.func(apply-groups{dissolve=true})' | tee %t.dissolved | FileCheck %s --check-prefix=DISSOLVED
// RUN: FileCheck %s --check-prefix=FULL_DISSOLVED --match-full-lines < %t.dissolved
// COMPLETE: FULL_DISSOLVED
// GOLDEN: cat %t.check

// DISSOLVED-NOT: tensor.group
// DISSOLVED-NOT: loop.for
// DISSOLVED-NOT: loop.parallel

// Nothing has all scores: 16 rows of them are in use at a time. Where 16 does not divide 40, rows behind the
// end are computed and dropped.
// CHECK-LABEL: func.func @attention(
// CHECK: loop.parallel (%[[H:.*]], %[[I:.*]]) = {{.*}} shared(%[[O:.*]] = %{{.*}})
// CHECK: %[[S:.*]] = tensor.compute (%[[R:.*]], %{{.*}}) in [16, 30] {
// CHECK: tensor.at %arg0[%[[H]], %[[I]] + %[[R]], %{{.*}}] clamp
// CHECK: %[[M:.*]] = tensor.compute (%{{.*}}) in [16] {
// CHECK: tensor.at %[[S]][%{{.*}}, %{{.*}}] : tensor<16x30xf32>
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [16, 30] {
// CHECK: tensor.compute (%{{.*}}) in [16] {
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [16, 8] {
// CHECK: tensor.tile_write %{{.*}} into %[[O]][%[[H]], %[[I]], 0] drop
func.func @attention(%q: tensor<2x40x16xf32>, %k: tensor<2x30x16xf32>, %v: tensor<2x30x8xf32>) -> tensor<2x40x8xf32> {
  %o = tensor.group attributes {axes = ["h", "i"], schedule = #tensor.schedule<split(h, [1]), split(i, [16]), order(h.0, i.0), parallel(h.0, i.0)>} {
    %s = tensor.compute (%h, %i, %j) in [2, 40, 30] attributes {axes = ["h", "i", "j"]} {
      %6 = tensor.fold (%c) = 0 to 16 add fastmath<reassoc,contract> {
        %7 = tensor.at %q[%h, %i, %c] : tensor<2x40x16xf32>
        %8 = tensor.at %k[%h, %j, %c] : tensor<2x30x16xf32>
        %9 = arith.mulf %7, %8 fastmath<reassoc,contract> : f32
        tensor.yield %9 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<2x40x30xf32>
    %m = tensor.compute (%h, %i) in [2, 40] attributes {axes = ["h", "i"]} {
      %6 = tensor.fold (%c) = 0 to 30 maximumf {
        %7 = tensor.at %s[%h, %i, %c] : tensor<2x40x30xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<2x40xf32>
    %e = tensor.compute (%h, %i, %j) in [2, 40, 30] attributes {axes = ["h", "i", "j"]} {
      %6 = tensor.at %s[%h, %i, %j] : tensor<2x40x30xf32>
      %8 = tensor.at %m[%h, %i] : tensor<2x40xf32>
      %9 = arith.subf %6, %8 : f32
      %10 = math.exp %9 : f32
      tensor.yield %10 : f32
    } : tensor<2x40x30xf32>
    %l = tensor.compute (%h, %i) in [2, 40] attributes {axes = ["h", "i"]} {
      %6 = tensor.fold (%c) = 0 to 30 add fastmath<reassoc> {
        %7 = tensor.at %e[%h, %i, %c] : tensor<2x40x30xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<2x40xf32>
    %o = tensor.compute (%h, %i, %d) in [2, 40, 8] attributes {axes = ["h", "i", "d"]} {
      %6 = tensor.fold (%c) = 0 to 30 add fastmath<reassoc> {
        %7 = tensor.at %e[%h, %i, %c] : tensor<2x40x30xf32>
        %8 = tensor.at %v[%h, %c, %d] : tensor<2x30x8xf32>
        %9 = arith.mulf %7, %8 : f32
        tensor.yield %9 : f32
      } : f32
      %10 = tensor.at %l[%h, %i] : tensor<2x40xf32>
      %11 = arith.divf %6, %10 : f32
      tensor.yield %11 : f32
    } : tensor<2x40x8xf32>
    tensor.yield %o : tensor<2x40x8xf32>
  } : tensor<2x40x8xf32>
  return %o : tensor<2x40x8xf32>
}
// FULL_DISSOLVED: module {
// FULL_DISSOLVED-NEXT:   func.func @attention(%[[ARG0:.*]]: tensor<2x40x16xf32>, %[[ARG1:.*]]: tensor<2x30x16xf32>, %[[ARG2:.*]]: tensor<2x30x8xf32>) -> tensor<2x40x8xf32> {
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[H:.*]], %[[I:.*]], %[[J:.*]]) in [2, 40, 30] attributes {axes = ["h", "i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V5:.*]] = tensor.fold (%[[K:.*]]) = 0 to 16 add fastmath<reassoc,contract> {
// FULL_DISSOLVED-NEXT:         %[[V6:.*]] = tensor.at %[[ARG0]][%[[H]], %[[I]], %[[K]]] : tensor<2x40x16xf32>
// FULL_DISSOLVED-NEXT:         %[[V7:.*]] = tensor.at %[[ARG1]][%[[H]], %[[J]], %[[K]]] : tensor<2x30x16xf32>
// FULL_DISSOLVED-NEXT:         %[[V8:.*]] = arith.mulf %[[V6]], %[[V7]] fastmath<reassoc,contract> : f32
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V8]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V5]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<2x40x30xf32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]] = tensor.compute (%[[H_0:.*]], %[[I_1:.*]]) in [2, 40] attributes {axes = ["h", "i"]} {
// FULL_DISSOLVED-NEXT:       %[[V5]] = tensor.fold (%[[K]]) = 0 to 30 maximumf {
// FULL_DISSOLVED-NEXT:         %[[V6]] = tensor.at %[[V0]][%[[H_0]], %[[I_1]], %[[K]]] : tensor<2x40x30xf32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V6]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V5]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<2x40xf32>
// FULL_DISSOLVED-NEXT:     %[[V2:.*]] = tensor.compute (%[[H_2:.*]], %[[I_3:.*]], %[[J_4:.*]]) in [2, 40, 30] attributes {axes = ["h", "i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V5]] = tensor.at %[[V0]][%[[H_2]], %[[I_3]], %[[J_4]]] : tensor<2x40x30xf32>
// FULL_DISSOLVED-NEXT:       %[[V6]] = tensor.at %[[V1]][%[[H_2]], %[[I_3]]] : tensor<2x40xf32>
// FULL_DISSOLVED-NEXT:       %[[V7]] = arith.subf %[[V5]], %[[V6]] : f32
// FULL_DISSOLVED-NEXT:       %[[V8]] = math.exp %[[V7]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V8]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<2x40x30xf32>
// FULL_DISSOLVED-NEXT:     %[[V3:.*]] = tensor.compute (%[[H_5:.*]], %[[I_6:.*]]) in [2, 40] attributes {axes = ["h", "i"]} {
// FULL_DISSOLVED-NEXT:       %[[V5]] = tensor.fold (%[[K]]) = 0 to 30 add fastmath<reassoc> {
// FULL_DISSOLVED-NEXT:         %[[V6]] = tensor.at %[[V2]][%[[H_5]], %[[I_6]], %[[K]]] : tensor<2x40x30xf32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V6]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V5]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<2x40xf32>
// FULL_DISSOLVED-NEXT:     %[[V4:.*]] = tensor.compute (%[[H_7:.*]], %[[I_8:.*]], %[[D:.*]]) in [2, 40, 8] attributes {axes = ["h", "i", "d"]} {
// FULL_DISSOLVED-NEXT:       %[[V5]] = tensor.fold (%[[K]]) = 0 to 30 add fastmath<reassoc> {
// FULL_DISSOLVED-NEXT:         %[[V8]] = tensor.at %[[V2]][%[[H_7]], %[[I_8]], %[[K]]] : tensor<2x40x30xf32>
// FULL_DISSOLVED-NEXT:         %[[V9:.*]] = tensor.at %[[ARG2]][%[[H_7]], %[[K]], %[[D]]] : tensor<2x30x8xf32>
// FULL_DISSOLVED-NEXT:         %[[V10:.*]] = arith.mulf %[[V8]], %[[V9]] : f32
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V10]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       %[[V6]] = tensor.at %[[V3]][%[[H_7]], %[[I_8]]] : tensor<2x40xf32>
// FULL_DISSOLVED-NEXT:       %[[V7]] = arith.divf %[[V5]], %[[V6]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V7]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<2x40x8xf32>
// FULL_DISSOLVED-NEXT:     return %[[V4]] : tensor<2x40x8xf32>
// FULL_DISSOLVED-NEXT:   }

// Sums of columns and rows in one pass over the rows; n is not known.
// CHECK-LABEL: func.func @sums(
// CHECK: loop.for %[[I:.*]] = {{.*}} iter_args(%[[Y:.*]] = %{{.*}}, %[[D:.*]] = %{{.*}}, %[[C:.*]] = %{{.*}})
// CHECK: tensor.tile_write %[[T:.*]] into %[[Y]][%[[I]], 0] drop
// CHECK: %[[END:.*]] = arith.minsi
// CHECK: tensor.fold (%[[K:.*]]) = 0 to %[[END]] add
// CHECK: tensor.at %[[T]][%[[K]], %{{.*}}] : tensor<8x64xf32>
// CHECK: arith.addf
// CHECK: loop.yield %{{.*}}, %[[D]], %{{.*}}
// CHECK: tensor.tile_write %{{.*}} into %{{.*}}#1[0]
func.func @sums(%x: tensor<?{n}x64xf32>, %g: tensor<?{n}x64xf32>) -> (tensor<?{n}x64xf32>, tensor<64xf32>) {
  %y, %c = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8]), order(i.0)>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %6 = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> {
        %7 = tensor.at %x[%i, %k] : tensor<?{n}x64xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<?{n}xf32>
    %y = tensor.compute (%i, %j) in [n, 64] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i] : tensor<?{n}xf32>
      %b = tensor.at %g[%i, %j] : tensor<?{n}x64xf32>
      %z = arith.mulf %a, %b : f32
      tensor.yield %z : f32
    } : tensor<?{n}x64xf32>
    %c = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %6 = tensor.fold (%i) = 0 to n add fastmath<reassoc> attributes {axis = "i"} {
        %7 = tensor.at %y[%i, %j] : tensor<?{n}x64xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<64xf32>
    %d = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %a = tensor.at %c[%j] : tensor<64xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<64xf32>
    tensor.yield %y, %d : tensor<?{n}x64xf32>, tensor<64xf32>
  } : tensor<?{n}x64xf32>, tensor<64xf32>
  return %y, %c : tensor<?{n}x64xf32>, tensor<64xf32>
}
// FULL_DISSOLVED-NEXT:   func.func @sums(%[[ARG0:.*]]: tensor<?{n}x64xf32>, %[[ARG1:.*]]: tensor<?{n}x64xf32>) -> (tensor<?{n}x64xf32>, tensor<64xf32>) {
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_DISSOLVED-NEXT:       %[[V4:.*]] = tensor.fold (%[[K:.*]]) = 0 to 64 add fastmath<reassoc> {
// FULL_DISSOLVED-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<?{n}x64xf32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V5]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V4]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [n, 64] attributes {axes = ["i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]]] : tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:       %[[V5]] = tensor.at %[[ARG1]][%[[I_0]], %[[J]]] : tensor<?{n}x64xf32>
// FULL_DISSOLVED-NEXT:       %[[V6:.*]] = arith.mulf %[[V4]], %[[V5]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V6]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<?{n}x64xf32>
// FULL_DISSOLVED-NEXT:     %[[V2:.*]] = tensor.compute (%[[J_1:.*]]) in [64] attributes {axes = ["j"]} {
// FULL_DISSOLVED-NEXT:       %[[V4]] = tensor.fold (%[[K]]) = 0 to n add fastmath<reassoc> attributes {axis = "i"} {
// FULL_DISSOLVED-NEXT:         %[[V5]] = tensor.at %[[V1]][%[[K]], %[[J_1]]] : tensor<?{n}x64xf32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V5]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V4]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<64xf32>
// FULL_DISSOLVED-NEXT:     %[[V3:.*]] = tensor.compute (%[[J_2:.*]]) in [64] attributes {axes = ["j"]} {
// FULL_DISSOLVED-NEXT:       %[[V4]] = tensor.at %[[V2]][%[[J_2]]] : tensor<64xf32>
// FULL_DISSOLVED-NEXT:       %[[V5]] = arith.addf %[[V4]], %[[V4]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V5]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<64xf32>
// FULL_DISSOLVED-NEXT:     return %[[V1]], %[[V3]] : tensor<?{n}x64xf32>, tensor<64xf32>
// FULL_DISSOLVED-NEXT:   }

// A chain of stencils: each trip computes a row more of the first.
// CHECK-LABEL: func.func @blur(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [18, 48] {
// CHECK: %[[S:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [16, 48] {
// CHECK: tensor.at %{{.*}}[%[[I]] + 2, %[[J]]] : tensor<18x48xf32>
func.func @blur(%x: tensor<102x50xf32>) -> tensor<100x48xf32> {
  %y = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16]), order(i.0), parallel(i.0)>} {
    %r = tensor.compute (%i, %j) in [102, 48] attributes {axes = ["i", "j"]} {
      %a = tensor.at %x[%i, %j] : tensor<102x50xf32>
      %b = tensor.at %x[%i, %j + 1] : tensor<102x50xf32>
      %c = tensor.at %x[%i, %j + 2] : tensor<102x50xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      tensor.yield %e : f32
    } : tensor<102x48xf32>
    %s = tensor.compute (%i, %j) in [100, 48] attributes {axes = ["i", "j"]} {
      %a = tensor.at %r[%i, %j] : tensor<102x48xf32>
      %b = tensor.at %r[%i + 1, %j] : tensor<102x48xf32>
      %c = tensor.at %r[%i + 2, %j] : tensor<102x48xf32>
      %d = arith.addf %a, %b : f32
      %e = arith.addf %d, %c : f32
      tensor.yield %e : f32
    } : tensor<100x48xf32>
    tensor.yield %s : tensor<100x48xf32>
  } : tensor<100x48xf32>
  return %y : tensor<100x48xf32>
}
// FULL_DISSOLVED-NEXT:   func.func @blur(%[[ARG0:.*]]: tensor<102x50xf32>) -> tensor<100x48xf32> {
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [102, 48] attributes {axes = ["i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<102x50xf32>
// FULL_DISSOLVED-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 1] : tensor<102x50xf32>
// FULL_DISSOLVED-NEXT:       %[[V4:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]] + 2] : tensor<102x50xf32>
// FULL_DISSOLVED-NEXT:       %[[V5:.*]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_DISSOLVED-NEXT:       %[[V6:.*]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V6]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<102x48xf32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J_1:.*]]) in [100, 48] attributes {axes = ["i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V2]] = tensor.at %[[V0]][%[[I_0]], %[[J_1]]] : tensor<102x48xf32>
// FULL_DISSOLVED-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]] + 1, %[[J_1]]] : tensor<102x48xf32>
// FULL_DISSOLVED-NEXT:       %[[V4]] = tensor.at %[[V0]][%[[I_0]] + 2, %[[J_1]]] : tensor<102x48xf32>
// FULL_DISSOLVED-NEXT:       %[[V5]] = arith.addf %[[V2]], %[[V3]] : f32
// FULL_DISSOLVED-NEXT:       %[[V6]] = arith.addf %[[V5]], %[[V4]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V6]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<100x48xf32>
// FULL_DISSOLVED-NEXT:     return %[[V1]] : tensor<100x48xf32>
// FULL_DISSOLVED-NEXT:   }

// What is yielded, and read around its own point, is written without what is around it.
// CHECK-LABEL: func.func @own_part(
// CHECK: %[[R:.*]] = tensor.compute (%{{.*}}) in [10] {
// CHECK: %[[OWN:.*]] = tensor.compute (%[[I:.*]]) in [8] {
// CHECK: tensor.at %[[R]][%[[I]] + 1] : tensor<10xf32>
// CHECK: tensor.tile_write %[[OWN]]
func.func @own_part(%x: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
  %c1 = arith.constant 1 : index
  %y, %z = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [8])>} {
    %r = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %a = tensor.at %x[%i] : tensor<?{n}xf32>
      %b = math.exp %a : f32
      tensor.yield %b : f32
    } : tensor<?{n}xf32>
    %s = tensor.compute (%i) in [n] attributes {axes = ["i"]} {
      %zero = arith.constant 0.0 : f32
      %e = tensor.extent [n] : index
      %last = arith.subi %e, %c1 : index
      %c0 = arith.constant 0 : index
      %is_inner = arith.cmpi sgt, %i, %c0 : index
      %is_left = arith.cmpi slt, %i, %last : index
      %both = arith.andi %is_inner, %is_left : i1
      %v = loop.if %both -> (f32) {
        %a = tensor.at %r[%i - 1] : tensor<?{n}xf32>
        %b = tensor.at %r[%i + 1] : tensor<?{n}xf32>
        %d = arith.addf %a, %b : f32
        loop.yield %d : f32
      } else {
        loop.yield %zero : f32
      }
      tensor.yield %v : f32
    } : tensor<?{n}xf32>
    tensor.yield %r, %s : tensor<?{n}xf32>, tensor<?{n}xf32>
  } : tensor<?{n}xf32>, tensor<?{n}xf32>
  return %y, %z : tensor<?{n}xf32>, tensor<?{n}xf32>
}
// FULL_DISSOLVED-NEXT:   func.func @own_part(%[[ARG0:.*]]: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, tensor<?{n}xf32>) {
// FULL_DISSOLVED-NEXT:     %[[C1:.*]] = arith.constant 1 : index
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_DISSOLVED-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]]] : tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:       %[[V3:.*]] = math.exp %[[V2]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V3]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]]) in [n] attributes {axes = ["i"]} {
// FULL_DISSOLVED-NEXT:       %[[CST:.*]] = arith.constant 0.000000e+00 : f32
// FULL_DISSOLVED-NEXT:       %[[V2]] = tensor.extent [n] : index
// FULL_DISSOLVED-NEXT:       %[[V3]] = arith.subi %[[V2]], %[[C1]] : index
// FULL_DISSOLVED-NEXT:       %[[C0:.*]] = arith.constant 0 : index
// FULL_DISSOLVED-NEXT:       %[[V4:.*]] = arith.cmpi sgt, %[[I_0]], %[[C0]] : index
// FULL_DISSOLVED-NEXT:       %[[V5:.*]] = arith.cmpi slt, %[[I_0]], %[[V3]] : index
// FULL_DISSOLVED-NEXT:       %[[V6:.*]] = arith.andi %[[V4]], %[[V5]] : i1
// FULL_DISSOLVED-NEXT:       %[[V7:.*]] = loop.if %[[V6]] -> (f32) {
// FULL_DISSOLVED-NEXT:         %[[V8:.*]] = tensor.at %[[V0]][%[[I_0]] - 1] : tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:         %[[V9:.*]] = tensor.at %[[V0]][%[[I_0]] + 1] : tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:         %[[V10:.*]] = arith.addf %[[V8]], %[[V9]] : f32
// FULL_DISSOLVED-NEXT:         loop.yield %[[V10]] : f32
// FULL_DISSOLVED-NEXT:       } else {
// FULL_DISSOLVED-NEXT:         loop.yield %[[CST]] : f32
// FULL_DISSOLVED-NEXT:       }
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V7]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:     return %[[V0]], %[[V1]] : tensor<?{n}xf32>, tensor<?{n}xf32>
// FULL_DISSOLVED-NEXT:   }

// Sums over a shared loop by several threads: each chunk of 16 rows adds up its own, and a fold over the
// chunks combines them in their order. What reads the sums stands behind. Trips that divide the extent read
// and write without a policy.
// CHECK-LABEL: func.func @sums_by_threads(
// CHECK: %[[P:.*]] = tensor.compute (%{{.*}}, %{{.*}}) in [3, 64] {
// CHECK: %[[R:.*]]:3 = loop.parallel (%[[I:.*]]) = {{.*}} shared(%[[Y:.*]] = %{{.*}}, %{{.*}} = %{{.*}}, %[[C:.*]] = %[[P]])
// CHECK: %[[S:.*]]:4 = loop.for %[[K:.*]] = {{.*}} iter_args(%{{.*}} = %[[Y]], %{{.*}} = %{{.*}}, %{{.*}} = %[[C]], %{{.*}} = %{{.*}})
// CHECK: tensor.at %arg0[%[[I]] + %[[K]] + %{{.*}}, %{{.*}}] : tensor<48x64xf32>
// CHECK: tensor.fold (%{{.*}}) = 0 to %{{.*}} add
// CHECK: tensor.tile_write %{{.*}} into %[[S]]#2[%[[I]] floordiv 16, 0] drop
// CHECK: tensor.fold (%[[N:.*]]) = 0 to 3 add fastmath<reassoc> {
// CHECK: tensor.at %[[R]]#2[%[[N]], %{{.*}}] : tensor<3x64xf32>
func.func @sums_by_threads(%x: tensor<48x64xf32>) -> (tensor<48x64xf32>, tensor<64xf32>) {
  %y, %c = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0)>} {
    %y = tensor.compute (%i, %j) in [48, 64] attributes {axes = ["i", "j"]} {
      %b = tensor.at %x[%i, %j] : tensor<48x64xf32>
      %z = arith.mulf %b, %b : f32
      tensor.yield %z : f32
    } : tensor<48x64xf32>
    %c = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %6 = tensor.fold (%i) = 0 to 48 add fastmath<reassoc> attributes {axis = "i"} {
        %7 = tensor.at %y[%i, %j] : tensor<48x64xf32>
        tensor.yield %7 : f32
      } : f32
      tensor.yield %6 : f32
    } : tensor<64xf32>
    %d = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %a = tensor.at %c[%j] : tensor<64xf32>
      %b = arith.addf %a, %a : f32
      tensor.yield %b : f32
    } : tensor<64xf32>
    tensor.yield %y, %d : tensor<48x64xf32>, tensor<64xf32>
  } : tensor<48x64xf32>, tensor<64xf32>
  return %y, %c : tensor<48x64xf32>, tensor<64xf32>
}
// FULL_DISSOLVED-NEXT:   func.func @sums_by_threads(%[[ARG0:.*]]: tensor<48x64xf32>) -> (tensor<48x64xf32>, tensor<64xf32>) {
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [48, 64] attributes {axes = ["i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<48x64xf32>
// FULL_DISSOLVED-NEXT:       %[[V4:.*]] = arith.mulf %[[V3]], %[[V3]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V4]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<48x64xf32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]] = tensor.compute (%[[J_0:.*]]) in [64] attributes {axes = ["j"]} {
// FULL_DISSOLVED-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to 48 add fastmath<reassoc> attributes {axis = "i"} {
// FULL_DISSOLVED-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[K]], %[[J_0]]] : tensor<48x64xf32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V4]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V3]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<64xf32>
// FULL_DISSOLVED-NEXT:     %[[V2:.*]] = tensor.compute (%[[J_1:.*]]) in [64] attributes {axes = ["j"]} {
// FULL_DISSOLVED-NEXT:       %[[V3]] = tensor.at %[[V1]][%[[J_1]]] : tensor<64xf32>
// FULL_DISSOLVED-NEXT:       %[[V4]] = arith.addf %[[V3]], %[[V3]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V4]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<64xf32>
// FULL_DISSOLVED-NEXT:     return %[[V0]], %[[V2]] : tensor<48x64xf32>, tensor<64xf32>
// FULL_DISSOLVED-NEXT:   }

// One fold of several values: each has sums of its own, by its own kind, and only what is yielded is kept.
// CHECK-LABEL: func.func @several_values_by_threads(
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 64] {
// CHECK: %[[F:.*]]:3 = tensor.fold (%{{.*}}) = 0 to %{{.*}} [add, add, maxsi] {
// CHECK-DAG: arith.maxsi %{{.*}}, %[[F]]#2 : i32
// CHECK-DAG: arith.addi %{{.*}}, %[[F]]#0 : i32
// CHECK: tensor.fold (%{{.*}}) = 0 to (n + 15) floordiv 16 maxsi {
// CHECK: tensor.fold (%{{.*}}) = 0 to (n + 15) floordiv 16 add {
func.func @several_values_by_threads(%x: tensor<?{n}x64xi32>) -> (tensor<?{n}x64xi32>, tensor<64xi32>, tensor<64xi32>) {
  %y, %m, %c = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [16, 4]), order(i.0, i.1), parallel(i.0)>} {
    %y = tensor.compute (%i, %j) in [n, 64] attributes {axes = ["i", "j"]} {
      %b = tensor.at %x[%i, %j] : tensor<?{n}x64xi32>
      %z = arith.muli %b, %b : i32
      tensor.yield %z : i32
    } : tensor<?{n}x64xi32>
    %m, %c = tensor.compute (%j) in [64] attributes {axes = ["j"]} {
      %6:3 = tensor.fold (%i) = 0 to n [add, add, maxsi] attributes {axis = "i"} {
        %7 = tensor.at %y[%i, %j] : tensor<?{n}x64xi32>
        %8 = arith.addi %7, %7 : i32
        tensor.yield %7, %8, %7 : i32, i32, i32
      } : i32, i32, i32
      tensor.yield %6#2, %6#0 : i32, i32
    } : tensor<64xi32>, tensor<64xi32>
    tensor.yield %y, %m, %c : tensor<?{n}x64xi32>, tensor<64xi32>, tensor<64xi32>
  } : tensor<?{n}x64xi32>, tensor<64xi32>, tensor<64xi32>
  return %y, %m, %c : tensor<?{n}x64xi32>, tensor<64xi32>, tensor<64xi32>
}
// FULL_DISSOLVED-NEXT:   func.func @several_values_by_threads(%[[ARG0:.*]]: tensor<?{n}x64xi32>) -> (tensor<?{n}x64xi32>, tensor<64xi32>, tensor<64xi32>) {
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]], %[[J:.*]]) in [n, 64] attributes {axes = ["i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V2:.*]] = tensor.at %[[ARG0]][%[[I]], %[[J]]] : tensor<?{n}x64xi32>
// FULL_DISSOLVED-NEXT:       %[[V3:.*]] = arith.muli %[[V2]], %[[V2]] : i32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V3]] : i32
// FULL_DISSOLVED-NEXT:     } : tensor<?{n}x64xi32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]]:2 = tensor.compute (%[[J_0:.*]]) in [64] attributes {axes = ["j"]} {
// FULL_DISSOLVED-NEXT:       %[[V2]]:3 = tensor.fold (%[[K:.*]]) = 0 to n [add, add, maxsi] attributes {axis = "i"} {
// FULL_DISSOLVED-NEXT:         %[[V3]] = tensor.at %[[V0]][%[[K]], %[[J_0]]] : tensor<?{n}x64xi32>
// FULL_DISSOLVED-NEXT:         %[[V4:.*]] = arith.addi %[[V3]], %[[V3]] : i32
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V3]], %[[V4]], %[[V3]] : i32, i32, i32
// FULL_DISSOLVED-NEXT:       } : i32, i32, i32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V2]]#2, %[[V2]]#0 : i32, i32
// FULL_DISSOLVED-NEXT:     } : tensor<64xi32>, tensor<64xi32>
// FULL_DISSOLVED-NEXT:     return %[[V0]], %[[V1]]#0, %[[V1]]#1 : tensor<?{n}x64xi32>, tensor<64xi32>, tensor<64xi32>
// FULL_DISSOLVED-NEXT:   }

// Chunks of an extent that is not known, beside a loop around them; the sums are integers and extremes.
// CHECK-LABEL: func.func @ragged_chunks(
// CHECK: loop.for
// CHECK: loop.parallel
// CHECK: tensor.tile_write %{{.*}} into %{{.*}}[%{{.*}} floordiv 8{{.*}}] drop
func.func @ragged_chunks(%x: tensor<3x?{n}x5xi32>) -> (tensor<3x5xi32>, tensor<3xi32>) {
  %c, %m = tensor.group attributes {axes = ["h", "i"], schedule = #tensor.schedule<split(h, [1]), split(i, [8, 4]), order(h.0, i.0, i.1), parallel(i.0)>} {
    %y = tensor.compute (%h, %i, %j) in [3, n, 5] attributes {axes = ["h", "i", "j"]} {
      %b = tensor.at %x[%h, %i, %j] : tensor<3x?{n}x5xi32>
      %z = arith.addi %b, %b : i32
      tensor.yield %z : i32
    } : tensor<3x?{n}x5xi32>
    %c = tensor.compute (%h, %j) in [3, 5] attributes {axes = ["h", "j"]} {
      %6 = tensor.fold (%i) = 0 to n add attributes {axis = "i"} {
        %7 = tensor.at %y[%h, %i, %j] : tensor<3x?{n}x5xi32>
        tensor.yield %7 : i32
      } : i32
      tensor.yield %6 : i32
    } : tensor<3x5xi32>
    %m = tensor.compute (%h) in [3] attributes {axes = ["h"]} {
      %6 = tensor.fold (%i) = 0 to n maxsi attributes {axis = "i"} {
        %7 = tensor.at %y[%h, %i, 2] : tensor<3x?{n}x5xi32>
        tensor.yield %7 : i32
      } : i32
      tensor.yield %6 : i32
    } : tensor<3xi32>
    tensor.yield %c, %m : tensor<3x5xi32>, tensor<3xi32>
  } : tensor<3x5xi32>, tensor<3xi32>
  return %c, %m : tensor<3x5xi32>, tensor<3xi32>
}
// FULL_DISSOLVED-NEXT:   func.func @ragged_chunks(%[[ARG0:.*]]: tensor<3x?{n}x5xi32>) -> (tensor<3x5xi32>, tensor<3xi32>) {
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[H:.*]], %[[I:.*]], %[[J:.*]]) in [3, n, 5] attributes {axes = ["h", "i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V3:.*]] = tensor.at %[[ARG0]][%[[H]], %[[I]], %[[J]]] : tensor<3x?{n}x5xi32>
// FULL_DISSOLVED-NEXT:       %[[V4:.*]] = arith.addi %[[V3]], %[[V3]] : i32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V4]] : i32
// FULL_DISSOLVED-NEXT:     } : tensor<3x?{n}x5xi32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]] = tensor.compute (%[[H_0:.*]], %[[J_1:.*]]) in [3, 5] attributes {axes = ["h", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V3]] = tensor.fold (%[[K:.*]]) = 0 to n add attributes {axis = "i"} {
// FULL_DISSOLVED-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[H_0]], %[[K]], %[[J_1]]] : tensor<3x?{n}x5xi32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V4]] : i32
// FULL_DISSOLVED-NEXT:       } : i32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V3]] : i32
// FULL_DISSOLVED-NEXT:     } : tensor<3x5xi32>
// FULL_DISSOLVED-NEXT:     %[[V2:.*]] = tensor.compute (%[[H_2:.*]]) in [3] attributes {axes = ["h"]} {
// FULL_DISSOLVED-NEXT:       %[[V3]] = tensor.fold (%[[K]]) = 0 to n maxsi attributes {axis = "i"} {
// FULL_DISSOLVED-NEXT:         %[[V4]] = tensor.at %[[V0]][%[[H_2]], %[[K]], 2] : tensor<3x?{n}x5xi32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V4]] : i32
// FULL_DISSOLVED-NEXT:       } : i32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V3]] : i32
// FULL_DISSOLVED-NEXT:     } : tensor<3xi32>
// FULL_DISSOLVED-NEXT:     return %[[V1]], %[[V2]] : tensor<3x5xi32>, tensor<3xi32>
// FULL_DISSOLVED-NEXT:   }

// What a member yields may have axes of its own, as a sum that is kept as an axis of one element: they are
// written whole.
// CHECK-LABEL: func.func @small_axes
// CHECK: loop.for %[[I:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[S:.*]] = %{{.*}}, %[[Y:.*]] = %{{.*}}) -> (tensor<8x2xf32>, tensor<8x6xf32>)
// CHECK: tensor.compute (%{{.*}}) in [4] {
// CHECK: } : tensor<4x2xf32>
// CHECK: tensor.tile_write %{{.*}} into %[[S]][%[[I]], 0] drop : tensor<4x2xf32> into tensor<8x2xf32>
// CHECK: tensor.compute (%{{.*}}, %{{.*}}) in [4, 6] {
func.func @small_axes(%x: tensor<8x6xf32>) -> (tensor<8x2xf32>, tensor<8x6xf32>) {
  %r:2 = tensor.group attributes {axes = ["i"], schedule = #tensor.schedule<split(i, [4]), order(i.0)>} {
    %s = tensor.compute (%i) in [8] attributes {axes = ["i"]} {
      %f = tensor.fold (%k) = 0 to 6 add fastmath<reassoc> {
        %e = tensor.at %x[%i, %k] : tensor<8x6xf32>
        tensor.yield %e : f32
      } : f32
      %g = arith.mulf %f, %f : f32
      %p = tensor.from_elements %f, %g : tensor<2xf32>
      tensor.yield %p : tensor<2xf32>
    } : tensor<8x2xf32>
    %y = tensor.compute (%i, %j) in [8, 6] attributes {axes = ["i", "j"]} {
      %e = tensor.at %x[%i, %j] : tensor<8x6xf32>
      %f = tensor.at %s[%i, 1] : tensor<8x2xf32>
      %d = arith.subf %e, %f : f32
      tensor.yield %d : f32
    } : tensor<8x6xf32>
    tensor.yield %s, %y : tensor<8x2xf32>, tensor<8x6xf32>
  } : tensor<8x2xf32>, tensor<8x6xf32>
  return %r#0, %r#1 : tensor<8x2xf32>, tensor<8x6xf32>
}
// FULL_DISSOLVED-NEXT:   func.func @small_axes(%[[ARG0:.*]]: tensor<8x6xf32>) -> (tensor<8x2xf32>, tensor<8x6xf32>) {
// FULL_DISSOLVED-NEXT:     %[[V0:.*]] = tensor.compute (%[[I:.*]]) in [8] attributes {axes = ["i"]} {
// FULL_DISSOLVED-NEXT:       %[[V2:.*]] = tensor.fold (%[[K:.*]]) = 0 to 6 add fastmath<reassoc> {
// FULL_DISSOLVED-NEXT:         %[[V5:.*]] = tensor.at %[[ARG0]][%[[I]], %[[K]]] : tensor<8x6xf32>
// FULL_DISSOLVED-NEXT:         tensor.yield %[[V5]] : f32
// FULL_DISSOLVED-NEXT:       } : f32
// FULL_DISSOLVED-NEXT:       %[[V3:.*]] = arith.mulf %[[V2]], %[[V2]] : f32
// FULL_DISSOLVED-NEXT:       %[[V4:.*]] = tensor.from_elements %[[V2]], %[[V3]] : tensor<2xf32>
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V4]] : tensor<2xf32>
// FULL_DISSOLVED-NEXT:     } : tensor<8x2xf32>
// FULL_DISSOLVED-NEXT:     %[[V1:.*]] = tensor.compute (%[[I_0:.*]], %[[J:.*]]) in [8, 6] attributes {axes = ["i", "j"]} {
// FULL_DISSOLVED-NEXT:       %[[V2]] = tensor.at %[[ARG0]][%[[I_0]], %[[J]]] : tensor<8x6xf32>
// FULL_DISSOLVED-NEXT:       %[[V3]] = tensor.at %[[V0]][%[[I_0]], 1] : tensor<8x2xf32>
// FULL_DISSOLVED-NEXT:       %[[V4]] = arith.subf %[[V2]], %[[V3]] : f32
// FULL_DISSOLVED-NEXT:       tensor.yield %[[V4]] : f32
// FULL_DISSOLVED-NEXT:     } : tensor<8x6xf32>
// FULL_DISSOLVED-NEXT:     return %[[V0]], %[[V1]] : tensor<8x2xf32>, tensor<8x6xf32>
// FULL_DISSOLVED-NEXT:   }
// FULL_DISSOLVED-NEXT: }
