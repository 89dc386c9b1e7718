//! The mouse, the keyboard and the widgets.

use crate::robot::{Robot, frames_until, turn};
use std::time::Duration;
use tensorforge::Array;
use tensorforge_window::{Button, Look, Window};

fn show(window: &mut Window) {
    let picture = Array::from_slice(&[100, 200], &[0.5f32; 20000]).unwrap();
    window.show(&picture, &Look::default()).unwrap();
}

#[test]
fn the_mouse_is_in_pixels_of_the_picture() {
    let _turn = turn();
    let title = "tf-mouse";
    // The picture of 200 x 100 is shown at twice its size, 50 pixels below the top.
    let mut window = Window::builder(title).size(400, 300).rate(200.0).open().unwrap();
    window.show_panel(false);
    let robot = Robot::of(title);
    frames_until(&mut window, "the first picture", |window| {
        show(window);
        window.frame() > 5
    });
    robot.point(301, 151);
    frames_until(&mut window, "the pointer", |window| {
        show(window);
        window.input().mouse().is_some_and(|[x, y]| (x - 150.5).abs() < 0.01 && (y - 50.5).abs() < 0.01)
    });
    robot.button(1, true);
    frames_until(&mut window, "the left button", |window| window.input().is_held(Button::Left));
    robot.button(1, false);
    frames_until(&mut window, "its release", |window| !window.input().is_held(Button::Left));
    robot.click(3);
    frames_until(&mut window, "a click", |window| window.input().was_pressed(Button::Right));
    // A virtual display's wheel is buttons, which winit 0.30 reports when they go down and when they go up.
    for (button, wanted) in [(4, 2.0), (5, -2.0)] {
        let mut turned = 0.0;
        robot.click(button);
        frames_until(&mut window, "a notch of the wheel", |window| {
            turned += window.input().wheel();
            turned == wanted
        });
    }
    robot.point(301, 20);
    frames_until(&mut window, "the pointer outside of the picture", |window| {
        window.input().mouse().is_none()
    });
}

#[test]
fn keys_have_names_and_texts() {
    let _turn = turn();
    let title = "tf-keys";
    let mut window = Window::builder(title).size(200, 100).rate(200.0).open().unwrap();
    let robot = Robot::of(title);
    robot.point(100, 50);
    frames_until(&mut window, "the first picture", |window| {
        show(window);
        window.frame() > 5
    });
    for (symbol, name, text) in
        [(0x61, "a", "a"), (0xff51, "left", ""), (0x20, "space", " "), (0xffc3, "f6", "")]
    {
        robot.key(symbol, true);
        frames_until(&mut window, name, |window| {
            assert!(!window.input().was_key_pressed(name) || window.input().text() == text);
            window.input().was_key_pressed(name) && window.input().is_key_held(name)
        });
        robot.key(symbol, false);
        frames_until(&mut window, &format!("the release of {name}"), |window| {
            !window.input().is_key_held(name)
        });
    }
}

#[test]
fn widgets_are_worked_by_the_mouse() {
    let _turn = turn();
    let title = "tf-widgets";
    let mut window = Window::builder(title).size(500, 400).rate(200.0).open().unwrap();
    let robot = Robot::of(title);
    let mut seen = (0.0, false, false);
    let mut step = |window: &mut Window| {
        seen.0 = window.slider("speed", 1.0, 0.0, 10.0);
        seen.1 |= window.button("reset");
        seen.2 = window.checkbox("walls", false);
        show(window);
        seen
    };
    frames_until(&mut window, "the panel", |window| {
        step(window);
        window.frame() > 5
    });
    // The slider's track is from 20 to 244.
    robot.point(132, 85);
    robot.button(1, true);
    frames_until(&mut window, "the slider's middle", |window| (step(window).0 - 5.0).abs() < 0.1);
    robot.point(450, 300);
    frames_until(&mut window, "its end", |window| step(window).0 == 10.0);
    assert!(!window.input().is_held(Button::Left), "the panel has the button");
    robot.button(1, false);
    robot.point(100, 110);
    robot.click(1);
    frames_until(&mut window, "the button", |window| step(window).1);
    robot.point(100, 136);
    robot.click(1);
    frames_until(&mut window, "the checkbox", |window| step(window).2);
    robot.point(132, 85);
    robot.click(5);
    frames_until(&mut window, "the wheel", |window| (step(window).0 - 9.8).abs() < 1e-9);
}

#[test]
fn pause_step_and_full_screen_have_keys() {
    let _turn = turn();
    let title = "tf-pause";
    let mut window = Window::builder(title).size(200, 100).rate(200.0).open().unwrap();
    let robot = Robot::of(title);
    robot.watch();
    robot.point(100, 50);
    frames_until(&mut window, "the first picture", |window| {
        show(window);
        window.frame() > 5
    });
    let tap = |symbol| {
        robot.key(symbol, true);
        robot.key(symbol, false);
    };
    // F9
    tap(0xffc6);
    let start = std::time::Instant::now();
    while window.poll_frame(Duration::from_millis(200)).unwrap() == Some(true) {
        assert!(start.elapsed() < Duration::from_secs(10), "F9 does not pause");
    }
    let at = window.frame();
    // F10
    tap(0xffc7);
    assert!(window.next_frame().unwrap());
    assert_eq!(window.poll_frame(Duration::from_millis(100)).unwrap(), None);
    assert_eq!(window.frame(), at + 1);
    tap(0xffc6);
    frames_until(&mut window, "the end of the pause", |window| window.frame() > at + 5);
    assert!(!robot.asks_for_full_screen());
    // F11
    tap(0xffc8);
    frames_until(&mut window, "full screen", |window| {
        show(window);
        robot.asks_for_full_screen()
    });
}
