// RUN: tfopt %s --allow-unregistered-dialect | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: not tfopt %s 2>&1 | FileCheck %s --check-prefix=STRICT
// COMPLETE: FULL
// CHECK: "unknown.op"() : () -> ()
// STRICT: unregistered.mlir:[[@LINE+1]]:{{.*}}: error: {{.*}}'unknown{{.*}}'
"unknown.op"() : () -> ()
// FULL: module {
// FULL-NEXT:   "unknown.op"() : () -> ()
// FULL-NEXT: }
