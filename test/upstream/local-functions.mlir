// Functions of the program itself take values in registers, are internal to their unit, and are not inlined.
// RUN: tfopt %s --canonicalize --emit=upstream | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --canonicalize --emit=asm --target=aarch64 | FileCheck %s --check-prefix=ASM
// COMPLETE: FULL

// CHECK: sym_name = "main"
// CHECK: "func.call"(%{{.*}}) <{callee = @often}> : (vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: callee = @often
// CHECK: "func.call"(%{{.*}}, %{{.*}}) <{callee = @rare}> : (i16, vector<4xf32>) -> (i16, vector<4xf32>)
// ASM-LABEL: main:
// ASM: bl often
// ASM: ret
func.func @main(%x: memref<4xf32>, %h: bf16, %y: memref<4xf32>, %g: memref<bf16>) attributes {tf.signature = (tensor<4xf32>, bf16) -> (tensor<4xf32>, bf16)} {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] axis = 0 : memref<4xf32>, vector<4xf32>
  %0 = func.call @often(%v) : (vector<4xf32>) -> vector<4xf32>
  // It is pure: the second call is the first.
  %1 = func.call @often(%v) : (vector<4xf32>) -> vector<4xf32>
  %2 = arith.addf %0, %1 : vector<4xf32>
  %3:2 = func.call @rare(%h, %2) : (bf16, vector<4xf32>) -> (bf16, vector<4xf32>)
  vector.store %3#1, %y[%c0] axis = 0 : memref<4xf32>, vector<4xf32>
  mem.store %3#0, %g[] : memref<bf16>
  return
}
// FULL: "builtin.module"() ({
// FULL-NEXT:   "func.func"() <{function_type = (!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64) -> (), sym_name = "tf_parallel_for", sym_visibility = "private"}> ({
// FULL-NEXT:   }) : () -> ()
// FULL-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i64) -> !llvm.ptr, sym_name = "tf_scratch_alloc", sym_visibility = "private"}> ({
// FULL-NEXT:   }) : () -> ()
// FULL-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "tf_scratch_free", sym_visibility = "private"}> ({
// FULL-NEXT:   }) : () -> ()
// FULL-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i32, i32, i64, i64) -> i32, sym_name = "tf_trap", sym_visibility = "private"}> ({
// FULL-NEXT:   }) : () -> ()
// FULL-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "main"}> ({
// FULL-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL-NEXT:     %[[V2:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL-NEXT:     %[[V3:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL-NEXT:     %[[V4:.*]] = "llvm.load"(%[[V3]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL-NEXT:     %[[V5:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL-NEXT:     %[[V6:.*]] = "llvm.load"(%[[V5]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i16
// FULL-NEXT:     %[[V7:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 4>} : (!llvm.ptr) -> !llvm.ptr
// FULL-NEXT:     %[[V8:.*]] = "llvm.load"(%[[V7]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 7>} : (!llvm.ptr) -> !llvm.ptr
// FULL-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL-NEXT:     %[[V11:.*]] = "llvm.getelementptr"(%[[V4]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL-NEXT:     %[[V12:.*]] = "llvm.load"(%[[V11]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<4xf32>
// FULL-NEXT:     %[[V13:.*]] = "func.call"(%[[V12]]) <{callee = @often}> : (vector<4xf32>) -> vector<4xf32>
// FULL-NEXT:     %[[V14:.*]] = "arith.addf"(%[[V13]], %[[V13]]) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// FULL-NEXT:     %[[V15:.*]]:2 = "func.call"(%[[V6]], %[[V14]]) <{callee = @rare}> : (i16, vector<4xf32>) -> (i16, vector<4xf32>)
// FULL-NEXT:     %[[V16:.*]] = "llvm.getelementptr"(%[[V8]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL-NEXT:     "llvm.store"(%[[V15]]#1, %[[V16]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<4xf32>, !llvm.ptr) -> ()
// FULL-NEXT:     %[[V17:.*]] = "llvm.getelementptr"(%[[V10]], %[[V0]]) {elem_type = i16, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL-NEXT:     "llvm.store"(%[[V15]]#0, %[[V17]]) {alignment = 2 : i64, ordering = 0 : i64} : (i16, !llvm.ptr) -> ()
// FULL-NEXT:     %[[V18:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL-NEXT:     %[[V19:.*]] = "arith.cmpi"(%[[V18]], %[[V1]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL-NEXT:     %[[V20:.*]] = "arith.trunci"(%[[V18]]) : (i64) -> i32
// FULL-NEXT:     %[[V21:.*]] = "arith.select"(%[[V19]], %[[V2]], %[[V20]]) : (i1, i32, i32) -> i32
// FULL-NEXT:     "func.return"(%[[V21]]) : (i32) -> ()
// FULL-NEXT:   }) : () -> ()

// CHECK: sym_name = "often"
// CHECK: "func.return"(%{{.*}}) : (vector<4xf32>) -> ()
// CHECK-NEXT: llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]
// ASM-LABEL: often:
func.func private @often(%a: vector<4xf32>) -> vector<4xf32> attributes {tf.local = "often"} {
  %0 = arith.addf %a, %a : vector<4xf32>
  return %0 : vector<4xf32>
}
// FULL-NEXT:   "func.func"() <{function_type = (vector<4xf32>) -> vector<4xf32>, sym_name = "often"}> ({
// FULL-NEXT:   ^bb0(%[[ARG0:.*]]: vector<4xf32>):
// FULL-NEXT:     %[[V0:.*]] = "llvm.mlir.poison"() : () -> !llvm.ptr
// FULL-NEXT:     %[[V1:.*]] = "arith.addf"(%[[ARG0]], %[[ARG0]]) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// FULL-NEXT:     "func.return"(%[[V1]]) : (vector<4xf32>) -> ()
// FULL-NEXT:   }) {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]} : () -> ()

// CHECK: sym_name = "rare"
// CHECK: passthrough = ["noinline", "cold"]
func.func private @rare(%a: bf16, %b: vector<4xf32>) -> (bf16, vector<4xf32>) attributes {tf.local = "rare"} {
  %0 = arith.mulf %b, %b : vector<4xf32>
  return %a, %0 : bf16, vector<4xf32>
}
// FULL-NEXT:   "func.func"() <{function_type = (i16, vector<4xf32>) -> (i16, vector<4xf32>), sym_name = "rare"}> ({
// FULL-NEXT:   ^bb0(%[[ARG0:.*]]: i16, %[[ARG1:.*]]: vector<4xf32>):
// FULL-NEXT:     %[[V0:.*]] = "llvm.mlir.poison"() : () -> !llvm.ptr
// FULL-NEXT:     %[[V1:.*]] = "arith.mulf"(%[[ARG1]], %[[ARG1]]) : (vector<4xf32>, vector<4xf32>) -> vector<4xf32>
// FULL-NEXT:     "func.return"(%[[ARG0]], %[[V1]]) : (i16, vector<4xf32>) -> ()
// FULL-NEXT:   }) {llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline", "cold"]} : () -> ()
// FULL-NEXT: }) : () -> ()
