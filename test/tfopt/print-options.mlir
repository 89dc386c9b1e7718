// RUN: tfopt %s --print-debuginfo | FileCheck %s --check-prefix=LOC
// RUN: tfopt %s --print-debuginfo --print-local-scope | FileCheck %s --check-prefix=LOCAL
// RUN: tfopt %s --elide-elementsattrs-if-larger=2 | FileCheck %s --check-prefix=ELIDE
// RUN: tfopt %s --elide-elementsattrs-if-larger=4 | FileCheck %s --check-prefix=KEEP
// RUN: tfopt %s --print-debuginfo --strip-debuginfo | FileCheck %s --check-prefix=STRIP

// LOC: return{{.*}} loc(#[[L:.*]])
// LOC: #[[L]] = loc("{{.*}}print-options.mlir":[[@LINE+8]]:3)
// LOCAL: return{{.*}} loc("{{.*}}print-options.mlir":[[@LINE+7]]:3)
// ELIDE: dense_resource<__elided__> : tensor<3xi32>
// KEEP: dense<[1, 2, 3]> : tensor<3xi32>
// STRIP-NOT: print-options
// STRIP: return{{.*}} loc({{#loc|unknown}})
func.func @f() -> tensor<3xi32> {
  %c = arith.constant dense<[1, 2, 3]> : tensor<3xi32>
  return %c : tensor<3xi32>
}
