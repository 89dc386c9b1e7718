// Code for a set of instructions with AVX-512 is ordered by the timing of a processor of today; other levels
// say none.
// RUN: mkdir -p %t && tfc %s --target=x86-64-v4 -o %t/wide.ll && FileCheck %s --check-prefix=WIDE < %t/wide.ll
// RUN: tfc %s --target=x86-64-v3 -o %t/usual.ll && FileCheck %s --check-prefix=USUAL < %t/usual.ll

// WIDE: define {{.*}}twice
// WIDE: "tune-cpu"="znver4"
// USUAL: define {{.*}}twice
// USUAL-NOT: tune-cpu
func.func @twice(%x: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %y = arith.addf %x, %x : tensor<?{n}xf32>
  return %y : tensor<?{n}xf32>
}
