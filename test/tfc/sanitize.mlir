// Code that AddressSanitizer watches, linked to a program in C: memory that is shorter than the program says
// is found.
// RUN: mkdir -p %t && tfc %s -o %t/watched.o --header %t/sums.h --sanitize=address && tfc %s -o %t/plain.o
// RUN: cc -std=c99 -g -Wall -Wextra -Werror -fsanitize=address -I%t %S/Inputs/overrun.c %t/watched.o -o %t/watched -lm -pthread
// RUN: cc -std=c99 -g -Wall -Wextra -Werror -fsanitize=address -I%t %S/Inputs/overrun.c %t/plain.o -o %t/plain -lm -pthread
// RUN: %t/watched 100 100 1 | FileCheck %s --check-prefix=RIGHT
// RUN: %t/watched 5000 5000 3 | FileCheck %s --check-prefix=RIGHT
// RUN: not %t/watched 100 101 1 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: not %t/watched 5000 5001 3 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: tfc %s -o %t/watched.o --sanitize=address --target=host && cc -fsanitize=address -I%t %S/Inputs/overrun.c %t/watched.o -o %t/watched -lm -pthread
// RUN: %t/watched 5000 5000 3 | FileCheck %s --check-prefix=RIGHT
// RUN: not %t/watched 5000 5001 3 2>&1 | FileCheck %s --check-prefix=FOUND
// RUN: %t/plain 100 101 1 | FileCheck %s --check-prefix=RIGHT
// RUN: tfc %s -o %t/watched.so --sanitize=address && not tfc %s -o %t/x.tfx --sanitize=address 2>&1 | FileCheck %s --check-prefix=PACKED
// RUN: not tfc %s -o %t/x.o --sanitize=thread 2>&1 | FileCheck %s --check-prefix=OTHER

// RUN: tfopt %s --emit=llvm --sanitize=address | FileCheck %s --check-prefix=LLVM
// RUN: tfopt %s --emit=llvm | FileCheck %s --check-prefix=PLAIN
// RUN: not tfopt %s --cpu --target=znver4 --sanitize=address 2>&1 | FileCheck %s --check-prefix=TEXT
// RUN: not tfrun %s --random --sanitize=address 2>&1 | FileCheck %s --check-prefix=RUNTIME
// RUN: not tfrun %s --random --sanitize=address --device=interp 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: %python -c "import numpy; numpy.save('%t/x.npy', numpy.array([1, 2, 3], 'f4'))"
// RUN: env ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=$(cc -print-file-name=libasan.so) tfrun %s --in by=2 --in x=%t/x.npy --sanitize=address --no-cache | FileCheck %s --check-prefix=LOADED

// LOADED: [ 2.  6. 12.]
// RIGHT: {{[0-9]+}} sums of a table
// FOUND: AddressSanitizer: heap-buffer-overflow
// FOUND: READ of size
// FOUND: {{[0-9]+}} bytes {{after|to the right of}}
// PACKED: tfc: error: address_sanitizer checks code compiled for the device cpu or ahead of time, not packed programs
// OTHER: tfc: error: option '--sanitize': unknown sanitizer 'thread'; known is address
// LLVM: asan.module_ctor
// LLVM: define {{.*}}@sums({{.*}} #[[WATCHED:[0-9]+]]
// LLVM: call void @__asan_report_load
// LLVM: attributes #[[WATCHED]] = {{.*}}sanitize_address
// PLAIN-NOT: asan
// TEXT: option '--sanitize' needs --emit=llvm, --emit=asm or --emit=obj
// RUNTIME: this process has no AddressSanitizer whose runtime the code can call: link the program with -fsanitize=address
// DEVICE: not programs on the device interp

func.func @sums(%x: tensor<?{n}xf32> {tf.name = "x"}, %by: f32 {tf.name = "by"}) -> tensor<?{n}xf32> {
  %table = arith.constant dense<[1.0, 2.0, 3.0, 5.0, 7.0, 11.0, 13.0, 17.0, 19.0, 23.0, 29.0]> : tensor<11xf32>
  %0 = tensor.splat %by : tensor<?{n}xf32>
  %1 = arith.mulf %x, %0 : tensor<?{n}xf32>
  %2 = tensor.scan add %1 dim = 0 : tensor<?{n}xf32>
  return %2 : tensor<?{n}xf32>
}
