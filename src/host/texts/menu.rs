//! What the settings of the menu and their values are called.

use fanorona_board::menu::{Setting, Value};

use super::{Place, Text};

/// A setting.
pub fn setting(setting: Setting) -> Text {
    Text::new(format!("setting.{}", setting.word()))
}

/// A value of one.
pub fn value(value: Value) -> Place {
    let word = value.to_string();
    let key = match value {
        Value::Rules(_) => format!("preset.{word}"),
        Value::Assist(_) => format!("assist.{word}"),
        Value::Plays(_) => format!("plays.{word}"),
        Value::Sound(_) => format!("sound.{word}"),
        Value::Game(_) | Value::Brightness(_) | Value::Level(_) => return word.into(),
    };
    Text::new(key).into()
}
