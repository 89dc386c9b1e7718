// RUN: tfopt %s --allow-unregistered-dialect | FileCheck %s
// RUN: not tfopt %s 2>&1 | FileCheck %s --check-prefix=STRICT
// CHECK: "unknown.op"() : () -> ()
// STRICT: unregistered.mlir:[[@LINE+1]]:{{.*}}: error: {{.*}}'unknown{{.*}}'
"unknown.op"() : () -> ()
