// Schedules are measured with the arguments of the run and kept in a file, which is read back; what is only
// read gives the same file and the same loops. Results are those of the interpreter.
// RUN: rm -rf %t && mkdir -p %t
// RUN: tfrun %s --random --no-cache --threads=1 --tune=%t/found --explain --out %t/tuned.npy 2>%t/said
// RUN: FileCheck %s --check-prefix=SAID < %t/said
// RUN: FileCheck %s --check-prefix=FILE < %t/found
// RUN: tfrun %s --random --no-cache --threads=1 --schedules=%t/found --out %t/read.npy && cmp %t/tuned.npy %t/read.npy
// RUN: tfrun %s --random --device=interp --out %t/interp.npy && cmp %t/tuned.npy %t/interp.npy
// RUN: tfrun %s --random --no-cache --threads=1 --tune=%t/drawn --sample=5 --explain --out %t/drawn.npy 2>%t/said
// RUN: FileCheck %s --check-prefix=DRAWN < %t/said
// RUN: cmp %t/drawn.npy %t/interp.npy
// RUN: not tfrun %s --random --sample=5 2>&1 | FileCheck %s --check-prefix=SAMPLE
// RUN: echo 'no schedules' > %t/wrong && not tfrun %s --random --schedules=%t/wrong 2>&1 | FileCheck %s --check-prefix=HEADER
// RUN: printf 'tensorforge schedules 1\nmachine {}\nloops_12 #tensor.schedule<>\n' > %t/wrong && not tfrun %s --random --schedules=%t/wrong 2>&1 | FileCheck %s --check-prefix=KEY
// RUN: printf 'tensorforge schedules 1\nmachine {}\nloops_0123456789abcdef #tensor.schedule<tile(i)>\n' > %t/wrong && not tfrun %s --random --schedules=%t/wrong 2>&1 | FileCheck %s --check-prefix=STEP
// RUN: not tfrun %s --random --device=interp --tune=%t/found 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not tfrun %s --random --schedules=%t/found --tune=%t/found 2>&1 | FileCheck %s --check-prefix=BOTH

// SAID: loops_{{[0-9a-f]+}} over [64, 96], 1 fold  from {{.*}}tune.mlir:[[#@LINE+14]]:{{.*}} schedules
// SAID: price and time: {{.*}}rank correlation
// SAID: {{[0-9.]+}} %  price {{.*}}  #tensor.schedule<
// SAID: computes, {{.*}} s; the schedules are in '{{.*}}found'
// DRAWN: loops_{{[0-9a-f]+}} over [64, 96], 1 fold{{.*}}of 5 schedules
// SAMPLE: option '--sample' is for --tune, and takes a count above 0
// FILE: tensorforge schedules 1
// HEADER: tfrun: error: {{.*}}wrong:1: a file of schedules begins with the line 'tensorforge schedules 1'
// KEY: tfrun: error: {{.*}}wrong:3: 'loops_12' is not a key of a compute or a group: loops_, tiles_ or groups_ with 16 digits
// STEP: tfrun: error: {{.*}}wrong:3: {{.*}}unknown step 'tile'
// DEVICE: schedules are measured for the device cpu with its own passes
// BOTH: options '--schedules' and '--tune' exclude each other: --tune continues from the schedules in its file

func.func @product(%a: tensor<64x32xi32>, %b: tensor<32x96xi32>) -> tensor<64x96xi32> {
  %c = tensor.compute (%i, %j) in [64, 96] {
    %s = tensor.fold (%k) = 0 to 32 add {
      %x = tensor.at %a[%i, %k] : tensor<64x32xi32>
      %y = tensor.at %b[%k, %j] : tensor<32x96xi32>
      %z = arith.muli %x, %y : i32
      tensor.yield %z : i32
    } : i32
    tensor.yield %s : i32
  } : tensor<64x96xi32>
  return %c : tensor<64x96xi32>
}
