//! Numbers of members with a type: taken from the literal itself, so that no digit is lost on the way.
//!
//! `arbitrary_precision` makes `serde_json::Number` the text of the literal.

use std::str::FromStr;

use serde::de::Error;
use serde::{Deserialize, Deserializer};
use serde_json::Number;

pub const INTEGER_RULE: &str = "integer-from-float-literal";
pub const DOUBLE_RULE: &str = "number-is-a-double";

/// Above, a literal with a fraction or an exponent stands for more than one integer.
const LARGEST_EXACT_FLOAT: f64 = 9_007_199_254_740_992.0;

pub trait FromLiteral: Sized {
    fn from_literal(literal: &str) -> Result<Self, String>;
}

macro_rules! integers {
    ($($integer:ty),*) => {$(
        impl FromLiteral for $integer {
            fn from_literal(literal: &str) -> Result<Self, String> {
                parsed(&integer_text(literal)?)
            }
        }
    )*};
}

integers!(u32, u64, u128);

impl FromLiteral for f64 {
    fn from_literal(literal: &str) -> Result<Self, String> {
        let double = parsed::<f64>(literal)?;
        if is_integer(literal) && integer(&format!("{double:.0}")) != integer(literal) {
            return Err(format!("{DOUBLE_RULE}: no double is {literal}"));
        }
        Ok(double)
    }
}

pub fn number<'de, D: Deserializer<'de>, T: FromLiteral>(from: D) -> Result<T, D::Error> {
    T::from_literal(Number::deserialize(from)?.as_str()).map_err(D::Error::custom)
}

pub fn optional_number<'de, D: Deserializer<'de>, T: FromLiteral>(from: D) -> Result<Option<T>, D::Error> {
    Option::<Number>::deserialize(from)?
        .map(|found| T::from_literal(found.as_str()).map_err(D::Error::custom))
        .transpose()
}

pub fn number_or_zero<'de, D: Deserializer<'de>, T: FromLiteral + Default>(from: D) -> Result<T, D::Error> {
    Ok(optional_number(from)?.unwrap_or_default())
}

/// Whether a literal has neither fraction nor exponent.
pub fn is_integer(literal: &str) -> bool {
    !literal.contains(['.', 'e', 'E'])
}

/// An integer literal in its one form: `-0` is 0.
pub fn integer(literal: &str) -> &str {
    if literal == "-0" { "0" } else { literal }
}

fn integer_text(literal: &str) -> Result<String, String> {
    if is_integer(literal) {
        return Ok(integer(literal).to_owned());
    }
    let double = parsed::<f64>(literal)?;
    if double.abs() > LARGEST_EXACT_FLOAT {
        return Err(format!("{INTEGER_RULE}: {literal} is above 2^53"));
    }
    Ok(integer(&format!("{double:.0}")).to_owned())
}

fn parsed<T: FromStr<Err: std::fmt::Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("{text}: {error}"))
}
