// Functions of the program itself take values in registers, are internal to their unit, and are not inlined.
// RUN: tfopt %s --canonicalize --emit=upstream | FileCheck %s
// RUN: tfopt %s --canonicalize --emit=asm --target=aarch64 | FileCheck %s --check-prefix=ASM

// CHECK: sym_name = "main"
// CHECK: "func.call"(%{{.*}}) <{callee = @often}> : (vector<4xf32>) -> vector<4xf32>
// CHECK-NOT: callee = @often
// CHECK: "func.call"(%{{.*}}, %{{.*}}) <{callee = @rare}> : (i16, vector<4xf32>) -> (i16, vector<4xf32>)
// ASM-LABEL: main:
// ASM: bl often
// ASM: ret
func.func @main(%x: memref<4xf32>, %h: bf16, %y: memref<4xf32>, %g: memref<bf16>) attributes {tf.signature = (tensor<4xf32>, bf16) -> (tensor<4xf32>, bf16)} {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] axis = 0 : memref<4xf32>, vector<4xf32>
  %0 = func.call @often(%v) : (vector<4xf32>) -> vector<4xf32>
  // It is pure: the second call is the first.
  %1 = func.call @often(%v) : (vector<4xf32>) -> vector<4xf32>
  %2 = arith.addf %0, %1 : vector<4xf32>
  %3:2 = func.call @rare(%h, %2) : (bf16, vector<4xf32>) -> (bf16, vector<4xf32>)
  vector.store %3#1, %y[%c0] axis = 0 : memref<4xf32>, vector<4xf32>
  mem.store %3#0, %g[] : memref<bf16>
  return
}

// CHECK: sym_name = "often"
// CHECK: "func.return"(%{{.*}}) : (vector<4xf32>) -> ()
// CHECK-NEXT: llvm.linkage = #llvm.linkage<internal>, passthrough = ["noinline"]
// ASM-LABEL: often:
func.func private @often(%a: vector<4xf32>) -> vector<4xf32> attributes {tf.local = "often"} {
  %0 = arith.addf %a, %a : vector<4xf32>
  return %0 : vector<4xf32>
}

// CHECK: sym_name = "rare"
// CHECK: passthrough = ["noinline", "cold"]
func.func private @rare(%a: bf16, %b: vector<4xf32>) -> (bf16, vector<4xf32>) attributes {tf.local = "rare"} {
  %0 = arith.mulf %b, %b : vector<4xf32>
  return %a, %0 : bf16, vector<4xf32>
}
