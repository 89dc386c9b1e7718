//! Colour maps: 256 colours from 0 to 1.

/// A colour map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Map {
    /// Black to white.
    Gray,
    /// Violet over green to yellow, of even brightness steps.
    Viridis,
    /// Blue over red to yellow.
    Plasma,
    /// Black over purple and orange to a pale yellow.
    Magma,
    /// Black over red and orange to yellow.
    Inferno,
    /// A rainbow without its dark and bright bands.
    Turbo,
    /// Two signs on black: blue below, orange above.
    Glow,
    /// Two signs on white: blue below, red above.
    Balance,
    /// Black over blue, white and orange back to black: for counts and angles that repeat.
    Cyclic,
}

/// Coefficients of a polynomial of degree 6 for red, green and blue.
type Fit = [[f32; 3]; 7];

// Least-squares fits of matplotlib's maps by Matt Zucker, in the public domain (CC0).
const VIRIDIS: Fit = [
    [0.277_727_33, 0.005_407_344_5, 0.334_099_8],
    [0.105_093_04, 1.404_613_5, 1.384_590_2],
    [-0.330_861_83, 0.214_847_56, 0.095_095_165],
    [-4.634_230_6, -5.799_101, -19.332_441],
    [6.228_27, 14.179_934, 56.690_55],
    [4.776_385, -13.745_145, -65.353_03],
    [-5.435_456, 4.645_852_6, 26.312_435],
];
const PLASMA: Fit = [
    [0.058_732_345, 0.023_336_71, 0.543_340_2],
    [2.176_514_6, 0.238_383_42, 0.753_959_6],
    [-2.689_460_5, -7.455_851, 3.110_8],
    [6.130_348, 42.346_19, -28.518_854],
    [-11.107_437, -82.666_31, 60.139_847],
    [10.023_066, 71.413_62, -54.072_186],
    [-3.658_713_8, -22.931_534, 18.191_908],
];
const MAGMA: Fit = [
    [-0.002_136_485, -0.000_749_655_04, -0.005_386_128],
    [0.251_660_54, 0.677_523_25, 2.494_026_7],
    [8.353_717, -3.577_719_4, 0.314_467_9],
    [-27.668_734, 14.264_731, -13.649_213],
    [52.176_14, -27.943_605, 12.944_17],
    [-50.768_524, 29.046_583, 4.234_153],
    [18.655_706, -11.489_774, -5.601_961_6],
];
const INFERNO: Fit = [
    [0.000_218_940_37, 0.001_651_004_6, -0.019_480_899],
    [0.106_513_42, 0.563_956_44, 3.932_712_3],
    [11.602_493, -3.972_854, -15.942_394],
    [-41.703_995, 17.436_398, 44.354_145],
    [77.162_94, -33.402_36, -81.807_31],
    [-71.319_43, 32.626_064, 73.209_52],
    [25.131_126, -12.242_669, -23.070_325],
];
// Turbo's approximation by its authors (Mikhailov, 2019; Apache-2.0).
const TURBO: Fit = [
    [0.135_721_38, 0.091_402_61, 0.106_673_3],
    [4.615_392_6, 2.194_188_4, 12.641_946],
    [-42.660_324, 4.842_967, -60.582_05],
    [132.131_08, -14.185_033, 110.362_77],
    [-152.942_4, 4.277_298_5, -89.903_11],
    [59.286_38, 2.829_566, 27.348_25],
    [0.0; 3],
];

/// Colours at even distances from 0 to 1.
const GLOW: [[f32; 3]; 7] = [
    [0.75, 0.97, 1.0],
    [0.10, 0.62, 0.98],
    [0.04, 0.20, 0.48],
    [0.015, 0.015, 0.03],
    [0.46, 0.12, 0.05],
    [0.98, 0.50, 0.08],
    [1.0, 0.95, 0.72],
];
const BALANCE: [[f32; 3]; 7] = [
    [0.02, 0.12, 0.38],
    [0.13, 0.42, 0.71],
    [0.57, 0.77, 0.87],
    [0.97, 0.97, 0.97],
    [0.97, 0.70, 0.56],
    [0.80, 0.26, 0.24],
    [0.40, 0.0, 0.12],
];
const CYCLIC: [[f32; 3]; 7] = [
    [0.0, 0.01, 0.05],
    [0.05, 0.22, 0.58],
    [0.25, 0.62, 0.90],
    [0.98, 0.98, 0.94],
    [0.99, 0.72, 0.20],
    [0.55, 0.18, 0.05],
    [0.0, 0.01, 0.05],
];

