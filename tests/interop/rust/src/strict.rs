//! What serde_json takes and other readers do not: doubled members, and numbers that no double or no parser holds.

use std::collections::HashSet;
use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Number, Value};

use crate::json::{ParseError, escaped};
use crate::number;

const MOST_DIGITS: usize = 4300;

/// Any JSON without an object that names a member twice; a `Value` keeps the last of the two.
pub struct Single;

impl<'de> Deserialize<'de> for Single {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Single {
    type Value = Self;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("any JSON")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self, A::Error> {
        let mut names = HashSet::new();
        while let Some(name) = map.next_key::<String>()? {
            if names.contains(&name) {
                return Err(A::Error::custom(format!("the member {name:?} is there twice")));
            }
            map.next_value::<Self>()?;
            names.insert(name);
        }
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u128<E>(self, _: u128) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i128<E>(self, _: i128) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }
}

/// The first number that others refuse: `1e400`, or an integer of more than 4,300 digits.
pub fn check_numbers(value: &Value, pointer: &str) -> Result<(), ParseError> {
    match value {
        Value::Number(literal) => match wrong(literal) {
            Some(message) => Err(ParseError {
                pointer: pointer.to_owned(),
                message: message.to_owned(),
            }),
            None => Ok(()),
        },
        Value::Array(items) => items
            .iter()
            .enumerate()
            .try_for_each(|(index, item)| check_numbers(item, &format!("{pointer}/{index}"))),
        Value::Object(members) => members
            .iter()
            .try_for_each(|(name, item)| check_numbers(item, &format!("{pointer}/{}", escaped(name)))),
        _ => Ok(()),
    }
}

fn wrong(literal: &Number) -> Option<&'static str> {
    let text = literal.as_str();
    if number::is_integer(text) {
        return (text.trim_start_matches('-').len() > MOST_DIGITS).then_some("more than 4,300 digits");
    }
    let finite = text.parse::<f64>().is_ok_and(f64::is_finite);
    (!finite).then_some("beyond the range of doubles")
}
