// The cube of a reciprocal root is one step on the machine's estimate, of 12 bits with AVX2 and of 14 with
// AVX-512: of numbers that are not subnormal, if nothing else needs the root, and where flags allow it.
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v3 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefixes=CHECK,V3
// RUN: FileCheck %s --check-prefix=FULL_CHECK_V3 --match-full-lines < %t.mlir
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v4 -o %t.v4.mlir
// RUN: FileCheck %s --input-file=%t.v4.mlir --check-prefixes=CHECK,V4
// RUN: FileCheck %s --check-prefix=FULL_CHECK_V4 --match-full-lines < %t.v4.mlir
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v2 | tee %t.v2 | FileCheck %s --check-prefix=V2
// RUN: FileCheck %s --check-prefix=FULL_V2 --match-full-lines < %t.v2
// COMPLETE: FULL_CHECK_V3, FULL_CHECK_V4, FULL_V2

// Without an instruction that multiplies and adds, the steps from an estimate on would be calls.
// V2-NOT: rsqrt.ps
// V2-NOT: math.fma

// CHECK: sym_name = "cube"
// The root itself, which nothing uses.
// V3: llvm.x86.avx.rsqrt.ps.256
// V4: llvm.x86.avx512.rsqrt14.ps.256
// V3: %[[R:.*]] = "llvm.call_intrinsic"{{.*}}"llvm.x86.avx.rsqrt.ps.256"
// V4: %[[R:.*]] = "llvm.call_intrinsic"{{.*}}"llvm.x86.avx512.rsqrt14.ps.256"
// CHECK: %[[SQUARE:.*]] = "arith.mulf"(%[[R]], %[[R]])
// CHECK: "math.fma"(%{{.*}}, %[[SQUARE]], %{{.*}})
// CHECK: %[[POWER:.*]] = "arith.mulf"(%[[R]], %[[SQUARE]])
// CHECK: "math.fma"(%{{.*}}, %{{.*}}, %[[POWER]])
// CHECK: func.return
func.func @cube(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %x fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root fastmath<arcp,afn> : vector<8xf32>
  %cube = arith.mulf %two, %root fastmath<arcp,afn> : vector<8xf32>
  vector.store %cube, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}
