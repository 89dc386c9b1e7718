//! How frame loops end.

use crate::robot::{Robot, turn};
use std::process::{Command, Output};
use tensorforge_window::Window;

/// Runs one of these tests in a process of its own, in the role of the child.
fn child(test: &str, prepare: impl FnOnce(&mut Command)) -> Output {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--exact", test, "--nocapture"]).env(CHILD, "1");
    prepare(&mut command);
    command.output().unwrap()
}

const CHILD: &str = "TENSORFORGE_TEST_CHILD";

fn is_child() -> bool {
    std::env::var_os(CHILD).is_some()
}

#[test]
fn the_frames_button_closes_it() {
    let _turn = turn();
    let title = "tf-close";
    let mut window = Window::builder(title).size(100, 100).open().unwrap();
    let robot = Robot::of(title);
    robot.close();
    let mut frames = 0;
    while window.next_frame().unwrap() {
        frames += 1;
        assert!(frames < 1000, "the window stays open");
    }
    assert!(!window.next_frame().unwrap());
}

#[test]
fn interrupts_end_the_loop_and_complete_the_recording() {
    let file = std::env::temp_dir().join("tensorforge-interrupted.gif");
    if is_child() {
        let mut window = Window::builder("tf-interrupt").size(50, 50).record(&file).open().unwrap();
        let picture = tensorforge::Array::from_slice(&[20, 20], &[0.5f32; 400]).unwrap();
        while window.next_frame().unwrap() {
            window.show(&picture, &tensorforge_window::Look::default()).unwrap();
            if window.frame() == 3 {
                signal_hook::low_level::raise(signal_hook::consts::SIGINT).unwrap();
            }
        }
        println!("frames: {}", window.frame() + 1);
        window.finish().unwrap();
        return;
    }
    let _turn = turn();
    let output = child("ending::interrupts_end_the_loop_and_complete_the_recording", |_| {});
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("frames: 4"), "{said}");
    let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(&file).unwrap()).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 4);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn without_a_display_the_error_says_what_to_do() {
    if is_child() {
        let error = Window::builder("tf-nowhere").open().err().unwrap();
        println!("error: {error}");
        // The second one finds the first one's failure.
        assert_eq!(Window::builder("tf-nowhere").open().err().unwrap(), error);
        return;
    }
    let name = "ending::without_a_display_the_error_says_what_to_do";
    for display in [None, Some(":987")] {
        let output = child(name, |command| {
            for variable in ["DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET"] {
                command.env_remove(variable);
            }
            if let Some(display) = display {
                command.env("DISPLAY", display);
            }
        });
        let said = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{said}");
        assert!(said.contains("there is no display") && said.contains("--frames N"), "{said}");
        assert!(!said.contains(".rs"), "{said}");
    }
}

#[test]
fn films_are_made_where_ffmpeg_is() {
    let file = std::env::temp_dir().join("tensorforge-film.mp4");
    let builder = Window::builder("tf-film").headless().frames(5).record(&file);
    let is_there = Command::new("ffmpeg").arg("-version").output().is_ok();
    if !is_there {
        assert!(builder.open().err().unwrap().to_string().contains("ffmpeg"));
        return;
    }
    let mut window = builder.open().unwrap();
    while window.next_frame().unwrap() {
        // An odd size.
        let picture =
            tensorforge_window::Picture::filled(33, 21, [50 * window.frame() as u8, 80, 90]).unwrap();
        window.show_picture(picture).unwrap();
    }
    assert_eq!(window.finish().unwrap(), Some((file.clone(), 5)));
    let mut decoder = Command::new("ffmpeg");
    decoder.args(["-loglevel", "error", "-i"]).arg(&file).args(["-f", "rawvideo", "-pix_fmt", "rgb24", "-"]);
    let raw = decoder.output().unwrap();
    assert_eq!(raw.stdout.len(), 5 * 34 * 22 * 3, "{}", String::from_utf8_lossy(&raw.stderr));
    std::fs::remove_file(file).unwrap();
}
