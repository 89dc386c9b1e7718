// What cannot be compiled ahead of time is refused.
// RUN: mkdir -p %t && not tfc %s -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfc %s -o %t/x.o --prefix tf_ 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: not tfc %s -o %t/x 2>&1 | FileCheck %s --check-prefix=ENDING
// RUN: not tfc %s 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not tfc %s -o %t/x.ptx 2>&1 | FileCheck %s --check-prefix=PLANNED
// RUN: not tfc %s -o %t/x.o --target sm_90 2>&1 | FileCheck %s --check-prefix=GPU
// RUN: not tfc %s -o %t/x.o --target z80 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not tfc %s -o %t/x.so --cc %t/no-compiler --prefix p_ 2>&1 | FileCheck %s --check-prefix=CC
// RUN: not tfc %s -o %t/none/x.o --prefix p_ 2>&1 | FileCheck %s --check-prefix=WRITE
// RUN: not tfc %t/none.mlir -o %t/x.o 2>&1 | FileCheck %s --check-prefix=READ
// RUN: tfc %s -o %t/x.o --prefix p_ --header %t/x.h && cc -fsyntax-only -Wall -Werror %t/x.h

// NAME: tfc: error: function 'double' is reserved by C or used by the object: rename it, or set a prefix
// PREFIX: tfc: error: function 'tf_double' is reserved by C or used by the object
// ENDING: tfc: error: '{{.*}}x': unknown extension; known are .o, .a, .so, .s, .ll, .mlir and .tfx
// OUTPUT: tfc: error: no output: give one with -o FILE; its extension selects the form
// PLANNED: tfc: error: '{{.*}}x.ptx': tfopt --gpu --emit=ptx writes PTX; a packed program (.tfx) holds it, too
// GPU: tfc: error: target 'sm_90' is a GPU: --gpu=sm_90 puts its code into a packed program (-o FILE.tfx)
// TARGET: tfc: error: unknown processor 'z80'; known are: host, x86-64, x86-64-v2, x86-64-v3, x86-64-v4, aarch64
// CC: tfc: error: a shared library needs a C compiler, and '{{.*}}no-compiler' does not run: No such file or directory; --cc names another
// WRITE: tfc: error: cannot write '{{.*}}x.o': No such file or directory
// READ: tfc: error: cannot read '{{.*}}none.mlir': No such file or directory
func.func @double(%x: f32 {tf.name = "*/ int"}, %y: i32 {tf.name = "int"}) -> (f32 {tf.name = "x"}) {
  return %x : f32
}
