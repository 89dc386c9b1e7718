//! Calls with bytes of the caller, and recordings of those that are made again.

use crate::recorder::Recorder;
use crate::runs::{MORE, TWICE, more};
use crate::support::loaded;
use std::sync::Arc;
use tf_device::host::{Loaded, Passed, RunFailure};
use tf_device::{Oversight, Stream};

fn call(loaded: &Loaded, values: &[i32]) -> Result<[Vec<i32>; 2], RunFailure> {
    let bytes: Vec<u8> = values.iter().flat_map(|value| value.to_le_bytes()).collect();
    let [mut y, mut z] = [vec![0; bytes.len()], vec![0; bytes.len()]];
    let mut passed = [Passed::Bytes(&bytes), Passed::Result(&mut y), Passed::Result(&mut z)];
    loaded.call(Stream(0), &[values.len() as i64], &mut passed, Oversight::default())?;
    let words = |bytes: Vec<u8>| bytes.chunks(4).map(|c| i32::from_le_bytes(c.try_into().unwrap())).collect();
    Ok([words(y), words(z)])
}

#[test]
fn results_come_back_and_memory_is_given_back() {
    let device = Arc::new(Recorder::new(Some(more), None));
    let loaded = loaded(&device, &[MORE, TWICE].concat());
    for start in 0..3 {
        assert_eq!(call(&loaded, &[start, 5]).unwrap(), [vec![start + 2, 7], vec![start + 2, 7]]);
        assert_eq!(device.live(), 0);
    }
}

#[test]
fn the_second_call_of_a_kind_is_recorded_and_later_ones_are_repeated() {
    let device = Arc::new(Recorder::recording(more, None));
    let loaded = loaded(&device, &[MORE, TWICE].concat());
    let launches = |device: &Recorder, from: usize| {
        let log = device.log();
        let kept =
            |said: &&String| said.starts_with("launch") || said.starts_with("re") || said.starts_with("be");
        log[from..]
            .iter()
            .filter(kept)
            .map(|said| said.split(' ').next().unwrap().to_string())
            .collect::<Vec<_>>()
    };
    let mut calls = Vec::new();
    for _ in 0..3 {
        let from = device.log().len();
        call(&loaded, &[1, 2]).unwrap();
        calls.push(launches(&device, from));
    }
    assert_eq!(calls[0], ["launch", "launch", "release"]);
    assert_eq!(calls[1], ["begin", "launch", "launch", "release", "replay"]);
    assert_eq!(calls[2], ["replay"]);
    // Calls of other sizes are others; the oldest is forgotten.
    for size in [3, 4] {
        call(&loaded, &vec![0; size]).unwrap();
    }
    assert!(device.log().contains(&"forget 1".to_string()));
    let from = device.log().len();
    call(&loaded, &[1, 2]).unwrap();
    assert_eq!(launches(&device, from)[..2], ["launch", "launch"]);
    loaded.unload(Stream(0)).unwrap();
    assert_eq!(device.live(), 0);
}

/// The range of the device's calls that record, in a log without failures.
fn recording(device: &Recorder) -> std::ops::RangeInclusive<usize> {
    let silent = ["release", "forget", "leave"];
    let log: Vec<String> = device.log();
    let calls: Vec<&String> =
        log.iter().filter(|said| !silent.iter().any(|word| said.starts_with(word))).collect();
    let [begin, end] = ["begin", "end"].map(|word| calls.iter().position(|said| *said == word).unwrap());
    begin..=end
}

/// A call that cannot be recorded runs without a recording; all other failures are the call's.
#[test]
fn any_call_may_fail_and_the_next_one_works() {
    let (count, recorded) = {
        let device = Arc::new(Recorder::recording(more, None));
        let loaded = loaded(&device, &[MORE, TWICE].concat());
        (0..3).for_each(|_| drop(call(&loaded, &[1]).unwrap()));
        (device.calls(), recording(&device))
    };
    assert!(count > 15, "{count}");
    for at in 0..count {
        let device = Arc::new(Recorder::recording(more, Some(at)));
        let loaded = loaded(&device, &[MORE, TWICE].concat());
        let failures = (0..4).filter(|_| call(&loaded, &[1]).is_err()).count();
        assert_eq!(failures, usize::from(!recorded.contains(&at)), "call {at}");
        loaded.unload(Stream(0)).unwrap();
        assert_eq!(device.live(), 0, "call {at}");
    }
}

