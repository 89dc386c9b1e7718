// The n-body example in C: compiled ahead of time, linked by the C compiler, compared with the interpreter.
// RUN: mkdir -p %t && tfc %S/../../examples/programs/nbody.mlir -o %t/nbody.o --header %t/nbody.h --prefix nbody_
// RUN: cc -std=c99 -O1 -Wall -Wextra -Werror -pedantic -I%t %S/../../examples/c/nbody.c %t/nbody.o -o %t/nbody -lm -pthread
// RUN: %t/nbody 40 1 1 %t/one.bin | FileCheck %s
// RUN: %t/nbody 40 1 4 %t/four.bin && cmp %t/one.bin %t/four.bin
// RUN: cc -fopenmp -Wall -Wextra -Werror -I%t %S/../../examples/c/nbody.c %t/nbody.o -o %t/openmp -lm
// RUN: %t/openmp 40 1 3 %t/openmp.bin && cmp %t/one.bin %t/openmp.bin
// RUN: %t/nbody 1000 3 4 | FileCheck %s --check-prefix=MORE
// RUN: %t/nbody 0 1 | FileCheck %s --check-prefix=NONE
// RUN: %python %S/Inputs/nbody.py start %t
// RUN: tfrun %S/../../examples/programs/nbody.mlir --device=interp --in %t/start.npz --out %t/interp.npz
// RUN: %python %S/Inputs/nbody.py compare %t | FileCheck %s --check-prefix=SAME

// TIMES:      {{%}})  pipeline
// TIMES-NEXT: {{%}})  emission
// TIMES:      {{%}})  codegen

// CHECK: 40 bodies, 1 steps; the centre moves at {{[0-9.]+}}e-{{0[6-9]|1[0-9]}}
// MORE: 1000 bodies, 3 steps; the centre moves at
// NONE: 0 bodies, 1 steps
// SAME: 40 bodies: as the interpreter

// The header is C and C++, two of them do not disturb each other, and the other forms work, too.
// RUN: tfc %s -o %t/timed.o --timing 2>&1 | FileCheck %s --check-prefix=TIMES
// RUN: tfc %s -o %t/other.a --header %t/other.h --target x86-64-v3
// RUN: printf '#include "nbody.h"\n#include "other.h"\n#include "nbody.h"\nint main() { return 0; }\n' > %t/headers.cc
// RUN: c++ -std=c++98 -Wall -Wextra -Werror -fsyntax-only -I%t %t/headers.cc
// RUN: c++ -std=c++17 -Wall -Wextra -Werror -pedantic -fsyntax-only -I%t %t/headers.cc
// RUN: FileCheck %s --check-prefix=HEADER < %t/nbody.h
// RUN: tfc %s -o %t/other.s && tfc %s -o %t/other.ll && tfc %s -o %t/other.mlir
// RUN: FileCheck %s --check-prefix=ASM < %t/other.s
// RUN: FileCheck %s --check-prefix=LLVM < %t/other.ll
// RUN: FileCheck %s --check-prefix=MLIR < %t/other.mlir
// RUN: cc -std=c99 -Wall -Wextra -Werror -I%t %S/Inputs/twice.c %t/other.a %t/nbody.o -o %t/twice -lm && %t/twice | FileCheck %s --check-prefix=TWICE
// RUN: cc -I%t %S/Inputs/twice.c %t/other.s %t/nbody.o -o %t/twice -lm && %t/twice | FileCheck %s --check-prefix=TWICE

// HEADER: #ifndef TF_NBODY_H
// HEADER: Runs 'step'.
// HEADER-NEXT: x: argument 'x', tensor<?{n}x3xf32>
// HEADER: x_out: result 'x', tensor<?{n}x3xf32>
// HEADER: int32_t nbody_step(const tf_array *x, const tf_array *v, const tf_array *x_out, const tf_array *v_out, const tf_context *context, tf_error *error);
// HEADER: int32_t nbody_step_extents(const tf_array *x, const tf_array *v, int64_t x_out[2], int64_t v_out[2], tf_error *error);
// ASM: .globl twice
// LLVM: define {{.*}}i32 @twice(
// MLIR: llvm.func @twice(
// TWICE: 0: 2 4 6, overlap 20: result 'r0' of 'twice' is tensor<?{n}xf64>: its memory overlaps that of another array
func.func @twice(%x: tensor<?{n}xf64>) -> tensor<?{n}xf64> {
  %0 = arith.addf %x, %x : tensor<?{n}xf64>
  return %0 : tensor<?{n}xf64>
}
