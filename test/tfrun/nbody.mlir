// The n-body example as text, against NumPy in double precision; results have the names of the program.
// RUN: mkdir -p %t && tfrun %s --random --dim n=300 --seed 5 --out %t/start.npz --device=interp
// RUN: tfrun %S/../../examples/programs/nbody.mlir --in %t/start.npz --out %t/cpu
// RUN: tfrun %S/../../examples/programs/nbody.mlir --in %t/start.npz --out %t/one.npz --threads=1
// RUN: tfrun %S/../../examples/programs/nbody.mlir --random --dim n=300 --seed 5 --out %t/random.npz
// RUN: %python %S/Inputs/nbody.py %t | FileCheck %s
// CHECK: 300 bodies: as NumPy; the same on one thread; the same by seed

// RUN: tfrun %S/../../examples/programs/nbody.mlir --random --bench 3 | FileCheck %s --check-prefix=BENCH
// BENCH: compile {{[0-9.]+ (µs|ms|s)$}}
// BENCH-NEXT: run min {{[0-9.]+ (µs|ms|s)}}, median {{[0-9.]+ (µs|ms|s)}}, 3 runs
func.func @start(%x: tensor<?{n}x3xf32> {tf.name = "x"}, %v: tensor<?{n}x3xf32> {tf.name = "v"})
    -> (tensor<?{n}x3xf32> {tf.name = "x"}, tensor<?{n}x3xf32> {tf.name = "v"}) {
  return %x, %v : tensor<?{n}x3xf32>, tensor<?{n}x3xf32>
}
