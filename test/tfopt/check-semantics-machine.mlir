// Emission and LLVM are stages like passes; flags give machine code, and passes, a choice that is no
// difference.
// RUN: tfopt %s --cpu --check-semantics -o /dev/null 2>&1 | FileCheck %s
// RUN: tfopt %s --cpu --bisect -o /dev/null 2>&1 | FileCheck %s
// RUN: tfopt %s --emit=asm --check-semantics=2 -o /dev/null 2>&1 | FileCheck %s
// RUN: tfopt %s --canonicalize --check-semantics -o /dev/null 2>&1 | FileCheck %s --check-prefix=PASSES
// CHECK: semantics: 2 functions compared, {{[0-9]+}} answers around passes, {{[1-9][0-9]*}} of machine code (
// CHECK-NOT: left out
// PASSES: semantics: 2 functions compared, 8 answers around passes, none of machine code (the pipeline does not end at the memory stage)
func.func @padded(%x: tensor<10x6xf32>) -> tensor<13x9xf32> {
  %c = arith.constant 0.5 : f32
  %1 = tensor.pad %x, %c low = [1, 1] high = [2, 2] : tensor<10x6xf32> to tensor<13x9xf32>
  return %1 : tensor<13x9xf32>
}
func.func @quotients(%x: tensor<?{n}xf32>, %y: tensor<?{n}xf32>) -> tensor<f32> {
  %q = arith.divf %x, %y : tensor<?{n}xf32>
  %s = tensor.reduce add %q dims = [0] : tensor<?{n}xf32> to tensor<f32>
  return %s : tensor<f32>
}
