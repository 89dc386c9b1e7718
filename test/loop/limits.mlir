// Loops that do not end in time are ended, also inside of others, in parallel ones, and where constants say
// how long they run.
// RUN: not tfrun %s --entry=inside --in arg0=4000000000000000000 --device=cpu --max-seconds=1 2>&1 | FileCheck %s
// RUN: not tfrun %s --entry=in_parallel --random --in arg1=4000000000000000000 --device=cpu --max-seconds=1 2>&1 | FileCheck %s
// RUN: not tfrun %s --entry=constants --device=cpu --max-seconds=1 2>&1 | FileCheck %s
// CHECK: max-seconds

func.func @inside(%n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : index
  %r = loop.for %i = %c0 to %c100 step %c1 iter_args(%a = %c0) -> (index) {
    %s = loop.for %j = %c0 to %n step %c1 iter_args(%b = %a) -> (index) {
      %m = arith.muli %b, %b : index
      %x = arith.xori %m, %j : index
      loop.yield %x : index
    }
    loop.yield %s : index
  }
  return %r : index
}

func.func @in_parallel(%x: tensor<64xi64>, %n: index) -> tensor<64xi64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %y = tensor.compute (%i) in [64] {
    %e = tensor.at %x[%i] : tensor<64xi64>
    %s = loop.for %j = %c0 to %n step %c1 iter_args(%b = %e) -> (i64) {
      %k = arith.index_cast %j : index to i64
      %m = arith.muli %b, %b : i64
      %v = arith.xori %m, %k : i64
      loop.yield %v : i64
    }
    tensor.yield %s : i64
  } : tensor<64xi64>
  return %y : tensor<64xi64>
}

func.func @constants() -> index {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %low = arith.constant -9223372036854775808 : index
  %high = arith.constant 9223372036854775807 : index
  %r = loop.for %i = %low to %high step %c3 iter_args(%a = %c0) -> (index) {
    %m = arith.muli %a, %a : index
    %x = arith.xori %m, %i : index
    loop.yield %x : index
  }
  return %r : index
}
