// RUN: tfopt --tensor-to-loops --split-input-file %s | FileCheck %s

// A compute that is returned writes the result's memory: no buffer, no copy.
// CHECK-LABEL: func.func @direct
// CHECK-SAME: (%[[A:.*]]: memref<?{n}xf32>, %[[R:.*]]: memref<?{n}xf32>)
// CHECK-SAME: tf.signature = (tensor<?{n}xf32>) -> tensor<?{n}xf32>
// CHECK-NOT: mem.alloc
// CHECK: loop.for %[[I:.*]] =
// CHECK: %[[X:.*]] = mem.load %[[A]][%[[I]]]
// CHECK: mem.store %{{.*}}, %[[R]][%[[I]]]
// CHECK-NOT: mem.copy
func.func @direct(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %x = tensor.at %a[%i] : tensor<?{n}xf32>
    %y = arith.addf %x, %x : f32
    tensor.yield %y : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// -----

// The steps of a schedule are loops and attributes of loops.
// CHECK-LABEL: func.func @scheduled
// CHECK: loop.parallel ({{.*}}grain = 4
// CHECK: loop.for {{.*}}vector_width = 16
func.func @scheduled(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}x?{m}xf32> {
  %c = tensor.compute (%i, %j) in [n, m] attributes {schedule = #tensor.schedule<parallel(i, grain = 4), vectorize(j, 16)>} {
    %x = tensor.at %a[%i, %j] : tensor<?{n}x?{m}xf32>
    tensor.yield %x : f32
  } : tensor<?{n}x?{m}xf32>
  return %c : tensor<?{n}x?{m}xf32>
}

// -----

// Points that run together have one loop for their folds; a part of a group at the end runs point by point.
// CHECK-LABEL: func.func @together
// CHECK: loop.if
// CHECK: %{{.*}}:2 = loop.for %[[K:.*]] = {{.*}} iter_args
// CHECK: mem.load %{{.*}}[%{{.*}}, %[[K]]]
// CHECK: mem.load %{{.*}}[%{{.*}}, %[[K]]]
// CHECK-COUNT-2: mem.store
// CHECK: } else {
// CHECK: loop.for
// CHECK: loop.for {{.*}} iter_args
// CHECK: mem.store
func.func @together(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<jam(i, 2)>} {
    %s = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// -----

// A sum without a written order is a loop over blocks, whose sums are added up in f64; a short one is one loop, and so is one in order.
// CHECK-LABEL: func.func @blocks
// CHECK: %[[LENGTH:.*]] = arith.constant 64 : index
// CHECK: %[[ALL:.*]] = loop.for %[[C:.*]] = {{.*}} iter_args(%[[SUM:.*]] = %{{.*}}) -> (f64)
// CHECK: %[[OFFSET:.*]] = arith.muli %[[C]], %[[LENGTH]]
// CHECK: %[[PART:.*]] = loop.for {{.*}} -> (f32)
// CHECK: arith.addf {{.*}} fastmath<reassoc> : f32
// CHECK: %[[WIDE:.*]] = arith.extf %[[PART]] : f32 to f64
// CHECK: arith.addf %[[SUM]], %[[WIDE]] fastmath<reassoc> : f64
// CHECK: arith.truncf %[[ALL]] : f64 to f32
// CHECK-NOT: f64
// CHECK: loop.for {{.*}} -> (f32)
// CHECK-NOT: f64
// CHECK: loop.for {{.*}} -> (f32)
// CHECK-NOT: f64
func.func @blocks(%a: tensor<?{n}xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %c:3 = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to n add fastmath<reassoc> {
      %x = tensor.at %a[%k] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    %t = tensor.fold (%k) = 0 to 128 add fastmath<reassoc> {
      %x = tensor.at %a[%k] clamp : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    %u = tensor.fold (%k) = 0 to n add {
      %x = tensor.at %a[%k] : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s, %t, %u : f32, f32, f32
  } : tensor<f32>, tensor<f32>, tensor<f32>
  return %c#0, %c#1, %c#2 : tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// Many accumulators have no room for wider ones: blocks are long, and not more than 1024.
// CHECK-LABEL: func.func @blocks_together
// CHECK-DAG: arith.constant 1024 : index
// CHECK-DAG: arith.constant 256 : index
// CHECK: %{{.*}}:2 = loop.for {{.*}} -> (f32, f32)
// CHECK: %{{.*}}:2 = loop.for {{.*}} -> (f32, f32)
// CHECK-NOT: f64
func.func @blocks_together(%a: tensor<?{n}x?{m}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] attributes {schedule = #tensor.schedule<jam(i, 2)>} {
    %s = tensor.fold (%k) = 0 to m add fastmath<reassoc> {
      %x = tensor.at %a[%i, %k] : tensor<?{n}x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// -----

// Halves are added up in f32; the blocks of f64 in f64.
// CHECK-LABEL: func.func @formats
// CHECK: loop.for {{.*}} -> (f64, f64)
// CHECK: loop.for {{.*}} -> (f32, f64)
// CHECK: arith.extf %{{.*}} : f16 to f32
// CHECK: arith.truncf %{{.*}} : f64 to f16
func.func @formats(%a: tensor<?{n}xf16>, %b: tensor<?{n}xf64>) -> (tensor<f16>, tensor<f64>) {
  %c:2 = tensor.compute () in [] {
    %s:2 = tensor.fold (%k) = 0 to n [add, add] fastmath<reassoc> {
      %x = tensor.at %a[%k] : tensor<?{n}xf16>
      %y = tensor.at %b[%k] : tensor<?{n}xf64>
      tensor.yield %x, %y : f16, f64
    } : f16, f64
    tensor.yield %s#0, %s#1 : f16, f64
  } : tensor<f16>, tensor<f64>
  return %c#0, %c#1 : tensor<f16>, tensor<f64>
}

// -----

// A table that nested loops fill element by element stays in one place, where the result has to go.
// CHECK-LABEL: func.func @table
// CHECK-SAME: (%[[START:.*]]: memref<?{n}x?{n}xf32>, %[[RESULT:.*]]: memref<?{n}x?{n}xf32>)
// CHECK-NOT: mem.alloc
// CHECK: mem.copy %[[START]], %[[RESULT]]
// CHECK-NOT: mem.copy
// CHECK: loop.for {{.*}} iter_args(%[[T:.*]] = %[[RESULT]])
// CHECK: loop.for {{.*}} iter_args(%[[U:.*]] = %[[T]])
// CHECK: %[[OLD:.*]] = mem.load %[[U]]
// CHECK: loop.if
// CHECK: mem.store %[[OLD]], %[[U]]
// CHECK: mem.store %{{.*}}, %[[U]]
// CHECK-NOT: mem.copy
func.func @table(%start: tensor<?{n}x?{n}xf32>) -> tensor<?{n}x?{n}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.extent [n] : index
  %r = loop.for %i = %c0 to %n step %c1 iter_args(%t = %start) -> (tensor<?{n}x?{n}xf32>) {
    %q = loop.for %j = %c0 to %n step %c1 iter_args(%u = %t) -> (tensor<?{n}x?{n}xf32>) {
      %x = tensor.at %u[%j, %i] wrap : tensor<?{n}x?{n}xf32>
      %less = arith.cmpi slt, %i, %j : index
      %v = loop.if %less -> (tensor<?{n}x?{n}xf32>) {
        %once = tensor.compute () in [] accumulate(set %acc = %u : tensor<?{n}x?{n}xf32>) {
          tensor.put %x into %acc[%i, %j] drop : memref<?{n}x?{n}xf32>
          tensor.yield
        }
        %y = tensor.at %once[%j, %j] wrap : tensor<?{n}x?{n}xf32>
        %twice = tensor.compute () in [] accumulate(set %acc = %once : tensor<?{n}x?{n}xf32>) {
          tensor.put %y into %acc[%j, %i] drop : memref<?{n}x?{n}xf32>
          tensor.yield
        }
        loop.yield %twice : tensor<?{n}x?{n}xf32>
      } else {
        loop.yield %u : tensor<?{n}x?{n}xf32>
      }
      loop.yield %v : tensor<?{n}x?{n}xf32>
    }
    loop.yield %q : tensor<?{n}x?{n}xf32>
  }
  return %r : tensor<?{n}x?{n}xf32>
}

// -----

// What is read of the old table after the new one is written needs both.
// CHECK-LABEL: func.func @old_table_is_read
// CHECK: loop.for
// CHECK: mem.copy
func.func @old_table_is_read(%start: tensor<?{n}xf32>) -> (tensor<?{n}xf32>, f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.extent [n] : index
  %r:2 = loop.for %i = %c0 to %n step %c1 iter_args(%t = %start, %s = %zero) -> (tensor<?{n}xf32>, f32) {
    %q = loop.for %j = %c0 to %n step %c1 iter_args(%u = %t) -> (tensor<?{n}xf32>) {
      %v = tensor.compute () in [] accumulate(set %acc = %u : tensor<?{n}xf32>) {
        tensor.put %s into %acc[%j] drop : memref<?{n}xf32>
        tensor.yield
      }
      loop.yield %v : tensor<?{n}xf32>
    }
    %x = tensor.at %t[%i] wrap : tensor<?{n}xf32>
    loop.yield %q, %x : tensor<?{n}xf32>, f32
  }
  return %r#0, %r#1 : tensor<?{n}xf32>, f32
}

// -----

// A fold is a loop that carries its accumulator; whether a read is inside is asked where it is not proved.
// CHECK-LABEL: func.func @window
// CHECK: loop.for {{.*}} iter_args(%[[S:.*]] =
// CHECK: mem.load
// CHECK: arith.addf %[[S]]
// CHECK: loop.yield
func.func @window(%a: tensor<?{n}xf32>) -> tensor<?{n}xf32> {
  %c = tensor.compute (%i) in [n] {
    %s = tensor.fold (%k) = 0 to 3 add {
      %x = tensor.at %a[%i + %k - 1] clamp : tensor<?{n}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<?{n}xf32>
  return %c : tensor<?{n}xf32>
}

// -----

// A loop passes buffers around; a trip that reads its own point only writes over its argument.
// CHECK-LABEL: func.func @in_place
// CHECK-NOT: mem.alloc
// CHECK: mem.copy
// CHECK: loop.for
// CHECK-NOT: mem.copy
func.func @in_place(%a: tensor<?{n}xf32>, %t: index) -> tensor<?{n}xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = loop.for %k = %c0 to %t step %c1 iter_args(%x = %a) -> (tensor<?{n}xf32>) {
    %c = tensor.compute (%i) in [n] {
      %e = tensor.at %x[%i] : tensor<?{n}xf32>
      %y = arith.addf %e, %e : f32
      tensor.yield %y : f32
    } : tensor<?{n}xf32>
    loop.yield %c : tensor<?{n}xf32>
  }
  return %r : tensor<?{n}xf32>
}

// -----

// A step that is computed may be below 1, which stops the call, or lead past the largest integer: the trips are counted.
// CHECK-LABEL: func.func @computed_step
// CHECK: %[[BAD:.*]] = arith.cmpi slt, %[[S:.*]], %{{.*}} : index
// CHECK: loop.if %[[BAD]] {
// CHECK: mem.trap "a loop has step {}, but steps must be at least 1" {code = 2 : i64} %{{.*}} : index
// CHECK: %[[N:.*]] = arith.ceildivui
// CHECK: %[[T:.*]] = arith.select %{{.*}}, %[[N]]
// CHECK: loop.for %[[K:.*]] = %{{.*}} to %[[T]]
// CHECK: arith.muli %[[K]], %[[S]]
func.func @computed_step(%a: index, %s: index) -> index {
  %zero = arith.constant 0 : index
  %r = loop.for %k = %zero to %a step %s iter_args(%c = %zero) -> (index) {
    %d = arith.addi %c, %k : index
    loop.yield %d : index
  }
  return %r : index
}

// A constant step may lead past the largest integer, too.
// CHECK-LABEL: func.func @constant_step
// CHECK-NOT: mem.trap
// CHECK: %[[N:.*]] = arith.ceildivui %{{.*}}, %[[S:c2.*]] :
// CHECK: %[[T:.*]] = arith.select %{{.*}}, %[[N]]
// CHECK: loop.for %[[K:.*]] = %{{.*}} to %[[T]] step %c1
// CHECK: arith.muli %[[K]], %[[S]]
func.func @constant_step(%a: index) -> index {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %r = loop.for %k = %zero to %a step %two iter_args(%c = %zero) -> (index) {
    %d = arith.addi %c, %k : index
    loop.yield %d : index
  }
  return %r : index
}

// It does neither where the bound is an extent, or a constant.
// CHECK-LABEL: func.func @bounded_step
// CHECK-NOT: arith.ceildivui
// CHECK: loop.for {{.*}} step %c2
// CHECK: loop.for {{.*}} step %c7
func.func @bounded_step(%x: tensor<?{n}xf32>) -> (index, index) {
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %n = tensor.extent [n] : index
  %r = loop.for %k = %zero to %n step %two iter_args(%c = %zero) -> (index) {
    %d = arith.addi %c, %k : index
    loop.yield %d : index
  }
  %seven = arith.constant 7 : index
  %most = arith.constant 9223372036854775800 : index
  %s = loop.for %k = %zero to %most step %seven iter_args(%c = %zero) -> (index) {
    %d = arith.addi %c, %k : index
    loop.yield %d : index
  }
  return %r, %s : index, index
}

// A function of the program itself keeps its values in registers.
// CHECK-LABEL: func.func private @own(%{{.*}}: f32) -> f32
// CHECK-SAME: tf.local = "often"
func.func private @own(%x: f32) -> f32 attributes {tf.local = "often"} {
  return %x : f32
}

// A read outside says which index was outside of what.
// CHECK-LABEL: func.func @trap_names_the_index
// CHECK: mem.trap "index {} is outside 'picture', whose axis 0 has extent {}" %{{.*}}, %{{.*}} : index, index
// CHECK: mem.trap "index {} is outside 'picture', whose axis 1 has extent {}" %{{.*}}, %{{.*}} : index, index
// CHECK-NOT: mem.trap
func.func @trap_names_the_index(%x: tensor<?{n}x?{m}xf32> {tf.name = "picture"}, %i: index, %j: index) -> f32 {
  %0 = tensor.at %x[%i, %j] trap : tensor<?{n}x?{m}xf32>
  return %0 : f32
}

// Nothing is checked of an axis on which the index is proved to be inside.
// CHECK-LABEL: func.func @trap_of_one_axis
// CHECK: mem.trap "index {} is outside the tensor created at {{.*}}tensor-to-loops.mlir:[[@LINE+4]], whose axis 1 has extent {}"
// CHECK-NOT: mem.trap
func.func @trap_of_one_axis(%x: tensor<?{n}x?{m}xf32>, %j: index) -> tensor<?{n}xf32> {

  %y = tensor.compute (%a, %b) in [n, m] {
    %1 = tensor.at %x[%a, %b] : tensor<?{n}x?{m}xf32>
    %2 = math.exp %1 : f32
    tensor.yield %2 : f32
  } : tensor<?{n}x?{m}xf32>
  %r = tensor.compute (%i) in [n] {
    %0 = tensor.at %y[%i, %j] trap : tensor<?{n}x?{m}xf32>
    tensor.yield %0 : f32
  } : tensor<?{n}xf32>
  return %r : tensor<?{n}xf32>
}

// CHECK-LABEL: func.func @put_names_the_index
// CHECK: mem.trap "index {} of a write is outside 'total', whose axis 0 has extent {}" %{{.*}}, %{{.*}} : index, index
func.func @put_names_the_index(%x: tensor<?{n}xf32> {tf.name = "total"}, %at: index, %v: f32) -> tensor<?{n}xf32> {
  %s = tensor.compute () in [] accumulate(add %acc = %x : tensor<?{n}xf32>) {
    tensor.put %v into %acc[%at] trap : memref<?{n}xf32>
    tensor.yield
  }
  return %s : tensor<?{n}xf32>
}

// The end of a fold over joined axes may leave 64 bits, as no tensor has this extent any more: a call checks it. It may be below 0.
// CHECK-LABEL: func.func @joined_axes
// CHECK-SAME: tf.extents = extents<[max(0, m*n - 1)]>
func.func @joined_axes(%x: tensor<?{n}x?{m}xf32>) -> tensor<f32> {
  %r = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to n*m - 1 add {
      %0 = tensor.at %x[%k floordiv m, %k mod m] : tensor<?{n}x?{m}xf32>
      tensor.yield %0 : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %r : tensor<f32>
}

// CHECK-LABEL: func.func @one_axis
// CHECK-NOT: tf.extents
// CHECK: return
func.func @one_axis(%x: tensor<?{n}xf32>) -> tensor<f32> {
  %r = tensor.compute () in [] {
    %s = tensor.fold (%k) = 0 to n - 1 add {
      %0 = tensor.at %x[%k] : tensor<?{n}xf32>
      tensor.yield %0 : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<f32>
  return %r : tensor<f32>
}

// -----

// Folds of one kind inside each other are one fold: the inner loops go on with the accumulators of the outer one, and nothing is added up
// outside. Where points run together, of more terms than a block has.
// CHECK-LABEL: func.func @chain
// CHECK: %[[R:.*]]:2 = loop.for %{{.*}} iter_args(%[[A:.*]] = %cst, %[[B:.*]] = %cst) -> (f32, f32) {
// CHECK: %[[S:.*]]:2 = loop.for %{{.*}} iter_args(%[[C:.*]] = %[[A]], %[[D:.*]] = %[[B]]) -> (f32, f32) {
// CHECK: %[[K:.*]]:2 = loop.for %{{.*}} iter_args(%{{.*}} = %[[C]], %{{.*}} = %[[D]]) -> (f32, f32) {
// CHECK: arith.addf
// CHECK: arith.addf
// CHECK-NOT: arith.addf
// CHECK: loop.yield %[[K]]#0, %[[K]]#1
// CHECK: loop.yield %[[S]]#0, %[[S]]#1
// CHECK: mem.store %[[R]]#0
func.func @chain(%a: tensor<8x3x3x64xf32>) -> tensor<8xf32> {
  %c = tensor.compute (%i) in [8] attributes {schedule = #tensor.schedule<jam(i, 2)>} {
    %f = tensor.fold (%r) = 0 to 3 add fastmath<reassoc> {
      %g = tensor.fold (%s) = 0 to 3 add fastmath<reassoc> {
        %h = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> {
          %x = tensor.at %a[%i, %r, %s, %k] : tensor<8x3x3x64xf32>
          tensor.yield %x : f32
        } : f32
        tensor.yield %h : f32
      } : f32
      tensor.yield %g : f32
    } : f32
    tensor.yield %f : f32
  } : tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// Not one fold: sums in order, other kinds, and what changes between the folds. A long sum keeps its blocks.
// CHECK-LABEL: func.func @no_chain
// CHECK-COUNT-8: iter_args(%{{[a-z0-9]*}} = %cst{{[_0-9]*}}) -> (f32) {
// CHECK-NOT: iter_args
// CHECK: return
func.func @no_chain(%a: tensor<3x64xf32>) -> (tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>) {
  %c:4 = tensor.compute () in [] {
    %ordered = tensor.fold (%r) = 0 to 3 add {
      %h = tensor.fold (%k) = 0 to 64 add {
        %x = tensor.at %a[%r, %k] : tensor<3x64xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %h : f32
    } : f32
    %kinds = tensor.fold (%r) = 0 to 3 add fastmath<reassoc> {
      %h = tensor.fold (%k) = 0 to 64 maximumf fastmath<reassoc> {
        %x = tensor.at %a[%r, %k] : tensor<3x64xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %h : f32
    } : f32
    %changed = tensor.fold (%r) = 0 to 3 add fastmath<reassoc> {
      %h = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> {
        %x = tensor.at %a[%r, %k] : tensor<3x64xf32>
        tensor.yield %x : f32
      } : f32
      %n = arith.negf %h : f32
      tensor.yield %n : f32
    } : f32
    %long = tensor.fold (%r) = 0 to 3 add fastmath<reassoc> {
      %h = tensor.fold (%k) = 0 to 64 add fastmath<reassoc> {
        %x = tensor.at %a[%r, %k] : tensor<3x64xf32>
        tensor.yield %x : f32
      } : f32
      tensor.yield %h : f32
    } : f32
    tensor.yield %ordered, %kinds, %changed, %long : f32, f32, f32, f32
  } : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
  return %c#0, %c#1, %c#2, %c#3 : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}

// -----

// Of 8 points, 6 run together and then the other 2: no loop over single points.
// CHECK-LABEL: func.func @rest
// CHECK: loop.if
// CHECK: %{{.*}}:6 = loop.for
// CHECK: } else {
// CHECK: %{{.*}}:2 = loop.for
// CHECK-NOT: loop.for
func.func @rest(%a: tensor<8x?{m}xf32>) -> tensor<8xf32> {
  %c = tensor.compute (%i) in [8] attributes {schedule = #tensor.schedule<jam(i, 6)>} {
    %s = tensor.fold (%k) = 0 to m add {
      %x = tensor.at %a[%i, %k] : tensor<8x?{m}xf32>
      tensor.yield %x : f32
    } : f32
    tensor.yield %s : f32
  } : tensor<8xf32>
  return %c : tensor<8xf32>
}
