// What becomes of a module after the passes; without any pass, the pipeline for processors runs.
// RUN: tfopt %s --emit=upstream | FileCheck %s --check-prefix=UPSTREAM
// RUN: tfopt %s --emit=mlir | FileCheck %s --check-prefix=MLIR
// RUN: tfopt %s --emit=llvm | FileCheck %s --check-prefix=LLVM
// RUN: tfopt %s --emit=asm | FileCheck %s --check-prefix=ASM
// RUN: tfopt %s --emit=obj -o %t.o
// RUN: llvm-nm %t.o | FileCheck %s --check-prefix=OBJ
// RUN: not tfopt %s --emit=obj 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: tfopt %s --emit=ptx | FileCheck %s --check-prefix=PTX
// RUN: not tfopt %s --emit=lllvm 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfopt %s --emit=llvm --canonicalize 2>&1 | FileCheck %s --check-prefix=EARLY

// UPSTREAM: "scf.
// MLIR: llvm.func @twice
// LLVM: define {{.*}}@twice(
// ASM: twice:
// OBJ: T twice
// TEXT: tfopt: error: --emit=obj writes no text: name a file with -o
// PTX: .visible .entry twice_k0(
// NAME: tfopt: error: option '--emit': unknown form 'lllvm'; known are upstream, mlir, llvm, asm, obj, ptx; did you mean 'llvm'?
// EARLY: emit.mlir:[[#@LINE+2]]:1: error:
// EARLY: note: --emit takes modules at the memory stage: run the pipeline --cpu first
func.func @twice(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %0 = arith.addf %x, %x : tensor<?{n}xf32>
  return %0 : tensor<?{n}xf32>
}
