// RUN: tfopt %s | tfopt | tee %t.check | FileCheck %s
// RUN: FileCheck %s --check-prefix=FULL --match-full-lines < %t.check
// RUN: tfopt --print-op-generic %s | tfopt | FileCheck %s
// COMPLETE: FULL

// Every op of func in custom form; signatures with attributes; declarations; visibility.

// CHECK: func.func private @declared(i32, tensor<4x?xf32>) -> f32
func.func private @declared(i32, tensor<4x?xf32>) -> f32
// FULL: module {
// FULL-NEXT:   func.func private @declared(i32, tensor<4x?xf32>) -> f32
// CHECK: func.func private @named(i32)
func.func private @named(%x: i32)
// FULL-NEXT:   func.func private @named(i32)
// CHECK: func.func nested @"a name with spaces"() attributes {dialect.flag}
func.func nested @"a name with spaces"() attributes {dialect.flag}
// FULL-NEXT:   func.func nested @"a name with spaces"() attributes {dialect.flag}
// CHECK: func.func private @with_attributes(i32 {dialect.a = 1 : i64, dialect.b}, f32) -> (f32 {dialect.c = "x"}, i1) attributes {dialect.list = [1, 2], no_inline}
func.func private @with_attributes(i32 {dialect.b, dialect.a = 1}, f32) -> (f32 {dialect.c = "x"}, i1)
// FULL-NEXT:   func.func private @with_attributes(i32 {dialect.a = 1 : i64, dialect.b}, f32) -> (f32 {dialect.c = "x"}, i1) attributes {dialect.list = [1, 2], no_inline}
    attributes {no_inline, dialect.list = [1, 2]}
// CHECK: func.func private @result_with_attributes() -> (f32 {dialect.d})
func.func private @result_with_attributes() -> (f32 {dialect.d})
// FULL-NEXT:   func.func private @result_with_attributes() -> (f32 {dialect.d})
// CHECK: func.func private @function_result() -> (() -> i32)
func.func private @function_result() -> (() -> i32)
// FULL-NEXT:   func.func private @function_result() -> (() -> i32)

// CHECK-LABEL: func.func @nothing() {
// CHECK-NEXT: return
func.func @nothing() {
  return
}
// FULL-NEXT:   func.func @nothing() {
// FULL-NEXT:     return
// FULL-NEXT:   }

// CHECK-LABEL: func.func public @body
// CHECK-SAME: (%{{.*}}: i32 {dialect.a = 2 : i8}, %{{.*}}: tensor<?xf32>) -> (i32, tensor<?xf32>) attributes {no_inline}
func.func public @body(%a: i32 {dialect.a = 2 : i8}, %t: tensor<?xf32>) -> (i32, tensor<?xf32>) attributes {no_inline} {
  // CHECK: return %{{.*}}, %{{.*}} : i32, tensor<?xf32>
  return %a, %t : i32, tensor<?xf32>
}
// FULL-NEXT:   func.func public @body(%[[ARG0:.*]]: i32 {dialect.a = 2 : i8}, %[[ARG1:.*]]: tensor<?xf32>) -> (i32, tensor<?xf32>) attributes {no_inline} {
// FULL-NEXT:     return %[[ARG0]], %[[ARG1]] : i32, tensor<?xf32>
// FULL-NEXT:   }

// CHECK-LABEL: func.func @calls
func.func @calls(%a: i32, %t: tensor<?xf32>) -> i32 {
  // CHECK: call @nothing() : () -> ()
  call @nothing() : () -> ()
  // CHECK: %{{.*}}:2 = call @body(%{{.*}}, %{{.*}}) {no_inline} : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
  %0:2 = func.call @body(%a, %t) {no_inline} : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
  // CHECK: %[[BODY:.*]] = constant @body : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
  %f = constant @body : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
  // CHECK: call_indirect %[[BODY]](%{{.*}}, %{{.*}}) : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
  %1:2 = call_indirect %f(%0#0, %0#1) : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
  // CHECK: constant {dialect.note} @nothing : () -> ()
  %g = func.constant {dialect.note} @nothing : () -> ()
  // CHECK: call_indirect %{{.*}}() {dialect.note} : () -> ()
  func.call_indirect %g() {dialect.note} : () -> ()
  // CHECK: return {dialect.note} %{{.*}} : i32
  return {dialect.note} %1#0 : i32
}
// FULL-NEXT:   func.func @calls(%[[ARG0:.*]]: i32, %[[ARG1:.*]]: tensor<?xf32>) -> i32 {
// FULL-NEXT:     call @nothing() : () -> ()
// FULL-NEXT:     %[[V0:.*]]:2 = call @body(%[[ARG0]], %[[ARG1]]) {no_inline} : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
// FULL-NEXT:     %[[F:.*]] = constant @body : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
// FULL-NEXT:     %[[V1:.*]]:2 = call_indirect %[[F]](%[[V0]]#0, %[[V0]]#1) : (i32, tensor<?xf32>) -> (i32, tensor<?xf32>)
// FULL-NEXT:     %[[F_0:.*]] = constant {dialect.note} @nothing : () -> ()
// FULL-NEXT:     call_indirect %[[F_0]]() {dialect.note} : () -> ()
// FULL-NEXT:     return {dialect.note} %[[V1]]#0 : i32
// FULL-NEXT:   }

// Functions may be called before they are defined, and call themselves.
// CHECK-LABEL: func.func private @recursive
func.func private @recursive(%n: i64) -> i64 {
  %0 = call @later(%n) : (i64) -> i64
  %1 = call @recursive(%0) : (i64) -> i64
  return %1 : i64
}
// FULL-NEXT:   func.func private @recursive(%[[ARG0:.*]]: i64) -> i64 {
// FULL-NEXT:     %[[V0:.*]] = call @later(%[[ARG0]]) : (i64) -> i64
// FULL-NEXT:     %[[V1:.*]] = call @recursive(%[[V0]]) : (i64) -> i64
// FULL-NEXT:     return %[[V1]] : i64
// FULL-NEXT:   }
func.func private @later(%n: i64) -> i64 {
  return %n : i64
}
// FULL-NEXT:   func.func private @later(%[[ARG0:.*]]: i64) -> i64 {
// FULL-NEXT:     return %[[ARG0]] : i64
// FULL-NEXT:   }

// CHECK-LABEL: module @inner
module @inner {
  // CHECK: func.func @nothing(%{{.*}}: f32)
  func.func @nothing(%x: f32) {
    return
  }
  func.func @use(%x: f32) {
    // CHECK: call @nothing(%{{.*}}) : (f32) -> ()
    call @nothing(%x) : (f32) -> ()
    return
  }
}
// FULL-NEXT:   module @inner {
// FULL-NEXT:     func.func @nothing(%[[ARG0:.*]]: f32) {
// FULL-NEXT:       return
// FULL-NEXT:     }
// FULL-NEXT:     func.func @use(%[[ARG0]]: f32) {
// FULL-NEXT:       call @nothing(%[[ARG0]]) : (f32) -> ()
// FULL-NEXT:       return
// FULL-NEXT:     }
// FULL-NEXT:   }
// FULL-NEXT: }
