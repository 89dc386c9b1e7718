//! Widgets under a pointer.

use super::*;
use crate::Picture;

fn slider(name: &str, is_whole: bool) -> Widget {
    Widget::Slider { name: name.to_string(), low: 0.0, high: 10.0, is_whole }
}

/// A panel with widgets that a program has read.
fn panel() -> Panel {
    let mut panel = Panel::new("test");
    let plot = Widget::Plot { name: "energy".to_string(), values: Arc::new(vec![1.0, 3.0, f64::NAN, 2.0]) };
    let button = Widget::Button("reset".to_string());
    let checkbox = Widget::Checkbox("walls".to_string());
    let text = Widget::Text("a text that is far too long for the panel it is in".to_string());
    panel.list(
        vec![slider("speed", false), slider("steps", true), button, checkbox, text, plot],
        "60 fps".into(),
    );
    for name in ["speed", "steps"] {
        panel.value(name, Value::Number(5.0));
    }
    panel
}

fn middle(panel: &Panel, spot: Spot) -> [f64; 2] {
    let row = panel.rows().into_iter().find(|row| row.spot == spot).unwrap();
    [(row.left + row.right) / 2.0, (row.top + row.bottom) / 2.0]
}

fn click(panel: &mut Panel, at: [f64; 2]) {
    panel.moved(Some(at));
    assert!(panel.pressed() && panel.released());
}

#[test]
fn sliders_follow_the_pointer_and_the_wheel() {
    let mut panel = panel();
    let [_, y] = middle(&panel, Spot::Widget(0));
    panel.moved(Some([rows::TRACK[0], y]));
    assert!(panel.pressed());
    assert_eq!(panel.value("speed", Value::Number(0.0)), Value::Number(0.0));
    // Outside of the panel the slider follows, too.
    assert!(panel.moved(Some([2000.0, 900.0])));
    assert_eq!(panel.value("speed", Value::Number(0.0)), Value::Number(10.0));
    assert!(panel.released());
    assert!(!panel.moved(Some([2000.0, 900.0])));
    let [x, y] = middle(&panel, Spot::Widget(1));
    panel.moved(Some([x, y]));
    assert!(panel.turned(-2.0));
    assert_eq!(panel.value("steps", Value::Number(0.0)), Value::Number(3.0));
    panel.turned(100.0);
    assert_eq!(panel.value("steps", Value::Number(0.0)), Value::Number(10.0));
}

#[test]
fn clicks_are_counted_where_they_end() {
    let mut panel = panel();
    let button = middle(&panel, Spot::Widget(2));
    click(&mut panel, button);
    click(&mut panel, button);
    assert_eq!((panel.take_clicks("reset"), panel.take_clicks("reset")), (2, 0));
    panel.moved(Some(button));
    assert!(panel.pressed());
    panel.moved(Some([900.0, 900.0]));
    assert!(panel.released());
    assert_eq!(panel.take_clicks("reset"), 0);
    let checkbox = middle(&panel, Spot::Widget(3));
    click(&mut panel, checkbox);
    assert_eq!(panel.value("walls", Value::On(false)), Value::On(true));
    click(&mut panel, checkbox);
    assert_eq!(panel.value("walls", Value::On(true)), Value::On(false));
}

#[test]
fn the_rest_of_the_window_is_the_programs() {
    let mut panel = panel();
    panel.moved(Some([600.0, 300.0]));
    assert!(!panel.pressed() && !panel.released() && !panel.turned(1.0));
    panel.moved(None);
    assert!(!panel.pressed());
    let head = middle(&panel, Spot::Head);
    let slider = middle(&panel, Spot::Widget(0));
    click(&mut panel, head);
    panel.moved(Some(slider));
    assert!(!panel.pressed(), "a folded panel has its head only");
    panel.is_hidden = true;
    panel.moved(Some(head));
    assert!(!panel.pressed());
}

#[test]
fn pause_and_step() {
    let mut panel = panel();
    let [pause, step] = [Spot::Pause, Spot::Step].map(|spot| middle(&panel, spot));
    click(&mut panel, pause);
    assert_eq!(panel.transport, Transport { is_paused: true, steps: 0, is_recording: false });
    click(&mut panel, step);
    click(&mut panel, step);
    assert_eq!(panel.transport.steps, 2);
    click(&mut panel, pause);
    assert_eq!(panel.transport, Transport::default());
}

#[test]
fn a_name_that_changes_its_kind_starts_anew() {
    let mut panel = panel();
    assert_eq!(panel.value("speed", Value::On(true)), Value::On(true));
    // Reversed ends, and a range of one value.
    panel.list(
        vec![Widget::Slider { name: "odd".into(), low: 3.0, high: 1.0, is_whole: false }],
        String::new(),
    );
    let at = middle(&panel, Spot::Widget(0));
    click(&mut panel, at);
    assert!(matches!(panel.value("odd", Value::Number(0.0)), Value::Number(v) if (1.0..=3.0).contains(&v)));
}

#[test]
fn it_is_drawn_over_the_picture_only_where_it_is() {
    let panel = panel();
    let mut out = Picture::filled(640, 480, [200, 0, 0]).unwrap();
    panel.draw(&mut out);
    assert_eq!(out.get(400, 240), Some([200, 0, 0]));
    assert_ne!(out.get(20, 20), Some([200, 0, 0]));
    // The knob of the first slider is in the middle of its track.
    let row = panel.rows().into_iter().find(|row| row.spot == Spot::Widget(0)).unwrap();
    let knob = out.get(((rows::TRACK[0] + rows::TRACK[1]) / 2.0) as usize, row.bottom as usize - 9);
    assert_eq!(knob, Some([226, 230, 236]));
    // Windows smaller than the panel.
    panel.draw(&mut Picture::filled(30, 20, [0; 3]).unwrap());
}
