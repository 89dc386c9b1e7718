// Programs as passes left them and machine code are kept in a folder and taken from there: in the second run
// no pass runs, nothing is emitted and compiled. What is damaged is compiled anew, and a folder that cannot
// be is none.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tfrun %s --random --cache-dir=%t/kept --timing 2>&1 | FileCheck %s --check-prefix=MADE
// RUN: tfrun %s --random --cache-dir=%t/kept --timing 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: for file in %t/kept/*.tfo; do echo damaged > $file; done
// RUN: tfrun %s --random --cache-dir=%t/kept --timing 2>&1 | FileCheck %s --check-prefix=MADE
// RUN: tfrun %s --random --cache-dir=%t/kept --target=x86-64-v2 --timing 2>&1 | FileCheck %s --check-prefix=MADE
// RUN: tfrun %s --random --cache-dir=%t/kept --timing 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: touch %t/file
// RUN: tfrun %s --random --cache-dir=%t/file --timing 2>&1 | FileCheck %s --check-prefix=MADE
// RUN: tfrun %s --random --cache-dir=%t/file --timing 2>&1 | FileCheck %s --check-prefix=MADE
// RUN: not tfrun %s --random --cache-dir=%t/kept --no-cache 2>&1 | FileCheck %s --check-prefix=BOTH

// MADE: {{%}})  pipeline
// MADE-NEXT: {{%}})  emission
// MADE-NEXT: {{%}})  cache
// MADE: {{%}})  codegen
// MADE: tensor<4xf32>
// FOUND-NOT: pipeline
// FOUND: {{%}})  lowered
// FOUND-NEXT: {{%}})  cache
// FOUND-NEXT: {{%}})  link
// FOUND: tensor<4xf32>
// BOTH: options '--cache-dir' and '--no-cache' exclude each other
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = arith.addf %x, %x : tensor<4xf32>
  return %y : tensor<4xf32>
}
