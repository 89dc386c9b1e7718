// RUN: tfopt %s --inline | FileCheck %s
// RUN: tfopt %s --inline --pass-statistics -o /dev/null 2>&1 | FileCheck %s --check-prefix=STATS
// RUN: tfopt %s --inline --print-debuginfo --print-local-scope | FileCheck %s --check-prefix=LOC
// RUN: tfopt %s --inline=max-callee-ops=3 | FileCheck %s --check-prefix=SMALL
// STATS: (S) 6 num-inlined
// STATS: (S) 4 num-refused
// STATS: (S) 2 num-erased

// Callees first: what is inlined is inlined already.
// CHECK-LABEL: func.func @twice
// CHECK-NEXT: %[[A:.*]] = arith.muli %arg0, %arg0 : i32
// CHECK-NEXT: %[[B:.*]] = arith.addi %[[A]], %arg0 : i32
// CHECK-NEXT: %[[C:.*]] = arith.muli %[[B]], %[[B]] : i32
// CHECK-NEXT: %[[D:.*]] = arith.addi %[[C]], %[[B]] : i32
// CHECK-NEXT: return %[[D]]
// CHECK-NOT: func.func private @middle
// CHECK-NOT: func.func private @square
// SMALL-LABEL: func.func @twice
// SMALL-NEXT: call @middle
// SMALL-NEXT: call @middle
// SMALL-LABEL: func.func private @middle
// SMALL-NEXT: arith.muli
// LOC-LABEL: func.func @twice
// LOC-NEXT: arith.muli {{.*}} loc(callsite(callsite("{{.*}}inline.mlir":[[@LINE+13]]:8 at "{{.*}}inline.mlir":[[@LINE+8]]:8) at "{{.*}}inline.mlir":[[@LINE+2]]:8))
func.func @twice(%a: i32) -> i32 {
  %b = call @middle(%a) : (i32) -> i32
  %c = call @middle(%b) : (i32) -> i32
  return %c : i32
}
func.func private @middle(%a: i32) -> i32 {
  // The line above all counts: keep these lines.
  %b = call @square(%a) : (i32) -> i32
  %c = arith.addi %b, %a : i32
  return %c : i32
}
func.func private @square(%a: i32) -> i32 {
  %b = arith.muli %a, %a : i32
  return %b : i32
}

// Recursion, declarations and no_inline stay.
// CHECK-LABEL: func.func @refused
// CHECK: call @even
// CHECK: call @odd
// CHECK-LABEL: func.func @even
// CHECK: call @odd
// CHECK-LABEL: func.func @odd
// CHECK: call @even
func.func @refused(%a: i32) -> i32 {
  %0 = call @even(%a) {no_inline} : (i32) -> i32
  %1 = call @odd(%0) {no_inline} : (i32) -> i32
  return %1 : i32
}
func.func @even(%a: i32) -> i32 {
  %0 = call @odd(%a) : (i32) -> i32
  return %0 : i32
}
func.func @odd(%a: i32) -> i32 {
  %0 = call @even(%a) : (i32) -> i32
  return %0 : i32
}

// Calls in loops; regions of callees.
// CHECK-LABEL: func.func @nested
// CHECK: loop.if
// CHECK: loop.if
// CHECK-NOT: call
// CHECK: return
func.func @nested(%c: i1, %a: i32) -> i32 {
  %0 = loop.if %c -> (i32) {
    %1 = func.call @choose(%c, %a) : (i1, i32) -> i32
    loop.yield %1 : i32
  } else {
    loop.yield %a : i32
  }
  return %0 : i32
}
func.func @choose(%c: i1, %a: i32) -> i32 {
  %0 = loop.if %c -> (i32) {
    loop.yield %a : i32
  } else {
    %1 = arith.addi %a, %a : i32
    loop.yield %1 : i32
  }
  return %0 : i32
}

// The callee's extents become the caller's.
// CHECK-LABEL: func.func @extents
// CHECK-SAME: tensor<?{2*k + 1}xf32>
// CHECK-NEXT: %[[R:.*]] = arith.addf %arg0, %arg0 : tensor<?{2*k + 1}xf32>
// CHECK-NEXT: return %[[R]] : tensor<?{2*k + 1}xf32>
func.func @extents(%a: tensor<?{2*k + 1}xf32>) -> tensor<?{2*k + 1}xf32> {
  %0 = call @double(%a) : (tensor<?{2*k + 1}xf32>) -> tensor<?{2*k + 1}xf32>
  return %0 : tensor<?{2*k + 1}xf32>
}
// Terms in attributes, too.
// CHECK-LABEL: func.func @boxes
// CHECK-NEXT: tensor.compute (%[[I:.*]]) in [k + 3]
// CHECK-NEXT: tensor.at %arg0[-%[[I]] + (k + 3) - 1]
func.func @boxes(%a: tensor<?{k + 3}xf32>) -> tensor<?{k + 3}xf32> {
  %0 = call @mirror(%a) : (tensor<?{k + 3}xf32>) -> tensor<?{k + 3}xf32>
  return %0 : tensor<?{k + 3}xf32>
}
func.func @mirror(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %0 = tensor.compute (%i) in [n] {
    %x = tensor.at %a[n - %i - 1] : tensor<?{n}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}

func.func @double(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %0 = arith.addf %a, %a : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}