impl Map {
    /// All maps with their names.
    pub const ALL: [(&'static str, Map); 9] = [
        ("gray", Map::Gray),
        ("viridis", Map::Viridis),
        ("plasma", Map::Plasma),
        ("magma", Map::Magma),
        ("inferno", Map::Inferno),
        ("turbo", Map::Turbo),
        ("glow", Map::Glow),
        ("balance", Map::Balance),
        ("cyclic", Map::Cyclic),
    ];

    /// The map of a name.
    pub fn by_name(name: &str) -> Option<Map> {
        Map::ALL.iter().find(|(known, _)| *known == name).map(|(_, map)| *map)
    }

    /// The sRGB colour at `t`, from 0 to 1.
    pub fn at(self, t: f32) -> [u8; 3] {
        let t = t.clamp(0.0, 1.0);
        let colour = match self {
            Map::Gray => [t; 3],
            Map::Viridis => polynomial(&VIRIDIS, t),
            Map::Plasma => polynomial(&PLASMA, t),
            Map::Magma => polynomial(&MAGMA, t),
            Map::Inferno => polynomial(&INFERNO, t),
            Map::Turbo => polynomial(&TURBO, t),
            Map::Glow => between(&GLOW, t),
            Map::Balance => between(&BALANCE, t),
            Map::Cyclic => between(&CYCLIC, t),
        };
        colour.map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8)
    }

    /// The colours of 256 values at even distances.
    pub(crate) fn table(self) -> [u32; 256] {
        std::array::from_fn(|i| super::pack(self.at(i as f32 / 255.0)))
    }
}

fn polynomial(fit: &Fit, t: f32) -> [f32; 3] {
    std::array::from_fn(|c| fit.iter().rev().fold(0.0, |sum, row| sum * t + row[c]))
}

/// Smooth steps between neighbouring colours.
fn between(colours: &[[f32; 3]; 7], t: f32) -> [f32; 3] {
    let x = t * 6.0;
    let i = (x as usize).min(5);
    let f = x - i as f32;
    std::array::from_fn(|c| colours[i][c] + (colours[i + 1][c] - colours[i][c]) * f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_and_middles_have_their_colours() {
        // The ends of matplotlib's maps, within the error of the fits.
        for (map, low, high) in [
            (Map::Viridis, [68, 1, 84], [253, 231, 37]),
            (Map::Magma, [0, 0, 4], [252, 253, 191]),
            (Map::Inferno, [0, 0, 4], [252, 255, 164]),
            (Map::Plasma, [13, 8, 135], [240, 249, 33]),
            (Map::Turbo, [35, 23, 27], [144, 13, 0]),
        ] {
            for (found, wanted) in [(map.at(0.0), low), (map.at(1.0), high)] {
                for c in 0..3 {
                    let error = i32::from(found[c]) - wanted[c];
                    assert!(error.abs() <= 24, "{map:?}: {found:?}, not {wanted:?}");
                }
            }
        }
        assert_eq!((Map::Gray.at(0.5), Map::Gray.at(7.0)), ([128; 3], [255; 3]));
        assert_eq!(Map::Cyclic.at(0.0), Map::Cyclic.at(1.0));
        assert!(Map::Glow.at(0.5).iter().all(|v| *v < 10) && Map::Balance.at(0.5).iter().all(|v| *v > 240));
    }

    #[test]
    fn names_are_found() {
        for (name, map) in Map::ALL {
            assert_eq!(Map::by_name(name), Some(map));
        }
        assert_eq!(Map::by_name("jet"), None);
    }
}