// FULL_CHECK_V3: "builtin.module"() ({
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64) -> (), sym_name = "tf_parallel_for", sym_visibility = "private"}> ({
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i64) -> !llvm.ptr, sym_name = "tf_scratch_alloc", sym_visibility = "private"}> ({
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "tf_scratch_free", sym_visibility = "private"}> ({
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i32, i32, i64, i64) -> i32, sym_name = "tf_trap", sym_visibility = "private"}> ({
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "cube"}> ({
// FULL_CHECK_V3-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V3-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = dense<5.000000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = dense<3.750000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V5:.*]] = "arith.constant"() <{value = dense<9.765625E-4> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = dense<1.500000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = dense<1.875000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V8:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V9:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V3-NEXT:     %[[V10:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V11:.*]] = "llvm.load"(%[[V10]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V12:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V13:.*]] = "llvm.load"(%[[V12]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V14:.*]] = "llvm.getelementptr"(%[[V11]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V15:.*]] = "llvm.load"(%[[V14]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V16:.*]] = "arith.mulf"(%[[V15]], %[[V15]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V17:.*]] = "arith.addf"(%[[V16]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V18:.*]] = "llvm.shufflevector"(%[[V17]], %[[V17]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V19:.*]] = "llvm.call_intrinsic"(%[[V18]]) {intrin = "llvm.x86.avx.rsqrt.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>} : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V20:.*]] = "arith.mulf"(%[[V17]], %[[V19]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V21:.*]] = "arith.negf"(%[[V20]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V22:.*]] = "math.fma"(%[[V21]], %[[V19]], %[[V2_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V23:.*]] = "arith.cmpf"(%[[V22]], %[[V5]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V3-NEXT:     %[[V24:.*]] = "arith.select"(%[[V23]], %[[V22]], %[[V5]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V25:.*]] = "math.fma"(%[[V24]], %[[V4_]], %[[V3_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V26:.*]] = "arith.mulf"(%[[V19]], %[[V24]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V27:.*]] = "math.fma"(%[[V26]], %[[V25]], %[[V19]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V28:.*]] = "arith.mulf"(%[[V27]], %[[V27]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V29:.*]] = "llvm.shufflevector"(%[[V17]], %[[V17]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V30:.*]] = "llvm.call_intrinsic"(%[[V29]]) {intrin = "llvm.x86.avx.rsqrt.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>} : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V31:.*]] = "arith.mulf"(%[[V30]], %[[V30]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V32:.*]] = "arith.negf"(%[[V17]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V33:.*]] = "math.fma"(%[[V32]], %[[V31]], %[[V2_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V34:.*]] = "arith.cmpf"(%[[V33]], %[[V5]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V3-NEXT:     %[[V35:.*]] = "arith.select"(%[[V34]], %[[V33]], %[[V5]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V36:.*]] = "arith.mulf"(%[[V30]], %[[V31]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V37:.*]] = "arith.mulf"(%[[V36]], %[[V35]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V38:.*]] = "math.fma"(%[[V35]], %[[V7]], %[[V6]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V39:.*]] = "math.fma"(%[[V37]], %[[V38]], %[[V36]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V40:.*]] = "llvm.getelementptr"(%[[V13]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     "llvm.store"(%[[V39]], %[[V40]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V3-NEXT:     %[[V41:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V3-NEXT:     %[[V42:.*]] = "arith.cmpi"(%[[V41]], %[[V8]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V3-NEXT:     %[[V43:.*]] = "arith.trunci"(%[[V41]]) : (i64) -> i32
// FULL_CHECK_V3-NEXT:     %[[V44:.*]] = "arith.select"(%[[V42]], %[[V9]], %[[V43]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V3-NEXT:     "func.return"(%[[V44]]) : (i32) -> ()
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V4: "builtin.module"() ({
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64) -> (), sym_name = "tf_parallel_for", sym_visibility = "private"}> ({
// FULL_CHECK_V4-NEXT:   }) : () -> ()
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i64) -> !llvm.ptr, sym_name = "tf_scratch_alloc", sym_visibility = "private"}> ({
// FULL_CHECK_V4-NEXT:   }) : () -> ()
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "tf_scratch_free", sym_visibility = "private"}> ({
// FULL_CHECK_V4-NEXT:   }) : () -> ()
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i32, i32, i64, i64) -> i32, sym_name = "tf_trap", sym_visibility = "private"}> ({
// FULL_CHECK_V4-NEXT:   }) : () -> ()
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "cube"}> ({
// FULL_CHECK_V4-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V4-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = -1 : i8}> : () -> i8
// FULL_CHECK_V4-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = dense<0.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V5:.*]] = "arith.constant"() <{value = dense<5.000000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = dense<9.765625E-4> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = dense<1.500000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V8:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V9:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V4-NEXT:     %[[V10:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V11:.*]] = "llvm.load"(%[[V10]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V12:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V13:.*]] = "llvm.load"(%[[V12]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V14:.*]] = "llvm.getelementptr"(%[[V11]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V15:.*]] = "llvm.load"(%[[V14]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V16:.*]] = "arith.mulf"(%[[V15]], %[[V15]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V17:.*]] = "arith.addf"(%[[V16]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V18:.*]] = "llvm.shufflevector"(%[[V17]], %[[V17]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V19:.*]] = "llvm.call_intrinsic"(%[[V18]], %[[V3_]], %[[V2_]]) {intrin = "llvm.x86.avx512.rsqrt14.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>} : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V20:.*]] = "arith.mulf"(%[[V17]], %[[V19]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V21:.*]] = "arith.negf"(%[[V20]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V22:.*]] = "math.fma"(%[[V21]], %[[V19]], %[[V4_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V23:.*]] = "arith.cmpf"(%[[V22]], %[[V6]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V4-NEXT:     %[[V24:.*]] = "arith.select"(%[[V23]], %[[V22]], %[[V6]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V25:.*]] = "arith.mulf"(%[[V19]], %[[V5]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V26:.*]] = "math.fma"(%[[V25]], %[[V24]], %[[V19]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V27:.*]] = "arith.mulf"(%[[V26]], %[[V26]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V28:.*]] = "llvm.shufflevector"(%[[V17]], %[[V17]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V29:.*]] = "llvm.call_intrinsic"(%[[V28]], %[[V3_]], %[[V2_]]) {intrin = "llvm.x86.avx512.rsqrt14.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>} : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V30:.*]] = "arith.mulf"(%[[V29]], %[[V29]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V31:.*]] = "arith.negf"(%[[V17]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V32:.*]] = "math.fma"(%[[V31]], %[[V30]], %[[V4_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V33:.*]] = "arith.cmpf"(%[[V32]], %[[V6]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V4-NEXT:     %[[V34:.*]] = "arith.select"(%[[V33]], %[[V32]], %[[V6]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V35:.*]] = "arith.mulf"(%[[V29]], %[[V30]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V36:.*]] = "arith.mulf"(%[[V35]], %[[V34]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V37:.*]] = "math.fma"(%[[V36]], %[[V7]], %[[V35]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V38:.*]] = "llvm.getelementptr"(%[[V13]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     "llvm.store"(%[[V37]], %[[V38]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V4-NEXT:     %[[V39:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V4-NEXT:     %[[V40:.*]] = "arith.cmpi"(%[[V39]], %[[V8]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V4-NEXT:     %[[V41:.*]] = "arith.trunci"(%[[V39]]) : (i64) -> i32
// FULL_CHECK_V4-NEXT:     %[[V42:.*]] = "arith.select"(%[[V40]], %[[V9]], %[[V41]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V4-NEXT:     "func.return"(%[[V42]]) : (i32) -> ()
// FULL_CHECK_V4-NEXT:   }) {passthrough = {{\[\[}}"tune-cpu", "znver4"]]} : () -> ()
// FULL_V2: "builtin.module"() ({
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, (!llvm.ptr, i64, i64) -> (), !llvm.ptr, i64, i64) -> (), sym_name = "tf_parallel_for", sym_visibility = "private"}> ({
// FULL_V2-NEXT:   }) : () -> ()
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i64) -> !llvm.ptr, sym_name = "tf_scratch_alloc", sym_visibility = "private"}> ({
// FULL_V2-NEXT:   }) : () -> ()
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> (), sym_name = "tf_scratch_free", sym_visibility = "private"}> ({
// FULL_V2-NEXT:   }) : () -> ()
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, i32, i32, i64, i64) -> i32, sym_name = "tf_trap", sym_visibility = "private"}> ({
// FULL_V2-NEXT:   }) : () -> ()
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "cube"}> ({
// FULL_V2-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_V2-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_V2-NEXT:     %[[V5:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V6:.*]] = "llvm.load"(%[[V5]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V7:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V8:.*]] = "llvm.load"(%[[V7]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[V6]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V11:.*]] = "arith.mulf"(%[[V10]], %[[V10]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V12:.*]] = "arith.addf"(%[[V11]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V13:.*]] = "math.sqrt"(%[[V12]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V14:.*]] = "arith.divf"(%[[V2_]], %[[V13]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V16:.*]] = "arith.mulf"(%[[V15]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V17:.*]] = "llvm.getelementptr"(%[[V8]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     "llvm.store"(%[[V16]], %[[V17]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_V2-NEXT:     %[[V18:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_V2-NEXT:     %[[V19:.*]] = "arith.cmpi"(%[[V18]], %[[V3_]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_V2-NEXT:     %[[V20:.*]] = "arith.trunci"(%[[V18]]) : (i64) -> i32
// FULL_V2-NEXT:     %[[V21:.*]] = "arith.select"(%[[V19]], %[[V4_]], %[[V20]]) : (i1, i32, i32) -> i32
// FULL_V2-NEXT:     "func.return"(%[[V21]]) : (i32) -> ()
// FULL_V2-NEXT:   }) : () -> ()

// The root is needed, too: its powers are products.
// CHECK: sym_name = "with_root"
// CHECK: "math.fma"
// V3: "math.fma"
// CHECK: %[[ROOT:.*]] = "math.fma"
// CHECK: %[[TWO:.*]] = "arith.mulf"(%[[ROOT]], %[[ROOT]])
// CHECK: "arith.mulf"(%[[TWO]], %[[ROOT]])
// CHECK: func.return
func.func @with_root(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %x fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root fastmath<arcp,afn> : vector<8xf32>
  %cube = arith.mulf %two, %root fastmath<arcp,afn> : vector<8xf32>
  %both = arith.addf %cube, %root : vector<8xf32>
  vector.store %both, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "with_root"}> ({
// FULL_CHECK_V3-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V3-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = dense<5.000000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = dense<3.750000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V5:.*]] = "arith.constant"() <{value = dense<9.765625E-4> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V3-NEXT:     %[[V8:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V9:.*]] = "llvm.load"(%[[V8]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V10:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V11:.*]] = "llvm.load"(%[[V10]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V12:.*]] = "llvm.getelementptr"(%[[V9]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V13:.*]] = "llvm.load"(%[[V12]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V14:.*]] = "arith.mulf"(%[[V13]], %[[V13]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V15:.*]] = "arith.addf"(%[[V14]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V16:.*]] = "llvm.shufflevector"(%[[V15]], %[[V15]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V17:.*]] = "llvm.call_intrinsic"(%[[V16]]) {intrin = "llvm.x86.avx.rsqrt.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>} : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V18:.*]] = "arith.mulf"(%[[V15]], %[[V17]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V19:.*]] = "arith.negf"(%[[V18]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V20:.*]] = "math.fma"(%[[V19]], %[[V17]], %[[V2_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V21:.*]] = "arith.cmpf"(%[[V20]], %[[V5]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V3-NEXT:     %[[V22:.*]] = "arith.select"(%[[V21]], %[[V20]], %[[V5]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V23:.*]] = "math.fma"(%[[V22]], %[[V4_]], %[[V3_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V24:.*]] = "arith.mulf"(%[[V17]], %[[V22]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V25:.*]] = "math.fma"(%[[V24]], %[[V23]], %[[V17]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V26:.*]] = "arith.mulf"(%[[V25]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V27:.*]] = "arith.mulf"(%[[V26]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V28:.*]] = "arith.addf"(%[[V27]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V29:.*]] = "llvm.getelementptr"(%[[V11]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     "llvm.store"(%[[V28]], %[[V29]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V3-NEXT:     %[[V30:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V3-NEXT:     %[[V31:.*]] = "arith.cmpi"(%[[V30]], %[[V6]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V3-NEXT:     %[[V32:.*]] = "arith.trunci"(%[[V30]]) : (i64) -> i32
// FULL_CHECK_V3-NEXT:     %[[V33:.*]] = "arith.select"(%[[V31]], %[[V7]], %[[V32]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V3-NEXT:     "func.return"(%[[V33]]) : (i32) -> ()
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "with_root"}> ({
// FULL_CHECK_V4-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V4-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = -1 : i8}> : () -> i8
// FULL_CHECK_V4-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = dense<0.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V5:.*]] = "arith.constant"() <{value = dense<5.000000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = dense<9.765625E-4> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V8:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V4-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V11:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V12:.*]] = "llvm.load"(%[[V11]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V13:.*]] = "llvm.getelementptr"(%[[V10]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V14:.*]] = "llvm.load"(%[[V13]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V16:.*]] = "arith.addf"(%[[V15]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V17:.*]] = "llvm.shufflevector"(%[[V16]], %[[V16]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V18:.*]] = "llvm.call_intrinsic"(%[[V17]], %[[V3_]], %[[V2_]]) {intrin = "llvm.x86.avx512.rsqrt14.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>} : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V19:.*]] = "arith.mulf"(%[[V16]], %[[V18]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V20:.*]] = "arith.negf"(%[[V19]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V21:.*]] = "math.fma"(%[[V20]], %[[V18]], %[[V4_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V22:.*]] = "arith.cmpf"(%[[V21]], %[[V6]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V4-NEXT:     %[[V23:.*]] = "arith.select"(%[[V22]], %[[V21]], %[[V6]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V24:.*]] = "arith.mulf"(%[[V18]], %[[V5]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V25:.*]] = "math.fma"(%[[V24]], %[[V23]], %[[V18]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V26:.*]] = "arith.mulf"(%[[V25]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V27:.*]] = "arith.mulf"(%[[V26]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V28:.*]] = "arith.addf"(%[[V27]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V29:.*]] = "llvm.getelementptr"(%[[V12]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     "llvm.store"(%[[V28]], %[[V29]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V4-NEXT:     %[[V30:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V4-NEXT:     %[[V31:.*]] = "arith.cmpi"(%[[V30]], %[[V7]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V4-NEXT:     %[[V32:.*]] = "arith.trunci"(%[[V30]]) : (i64) -> i32
// FULL_CHECK_V4-NEXT:     %[[V33:.*]] = "arith.select"(%[[V31]], %[[V8]], %[[V32]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V4-NEXT:     "func.return"(%[[V33]]) : (i32) -> ()
// FULL_CHECK_V4-NEXT:   }) {passthrough = {{\[\[}}"tune-cpu", "znver4"]]} : () -> ()
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "with_root"}> ({
// FULL_V2-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_V2-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_V2-NEXT:     %[[V5:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V6:.*]] = "llvm.load"(%[[V5]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V7:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V8:.*]] = "llvm.load"(%[[V7]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[V6]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V11:.*]] = "arith.mulf"(%[[V10]], %[[V10]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V12:.*]] = "arith.addf"(%[[V11]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V13:.*]] = "math.sqrt"(%[[V12]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V14:.*]] = "arith.divf"(%[[V2_]], %[[V13]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V16:.*]] = "arith.mulf"(%[[V15]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V17:.*]] = "arith.addf"(%[[V16]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V18:.*]] = "llvm.getelementptr"(%[[V8]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     "llvm.store"(%[[V17]], %[[V18]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_V2-NEXT:     %[[V19:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_V2-NEXT:     %[[V20:.*]] = "arith.cmpi"(%[[V19]], %[[V3_]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_V2-NEXT:     %[[V21:.*]] = "arith.trunci"(%[[V19]]) : (i64) -> i32
// FULL_V2-NEXT:     %[[V22:.*]] = "arith.select"(%[[V20]], %[[V4_]], %[[V21]]) : (i1, i32, i32) -> i32
// FULL_V2-NEXT:     "func.return"(%[[V22]]) : (i32) -> ()
// FULL_V2-NEXT:   }) : () -> ()

// Products in their order.
// CHECK: sym_name = "in_order"
// CHECK: "math.fma"
// V3: "math.fma"
// CHECK: %[[ROOT:.*]] = "math.fma"
// CHECK: %[[TWO:.*]] = "arith.mulf"(%[[ROOT]], %[[ROOT]])
// CHECK: "arith.mulf"(%[[TWO]], %[[ROOT]])
// CHECK: func.return
func.func @in_order(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %x fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root : vector<8xf32>
  %cube = arith.mulf %two, %root : vector<8xf32>
  vector.store %cube, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "in_order"}> ({
// FULL_CHECK_V3-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V3-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = dense<5.000000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = dense<3.750000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V5:.*]] = "arith.constant"() <{value = dense<9.765625E-4> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V3-NEXT:     %[[V8:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V9:.*]] = "llvm.load"(%[[V8]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V10:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V11:.*]] = "llvm.load"(%[[V10]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V12:.*]] = "llvm.getelementptr"(%[[V9]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V13:.*]] = "llvm.load"(%[[V12]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V14:.*]] = "arith.mulf"(%[[V13]], %[[V13]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V15:.*]] = "arith.addf"(%[[V14]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V16:.*]] = "llvm.shufflevector"(%[[V15]], %[[V15]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V17:.*]] = "llvm.call_intrinsic"(%[[V16]]) {intrin = "llvm.x86.avx.rsqrt.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 1, 0>} : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V18:.*]] = "arith.mulf"(%[[V15]], %[[V17]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V19:.*]] = "arith.negf"(%[[V18]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V20:.*]] = "math.fma"(%[[V19]], %[[V17]], %[[V2_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V21:.*]] = "arith.cmpf"(%[[V20]], %[[V5]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V3-NEXT:     %[[V22:.*]] = "arith.select"(%[[V21]], %[[V20]], %[[V5]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V23:.*]] = "math.fma"(%[[V22]], %[[V4_]], %[[V3_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V24:.*]] = "arith.mulf"(%[[V17]], %[[V22]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V25:.*]] = "math.fma"(%[[V24]], %[[V23]], %[[V17]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V26:.*]] = "arith.mulf"(%[[V25]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V27:.*]] = "arith.mulf"(%[[V26]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V28:.*]] = "llvm.getelementptr"(%[[V11]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     "llvm.store"(%[[V27]], %[[V28]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V3-NEXT:     %[[V29:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V3-NEXT:     %[[V30:.*]] = "arith.cmpi"(%[[V29]], %[[V6]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V3-NEXT:     %[[V31:.*]] = "arith.trunci"(%[[V29]]) : (i64) -> i32
// FULL_CHECK_V3-NEXT:     %[[V32:.*]] = "arith.select"(%[[V30]], %[[V7]], %[[V31]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V3-NEXT:     "func.return"(%[[V32]]) : (i32) -> ()
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "in_order"}> ({
// FULL_CHECK_V4-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V4-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = -1 : i8}> : () -> i8
// FULL_CHECK_V4-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = dense<0.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V5:.*]] = "arith.constant"() <{value = dense<5.000000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = dense<9.765625E-4> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V8:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V4-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V11:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V12:.*]] = "llvm.load"(%[[V11]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V13:.*]] = "llvm.getelementptr"(%[[V10]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V14:.*]] = "llvm.load"(%[[V13]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V16:.*]] = "arith.addf"(%[[V15]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V17:.*]] = "llvm.shufflevector"(%[[V16]], %[[V16]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V18:.*]] = "llvm.call_intrinsic"(%[[V17]], %[[V3_]], %[[V2_]]) {intrin = "llvm.x86.avx512.rsqrt14.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>} : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V19:.*]] = "arith.mulf"(%[[V16]], %[[V18]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V20:.*]] = "arith.negf"(%[[V19]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V21:.*]] = "math.fma"(%[[V20]], %[[V18]], %[[V4_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V22:.*]] = "arith.cmpf"(%[[V21]], %[[V6]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V4-NEXT:     %[[V23:.*]] = "arith.select"(%[[V22]], %[[V21]], %[[V6]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V24:.*]] = "arith.mulf"(%[[V18]], %[[V5]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V25:.*]] = "math.fma"(%[[V24]], %[[V23]], %[[V18]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V26:.*]] = "arith.mulf"(%[[V25]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V27:.*]] = "arith.mulf"(%[[V26]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V28:.*]] = "llvm.getelementptr"(%[[V12]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     "llvm.store"(%[[V27]], %[[V28]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V4-NEXT:     %[[V29:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V4-NEXT:     %[[V30:.*]] = "arith.cmpi"(%[[V29]], %[[V7]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V4-NEXT:     %[[V31:.*]] = "arith.trunci"(%[[V29]]) : (i64) -> i32
// FULL_CHECK_V4-NEXT:     %[[V32:.*]] = "arith.select"(%[[V30]], %[[V8]], %[[V31]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V4-NEXT:     "func.return"(%[[V32]]) : (i32) -> ()
// FULL_CHECK_V4-NEXT:   }) {passthrough = {{\[\[}}"tune-cpu", "znver4"]]} : () -> ()
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "in_order"}> ({
// FULL_V2-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_V2-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_V2-NEXT:     %[[V5:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V6:.*]] = "llvm.load"(%[[V5]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V7:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V8:.*]] = "llvm.load"(%[[V7]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[V6]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V11:.*]] = "arith.mulf"(%[[V10]], %[[V10]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V12:.*]] = "arith.addf"(%[[V11]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V13:.*]] = "math.sqrt"(%[[V12]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V14:.*]] = "arith.divf"(%[[V2_]], %[[V13]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V16:.*]] = "arith.mulf"(%[[V15]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V17:.*]] = "llvm.getelementptr"(%[[V8]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     "llvm.store"(%[[V16]], %[[V17]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_V2-NEXT:     %[[V18:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_V2-NEXT:     %[[V19:.*]] = "arith.cmpi"(%[[V18]], %[[V3_]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_V2-NEXT:     %[[V20:.*]] = "arith.trunci"(%[[V18]]) : (i64) -> i32
// FULL_V2-NEXT:     %[[V21:.*]] = "arith.select"(%[[V19]], %[[V4_]], %[[V20]]) : (i1, i32, i32) -> i32
// FULL_V2-NEXT:     "func.return"(%[[V21]]) : (i32) -> ()
// FULL_V2-NEXT:   }) : () -> ()

// What may be a subnormal number, whose reciprocal may be infinite.
// CHECK: sym_name = "of_any"
// V3: %[[ROOT:.*]] = "arith.divf"
// V4: "math.fma"
// V4: %[[ROOT:.*]] = "math.fma"
// CHECK: %[[TWO:.*]] = "arith.mulf"(%[[ROOT]], %[[ROOT]])
// CHECK: "arith.mulf"(%[[TWO]], %[[ROOT]])
// CHECK: func.return
func.func @of_any(%a: memref<8xf32>, %r: memref<8xf32>) attributes {tf.signature = (tensor<8xf32>) -> tensor<8xf32>} {
  %c0 = arith.constant 0 : index
  %eps = arith.constant dense<1.0e-4> : vector<8xf32>
  %v = vector.load %a[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  %square = arith.mulf %v, %v : vector<8xf32>
  %x = arith.addf %square, %eps : vector<8xf32>
  %root = math.rsqrt %v fastmath<arcp,afn> : vector<8xf32>
  %two = arith.mulf %root, %root fastmath<arcp,afn> : vector<8xf32>
  %cube = arith.mulf %two, %root fastmath<arcp,afn> : vector<8xf32>
  vector.store %cube, %r[%c0] axis = 0 : memref<8xf32>, vector<8xf32>
  return
}
// FULL_CHECK_V3-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "of_any"}> ({
// FULL_CHECK_V3-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V3-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V3-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V3-NEXT:     %[[V5:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V6:.*]] = "llvm.load"(%[[V5]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V7:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V8:.*]] = "llvm.load"(%[[V7]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[V6]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V11:.*]] = "arith.mulf"(%[[V10]], %[[V10]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V12:.*]] = "arith.addf"(%[[V11]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V13:.*]] = "math.sqrt"(%[[V10]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V14:.*]] = "arith.divf"(%[[V2_]], %[[V13]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V16:.*]] = "arith.mulf"(%[[V15]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V3-NEXT:     %[[V17:.*]] = "llvm.getelementptr"(%[[V8]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V3-NEXT:     "llvm.store"(%[[V16]], %[[V17]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V3-NEXT:     %[[V18:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V3-NEXT:     %[[V19:.*]] = "arith.cmpi"(%[[V18]], %[[V3_]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V3-NEXT:     %[[V20:.*]] = "arith.trunci"(%[[V18]]) : (i64) -> i32
// FULL_CHECK_V3-NEXT:     %[[V21:.*]] = "arith.select"(%[[V19]], %[[V4_]], %[[V20]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V3-NEXT:     "func.return"(%[[V21]]) : (i32) -> ()
// FULL_CHECK_V3-NEXT:   }) : () -> ()
// FULL_CHECK_V3-NEXT: }) : () -> ()
// FULL_CHECK_V4-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "of_any"}> ({
// FULL_CHECK_V4-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_CHECK_V4-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = -1 : i8}> : () -> i8
// FULL_CHECK_V4-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = dense<0.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V5:.*]] = "arith.constant"() <{value = dense<5.000000e-01> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V6:.*]] = "arith.constant"() <{value = dense<9.765625E-4> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V7:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_CHECK_V4-NEXT:     %[[V8:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_CHECK_V4-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V11:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V12:.*]] = "llvm.load"(%[[V11]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V13:.*]] = "llvm.getelementptr"(%[[V10]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     %[[V14:.*]] = "llvm.load"(%[[V13]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V16:.*]] = "arith.addf"(%[[V15]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V17:.*]] = "llvm.shufflevector"(%[[V14]], %[[V14]]) {mask = array<i32: 0, 1, 2, 3, 4, 5, 6, 7>} : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V18:.*]] = "llvm.call_intrinsic"(%[[V17]], %[[V3_]], %[[V2_]]) {intrin = "llvm.x86.avx512.rsqrt14.ps.256", op_bundle_sizes = array<i32>, operandSegmentSizes = array<i32: 3, 0>} : (vector<8xf32>, vector<8xf32>, i8) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V19:.*]] = "arith.mulf"(%[[V14]], %[[V18]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V20:.*]] = "arith.negf"(%[[V19]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V21:.*]] = "math.fma"(%[[V20]], %[[V18]], %[[V4_]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V22:.*]] = "arith.cmpf"(%[[V21]], %[[V6]]) <{predicate = 4 : i64}> : (vector<8xf32>, vector<8xf32>) -> vector<8xi1>
// FULL_CHECK_V4-NEXT:     %[[V23:.*]] = "arith.select"(%[[V22]], %[[V21]], %[[V6]]) : (vector<8xi1>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V24:.*]] = "arith.mulf"(%[[V18]], %[[V5]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V25:.*]] = "math.fma"(%[[V24]], %[[V23]], %[[V18]]) : (vector<8xf32>, vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V26:.*]] = "arith.mulf"(%[[V25]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V27:.*]] = "arith.mulf"(%[[V26]], %[[V25]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_CHECK_V4-NEXT:     %[[V28:.*]] = "llvm.getelementptr"(%[[V12]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_CHECK_V4-NEXT:     "llvm.store"(%[[V27]], %[[V28]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_CHECK_V4-NEXT:     %[[V29:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_CHECK_V4-NEXT:     %[[V30:.*]] = "arith.cmpi"(%[[V29]], %[[V7]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_CHECK_V4-NEXT:     %[[V31:.*]] = "arith.trunci"(%[[V29]]) : (i64) -> i32
// FULL_CHECK_V4-NEXT:     %[[V32:.*]] = "arith.select"(%[[V30]], %[[V8]], %[[V31]]) : (i1, i32, i32) -> i32
// FULL_CHECK_V4-NEXT:     "func.return"(%[[V32]]) : (i32) -> ()
// FULL_CHECK_V4-NEXT:   }) {passthrough = {{\[\[}}"tune-cpu", "znver4"]]} : () -> ()
// FULL_CHECK_V4-NEXT: }) : () -> ()
// FULL_V2-NEXT:   "func.func"() <{function_type = (!llvm.ptr, !llvm.ptr) -> i32, sym_name = "of_any"}> ({
// FULL_V2-NEXT:   ^bb0(%[[ARG0:.*]]: !llvm.ptr, %[[ARG1:.*]]: !llvm.ptr):
// FULL_V2-NEXT:     %[[V0:.*]] = "arith.constant"() <{value = 0 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V1:.*]] = "arith.constant"() <{value = dense<9.99999974E-5> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V2_:.*]] = "arith.constant"() <{value = dense<1.000000e+00> : vector<8xf32>}> : () -> vector<8xf32>
// FULL_V2-NEXT:     %[[V3_:.*]] = "arith.constant"() <{value = -1 : i64}> : () -> i64
// FULL_V2-NEXT:     %[[V4_:.*]] = "arith.constant"() <{value = 0 : i32}> : () -> i32
// FULL_V2-NEXT:     %[[V5:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 0>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V6:.*]] = "llvm.load"(%[[V5]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V7:.*]] = "llvm.getelementptr"(%[[ARG1]]) {elem_type = i64, rawConstantIndices = array<i32: 3>} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V8:.*]] = "llvm.load"(%[[V7]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V9:.*]] = "llvm.getelementptr"(%[[V6]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     %[[V10:.*]] = "llvm.load"(%[[V9]]) {alignment = 4 : i64, ordering = 0 : i64} : (!llvm.ptr) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V11:.*]] = "arith.mulf"(%[[V10]], %[[V10]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V12:.*]] = "arith.addf"(%[[V11]], %[[V1]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V13:.*]] = "math.sqrt"(%[[V10]]) : (vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V14:.*]] = "arith.divf"(%[[V2_]], %[[V13]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V15:.*]] = "arith.mulf"(%[[V14]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V16:.*]] = "arith.mulf"(%[[V15]], %[[V14]]) : (vector<8xf32>, vector<8xf32>) -> vector<8xf32>
// FULL_V2-NEXT:     %[[V17:.*]] = "llvm.getelementptr"(%[[V8]], %[[V0]]) {elem_type = f32, rawConstantIndices = array<i32: -2147483648>} : (!llvm.ptr, i64) -> !llvm.ptr
// FULL_V2-NEXT:     "llvm.store"(%[[V16]], %[[V17]]) {alignment = 4 : i64, ordering = 0 : i64} : (vector<8xf32>, !llvm.ptr) -> ()
// FULL_V2-NEXT:     %[[V18:.*]] = "llvm.load"(%[[ARG0]]) {alignment = 8 : i64, ordering = 0 : i64} : (!llvm.ptr) -> i64
// FULL_V2-NEXT:     %[[V19:.*]] = "arith.cmpi"(%[[V18]], %[[V3_]]) <{predicate = 0 : i64}> : (i64, i64) -> i1
// FULL_V2-NEXT:     %[[V20:.*]] = "arith.trunci"(%[[V18]]) : (i64) -> i32
// FULL_V2-NEXT:     %[[V21:.*]] = "arith.select"(%[[V19]], %[[V4_]], %[[V20]]) : (i1, i32, i32) -> i32
// FULL_V2-NEXT:     "func.return"(%[[V21]]) : (i32) -> ()
// FULL_V2-NEXT:   }) : () -> ()
// FULL_V2-NEXT: }) : () -> ()
