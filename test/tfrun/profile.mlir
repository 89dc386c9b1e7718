// Where the time goes: a line for each loop nest with the line that it came from, and one for what is between
// them; the same as a page.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tfrun %s --random --profile --bench=3 | FileCheck %s
// RUN: tfrun %s --random --profile=%t/page.html | count 0
// RUN: FileCheck %s --check-prefix=PAGE < %t/page.html
// RUN: not tfrun %s --random --profile=%t/none/page.html 2>&1 | FileCheck %s --check-prefix=FOLDER
// RUN: not tfrun %s --random --profile --trap-nan 2>&1 | FileCheck %s --check-prefix=BOTH

// CHECK: 3 calls, {{.*}} each; this machine can do {{.*}} Gop/s (a product) and {{.*}} GB/s (a copy)
// CHECK-NEXT: share {{ *}}time/call {{ *}}runs {{ *}}Gop/s {{ *}}GB/s {{ *}}of the limit {{ *}}nest {{ *}}place
// CHECK-NEXT: {{.*}} % {{.*}} 1 {{.*}} loop {{.*}}profile.mlir:[[#@LINE+11]]:
// CHECK: between the nests
// PAGE: <!DOCTYPE html>
// PAGE: <p>10 calls, {{.*}} each
// PAGE: <th>share</th><th>time/call</th>
// PAGE: profile.mlir:[[#@LINE+6]]:
// PAGE: between the nests
// FOLDER: tfrun: error: cannot write '{{.*}}none/page.html': No such file or directory
// BOTH: nan_traps and profile cannot be combined: code that checks for NaN is several times slower

func.func @rows(%x: tensor<64x512xf32>) -> tensor<64x512xf32> {
  %y = math.sin %x : tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}
