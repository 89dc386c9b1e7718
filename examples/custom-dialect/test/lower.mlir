// RUN: fixed-opt %s --pass-pipeline='func.func(lower-fixed)' | FileCheck %s --implicit-check-not=fixed
// The way down goes on as for any other program.
// RUN: fixed-opt %s --pass-pipeline='func.func(lower-fixed,canonicalize,tensor-to-loops,canonicalize,cse)' | FileCheck %s --check-prefix=LOOPS

// CHECK-LABEL: func.func @horner
// CHECK-SAME: (%arg0: tensor<?{n}xf32>, %arg1: i32)
// LOOPS-LABEL: func.func @horner
func.func @horner(%x: tensor<?{n}xf32>, %q: !fixed.q<8>) -> tensor<?{n}xf32> {
  // LOOPS: loop.{{parallel|for}}
  %r = tensor.compute (%i) in [n] {
    %v = tensor.at %x[%i] : tensor<?{n}xf32>
    // CHECK: %[[S:.*]] = arith.constant 2.560000e+02 : f32
    // CHECK-NEXT: %[[M:.*]] = arith.mulf %{{.*}}, %[[S]] : f32
    // CHECK-NEXT: %[[R:.*]] = math.roundeven %[[M]] : f32
    // CHECK-NEXT: %[[I:.*]] = arith.fptosi %[[R]] : f32 to i32
    %a = fixed.from_float %v : f32 to !fixed.q<8>
    // CHECK-NEXT: %[[A:.*]] = arith.extsi %[[I]] : i32 to i64
    // CHECK-NEXT: %[[B:.*]] = arith.extsi %arg1 : i32 to i64
    // CHECK-NEXT: %[[P:.*]] = arith.muli %[[A]], %[[B]] : i64
    // CHECK: arith.shrsi %[[P]], %{{.*}} : i64
    // CHECK-NEXT: arith.trunci
    %b = fixed.mul %a, %q : !fixed.q<8>
    // CHECK: arith.shli
    %c = fixed.shift %b by 1 : !fixed.q<8>
    // CHECK: arith.constant 640 : i32
    %d = fixed.constant #fixed.value<2.5> : !fixed.q<8>
    // CHECK: arith.addi
    %e = fixed.add %c, %d : !fixed.q<8>
    // CHECK: arith.sitofp
    // LOOPS: mem.store
    %f = fixed.to_float %e : !fixed.q<8> to f32
    tensor.yield %f : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}
