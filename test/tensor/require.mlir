// RUN: tfopt %s | tfopt | FileCheck %s
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// RUN: tfopt %s --canonicalize | FileCheck %s --check-prefix=CANON
// RUN: tfopt %s --tensor-to-loops | FileCheck %s --check-prefix=LOOPS

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
