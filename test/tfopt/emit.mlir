// What becomes of a module after the passes; without any pass, the pipeline for processors runs.
// RUN: tfopt %s --emit=upstream | tee %t.upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: FileCheck %s --check-prefix=FULL_UPSTREAM --match-full-lines < %t.upstream
// RUN: tfopt %s --emit=mlir | tee %t.mlir | FileCheck %s --check-prefix=MLIR
// RUN: FileCheck %s --check-prefix=FULL_MLIR --match-full-lines < %t.mlir
// RUN: tfopt %s --emit=llvm | tee %t.llvm | FileCheck %s --check-prefix=LLVM
// RUN: FileCheck %s --check-prefix=FULL_LLVM --match-full-lines < %t.llvm
// RUN: tfopt %s --emit=asm | FileCheck %s --check-prefix=ASM
// RUN: tfopt %s --emit=obj -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=OBJ
// RUN: not tfopt %s --emit=obj 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: tfopt %s --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: not tfopt %s --emit=lllvm 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfopt %s --emit=llvm --canonicalize 2>&1 | FileCheck %s --check-prefix=EARLY
// COMPLETE: FULL_UPSTREAM, FULL_MLIR, FULL_LLVM

// UPSTREAM: "scf.
// MLIR: llvm.func @twice
// LLVM: define {{.*}}@twice(
// ASM: twice:
// OBJ: T twice
// TEXT: tfopt: error: --emit=obj writes no text: name a file with -o
// PTX: .visible .entry twice_k0(
// NAME: tfopt: error: option '--emit': unknown 'lllvm'; known are upstream, mlir, llvm, asm, obj, ptx; did you mean 'llvm'?
// EARLY: emit.mlir:[[#@LINE+2]]:1: error:
// EARLY: note: --emit takes modules at the memory stage: run the pipeline --cpu first
func.func @twice(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %0 = arith.addf %x, %x : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}
// FULL_UPSTREAM: "builtin.module"() ({
// FULL_UPSTREAM-NEXT:   "func.func"() <{function_type = (!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64) -> (), sym_name = "tf_parallel_for", sym_visibility = "private"}> ({
// FULL_UPSTREAM-NEXT:   }) : () -> ()
// FULL_UPSTREAM-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i64) -> !llvm.ptr, sym_name = "tf_scratch_alloc", sym_visibility = "private"}> ({
// FULL_UPSTREAM-NEXT:   }) : () -> ()
// FULL_UPSTREAM-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "tf_scratch_free", sym_visibility = "private"}> ({
// FULL_UPSTREAM-NEXT:   }) : () -> ()
// FULL_UPSTREAM-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i32, i32, i64, i64) -> i32, sym_name = "tf_trap", sym_visibility = "private"}> ({
// FULL_UPSTREAM-NEXT:   }) : () -> ()
// FULL_UPSTREAM-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i64, i64) -> (), sym_name = "twice_parallel_0", sym_visibility = "private"}> ({
// FULL_UPSTREAM-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: i64, %[[ARG2:.*]]: i64):
// FULL_UPSTREAM-NEXT:     %[[V0:.*]] = "llvm.getelementptr"(%[[ARG0]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V1:.*]] = "llvm.load"(%[[V0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V2:.*]] = "llvm.getelementptr"(%[[ARG0]]) {elem_type = i64, rawConstantIndices = array<i32: 1>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V3:.*]] = "llvm.load"(%[[V2]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V4:.*]] = "llvm.getelementptr"(%[[ARG0]]) {elem_type = i64, rawConstantIndices = array<i32: 2>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V5:.*]] = "llvm.load"(%[[V4]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_UPSTREAM-NEXT:     %[[V6:.*]] = "llvm.getelementptr"(%[[ARG0]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V7:.*]] = "llvm.load"(%[[V6]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V8:.*]] = "llvm.getelementptr"(%[[ARG0]]) {elem_type = i64, rawConstantIndices = array<i32: 4>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V9:.*]] = "llvm.load"(%[[V8]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V10:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V11:.*]] = "arith.constant"() <{value = 64 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V12:.*]] = "llvm.getelementptr"(%[[V3]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V13:.*]] = "llvm.load"(%[[V12]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_UPSTREAM-NEXT:     %[[V14:.*]] = "arith.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]> : vector<64xi32>}> : () -> vector<64xi32>
// FULL_UPSTREAM-NEXT:     %[[V15:.*]] = "arith.constant"() <{value = dense<0.000000e+00> : vector<64xf32>}> : () -> vector<64xf32>
// FULL_UPSTREAM-NEXT:     %[[V16:.*]] = "arith.constant"() <{value = 1 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     "scf.for"(%[[ARG1]], %[[ARG2]], %[[V16]]) ({
// FULL_UPSTREAM-NEXT:     ^bb0(%[[ARG3:.*]]: i64):
// FULL_UPSTREAM-NEXT:       %[[V17:.*]] = "arith.muli"(%[[ARG3]], %[[V11]]) : (i64, i64) -> i64
// FULL_UPSTREAM-NEXT:       %[[V18:.*]] = "arith.subi"(%[[V13]], %[[V17]]) : (i64, i64) -> i64
// FULL_UPSTREAM-NEXT:       %[[V19:.*]] = "arith.cmpi"(%[[V18]], %[[V11]]) <{predicate = 5 : i64}> : (i64, i64) -> i1
// FULL_UPSTREAM-NEXT:       "scf.if"(%[[V19]]) ({
// FULL_UPSTREAM-NEXT:         %[[V20:.*]] = "llvm.getelementptr"(%[[V7]], %[[V17]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:         %[[V21:.*]] = "llvm.load"(%[[V20]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<64xf32>
// FULL_UPSTREAM-NEXT:         %[[V22:.*]] = "arith.addf"(%[[V21]], %[[V21]]) <{fastmath = #arith.fastmath<contract>}> : (vector<64xf32>, vector<64xf32>) -> vector<64xf32>
// FULL_UPSTREAM-NEXT:         %[[V23:.*]] = "llvm.getelementptr"(%[[V9]], %[[V17]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:         "llvm.store"(%[[V22]], %[[V23]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<64xf32>, !llvm.ptr) -> ()
// FULL_UPSTREAM-NEXT:         "scf.yield"() : () -> ()
// FULL_UPSTREAM-NEXT:       }, {
// FULL_UPSTREAM-NEXT:         %[[V20]] = "arith.minsi"(%[[V18]], %[[V11]]) : (i64, i64) -> i64
// FULL_UPSTREAM-NEXT:         %[[V21]] = "arith.trunci"(%[[V20]]) : (i64) -> i32
// FULL_UPSTREAM-NEXT:         %[[V22]] = "vector.broadcast"(%[[V21]]) : (i32) -> vector<64xi32>
// FULL_UPSTREAM-NEXT:         %[[V23]] = "arith.cmpi"(%[[V22]], %[[V14]]) <{predicate = 4 : i64}> : (vector<64xi32>, vector<64xi32>) -> vector<64xi1>
// FULL_UPSTREAM-NEXT:         %[[V24:.*]] = "llvm.getelementptr"(%[[V7]], %[[V17]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:         %[[V25:.*]] = "llvm.intr.masked.load"(%[[V24]], %[[V23]], %[[V15]]) {alignment = 4 : i32} : (!llvm.ptr, vector<64xi1>, vector<64xf32>) -> vector<64xf32>
// FULL_UPSTREAM-NEXT:         %[[V26:.*]] = "arith.addf"(%[[V25]], %[[V25]]) <{fastmath = #arith.fastmath<contract>}> : (vector<64xf32>, vector<64xf32>) -> vector<64xf32>
// FULL_UPSTREAM-NEXT:         %[[V27:.*]] = "llvm.getelementptr"(%[[V9]], %[[V17]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:         "llvm.intr.masked.store"(%[[V26]], %[[V27]], %[[V23]]) {alignment = 4 : i32} : (vector<64xf32>, !llvm.ptr, vector<64xi1>) -> ()
// FULL_UPSTREAM-NEXT:         "scf.yield"() : () -> ()
// FULL_UPSTREAM-NEXT:       }) : (i1) -> ()
// FULL_UPSTREAM-NEXT:       "scf.yield"() : () -> ()
// FULL_UPSTREAM-NEXT:     }) : (i64, i64, i64) -> ()
// FULL_UPSTREAM-NEXT:     "func.return"() : () -> ()
// FULL_UPSTREAM-NEXT:   }) : () -> ()
// FULL_UPSTREAM-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "twice"}> ({
// FULL_UPSTREAM-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_UPSTREAM-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = 64 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V2:.*]] = "arith.constant"() <{value = dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]> : vector<64xi32>}> : () -> vector<64xi32>
// FULL_UPSTREAM-NEXT:     %[[V3:.*]] = "arith.constant"() <{value = dense<0.000000e+00> : vector<64xf32>}> : () -> vector<64xf32>
// FULL_UPSTREAM-NEXT:     %[[V4:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V5:.*]] = "llvm.load"(%[[V4]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_UPSTREAM-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = 1 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = 63 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V8:.*]] = "arith.constant"() <{value = 5 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V9:.*]] = "llvm.alloca"(%[[V8]]) {alignment = 64 : i64, elem_type = i64} : (i64) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V10:.*]] = "arith.constant"() <{value = 313 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V11:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_UPSTREAM-NEXT:     %[[V12:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_UPSTREAM-NEXT:     %[[V13:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 1>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V14:.*]] = "llvm.load"(%[[V13]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V15:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 4>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V16:.*]] = "llvm.load"(%[[V15]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     %[[V17:.*]] = "arith.addi"(%[[V5]], %[[V7]]) : (i64, i64) -> i64
// FULL_UPSTREAM-NEXT:     %[[V18:.*]] = "arith.divsi"(%[[V17]], %[[V1]]) : (i64, i64) -> i64
// FULL_UPSTREAM-NEXT:     %[[V19:.*]] = "arith.maxsi"(%[[V18]], %[[V0]]) : (i64, i64) -> i64
// FULL_UPSTREAM-NEXT:     %[[V20:.*]] = "llvm.getelementptr"(%[[V9]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     "llvm.store"(%[[ARG0]], %[[V20]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr, !llvm.ptr) -> ()
// FULL_UPSTREAM-NEXT:     %[[V21:.*]] = "llvm.getelementptr"(%[[V9]]) {elem_type = i64, rawConstantIndices = array<i32: 1>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     "llvm.store"(%[[ARG1]], %[[V21]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr, !llvm.ptr) -> ()
// FULL_UPSTREAM-NEXT:     %[[V22:.*]] = "llvm.getelementptr"(%[[V9]]) {elem_type = i64, rawConstantIndices = array<i32: 2>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     "llvm.store"(%[[V19]], %[[V22]]) {alignment = 8 : i64, ordering = 0 : i64} : (i64, !llvm.ptr) -> ()
// FULL_UPSTREAM-NEXT:     %[[V23:.*]] = "llvm.getelementptr"(%[[V9]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     "llvm.store"(%[[V14]], %[[V23]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr, !llvm.ptr) -> ()
// FULL_UPSTREAM-NEXT:     %[[V24:.*]] = "llvm.getelementptr"(%[[V9]]) {elem_type = i64, rawConstantIndices = array<i32: 4>} : (!llvm.ptr) -> !llvm.ptr
// FULL_UPSTREAM-NEXT:     "llvm.store"(%[[V16]], %[[V24]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr, !llvm.ptr) -> ()
// FULL_UPSTREAM-NEXT:     %[[V25:.*]] = "func.constant"() <{value = @twice_parallel_0}> : () -> ((!llvm.ptr, i64, i64) -> ())
// FULL_UPSTREAM-NEXT:     "func.call"(%[[ARG0]], %[[V25]], %[[V9]], %[[V19]], %[[V10]]) <{callee = @tf_parallel_for}> : (!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64) -> ()
// FULL_UPSTREAM-NEXT:     %[[V26:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_UPSTREAM-NEXT:     %[[V27:.*]] = "arith.cmpi"(%[[V26]], %[[V11]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_UPSTREAM-NEXT:     %[[V28:.*]] = "arith.trunci"(%[[V26]]) : (i64) -> i32
// FULL_UPSTREAM-NEXT:     %[[V29:.*]] = "arith.select"(%[[V27]], %[[V12]], %[[V28]]) : (i1, i32, i32) -> i32
// FULL_UPSTREAM-NEXT:     "func.return"(%[[V29]]) : (i32) -> ()
// FULL_UPSTREAM-NEXT:   }) : () -> ()
// FULL_UPSTREAM-NEXT: }) : () -> ()
// FULL_MLIR: module {
// FULL_MLIR-NEXT:   llvm.func @tf_parallel_for(!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) attributes {sym_visibility = "private"}
// FULL_MLIR-NEXT:   llvm.func @tf_scratch_alloc(!llvm.ptr, i64) -> !llvm.ptr attributes {sym_visibility = "private"}
// FULL_MLIR-NEXT:   llvm.func @tf_scratch_free(!llvm.ptr, !llvm.ptr) attributes {sym_visibility = "private"}
// FULL_MLIR-NEXT:   llvm.func @tf_trap(!llvm.ptr, i32, i32, i64, i64) -> i32 attributes {sym_visibility = "private"}
// FULL_MLIR-NEXT:   llvm.func @twice_parallel_0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: i64, %[[ARG2:.*]]: i64) attributes {sym_visibility = "private"} {
// FULL_MLIR-NEXT:     %[[V0:.*]] = llvm.mlir.constant(1 : i64) : i64
// FULL_MLIR-NEXT:     %[[V1:.*]] = llvm.mlir.constant(dense<0.000000e+00> : vector<64xf32>) : vector<64xf32>
// FULL_MLIR-NEXT:     %[[V2:.*]] = llvm.mlir.constant(dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60, 61, 62, 63]> : vector<64xi32>) : vector<64xi32>
// FULL_MLIR-NEXT:     %[[V3:.*]] = llvm.mlir.constant(64 : i64) : i64
// FULL_MLIR-NEXT:     %[[V4:.*]] = llvm.getelementptr %[[ARG0]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     %[[V5:.*]] = llvm.load %[[V4]] {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// FULL_MLIR-NEXT:     %[[V6:.*]] = llvm.getelementptr %[[ARG0]][3] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     %[[V7:.*]] = llvm.load %[[V6]] {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// FULL_MLIR-NEXT:     %[[V8:.*]] = llvm.getelementptr %[[ARG0]][4] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     %[[V9:.*]] = llvm.load %[[V8]] {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// FULL_MLIR-NEXT:     %[[V10:.*]] = llvm.load %[[V5]] {alignment = 8 : i64} : !llvm.ptr -> i64
// FULL_MLIR-NEXT:     llvm.br ^bb1(%[[ARG1]] : i64)
// FULL_MLIR-NEXT:   ^bb1(%[[V11:.*]]: i64):  // 2 preds: ^bb0, ^bb5
// FULL_MLIR-NEXT:     %[[V12:.*]] = llvm.icmp "slt" %[[V11]], %[[ARG2]] : i64
// FULL_MLIR-NEXT:     llvm.cond_br %[[V12]], ^bb2, ^bb6
// FULL_MLIR-NEXT:   ^bb2:  // pred: ^bb1
// FULL_MLIR-NEXT:     %[[V13:.*]] = llvm.mul %[[V11]], %[[V3]] : i64
// FULL_MLIR-NEXT:     %[[V14:.*]] = llvm.sub %[[V10]], %[[V13]] : i64
// FULL_MLIR-NEXT:     %[[V15:.*]] = llvm.icmp "sge" %[[V14]], %[[V3]] : i64
// FULL_MLIR-NEXT:     llvm.cond_br %[[V15]], ^bb3, ^bb4
// FULL_MLIR-NEXT:   ^bb3:  // pred: ^bb2
// FULL_MLIR-NEXT:     %[[V16:.*]] = llvm.getelementptr %[[V7]][%[[V13]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// FULL_MLIR-NEXT:     %[[V17:.*]] = llvm.load %[[V16]] {alignment = 4 : i64} : !llvm.ptr -> vector<64xf32>
// FULL_MLIR-NEXT:     %[[V18:.*]] = llvm.fadd %[[V17]], %[[V17]] {fastmathFlags = #llvm.fastmath<contract>} : vector<64xf32>
// FULL_MLIR-NEXT:     %[[V19:.*]] = llvm.getelementptr %[[V9]][%[[V13]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// FULL_MLIR-NEXT:     llvm.store %[[V18]], %[[V19]] {alignment = 4 : i64} : vector<64xf32>, !llvm.ptr
// FULL_MLIR-NEXT:     llvm.br ^bb5
// FULL_MLIR-NEXT:   ^bb4:  // pred: ^bb2
// FULL_MLIR-NEXT:     %[[V20:.*]] = llvm.intr.smin(%[[V14]], %[[V3]]) : (i64, i64) -> i64
// FULL_MLIR-NEXT:     %[[V21:.*]] = llvm.trunc %[[V20]] : i64 to i32
// FULL_MLIR-NEXT:     %[[V22:.*]] = llvm.mlir.poison : vector<64xi32>
// FULL_MLIR-NEXT:     %[[V23:.*]] = llvm.mlir.constant(0 : i32) : i32
// FULL_MLIR-NEXT:     %[[V24:.*]] = llvm.insertelement %[[V21]], %[[V22]][%[[V23]] : i32] : vector<64xi32>
// FULL_MLIR-NEXT:     %[[V25:.*]] = llvm.shufflevector %[[V24]], %[[V22]] [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0] : vector<64xi32>
// FULL_MLIR-NEXT:     %[[V26:.*]] = llvm.icmp "sgt" %[[V25]], %[[V2]] : vector<64xi32>
// FULL_MLIR-NEXT:     %[[V27:.*]] = llvm.getelementptr %[[V7]][%[[V13]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// FULL_MLIR-NEXT:     %[[V28:.*]] = llvm.intr.masked.load %[[V27]], %[[V26]], %[[V1]] {alignment = 4 : i32} : (!llvm.ptr, vector<64xi1>, vector<64xf32>) -> vector<64xf32>
// FULL_MLIR-NEXT:     %[[V29:.*]] = llvm.fadd %[[V28]], %[[V28]] {fastmathFlags = #llvm.fastmath<contract>} : vector<64xf32>
// FULL_MLIR-NEXT:     %[[V30:.*]] = llvm.getelementptr %[[V9]][%[[V13]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// FULL_MLIR-NEXT:     llvm.intr.masked.store %[[V29]], %[[V30]], %[[V26]] {alignment = 4 : i32} : vector<64xf32>, vector<64xi1> into !llvm.ptr
// FULL_MLIR-NEXT:     llvm.br ^bb5
// FULL_MLIR-NEXT:   ^bb5:  // 2 preds: ^bb3, ^bb4
// FULL_MLIR-NEXT:     %[[V31:.*]] = llvm.add %[[V11]], %[[V0]] : i64
// FULL_MLIR-NEXT:     llvm.br ^bb1(%[[V31]] : i64)
// FULL_MLIR-NEXT:   ^bb6:  // pred: ^bb1
// FULL_MLIR-NEXT:     llvm.return
// FULL_MLIR-NEXT:   }
// FULL_MLIR-NEXT:   llvm.func @twice(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr) -> i32 {
// FULL_MLIR-NEXT:     %[[V0:.*]] = llvm.mlir.addressof @twice_parallel_0 : !llvm.ptr
// FULL_MLIR-NEXT:     %[[V1:.*]] = llvm.mlir.constant(0 : i32) : i32
// FULL_MLIR-NEXT:     %[[V2:.*]] = llvm.mlir.constant(-1 : i64) : i64
// FULL_MLIR-NEXT:     %[[V3:.*]] = llvm.mlir.constant(313 : i64) : i64
// FULL_MLIR-NEXT:     %[[V4:.*]] = llvm.mlir.constant(5 : i64) : i64
// FULL_MLIR-NEXT:     %[[V5:.*]] = llvm.mlir.constant(63 : i64) : i64
// FULL_MLIR-NEXT:     %[[V6:.*]] = llvm.mlir.constant(0 : i64) : i64
// FULL_MLIR-NEXT:     %[[V7:.*]] = llvm.mlir.constant(64 : i64) : i64
// FULL_MLIR-NEXT:     %[[V8:.*]] = llvm.load %[[ARG1]] {alignment = 8 : i64} : !llvm.ptr -> i64
// FULL_MLIR-NEXT:     %[[V9:.*]] = llvm.alloca %[[V4]] x i64 {alignment = 64 : i64} : (i64) -> !llvm.ptr
// FULL_MLIR-NEXT:     %[[V10:.*]] = llvm.getelementptr %[[ARG1]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     %[[V11:.*]] = llvm.load %[[V10]] {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// FULL_MLIR-NEXT:     %[[V12:.*]] = llvm.getelementptr %[[ARG1]][4] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     %[[V13:.*]] = llvm.load %[[V12]] {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// FULL_MLIR-NEXT:     %[[V14:.*]] = llvm.add %[[V8]], %[[V5]] : i64
// FULL_MLIR-NEXT:     %[[V15:.*]] = llvm.sdiv %[[V14]], %[[V7]] : i64
// FULL_MLIR-NEXT:     %[[V16:.*]] = llvm.intr.smax(%[[V15]], %[[V6]]) : (i64, i64) -> i64
// FULL_MLIR-NEXT:     llvm.store %[[ARG0]], %[[V9]] {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
// FULL_MLIR-NEXT:     %[[V17:.*]] = llvm.getelementptr %[[V9]][1] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     llvm.store %[[ARG1]], %[[V17]] {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
// FULL_MLIR-NEXT:     %[[V18:.*]] = llvm.getelementptr %[[V9]][2] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     llvm.store %[[V16]], %[[V18]] {alignment = 8 : i64} : i64, !llvm.ptr
// FULL_MLIR-NEXT:     %[[V19:.*]] = llvm.getelementptr %[[V9]][3] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     llvm.store %[[V11]], %[[V19]] {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
// FULL_MLIR-NEXT:     %[[V20:.*]] = llvm.getelementptr %[[V9]][4] : (!llvm.ptr) -> !llvm.ptr, i64
// FULL_MLIR-NEXT:     llvm.store %[[V13]], %[[V20]] {alignment = 8 : i64} : !llvm.ptr, !llvm.ptr
// FULL_MLIR-NEXT:     llvm.call @tf_parallel_for(%[[ARG0]], %[[V0]], %[[V9]], %[[V16]], %[[V3]]) : (!llvm.ptr, !llvm.ptr, !llvm.ptr, i64, i64) -> ()
// FULL_MLIR-NEXT:     %[[V21:.*]] = llvm.load %[[ARG0]] {alignment = 8 : i64} : !llvm.ptr -> i64
// FULL_MLIR-NEXT:     %[[V22:.*]] = llvm.icmp "eq" %[[V21]], %[[V2]] : i64
// FULL_MLIR-NEXT:     %[[V23:.*]] = llvm.trunc %[[V21]] : i64 to i32
// FULL_MLIR-NEXT:     %[[V24:.*]] = llvm.select %[[V22]], %[[V1]], %[[V23]] : i1, i32
// FULL_MLIR-NEXT:     llvm.return %[[V24]] : i32
// FULL_MLIR-NEXT:   }
// FULL_MLIR-NEXT: }
// FULL_LLVM: !llvm.module.flags = !{!0}
// FULL_LLVM: !0 = !{i32 2, !"Debug Info Version", i32 3}
