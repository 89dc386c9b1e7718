//! Names of keys.

use winit::keyboard::{Key, NamedKey};

/// The name of a key: its character in lower case, or a word; `None` of keys without a name.
pub(super) fn name(key: &Key) -> Option<String> {
    match key {
        Key::Character(text) if text == " " => Some("space".to_string()),
        Key::Character(text) => Some(text.to_lowercase()),
        Key::Named(named) => Some(named_key(*named)),
        Key::Unidentified(_) | Key::Dead(_) => None,
    }
}

fn named_key(key: NamedKey) -> String {
    match key {
        NamedKey::ArrowLeft => "left".to_string(),
        NamedKey::ArrowRight => "right".to_string(),
        NamedKey::ArrowUp => "up".to_string(),
        NamedKey::ArrowDown => "down".to_string(),
        // "Space", "Enter", "Escape", "F1", "Shift", …
        other => format!("{other:?}").to_lowercase(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_short_names() {
        let named = |key| name(&Key::Named(key)).unwrap();
        assert_eq!(
            [named(NamedKey::ArrowLeft), named(NamedKey::F11), named(NamedKey::Space)],
            ["left", "f11", "space"]
        );
        assert_eq!(
            (name(&Key::Character("A".into())), name(&Key::Dead(None))),
            (Some("a".to_string()), None)
        );
    }
}
