// What does not fit is refused, with the argument, both types and the file.
// RUN: mkdir -p %t && tfrun %s --device=interp --entry=make --out %t
// RUN: not tfrun %s --device=interp --entry=f 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not tfrun %s --device=interp --entry=f --in x=%t/ints.npy 2>&1 | FileCheck %s --check-prefix=DTYPE
// RUN: not tfrun %s --device=interp --entry=f --in x=%t/line.npy 2>&1 | FileCheck %s --check-prefix=RANK
// RUN: not tfrun %s --device=interp --entry=f --in x=%t/three.npy --in v=%t/two.npy --in dt=1 2>&1 | FileCheck %s --check-prefix=EXTENT
// RUN: not tfrun %s --device=interp --entry=f --in xx=%t/two.npy 2>&1 | FileCheck %s --check-prefix=NAME
// RUN: not tfrun %s --device=interp --entry=f --in '#3=%t/two.npy' 2>&1 | FileCheck %s --check-prefix=POSITION
// RUN: not tfrun %s --device=interp --entry=f --in %t/two.npy 2>&1 | FileCheck %s --check-prefix=WHOSE
// RUN: not tfrun %s --device=interp --entry=f --in x=%t/none.npy 2>&1 | FileCheck %s --check-prefix=FILE
// RUN: not tfrun %s --device=interp --entry=f --in x=%s 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not tfrun %s --device=interp --entry=f --in x=%t/two.npy --in x=%t/two.npy 2>&1 | FileCheck %s --check-prefix=TWICE
// RUN: not tfrun %s --device=interp --entry=f --random --dim m=3 2>&1 | FileCheck %s --check-prefix=DIM
// RUN: not tfrun %s --device=interp --entry=f --random --dim n=5 --in x=%t/two.npy 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: not tfrun %s --device=interp --entry=make --out %t/x.npy 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: not tfrun %s --device=interp --random 2>&1 | FileCheck %s --check-prefix=ENTRY
// RUN: not tfrun %s --device=interp --random --entry=mak 2>&1 | FileCheck %s --check-prefix=ENTRIES
// RUN: not tfrun %s --device=cuda 2>&1 | FileCheck %s --check-prefix=CUDA
// RUN: not tfrun %s --schedules=%t/none.schedules 2>&1 | FileCheck %s --check-prefix=SCHEDULES
// RUN: not tfrun %s --explain 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: not tfrun %s --device=cpuu 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not tfrun %s --entry=make --device=interp --profile 2>&1 | FileCheck %s --check-prefix=PROFILE
// RUN: not tfrun %t/none.tfx 2>&1 | FileCheck %s --check-prefix=TFX
// RUN: not tfrun %t/none.mlir 2>&1 | FileCheck %s --check-prefix=PROGRAM
// RUN: not tfrun 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not tfrun %s --bench=0 2>&1 | FileCheck %s --check-prefix=BENCH
// RUN: not tfrun %s --pipeline=canonicalizee 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: echo 'func.func @f() { "vhlo.return_v1"() : () -> () }' > %t/hlo.mlir
// RUN: not tfrun %t/hlo.mlir 2>&1 | FileCheck %s --check-prefix=HLO
// RUN: printf 'ML\357R\001' > %t/byte.mlir && not tfrun %t/byte.mlir 2>&1 | FileCheck %s --check-prefix=BYTECODE
// RUN: not tfrun %t/two.npy 2>&1 | FileCheck %s --check-prefix=BINARY
// RUN: echo 'func.func @f() { return %%x : f32 }' > %t/wrong.mlir
// RUN: not tfrun - < %t/wrong.mlir 2>&1 | FileCheck %s --check-prefix=PLACE

