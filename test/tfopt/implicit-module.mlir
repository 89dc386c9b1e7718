// RUN: tfopt %s | FileCheck %s
// RUN: not tfopt %s --no-implicit-module 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: tfopt %s | tfopt --no-implicit-module | FileCheck %s
// CHECK: module {
// STRICT: implicit-module.mlir:{{.*}}: error: {{.*}}--no-implicit-module
func.func private @f()
