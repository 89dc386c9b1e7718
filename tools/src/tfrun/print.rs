//! Arrays as text, like NumPy's `str`: aligned, at most eight decimals, large arrays elided.

use tensorforge::Array;
use tf_dialects::scalar::{DType, Scalar};

/// Larger arrays show only the ends of each axis.
const THRESHOLD: usize = 1000;
/// How many elements they show at each end of an axis.
const EDGE: usize = 3;
/// Columns of a line.
const WIDTH: usize = 75;
/// Maximum number of decimals.
const PRECISION: usize = 8;
/// The text for elided elements.
const ELIDED: &str = "...";

/// The array as text, without a line break at its end.
pub(super) fn array(array: &Array) -> String {
    if array.extents().is_empty() {
        return array.get_flat(0).map_or(String::new(), scalar);
    }
    if array.is_empty() {
        return "[]".to_string();
    }
    let elided = array.len() > THRESHOLD;
    let mut shown = Vec::new();
    collect(array, elided, 0, 0, &mut |at| shown.push(at));
    let values = shown.iter().filter_map(|at| array.get_flat(*at)).collect::<Vec<_>>();
    let words = words(array.dtype(), &values);
    let mut layout = Layout { extents: array.extents(), elided, words: words.into_iter() };
    layout.axis(0, " ", WIDTH)
}

/// A single value: as Python prints a float.
fn scalar(value: Scalar) -> String {
    match value.dtype() {
        DType::Int(1) => if value.bits() == 1 { "True" } else { "False" }.to_string(),
        dtype if dtype.is_float() => match value.to_f64() {
            v if v.is_nan() => "nan".to_string(),
            v if v.is_infinite() => if v > 0.0 { "inf" } else { "-inf" }.to_string(),
            v if v != 0.0 && !(1e-4..1e16).contains(&v.abs()) => {
                let (int, frac, exponent) = scientific(value, usize::MAX);
                let point = if frac.is_empty() { "" } else { "." };
                format!("{int}{point}{frac}e{}", exponent_text(exponent, 2))
            }
            _ => {
                let (int, frac) = positional(value, usize::MAX);
                format!("{int}.{}", if frac.is_empty() { "0" } else { &frac })
            }
        },
        _ => value.to_string(),
    }
}

/// Calls `visit` with the position of each element that is shown, in order.
fn collect(array: &Array, elided: bool, axis: usize, first: usize, visit: &mut dyn FnMut(usize)) {
    let Some(extent) = array.extents().get(axis) else { return visit(first) };
    let below: usize = array.extents()[axis + 1..].iter().product();
    for at in places(*extent, elided) {
        if let Entry::Element(at) = at {
            collect(array, elided, axis + 1, first + at * below, visit);
        }
    }
}

enum Entry {
    Element(usize),
    Gap,
}

/// The shown entries of an axis.
fn places(extent: usize, elided: bool) -> Vec<Entry> {
    if !elided || extent <= 2 * EDGE {
        return (0..extent).map(Entry::Element).collect();
    }
    let ends = (0..EDGE).map(Entry::Element).chain([Entry::Gap]);
    ends.chain((extent - EDGE..extent).map(Entry::Element)).collect()
}

/// Arranges words, which come in order, with brackets and lines.
struct Layout<'a> {
    extents: &'a [usize],
    elided: bool,
    words: std::vec::IntoIter<String>,
}

impl Layout<'_> {
    /// Formats an axis and all inner ones; `indent` precedes its lines, which have `width` columns.
    fn axis(&mut self, axis: usize, indent: &str, width: usize) -> String {
        let last = axis + 1 == self.extents.len();
        let places = places(self.extents[axis], self.elided);
        let text = if last {
            self.row(&places, indent, width - 1)
        } else {
            self.block(axis, &places, indent, width)
        };
        format!("[{}]", &text[indent.len()..])
    }

    fn row(&mut self, places: &[Entry], indent: &str, width: usize) -> String {
        let (mut text, mut line) = (String::new(), indent.to_string());
        for (at, place) in places.iter().enumerate() {
            let word = match place {
                Entry::Element(_) => self.words.next().unwrap_or_default(),
                Entry::Gap => ELIDED.to_string(),
            };
            if line.len() + word.len() > width && line.len() > indent.len() {
                text.push_str(line.trim_end());
                text.push('\n');
                line = indent.to_string();
            }
            line.push_str(&word);
            if at + 1 < places.len() {
                line.push(' ');
            }
        }
        text + &line
    }

    fn block(&mut self, axis: usize, places: &[Entry], indent: &str, width: usize) -> String {
        let inner = format!("{indent} ");
        let lines: Vec<String> = places
            .iter()
            .map(|place| match place {
                Entry::Element(_) => format!("{indent}{}", self.axis(axis + 1, &inner, width - 1)),
                Entry::Gap => format!("{indent}{ELIDED}"),
            })
            .collect();
        lines.join(&"\n".repeat(self.extents.len() - axis - 1))
    }
}

/// Values as words of one width.
fn words(dtype: DType, values: &[Scalar]) -> Vec<String> {
    let plain: Vec<String> = match dtype {
        dtype if dtype.is_float() => return floats(dtype, values),
        DType::Int(1) => {
            return values
                .iter()
                .map(|v| if v.bits() == 1 { " True" } else { "False" }.to_string())
                .collect();
        }
        _ => values.iter().map(Scalar::to_string).collect(),
    };
    let width = plain.iter().map(String::len).max().unwrap_or(0);
    plain.iter().map(|word| format!("{word:>width$}")).collect()
}

