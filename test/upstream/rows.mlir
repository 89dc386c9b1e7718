// Loads of columns of the same rows are one load of the rows and shuffles, and stores of all columns are one
// store. Where not all lanes are on, the rows of those that are go through a copy. Processors with gathers
// under masks keep those.
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v3 -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: tfopt %s --pass-pipeline= --emit=upstream --target=x86-64-v4 -o %t.v4.mlir
// RUN: FileCheck %s --input-file=%t.v4.mlir --check-prefix=V4 --implicit-check-not='vector<48xf32>'
// GOLDEN: cat %t.mlir %t.v4.mlir

// V4: sym_name = "columns"
// V4-COUNT-3: llvm.intr.masked.gather
// V4-COUNT-3: llvm.intr.masked.scatter

// CHECK: sym_name = "columns"
// CHECK-NOT: llvm.intr.masked
// CHECK: "vector.reduction"
// CHECK: "scf.if"
// CHECK: "scf.for"
// CHECK: "llvm.intr.memcpy"
// CHECK: {loop_annotation = #llvm.loop_annotation<vectorize = <disable = true>, unroll = <disable = true>>}
// CHECK: %[[ROWS:.*]] = "llvm.load"{{.*}} -> vector<48xf32>
// CHECK: "llvm.shufflevector"(%[[ROWS]], %[[ROWS]]) {mask = array<i32: 0, 3, 6, 9, 12,
// CHECK: "llvm.shufflevector"(%[[ROWS]], %[[ROWS]]) {mask = array<i32: 1, 4, 7, 10, 13,
// CHECK: "llvm.shufflevector"(%[[ROWS]], %[[ROWS]]) {mask = array<i32: 2, 5, 8, 11, 14,
// CHECK-NOT: vector<48xf32>, !llvm.ptr
// CHECK: %[[ALL:.*]] = "llvm.shufflevector"{{.*}} {mask = array<i32: 0, 16, 32, 1, 17, 33, 2,
// CHECK: %[[PLACE:.*]] = "arith.select"
// CHECK: "llvm.store"(%[[ALL]], %[[PLACE]])
// CHECK: "scf.if"
// CHECK: "llvm.intr.memcpy"
// CHECK: func.return
func.func @columns(%a: memref<?{n}x3xf32>, %l: memref<1xindex>, %r: memref<?{n}x3xf32>)
    attributes {tf.signature = (tensor<?{n}x3xf32>, tensor<1xindex>) -> tensor<?{n}x3xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = mem.load %l[%c0] : memref<1xindex>
  %step = vector.step : vector<16xindex>
  %first = vector.broadcast %i : vector<16xindex>
  %m = arith.cmpi slt, %step, %first : vector<16xindex>
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %x = vector.load %a[%i, %c0] axis = 0 mask %m else %zero : memref<?{n}x3xf32>, vector<16xf32>
  %y = vector.load %a[%i, %c1] axis = 0 mask %m else %zero : memref<?{n}x3xf32>, vector<16xf32>
  %sum = arith.addf %x, %y : vector<16xf32>
  %z = vector.load %a[%i, %c2] axis = 0 mask %m else %zero : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %y, %r[%i, %c1] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %sum, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %z, %r[%i, %c2] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  return
}

// Without a mask nothing is copied. Rows of two axes are rows, too.
// CHECK: sym_name = "unmasked"
// CHECK: %[[ROWS:.*]] = "llvm.load"{{.*}} -> vector<24xf32>
// CHECK: "llvm.shufflevector"(%[[ROWS]], %[[ROWS]]) {mask = array<i32: 5, 11, 17, 23>}
// CHECK-NOT: memcpy
// CHECK: func.return
// V4: sym_name = "unmasked"
// V4: llvm.intr.masked.gather
func.func @unmasked(%a: memref<?{n}x3x2xf32>, %l: memref<1xindex>, %r: memref<?{n}x3x2xf32>)
    attributes {tf.signature = (tensor<?{n}x3x2xf32>, tensor<1xindex>) -> tensor<?{n}x3x2xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = mem.load %l[%c0] : memref<1xindex>
  %step = vector.step : vector<16xindex>
  %first = vector.broadcast %i : vector<16xindex>
  %m = arith.cmpi slt, %step, %first : vector<16xindex>
  %x = vector.load %a[%i, %c2, %c1] axis = 0 : memref<?{n}x3x2xf32>, vector<4xf32>
  %y = vector.load %a[%i, %c0, %c1] axis = 0 : memref<?{n}x3x2xf32>, vector<4xf32>
  %s = arith.addf %x, %y : vector<4xf32>
  vector.store %s, %r[%i, %c0, %c0] axis = 0 : memref<?{n}x3x2xf32>, vector<4xf32>
  return
}