// MISSING: tfrun: error: argument 'x' of 'f' (tensor<?{n}x3xf32>) has no value: give it with --in x=FILE, or --random
// DTYPE: tfrun: error: argument 'x' of 'f' is tensor<?{n}x3xf32>, but '{{.*}}ints.npy' has tensor<2x3xint32>
// RANK: tfrun: error: argument 'x' of 'f' is tensor<?{n}x3xf32>, but '{{.*}}line.npy' has tensor<2xfloat32>
// EXTENT: tfrun: error: argument 'v' of 'f' is tensor<?{n}x3xf32>, not tensor<2x3xf32> (with n = 3); it is from '{{.*}}two.npy'
// NAME: tfrun: error: 'f' has no argument 'xx'; did you mean 'x'?; it takes: x, v, dt
// POSITION: tfrun: error: no argument '#3': 'f' takes 3 arguments, from #0 on
// WHOSE: tfrun: error: '{{.*}}two.npy' holds one unnamed array: name its argument, as --in x={{.*}}two.npy
// FILE: tfrun: error: argument 'x' of 'f': '{{.*}}none.npy': cannot be read: No such file or directory
// FORMAT: tfrun: error: argument 'x' of 'f': '{{.*}}errors.mlir': is not a .npy, .npz or .safetensors file
// TWICE: tfrun: error: argument 'x' of 'f' is given twice with --in
// DIM: tfrun: error: 'f' has no extent 'm'{{.*}}; it has: n
// OTHER: tfrun: error: argument 'x', '{{.*}}two.npy': the extent 'n' is 5 here, but the argument has 2
// ONE: tfrun: error: '{{.*}}x.npy' holds one array, and 'make' has 4 results
// ENTRY: tfrun: error: the program has 2 functions: select one with --entry: f, make
// ENTRIES: tfrun: error: the program has no function 'mak'; did you mean 'make'?; it has: f, make
// CUDA: tfrun: error: {{.*(driver|GPU)}}
// SCHEDULES: tfrun: error: cannot read '{{.*}}none.schedules': No such file or directory
// EXPLAIN: tfrun: error: option '--explain' is for --tune
// DEVICE: tfrun: error: unknown device 'cpuu'; did you mean 'cpu'?; known are interp, cpu, simt, simt-compiled, cuda
// PROFILE: profile measures loop nests on cpu, not on interp
// TFX: tfrun: error: cannot read '{{.*}}none.tfx': No such file or directory
// PROGRAM: tfrun: error: cannot read '{{.*}}none.mlir': No such file or directory
// NOTHING: tfrun: error: no program; tfrun --help shows how it is called
// BENCH: tfrun: error: options '--bench' and '--threads' take a count above 0
// PIPELINE: error: {{.*}}did you mean 'canonicalize'
// HLO: tfrun: error: '{{.*}}hlo.mlir' is a VHLO program, which is not supported: convert it to StableHLO with
// BYTECODE: tfrun: error: '{{.*}}byte.mlir' is MLIR bytecode, which is not supported
// BINARY: tfrun: error: '{{.*}}two.npy' is not a program: it is not UTF-8 at byte 0
// PLACE: <stdin>:1:{{[0-9]+}}: error: use of undefined value '%x'
func.func @f(%x: tensor<?{n}x3xf32> {tf.name = "x"}, %v: tensor<?{n}x3xf32> {tf.name = "v"}, %dt: f32 {tf.name = "dt"})
    -> tensor<?{n}x3xf32> {
  %0 = arith.addf %x, %v : tensor<?{n}x3xf32>
  return %0 : tensor<?{n}x3xf32>
}
func.func @make() -> (tensor<2x3xi32> {tf.name = "ints"}, tensor<2xf32> {tf.name = "line"},
    tensor<2x3xf32> {tf.name = "two"}, tensor<3x3xf32> {tf.name = "three"}) {
  %0 = arith.constant dense<1> : tensor<2x3xi32>
  %1 = arith.constant dense<1.0> : tensor<2xf32>
  %2 = arith.constant dense<1.0> : tensor<2x3xf32>
  %3 = arith.constant dense<1.0> : tensor<3x3xf32>
  return %0, %1, %2, %3 : tensor<2x3xi32>, tensor<2xf32>, tensor<2x3xf32>, tensor<3x3xf32>
}
