//! What host functions ask of a device, and in which order.

use crate::recorder::Recorder;
use crate::support::{host, loaded, numbers, read, run};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicI64;
use std::sync::{Arc, Mutex};
use std::thread;
use tf_device::host::{Given, RunFailure};
use tf_device::{Argument, Launch, Oversight, Stream};
use tf_dialects::prints::Printer;

/// A kernel that adds 1 to each element.
pub const MORE: &str = "
kernel.func @more(%x: memref<?{n}xi32>, %y: memref<?{n}xi32> {kernel.access = \"out\"}) {
  %one = arith.constant 1 : i32
  %t = kernel.thread_id x
  %v = mem.load %x[%t] : memref<?{n}xi32>
  %w = arith.addi %v, %one : i32
  mem.store %w, %y[%t] : memref<?{n}xi32>
  kernel.return
}
";

/// Its meaning.
pub fn more(memory: &mut BTreeMap<u64, Vec<u8>>, launch: &Launch<'_>) {
    let [Argument::Memory(from, _), Argument::Memory(to, _)] = launch.arguments else {
        panic!("two memories are wanted")
    };
    let values = memory[&from.address].clone();
    for (to, from) in memory.get_mut(&to.address).expect("it is there").chunks_mut(4).zip(values.chunks(4)) {
        let value = i32::from_le_bytes(from.try_into().unwrap()) + 1;
        to.copy_from_slice(&value.to_le_bytes());
    }
}

/// Twice one more, through memory that is given back as soon as nobody needs it.
pub const TWICE: &str = "
func.func @main(%x: memref<?{n}xi32>, %y: memref<?{n}xi32>, %z: memref<?{n}xi32>) {
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  %a = mem.alloc : memref<?{n}xi32>
  kernel.launch @more grid(%c1) block(%n) args(%x, %a) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
  kernel.launch @more grid(%c1) block(%n) args(%a, %y) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
  mem.copy %y, %z : memref<?{n}xi32>
  return
}
";

#[test]
fn memory_is_given_back_after_its_last_use_and_launches_come_in_order() {
    let device = Arc::new(Recorder::new(Some(more), None));
    let loaded = loaded(&device, &[MORE, TWICE].concat());
    let given = [[1, 2, 3], [0; 3], [0; 3]].map(|values| numbers(&device, &values));
    let before = device.log().len();
    run(&loaded, &[3], &given.map(Given::Memory)).unwrap();
    assert_eq!(
        device.log()[before..],
        [
            "allocate 12",
            "launch #0 grid [1, 1, 1] block [3, 1, 1] shared 0 (m1, m4) extents [3]",
            "launch #0 grid [1, 1, 1] block [3, 1, 1] shared 0 (m4, m2) extents [3]",
            "release m4",
            "copy 12 bytes from m2 to m3",
        ]
    );
    assert_eq!((read(&device, given[1]), read(&device, given[2])), (vec![3, 4, 5], vec![3, 4, 5]));
    assert!(loaded.host().is_fixed());
}

/// A loop whose condition is read from the device, with new memory in each iteration.
const UNTIL: &str = "
func.func @main(%x: memref<?{n}xi32>, %trips: memref<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %ten = arith.constant 10 : i32
  %n = mem.extent [n] : index
  %r = loop.while (%i = %zero) : (i32) -> (i32) {
    %v = mem.load %x[%c0] : memref<?{n}xi32>
    %more = arith.cmpi slt, %v, %ten : i32
    loop.condition %more, %i : i32
  } do (%i: i32) {
    %y = mem.alloc : memref<?{n}xi32>
    kernel.launch @more grid(%c1) block(%n) args(%x, %y) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
    mem.copy %y, %x : memref<?{n}xi32>
    %next = arith.addi %i, %one : i32
    loop.yield %next : i32
  }
  mem.store %r, %trips[] : memref<i32>
  return
}
";

#[test]
fn loops_allocate_and_free_memory_per_iteration() {
    let device = Arc::new(Recorder::new(Some(more), None));
    let loaded = loaded(&device, &[MORE, UNTIL].concat());
    let (x, trips) = (numbers(&device, &[7, 0]), numbers(&device, &[0]));
    run(&loaded, &[2], &[Given::Memory(x), Given::Memory(trips)]).unwrap();
    assert_eq!((read(&device, x), read(&device, trips)), (vec![10, 3], vec![3]));
    assert_eq!(device.live(), 2);
    assert!(!loaded.host().is_fixed());
}

/// Loops, conditionals and swaps on scalars alone.
const SCALARS: &str = "
func.func @main(%n: i8, %out: memref<3xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %lo = arith.constant -3 : i8
  %step = arith.constant 2 : i8
  %least = arith.constant 8 : i32
  %r:2 = loop.for %i = %lo to %n step %step iter_args(%a = %zero, %b = %one) -> (i32, i32) : i8 {
    %s = arith.addi %a, %b : i32
    %small = arith.cmpi slt, %s, %least : i32
    %w = loop.if %small -> (i32) {
      loop.yield %s : i32
    } else {
      loop.yield %zero : i32
    }
    loop.condition %small, %b, %w : i32, i32
  }
  mem.store %r#0, %out[%c0] : memref<3xi32>
  mem.store %r#1, %out[%c1] : memref<3xi32>
  loop.parallel (%i, %j) = (%c0, %c0) to (%c2, %c2) step (%c1, %c1) {
    %p = arith.addi %i, %j : index
    %q = arith.index_cast %p : index to i32
    mem.store %q, %out[%c2] : memref<3xi32>
    loop.yield
  }
  return
}
";

#[test]
fn scalars_are_computed_on_the_host() {
    let device = Arc::new(Recorder::new(None, None));
    let loaded = loaded(&device, SCALARS);
    for (n, expected) in [(5i8, [3, 5, 2]), (127, [5, 0, 2]), (-100, [0, 1, 2])] {
        let out = numbers(&device, &[0; 3]);
        run(&loaded, &[], &[Given::Scalar(u64::from(n as u8)), Given::Memory(out)]).unwrap();
        assert_eq!(read(&device, out), expected, "{n}");
    }
}

#[test]
fn constants_are_uploaded_once() {
    let text = "
func.func @main(%y: memref<2xi32>) {
  %c = mem.constant dense<[5, 6]> : tensor<2xi32>
  mem.copy %c, %y : memref<2xi32>
  return
}";
    let device = Arc::new(Recorder::new(None, None));
    let loaded = loaded(&device, text);
    for _ in 0..3 {
        let y = numbers(&device, &[0; 2]);
        run(&loaded, &[], &[Given::Memory(y)]).unwrap();
        assert_eq!(read(&device, y), [5, 6]);
    }
    let uploads = device.log().into_iter().filter(|said| said.starts_with("upload 8 bytes to m1+")).count();
    assert_eq!(uploads, 1);
    loaded.unload(tf_device::Stream(0)).unwrap();
    assert_eq!(device.live(), 3);
}

fn refused(body: &str, symbols: &[i64], given: &[Given]) -> String {
    let device = Arc::new(Recorder::new(None, None));
    let loaded = loaded(&device, &[MORE, body].concat());
    let failure = run(&loaded, symbols, given).unwrap_err();
    assert_eq!(device.live(), 0, "memory stays after: {failure}");
    failure.to_string()
}

#[test]
fn launches_that_do_not_fit_are_refused_with_their_location() {
    let text = "
func.func @main(%blocks: index, %threads: index) {
  %a = mem.alloc : memref<4xi32>
  %b = mem.alloc : memref<4xi32>
  kernel.launch @more grid(%blocks) block(%threads) args(%a, %b) : (memref<4xi32>, memref<4xi32>) -> ()
  return
}";
    let said = refused(text, &[], &[Given::Scalar(1), Given::Scalar(2000)]);
    assert_eq!(
        said,
        "test.mlir:14:3: the launch of '@more' has 2000 threads along x: a block has 1 to 1024 threads along it"
    );
    let said = refused(text, &[], &[Given::Scalar(-1i64 as u64), Given::Scalar(1)]);
    assert!(said.contains("has -1 blocks along x"), "{said}");
}

#[test]
fn a_trap_reports_reason_and_location() {
    let text = "
func.func @main(%n: index) {
  %a = mem.alloc : memref<4xi32>
  mem.trap \"{} is too many\" %n : index
  return
}";
    let device = Arc::new(Recorder::new(None, None));
    let loaded = loaded(&device, text);
    let failure = run(&loaded, &[], &[Given::Scalar(7)]).unwrap_err();
    let RunFailure::Trap { message, place, .. } = failure else { panic!("{failure}") };
    assert_eq!((message.as_str(), place.as_str()), ("7 is too many", "test.mlir:4:3"));
    assert_eq!(device.live(), 0);
}

#[test]
fn an_element_outside_is_not_touched() {
    let text = "
func.func @main(%i: index) {
  %a = mem.alloc : memref<2x3xi32>
  %c1 = arith.constant 1 : index
  %v = mem.load %a[%c1, %i] : memref<2x3xi32>
  return
}";
    let device = Arc::new(Recorder::new(None, None));
    let loaded = loaded(&device, text);
    run(&loaded, &[], &[Given::Scalar(2)]).unwrap();
    let failure = run(&loaded, &[], &[Given::Scalar(3)]).unwrap_err();
    assert!(failure.to_string().contains("index 3 is outside an axis of extent 3"), "{failure}");
}

#[test]
fn unsupported_host_ops_are_refused_at_their_line() {
    for (text, said) in [
        (
            "func.func @main(%x: tensor<2xf32>) {\n  return\n}",
            "takes tensors: a host works on memory (run bufferize first)",
        ),
        (
            "func.func @main() {\n  %x = tensor.iota dim = 0 : tensor<2xi32>\n  return\n}",
            "cannot run on the host of a device",
        ),
        ("func.func @main() -> i32 {\n  %c = arith.constant 0 : i32\n  return %c : i32\n}", "returns values"),
    ] {
        let error = host(text).map(|_| ()).unwrap_err();
        assert!(error.message.contains(said), "{}", error.message);
    }
}

#[test]
fn many_threads_run_one_program() {
    let device = Arc::new(Recorder::new(Some(more), None));
    let loaded = loaded(&device, &[MORE, TWICE].concat());
    thread::scope(|scope| {
        for start in 0..8 {
            let (device, loaded) = (&device, &loaded);
            scope.spawn(move || {
                for _ in 0..20 {
                    let given = [[start, 1, 2], [0; 3], [0; 3]].map(|values| numbers(device, &values));
                    run(loaded, &[3], &given.map(Given::Memory)).unwrap();
                    assert_eq!(read(device, given[2]), [start + 2, 3, 4]);
                }
            });
        }
    });
    assert_eq!(device.live(), 8 * 20 * 3);
}

/// A loop that carries two memories and swaps them in each iteration.
const SWAPS: &str = "
func.func @main(%x: memref<?{n}xi32>, %trips: index, %y: memref<?{n}xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  %a = mem.alloc : memref<?{n}xi32>
  %b = mem.alloc : memref<?{n}xi32>
  mem.copy %x, %a : memref<?{n}xi32>
  %r:2 = loop.for %i = %c0 to %trips step %c1 iter_args(%p = %a, %q = %b) -> (memref<?{n}xi32>, memref<?{n}xi32>) {
    kernel.launch @more grid(%c1) block(%n) args(%p, %q) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
    loop.yield %q, %p : memref<?{n}xi32>, memref<?{n}xi32>
  }
  mem.copy %r#0, %y : memref<?{n}xi32>
  return
}
";

#[test]
fn loops_that_carry_memory_swap_it_without_copies() {
    for trips in [0u64, 1, 4, 7] {
        let device = Arc::new(Recorder::new(Some(more), None));
        let loaded = loaded(&device, &[MORE, SWAPS].concat());
        let [x, y] = [[1, 2], [0; 2]].map(|values| numbers(&device, &values));
        let before = device.log().len();
        run(&loaded, &[2], &[Given::Memory(x), Given::Scalar(trips), Given::Memory(y)]).unwrap();
        assert_eq!(read(&device, y), [1 + trips as i32, 2 + trips as i32]);
        let log = device.log()[before..].to_vec();
        let count = |start: &str| log.iter().filter(|said| said.starts_with(start)).count();
        // One copy in, one out, for any trip count; both memories are released.
        assert_eq!(
            (count("copy"), count("launch"), count("allocate"), count("release")),
            (2, trips as usize, 2, 2),
            "{log:?}"
        );
        assert_eq!(device.live(), 2);
    }
}

/// Memory that is allocated in each iteration and passed to the next.
const FRESH: &str = "
func.func @main(%x: memref<2xi32>, %y: memref<2xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %a = mem.alloc : memref<2xi32>
  mem.copy %x, %a : memref<2xi32>
  %r = loop.for %i = %c0 to %c3 step %c1 iter_args(%p = %a) -> (memref<2xi32>) {
    %q = mem.alloc : memref<2xi32>
    kernel.launch @more grid(%c1) block(%c2) args(%p, %q) : (memref<2xi32>, memref<2xi32>) -> ()
    %odd = arith.remui %i, %c2 : index
    %is = arith.cmpi eq, %odd, %c1 : index
    %s = loop.if %is -> (memref<2xi32>) {
      loop.yield %p : memref<2xi32>
    } else {
      loop.yield %q : memref<2xi32>
    }
    loop.yield %s : memref<2xi32>
  }
  mem.copy %r, %y : memref<2xi32>
  return
}
";

#[test]
fn exported_memory_lives_as_long_as_its_owner() {
    let device = Arc::new(Recorder::new(Some(more), None));
    let loaded = loaded(&device, &[MORE, FRESH].concat());
    let [x, y] = [[1, 2], [0; 2]].map(|values| numbers(&device, &values));
    run(&loaded, &[], &[Given::Memory(x), Given::Memory(y)]).unwrap();
    assert_eq!(read(&device, y), [3, 4]);
    assert_eq!(device.live(), 2);
}

#[test]
fn prints_show_elements_and_scalars_to_the_printer() {
    let text = "
func.func @main(%x: memref<?{n}xi32>, %a: f32) {
  mem.print \"x {}, a {}\" %x, %a : memref<?{n}xi32>, f32
  return
}";
    let device = Arc::new(Recorder::new(None, None));
    let loaded = loaded(&device, text);
    let x = numbers(&device, &[3, -4]);
    let given = [Given::Memory(x), Given::Scalar(u64::from(0.5f32.to_bits()))];
    let heard = Arc::new(Mutex::new(Vec::new()));
    let to = heard.clone();
    let printer = Printer::new(move |p| to.lock().unwrap().push(format!("{}: {}", p.place, p.text)));
    let oversight = Oversight { printer: Some(&printer), ..Oversight::default() };
    loaded.run(Stream(0), &[2], &given, oversight).unwrap();
    assert_eq!(*heard.lock().unwrap(), ["test.mlir:3:3: x i32[2] [ 3, -4], a 0.5"]);
    let before = device.log().len();
    run(&loaded, &[2], &given).unwrap();
    assert_eq!(device.log().len(), before, "nothing is read for nobody");
    assert!(!loaded.host().is_fixed());
}

#[test]
fn a_run_takes_no_more_bytes_than_it_may() {
    let device = Arc::new(Recorder::new(Some(more), None));
    let loaded = loaded(&device, &[MORE, TWICE].concat());
    let given = [[1, 2, 3], [0; 3], [0; 3]].map(|values| numbers(&device, &values)).map(Given::Memory);
    for (most, fits) in [(12, true), (11, false)] {
        let bytes = AtomicI64::new(most);
        let oversight = Oversight { bytes: Some(&bytes), ..Oversight::default() };
        let ran = loaded.run(Stream(0), &[3], &given, oversight);
        assert_eq!(ran, if fits { Ok(()) } else { Err(RunFailure::Bytes) });
        assert_eq!(device.live(), 3);
    }
}

#[test]
fn results_reuse_arguments_that_are_read_first() {
    let host = |body: &str| host(&[MORE, body].concat()).unwrap_or_else(|error| panic!("{}", error.message));
    let twice = host(TWICE);
    // x is read by the first launch, y is written by the second; z by the copy of y.
    assert!(twice.may_donate(1, 0) && twice.may_donate(2, 0));
    // y and z are both results; x is never written, and nothing takes over itself.
    assert!(!twice.may_donate(0, 1) && !twice.may_donate(0, 0));
    // x is copied in before the loop, y is written after it.
    assert!(host(SWAPS).may_donate(2, 0));
    let looped = "
func.func @main(%x: memref<?{n}xi32>, %y: memref<?{n}xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  %a = mem.alloc : memref<?{n}xi32>
  loop.for %i = %c0 to %n step %c1 {
    kernel.launch @more grid(%c1) block(%n) args(%x, %a) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
    kernel.launch @more grid(%c1) block(%n) args(%a, %y) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
    loop.yield
  }
  return
}";
    // The next iteration reads x after this one has written y.
    assert!(!host(looped).may_donate(1, 0));
    let one = "
func.func @main(%x: memref<?{n}xi32>, %y: memref<?{n}xi32>) {
  %c1 = arith.constant 1 : index
  %n = mem.extent [n] : index
  kernel.launch @more grid(%c1) block(%n) args(%x, %y) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
  return
}";
    // The points of a hand-written kernel may depend on each other.
    assert!(!host(one).may_donate(1, 0));
    let copied = "
func.func @main(%x: memref<?{n}xi32>, %y: memref<?{n}xi32>) {
  mem.copy %x, %y : memref<?{n}xi32>
  return
}";
    assert!(host(copied).may_donate(1, 0));
}
