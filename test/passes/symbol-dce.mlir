// RUN: tfopt %s --symbol-dce | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt %s --symbol-dce --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: not tfopt %s --pass-pipeline='func.func(symbol-dce)' 2>&1 | FileCheck %s --check-prefix=ANCHOR
// COMPLETE: FULL
// STATS: (S) 4 num-dce'd
// ANCHOR: error: pass 'symbol-dce' runs on modules, not on 'func.func'

// CHECK: func.func @public
// CHECK-NOT: @dead
// CHECK: func.func private @used
// CHECK: func.func private @indirect
// CHECK-NOT: @dead
// CHECK: func.func private @value
// CHECK-NOT: @dead
// CHECK: module @inner
// CHECK-NOT: @dead
// CHECK: func.func private @kept
func.func @public() -> (() -> ()) {
  call @used() : () -> ()
  %f = constant @value : () -> ()
  return %f : () -> ()
}
// FULL: module {
// FULL-NEXT:   func.func @public() -> (() -> ()) {
// FULL-NEXT:     call @used() : () -> ()
// FULL-NEXT:     %[[F:.*]] = constant @value : () -> ()
// FULL-NEXT:     return %[[F]] : () -> ()
// FULL-NEXT:   }
func.func private @dead() {
  call @dead_too() : () -> ()
  return
}
func.func private @dead_too() {
  call @dead() : () -> ()
  return
}
func.func private @used() {
  call @indirect() : () -> ()
  return
}
// FULL-NEXT:   func.func private @used() {
// FULL-NEXT:     call @indirect() : () -> ()
// FULL-NEXT:     return
// FULL-NEXT:   }
func.func private @indirect()
// FULL-NEXT:   func.func private @indirect()
func.func private @value()
// FULL-NEXT:   func.func private @value()
func.func private @dead_declaration()
module @inner {
  func.func private @dead()
  func.func private @kept()
  func.func @f() {
    call @kept() : () -> ()
    return
  }
}
// FULL-NEXT:   module @inner {
// FULL-NEXT:     func.func private @kept()
// FULL-NEXT:     func.func @f() {
// FULL-NEXT:       call @kept() : () -> ()
// FULL-NEXT:       return
// FULL-NEXT:     }
// FULL-NEXT:   }
// FULL-NEXT: }
