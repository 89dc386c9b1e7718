// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// RUN: tfopt %s --canonicalize | tee %t.canon | FileCheck %s --check-prefix=CANON
// RUN: FileCheck %s --check-prefix=FULL_CANON --match-full-lines < %t.canon
// RUN: tfopt %s --tensor-to-loops | tee %t.loops | FileCheck %s --check-prefix=LOOPS
// RUN: FileCheck %s --check-prefix=FULL_LOOPS --match-full-lines < %t.loops
// COMPLETE: FULL, FULL_CANON, FULL_LOOPS

// CHECK-LABEL: func.func @require
// CANON-LABEL: func.func @require
// LOOPS-LABEL: func.func @require
func.func @require(%x: tensor<?{n}x?{m}xf32>, %y: tensor<?{k}xf32>) {
  // CHECK: tensor.require [n, 2*m, 3] = [k, 2*m, k]
  // CANON: tensor.require [n, 3] = [k, k]
  // LOOPS: mem.trap "the extents n and k must be equal, but are {} and {}"
  // LOOPS: mem.trap "the extents 3 and k must be equal, but are {} and {}"
  // LOOPS-NOT: mem.trap
  tensor.require [n, 2*m, 3] = [k, m + m, k]
  // CHECK: tensor.require [n] = [n]
  // CANON-NOT: tensor.require
  tensor.require [n] = [n]
  return
}
// FULL: module {
// FULL-NEXT:   func.func @require(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<?{k}xf32>) {
// FULL-NEXT:     tensor.require [n, 2*m, 3] = [k, 2*m, k]
// FULL-NEXT:     tensor.require [n] = [n]
// FULL-NEXT:     return
// FULL-NEXT:   }
// FULL-NEXT: }
// FULL_CANON: module {
// FULL_CANON-NEXT:   func.func @require(%[[ARG0:.*]]: tensor<?{n}x?{m}xf32>, %[[ARG1:.*]]: tensor<?{k}xf32>) {
// FULL_CANON-NEXT:     tensor.require [n, 3] = [k, k]
// FULL_CANON-NEXT:     return
// FULL_CANON-NEXT:   }
// FULL_CANON-NEXT: }
// FULL_LOOPS: module {
// FULL_LOOPS-NEXT:   func.func @require(%[[ARG0:.*]]: memref<?{n}x?{m}xf32>, %[[ARG1:.*]]: memref<?{k}xf32>) attributes {tf.signature = (tensor<?{n}x?{m}xf32>, tensor<?{k}xf32>) -> ()} {
// FULL_LOOPS-NEXT:     %[[V0:.*]] = mem.extent [n] : index
// FULL_LOOPS-NEXT:     %[[V1:.*]] = mem.extent [k] : index
// FULL_LOOPS-NEXT:     %[[V2:.*]] = arith.cmpi ne, %[[V0]], %[[V1]] : index
// FULL_LOOPS-NEXT:     loop.if %[[V2]] {
// FULL_LOOPS-NEXT:       mem.trap "the extents n and k must be equal, but are {} and {}" {code = 2 : i64} %[[V0]], %[[V1]] : index, index
// FULL_LOOPS-NEXT:       loop.yield
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     %[[C3:.*]] = arith.constant 3 : index
// FULL_LOOPS-NEXT:     %[[V3:.*]] = mem.extent [k] : index
// FULL_LOOPS-NEXT:     %[[V4:.*]] = arith.cmpi ne, %[[C3]], %[[V3]] : index
// FULL_LOOPS-NEXT:     loop.if %[[V4]] {
// FULL_LOOPS-NEXT:       mem.trap "the extents 3 and k must be equal, but are {} and {}" {code = 2 : i64} %[[C3]], %[[V3]] : index, index
// FULL_LOOPS-NEXT:       loop.yield
// FULL_LOOPS-NEXT:     }
// FULL_LOOPS-NEXT:     return
// FULL_LOOPS-NEXT:   }
// FULL_LOOPS-NEXT: }
