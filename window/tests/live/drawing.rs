//! What windows show.

use crate::robot::{Robot, frames_until, turn};
use std::time::Duration;
use tensorforge::Array;
use tensorforge_window::{Fit, Look, Map, Window};

fn ramp(width: usize, height: usize) -> Array {
    let value = |i: usize| (i % width + i / width) as f32 / (width + height) as f32;
    Array::from_slice(&[height, width], &(0..width * height).map(value).collect::<Vec<_>>()).unwrap()
}

/// The widest and highest part that the panel may cover.
const PANEL: [usize; 2] = [260, 200];

/// Whether a window shows a picture: all pixels but those below the panel are equal.
fn shows(robot: &Robot, window: &Window, has_panel: bool) -> bool {
    let (found, width, height) = robot.pixels();
    let Some(picture) = window.picture() else { return false };
    let mut wanted = vec![0; width * height];
    Fit::new([picture.width(), picture.height()], [width, height]).draw(picture, &mut wanted);
    let is_free = |i: usize| !has_panel || i % width >= PANEL[0] || i / width >= PANEL[1];
    (0..found.len()).all(|i| !is_free(i) || found[i] == wanted[i])
}

#[test]
fn pictures_have_their_colours_at_every_size() {
    let _turn = turn();
    let title = "tf-sizes";
    let mut window = Window::builder(title).size(400, 300).rate(200.0).open().unwrap();
    window.show_panel(false);
    let robot = Robot::of(title);
    let look = Look::map(Map::Viridis);
    for ([w, h], size) in
        [([400, 300], None), ([40, 30], None), ([128, 64], Some((700, 500))), ([64, 128], Some((350, 210)))]
    {
        if let Some((width, height)) = size {
            robot.resize(width, height);
        }
        frames_until(&mut window, &format!("a picture of {w} x {h} at {size:?}"), |window| {
            window.show(&ramp(w, h), &look).unwrap();
            let is_resized = size.is_none_or(|(w, h)| window.size() == [w as usize, h as usize]);
            is_resized && shows(&robot, window, false)
        });
    }
}

#[test]
fn the_panel_is_over_the_picture() {
    let _turn = turn();
    let title = "tf-panel";
    let mut window = Window::builder(title).size(500, 400).rate(200.0).open().unwrap();
    let robot = Robot::of(title);
    let mut is_shown = true;
    for _ in 0..3 {
        frames_until(&mut window, &format!("a panel shown: {is_shown}"), |window| {
            window.slider("speed", 0.5, 0.0, 1.0);
            window.checkbox("walls", true);
            window.show(&ramp(500, 400), &Look::map(Map::Magma)).unwrap();
            shows(&robot, window, true) && shows(&robot, window, false) != is_shown
        });
        // F1
        robot.key(0xffbe, true);
        robot.key(0xffbe, false);
        is_shown = !is_shown;
    }
}

#[test]
fn several_windows_are_shown_at_once() {
    let _turn = turn();
    let titles = ["tf-first", "tf-second"];
    let mut windows = titles.map(|title| Window::builder(title).size(300, 220).rate(300.0).open().unwrap());
    windows.iter_mut().for_each(|window| window.show_panel(false));
    let maps = [Map::Gray, Map::Turbo];
    let robots = titles.map(Robot::of);
    // Without a window manager they cover each other: each is looked at in its own turn.
    for i in 0..2 {
        robots[i].raise();
        frames_until(&mut windows[i], titles[i], |window| {
            window.show(&ramp(30, 22), &Look::map(maps[i])).unwrap();
            shows(&robots[i], window, false)
        });
    }
    windows[0].close();
    assert!(!windows[0].next_frame().unwrap() && windows[1].next_frame().unwrap());
}

#[test]
fn frames_begin_at_their_rate() {
    let _turn = turn();
    let mut window = Window::builder("tf-rate").size(64, 64).rate(50.0).frames(60).open().unwrap();
    let start = std::time::Instant::now();
    let mut frames = 0;
    while window.next_frame().unwrap() {
        window.show(&ramp(64, 64), &Look::default()).unwrap();
        frames += 1;
    }
    // 59 waits of 20 ms: never sooner.
    assert_eq!(frames, 60);
    assert!(start.elapsed() > Duration::from_millis(1150), "{:?}", start.elapsed());
    assert!(window.rate() < 52.0, "{}", window.rate());
}
