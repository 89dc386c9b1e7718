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

#[test]
fn any_call_may_fail_and_the_next_one_works() {
    let count = {
        let device = Arc::new(Recorder::recording(more, None));
        let loaded = loaded(&device, &[MORE, TWICE].concat());
        (0..3).for_each(|_| drop(call(&loaded, &[1]).unwrap()));
        device.calls()
    };
    assert!(count > 15, "{count}");
    for at in 0..count {
        let device = Arc::new(Recorder::recording(more, Some(at)));
        let loaded = loaded(&device, &[MORE, TWICE].concat());
        let failures = (0..4).filter(|_| call(&loaded, &[1]).is_err()).count();
        assert_eq!(failures, 1, "call {at}");
        loaded.unload(Stream(0)).unwrap();
        assert_eq!(device.live(), 0, "call {at}");
    }
}