/// One more, with a trap record next to the results: the host reads its first element after the launches, and
/// stops the call if it is 100 or more.
const NOTED: &str = "
func.func @main(%x: memref<?{n}xi32>, %y: memref<?{n}xi32>, %z: memref<?{n}xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c100 = arith.constant 100 : i32
  %n = mem.extent [n] : index
  %note = mem.alloc : memref<?{n}xi32>
  kernel.launch @more grid(%c1) block(%n) args(%x, %note) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
  kernel.launch @more grid(%c1) block(%n) args(%note, %y) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
  mem.copy %y, %z : memref<?{n}xi32>
  %met = mem.load %note[%c0] : memref<?{n}xi32>
  %stops = arith.cmpi sge, %met, %c100 : i32
  loop.if %stops {
    %number = arith.index_cast %met : i32 to index
    mem.trap \"{} is too much\" %number : index
    loop.yield
  }
  kernel.launch @more grid(%c1) block(%n) args(%y, %z) : (memref<?{n}xi32>, memref<?{n}xi32>) -> ()
  return
}
";

/// The trap record is read at each call, after the recorded commands; its memory belongs to the call.
#[test]
fn commands_before_a_status_check_are_recorded() {
    let device = Arc::new(Recorder::recording(more, None));
    let loaded = loaded(&device, &[MORE, NOTED].concat());
    assert!(!loaded.host().is_fixed());
    let mut calls = Vec::new();
    for _ in 0..3 {
        let from = device.log().len();
        let [y, z] = call(&loaded, &[1, 2]).unwrap();
        assert_eq!((y, z), (vec![3, 4], vec![4, 5]));
        let words = ["launch", "begin", "end", "replay", "allocate", "release", "read", "download"];
        let log = device.log();
        let first = log[from..].iter().map(|said| said.split(' ').next().unwrap().to_string());
        calls.push(first.filter(|word| words.contains(&word.as_str())).collect::<Vec<_>>());
    }
    let (launch, replay) =
        (|calls: &[String]| calls.iter().filter(|c| *c == "launch").count(), "replay".to_string());
    assert_eq!([launch(&calls[0]), launch(&calls[1]), launch(&calls[2])], [3, 3, 1], "{calls:?}");
    assert!(
        !calls[0].contains(&replay) && calls[1].contains(&replay) && calls[2].contains(&replay),
        "{calls:?}"
    );
    // Between the beginning and the end of the recording, nothing is allocated or read.
    let [begin, end] = ["begin", "end"].map(|word| calls[1].iter().position(|c| c == word).unwrap());
    assert!(calls[1][begin + 1..end].iter().all(|c| c == "launch"), "{calls:?}");
    assert!(!calls[2].contains(&"allocate".to_string()), "{calls:?}");
    loaded.unload(Stream(0)).unwrap();
    assert_eq!(device.live(), 0);
}

#[test]
fn a_recorded_call_stops_at_the_trap_record() {
    let device = Arc::new(Recorder::recording(more, None));
    let loaded = loaded(&device, &[MORE, NOTED].concat());
    for (start, stops) in [(1, false), (1, false), (1, false), (200, true), (1, false), (300, true)] {
        // The mock device does not compute recorded commands again: another size is another call.
        let size = if stops { 3 } else { 2 };
        let called = call(&loaded, &vec![start; size]);
        match called {
            Ok([y, _]) => assert!(!stops && y == [3, 3]),
            Err(RunFailure::Trap { message, .. }) => {
                assert!(stops && message == format!("{} is too much", start + 1), "{message}");
            }
            Err(other) => panic!("{other}"),
        }
    }
    loaded.unload(Stream(0)).unwrap();
    assert_eq!(device.live(), 0);
}

#[test]
fn any_call_of_a_recorded_part_may_fail() {
    let (count, recorded) = {
        let device = Arc::new(Recorder::recording(more, None));
        let loaded = loaded(&device, &[MORE, NOTED].concat());
        (0..3).for_each(|_| drop(call(&loaded, &[1]).unwrap()));
        (device.calls(), recording(&device))
    };
    for at in 0..count {
        let device = Arc::new(Recorder::recording(more, Some(at)));
        let loaded = loaded(&device, &[MORE, NOTED].concat());
        let failures = (0..4).filter(|_| call(&loaded, &[1]).is_err()).count();
        assert_eq!(failures, usize::from(!recorded.contains(&at)), "call {at}");
        loaded.unload(Stream(0)).unwrap();
        assert_eq!(device.live(), 0, "call {at}");
    }
}