/// Floats with aligned decimal points; with exponents if the magnitudes differ too much.
fn floats(dtype: DType, values: &[Scalar]) -> Vec<String> {
    let finite: Vec<Scalar> = values.iter().copied().filter(|v| v.to_f64().is_finite()).collect();
    let sizes = || finite.iter().map(|v| v.to_f64().abs()).filter(|v| *v != 0.0);
    let (most, least) = (sizes().fold(0.0, f64::max), sizes().fold(f64::INFINITY, f64::min));
    let limit = match dtype {
        DType::F16 => 1e3,
        DType::F64 => 1e8,
        _ => 1e6,
    };
    let exponents = most > 0.0 && (most >= limit || least < 1e-4 || most / least > 1000.0);
    let parts: Vec<Option<(String, String)>> =
        if exponents { with_exponents(values) } else { with_points(values) };
    let widths = parts.iter().flatten();
    let right = widths.clone().map(|(_, right)| right.len()).max().unwrap_or(0);
    // Without a finite value, there is no decimal point to align.
    let point = usize::from(!finite.is_empty());
    let left = widths.map(|(left, _)| left.len()).max().unwrap_or(0);
    let special: Vec<&str> = values
        .iter()
        .map(|v| match v.to_f64() {
            v if v.is_nan() => "nan",
            v if v == f64::INFINITY => "inf",
            v if v == f64::NEG_INFINITY => "-inf",
            _ => "",
        })
        .collect();
    // NumPy counts a decimal point even if there is none; then a word fills the width exactly.
    let widest = special.iter().map(|s| s.len()).max().unwrap_or(0);
    let left = left.max(widest.saturating_sub(right + point));
    let word = |(parts, special): (&Option<(String, String)>, &&str)| match parts {
        Some((int, rest)) => format!("{int:>left$}.{rest:<right$}"),
        None => format!("{special:>w$}", w = left + right + point),
    };
    parts.iter().zip(&special).map(word).collect()
}

/// The text before and after the decimal point.
fn with_points(values: &[Scalar]) -> Vec<Option<(String, String)>> {
    values.iter().map(|v| v.to_f64().is_finite().then(|| positional(*v, PRECISION))).collect()
}

fn with_exponents(values: &[Scalar]) -> Vec<Option<(String, String)>> {
    let parts: Vec<Option<(String, String, i32)>> =
        values.iter().map(|v| v.to_f64().is_finite().then(|| scientific(*v, PRECISION))).collect();
    let digits = parts.iter().flatten().map(|(_, frac, _)| frac.len()).max().unwrap_or(0);
    let size = parts.iter().flatten().map(|(.., e)| exponent_text(*e, 2).len() - 1).max().unwrap_or(2);
    let joined = |(int, frac, exponent): (String, String, i32)| {
        (int, format!("{frac:0<digits$}e{}", exponent_text(exponent, size)))
    };
    parts.into_iter().map(|p| p.map(joined)).collect()
}

/// `-07`: a sign and at least `digits` digits.
fn exponent_text(exponent: i32, digits: usize) -> String {
    format!("{}{:0>digits$}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

/// The shortest digits that read back as the value, with at most `precision` decimals: before and after the
/// point.
fn positional(value: Scalar, precision: usize) -> (String, String) {
    let mut text = match value.dtype() {
        DType::F64 => value.to_f64().to_string(),
        DType::F16 => shortest_half(value, |v, digits| format!("{v:.digits$}")),
        _ => (value.to_f64() as f32).to_string(),
    };
    if text.split_once('.').is_some_and(|(_, frac)| frac.len() > precision) {
        text = format!("{:.precision$}", value.to_f64());
    }
    let (int, frac) = text.split_once('.').unwrap_or((&text, ""));
    (int.to_string(), frac.trim_end_matches('0').to_string())
}

/// As [`positional`], with one digit before the point: that digit, the decimals, the exponent.
fn scientific(value: Scalar, precision: usize) -> (String, String, i32) {
    let mut text = match value.dtype() {
        DType::F64 => format!("{:e}", value.to_f64()),
        DType::F16 => shortest_half(value, |v, digits| format!("{v:.digits$e}")),
        _ => format!("{:e}", value.to_f64() as f32),
    };
    let frac = |text: &str| text.split('e').next()?.split_once('.').map(|(_, f)| f.len());
    if frac(&text).is_some_and(|length| length > precision) {
        text = format!("{:.precision$e}", value.to_f64());
    }
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (int, frac) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    (int.to_string(), frac.trim_end_matches('0').to_string(), exponent.parse().unwrap_or(0))
}

/// The shortest text that rounds to the f16.
fn shortest_half(value: Scalar, text: impl Fn(f64, usize) -> String) -> String {
    let same = |text: &String| text.parse().is_ok_and(|v| Scalar::from_f64(DType::F16, v) == value);
    // The smallest f16 is 2^-24, which takes 24 decimals.
    let found = (0..24).map(|digits| text(value.to_f64(), digits)).find(same);
    found.unwrap_or_else(|| text(value.to_f64(), 24))
}