// A store that is not of all columns writes what it is of and nothing else; so does one that another follows
// to the same place.
// CHECK: sym_name = "some_columns"
// CHECK-NOT: vector<48xf32>
// CHECK-COUNT-4: llvm.intr.masked.scatter
// CHECK-NOT: vector<48xf32>
// CHECK: func.return
// V4: sym_name = "some_columns"
func.func @some_columns(%a: memref<?{n}x3xf32>, %l: memref<1xindex>, %r: memref<?{n}x3xf32>)
    attributes {tf.signature = (tensor<?{n}x3xf32>, tensor<1xindex>) -> tensor<?{n}x3xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = mem.load %l[%c0] : memref<1xindex>
  %step = vector.step : vector<16xindex>
  %first = vector.broadcast %i : vector<16xindex>
  %m = arith.cmpi slt, %step, %first : vector<16xindex>
  %x = arith.constant dense<1.0> : vector<16xf32>
  %y = arith.constant dense<2.0> : vector<16xf32>
  vector.store %x, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %y, %r[%i, %c2] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  mem.copy %r, %a : memref<?{n}x3xf32>
  vector.store %x, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %y, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  return
}

// What is written in between is read.
// CHECK: sym_name = "written_between"
// CHECK-COUNT-2: "llvm.load"{{.*}} -> vector<48xf32>
// CHECK: func.return
// V4: sym_name = "written_between"
func.func @written_between(%a: memref<?{n}x3xf32>, %l: memref<1xindex>, %r: memref<?{n}x3xf32>)
    attributes {tf.signature = (tensor<?{n}x3xf32>, tensor<1xindex>) -> tensor<?{n}x3xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = mem.load %l[%c0] : memref<1xindex>
  %step = vector.step : vector<16xindex>
  %first = vector.broadcast %i : vector<16xindex>
  %m = arith.cmpi slt, %step, %first : vector<16xindex>
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %x = vector.load %r[%i, %c0] axis = 0 mask %m else %zero : memref<?{n}x3xf32>, vector<16xf32>
  %one = arith.constant 1.0 : f32
  mem.store %one, %r[%i, %c1] : memref<?{n}x3xf32>
  %y = vector.load %r[%i, %c1] axis = 0 mask %m else %zero : memref<?{n}x3xf32>, vector<16xf32>
  %s = arith.addf %x, %y : vector<16xf32>
  vector.store %s, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  return
}

// Rows of a width that only the call knows, and columns that it chooses, are gathered.
// CHECK: sym_name = "unknown_width"
// CHECK-NOT: "llvm.shufflevector"
// CHECK-COUNT-2: llvm.intr.masked.gather
// CHECK: func.return
// CHECK: sym_name = "unknown_column"
// CHECK-NOT: "llvm.shufflevector"
// CHECK: llvm.intr.masked.gather
// V4: sym_name = "unknown_width"
func.func @unknown_width(%a: memref<?{n}x?{k}xf32>, %l: memref<1xindex>, %r: memref<?{n}x?{k}xf32>)
    attributes {tf.signature = (tensor<?{n}x?{k}xf32>, tensor<1xindex>) -> tensor<?{n}x?{k}xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = mem.load %l[%c0] : memref<1xindex>
  %step = vector.step : vector<16xindex>
  %first = vector.broadcast %i : vector<16xindex>
  %m = arith.cmpi slt, %step, %first : vector<16xindex>
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %x = vector.load %a[%i, %c0] axis = 0 mask %m else %zero : memref<?{n}x?{k}xf32>, vector<16xf32>
  %y = vector.load %a[%i, %c1] axis = 0 mask %m else %zero : memref<?{n}x?{k}xf32>, vector<16xf32>
  %s = arith.addf %x, %y : vector<16xf32>
  vector.store %s, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x?{k}xf32>, vector<16xf32>
  return
}

func.func @unknown_column(%a: memref<?{n}x3xf32>, %l: memref<1xindex>, %r: memref<?{n}x3xf32>)
    attributes {tf.signature = (tensor<?{n}x3xf32>, tensor<1xindex>) -> tensor<?{n}x3xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = mem.load %l[%c0] : memref<1xindex>
  %step = vector.step : vector<16xindex>
  %first = vector.broadcast %i : vector<16xindex>
  %m = arith.cmpi slt, %step, %first : vector<16xindex>
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %x = vector.load %a[%i, %i] axis = 0 mask %m else %zero : memref<?{n}x3xf32>, vector<16xf32>
  vector.store %x, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x3xf32>, vector<16xf32>
  return
}

// One column of wide rows is gathered: rows would be mostly of others.
// CHECK: sym_name = "wide"
// CHECK-NOT: "llvm.shufflevector"
// CHECK: llvm.intr.masked.gather
// V4: sym_name = "wide"
func.func @wide(%a: memref<?{n}x9xf32>, %l: memref<1xindex>, %r: memref<?{n}x9xf32>)
    attributes {tf.signature = (tensor<?{n}x9xf32>, tensor<1xindex>) -> tensor<?{n}x9xf32>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i = mem.load %l[%c0] : memref<1xindex>
  %step = vector.step : vector<16xindex>
  %first = vector.broadcast %i : vector<16xindex>
  %m = arith.cmpi slt, %step, %first : vector<16xindex>
  %zero = arith.constant dense<0.0> : vector<16xf32>
  %x = vector.load %a[%i, %c0] axis = 0 mask %m else %zero : memref<?{n}x9xf32>, vector<16xf32>
  vector.store %x, %r[%i, %c0] axis = 0 mask %m : memref<?{n}x9xf32>, vector<16xf32>
  return
}
