//! Attention by a group with schedules by hand, against NumPy in float64.

use crate::reference::{is_small, l2_error, on_each_device, reference, values};
use crate::subject::attention::{attention, by_hand, heads};
use tensorforge::{Array, Device, Family, Schedule, Session};

/// The schedule of the example, other orders and tile sizes, one thread, no tiles along the columns.
#[test]
fn attention_by_hand() {
    let texts = [
        "split(h, [2]), split(i, [8]), split(j, [24]), order(i.0, h.0, j.0), parallel(i.0), join(j: top, sum, out)",
        "split(h, [1]), split(i, [48, 6]), split(j, [1]), order(h.0, i.0, i.1, j.0), join(j: top, sum, out)",
    ];
    let schedules = std::iter::once(by_hand()).chain(texts.map(Schedule::text));
    for schedule in schedules {
        let program = attention(&schedule).unwrap_or_else(|e| panic!("{e}"));
        on_each_device(|session, device| {
            let exe = session.compile(&program, device).unwrap_or_else(|e| panic!("{e}"));
            let sizes = if is_small(device) { [2, 9, 11, 4] } else { [3, 131, 517, 20] };
            let [h, n, m, d] = sizes;
            let [q, k, v] =
                [heads([h, n, d], 1), heads([h, m, d], 2), heads([h, m, d], 3)].map(Result::unwrap);
            let found: Array = exe.call((&q, &k, &v)).unwrap_or_else(|e| panic!("{e}"));
            let wanted = reference("attention.py", &sizes.map(|n| n.to_string()), &[&q, &k, &v]);
            let error = l2_error(&values(&[found]), &wanted);
            assert!(error < 1e-5, "off by {error} on {device}: {schedule}");
        });
    }
}

/// No buffer holds scores of all rows and columns.
#[test]
fn no_scores_in_memory() {
    for family in Family::all().filter(|family| family.level.is_x86()) {
        let session = Session::builder().machine(family, 2).build().unwrap();
        let device = Device::cpu().with_level(family.level);
        let explained = session.explain(&attention(&by_hand()).unwrap(), &device).unwrap();
        for buffer in explained.functions.iter().flat_map(|function| &function.buffers) {
            let holds_scores = buffer.r#type.contains("{n}") && buffer.r#type.contains("{m}");
            assert!(!holds_scores, "{}: {}", family.name, buffer.r#type);
        }
    }
}
