// RUN: tfopt %s --split-input-file='// CUT' | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// COMPLETE: FULL
// CHECK: func.func private @a
// CHECK: // CUT
// CHECK-NEXT: module
// CHECK: func.func private @a
func.func private @a()
// FULL: module {
// FULL-NEXT:   func.func private @a()
// FULL-NEXT: }
// CUT
func.func private @a()
// FULL: module {
// FULL-NEXT:   func.func private @a()
// FULL-NEXT: }
