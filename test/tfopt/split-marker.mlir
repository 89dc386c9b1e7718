// RUN: tfopt %s --split-input-file='// CUT' | FileCheck %s
// CHECK: func.func private @a
// CHECK: // CUT
// CHECK-NEXT: module
// CHECK: func.func private @a
func.func private @a()
// CUT
func.func private @a()
