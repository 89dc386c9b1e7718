//! Frame loops without a display.

use super::*;
use crate::{Button, Event, Map, files};

fn checkers(n: usize, phase: u64) -> Array {
    let cell = |i: usize| ((i / n + i % n + phase as usize) % 2) as f32;
    Array::from_slice(&[n, n], &(0..n * n).map(cell).collect::<Vec<_>>()).unwrap()
}

fn path(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("tensorforge-loop-{}-{name}", std::process::id()))
}

#[test]
fn a_loop_without_a_display_writes_its_frames() {
    let file = path("a-%d.png");
    let mut window = Window::builder("a").size(8, 8).headless().frames(3).record(&file).open().unwrap();
    let mut times = Vec::new();
    while window.next_frame().unwrap() {
        assert_eq!((window.slider("speed", 2.0, 0.0, 4.0), window.whole_slider("n", 3, 1, 9)), (2.0, 3));
        assert!(!window.button("reset") && window.checkbox("walls", true));
        window.text("text");
        window.plot("energy", &[1.0, 2.0]);
        times.push((window.frame(), window.seconds()));
        window.show(&checkers(4, window.frame()), &Look::map(Map::Viridis)).unwrap();
    }
    assert_eq!(times, [(0, 0.0), (1, 0.04), (2, 0.08)]);
    assert_eq!(window.picture().unwrap().get(0, 0), Some(Map::Viridis.at(0.0)));
    assert_eq!(window.finish().unwrap(), Some((file, 3)));
    for i in 0..3 {
        let file = path(&format!("a-{i}.png"));
        let picture = files::load(&file).unwrap();
        assert_eq!(picture.bytes()[..3], Map::Viridis.at((i % 2) as f32));
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn widgets_answer_the_pointer() {
    let mut window = Window::builder("b").headless().frames(4).open().unwrap();
    let mut seen = Vec::new();
    while window.next_frame().unwrap() {
        seen.push((
            window.slider("speed", 2.0, 0.0, 4.0),
            window.button("reset"),
            window.checkbox("walls", false),
        ));
        // The panel shows what was listed a frame ago: its rows begin below the head and the buttons.
        let at = match window.frame() {
            1 => [255.0, 70.0],
            2 => [100.0, 110.0],
            _ => [100.0, 136.0],
        };
        for event in
            [Event::Point(Some(at)), Event::Press(Button::Left, true), Event::Press(Button::Left, false)]
        {
            window.send(&event);
        }
    }
    assert_eq!(seen, [(2.0, false, false), (2.0, false, false), (4.0, false, false), (4.0, true, false)]);
}

#[test]
fn a_pause_waits_for_steps() {
    let mut window = Window::builder("c").headless().frames(9).open().unwrap();
    assert!(window.next_frame().unwrap());
    window.pause(true);
    assert_eq!(window.poll_frame(Duration::from_millis(5)).unwrap(), None);
    window.shared.lock().panel.step();
    assert_eq!(window.poll_frame(Duration::from_millis(5)).unwrap(), Some(true));
    assert_eq!(window.poll_frame(Duration::from_millis(5)).unwrap(), None);
    window.pause(false);
    assert!(window.next_frame().unwrap());
    window.close();
    assert!(!window.next_frame().unwrap());
}

#[test]
fn the_record_button_begins_and_ends_a_file() {
    let file = path("d.gif");
    let mut window = Window::builder("d").headless().frames(5).open().unwrap();
    window.target.0.clone_from(&file);
    while window.next_frame().unwrap() {
        window.show(&checkers(4, 0), &Look::default()).unwrap();
        window.shared.lock().panel.transport.is_recording = (1..3).contains(&window.frame());
    }
    assert!(window.finish().unwrap().is_none());
    let mut decoder = gif::DecodeOptions::new().read_info(std::fs::File::open(&file).unwrap()).unwrap();
    let mut count = 0;
    while decoder.read_next_frame().unwrap().is_some() {
        count += 1;
    }
    assert_eq!(count, 2);
    std::fs::remove_file(file).unwrap();
}

#[test]
fn mistakes_are_errors() {
    let error = |builder: Builder| builder.open().err().unwrap().to_string();
    assert!(error(Window::builder("e").headless()).contains("number of frames"));
    assert!(error(Window::builder("e").headless().frames(1).rate(0.0)).contains("positive"));
    assert!(error(Window::builder("e").headless().frames(1).record("x.bmp")).contains(".bmp"));
    #[cfg(not(feature = "live"))]
    assert!(error(Window::builder("e")).contains("feature 'live'"));
}

#[test]
fn events_go_to_the_panel_or_the_program() {
    let mut window = Window::builder("f").size(640, 480).headless().frames(3).open().unwrap();
    assert!(window.next_frame().unwrap());
    window.show(&checkers(48, 0), &Look::default()).unwrap();
    // Ten times as large, 80 pixels from the left.
    let press = |is_down| Event::Press(Button::Left, is_down);
    let key = |name: &str, is_down| Event::Key(name.to_string(), is_down);
    for event in [
        Event::Point(Some([330.0, 240.0])),
        press(true),
        key("a", true),
        Event::Write("a".into()),
        Event::Turn(2.0),
    ] {
        window.send(&event);
    }
    assert!(window.next_frame().unwrap());
    let input = window.input();
    assert_eq!((input.mouse(), input.wheel(), input.text()), (Some([25.0, 24.0]), 2.0, "a"));
    assert!(input.is_held(Button::Left) && input.is_key_held("a"));
    for event in
        [press(false), Event::Point(Some([20.0, 20.0])), press(true), Event::Release, key("f1", true)]
    {
        window.send(&event);
    }
    assert!(window.next_frame().unwrap());
    let input = window.input();
    assert!(input.mouse().is_none() && !input.was_pressed(Button::Left) && !input.is_key_held("a"));
    assert!(window.shared.lock().panel.is_hidden);
}

#[test]
fn recordings_may_show_the_panel() {
    let file = path("g.png");
    let builder = Window::builder("g").size(320, 240).headless().frames(1).record(&file).records_panel();
    let mut window = builder.open().unwrap();
    assert!(window.next_frame().unwrap());
    window.show(&Array::from_slice(&[4, 4], &[1.0f32; 16]).unwrap(), &Look::default()).unwrap();
    window.finish().unwrap();
    let picture = files::load(&file).unwrap();
    assert_eq!(picture.extents(), [240, 320, 3]);
    let at = |y: usize, x: usize| picture.bytes()[(y * 320 + x) * 3];
    assert!(at(200, 200) == 255 && at(10, 50) < 80 && at(200, 10) == 0);
    std::fs::remove_file(file).unwrap();
}
