//! Programs whose numbers and sizes change while they are shown: nothing is compiled again.

use crate::robot::{Robot, frames_until, turn};
use tensorforge::{Array, Device, Program, Session};
use tensorforge_window::{Look, Map, Window};

/// Waves of a length.
fn waves() -> Program {
    Program::trace("waves", |p| {
        let (h, w) = (p.dim("h"), p.dim("w"));
        let ys = p.input::<f32>("ys", [h]);
        let xs = p.input::<f32>("xs", [w]);
        let length = p.scalar::<f32>("length");
        p.compute([h, w], |[i, j]| ((xs.at([j]) + ys.at([i])) * &length).sin())
    })
    .unwrap()
}

fn axis(n: usize) -> Array {
    Array::from_slice(&[n], &(0..n).map(|i| i as f32 / n as f32).collect::<Vec<_>>()).unwrap()
}

#[test]
fn sliders_and_sizes_compile_nothing() {
    let _turn = turn();
    let title = "tf-program";
    let session = Session::new().unwrap();
    let waves = session.compile(&waves(), Device::cpu()).unwrap();
    let mut window = Window::builder(title).size(320, 240).rate(200.0).open().unwrap();
    let robot = Robot::of(title);
    let mut seen = Vec::new();
    let mut frame = |window: &mut Window| {
        let length = window.slider("length", 3.0, 0.0, 30.0);
        let [w, h] = window.size();
        let picture: Array = waves.call((&axis(h), &axis(w), length as f32)).unwrap();
        assert_eq!(picture.extents(), [h, w]);
        window.show(&picture, &Look::map(Map::Glow).between(-1.0, 1.0)).unwrap();
        if !seen.contains(&(length as i64, [w, h])) {
            seen.push((length as i64, [w, h]));
        }
        (length, [w, h])
    };
    frames_until(&mut window, "the first size", |window| frame(window).1 == [320, 240] && window.frame() > 5);
    robot.point(132, 85);
    robot.button(1, true);
    for x in [180, 60, 220] {
        robot.point(x, 85);
        let wanted = 30.0 * (f64::from(x) - 20.0) / 224.0;
        frames_until(&mut window, "the slider", |window| (frame(window).0 - wanted).abs() < 0.2);
    }
    robot.button(1, false);
    for size in [[500, 300], [301, 407]] {
        robot.resize(size[0], size[1]);
        frames_until(&mut window, "a size", |window| frame(window).1 == size.map(|v| v as usize));
    }
    assert!(seen.len() >= 6, "{seen:?}");
    assert_eq!(session.compilations(), 1);
}
