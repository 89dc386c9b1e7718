//! Python's windows on a display.

#[path = "../running.rs"]
mod running;

#[test]
fn windows_pass_their_tests() {
    let python = running::own("../../.venv/bin/python");
    assert!(python.exists(), "the tests need .venv, which ./x setup makes");
    let package = running::package("python-live");
    if let Err(said) = running::run(&python, &package, "live_windows.py") {
        panic!("{said}");
    }
}
