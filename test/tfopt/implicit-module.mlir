// RUN: tfopt %s | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: not tfopt %s --no-implicit-module 2>&1 | FileCheck %s --check-prefix=STRICT
// RUN: tfopt %s | tfopt --no-implicit-module | FileCheck %s
// COMPLETE: FULL
// CHECK: module {
// STRICT: implicit-module.mlir:{{.*}}: error: {{.*}}--no-implicit-module
func.func private @f()
// FULL: module {
// FULL-NEXT:   func.func private @f()
// FULL-NEXT: }
