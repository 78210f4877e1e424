//! Instants of the years 0001 to 9999, with nanoseconds.

use chrono::{DateTime, Datelike, SecondsFormat, Utc};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

pub const RANGE_RULE: &str = "instant-in-range";

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub DateTime<Utc>);

impl Instant {
    /// Since 1970. An i64 holds them from 1677 to 2262 alone, which is what Avro's timestamps can carry.
    pub fn nanoseconds(self) -> i128 {
        i128::from(self.0.timestamp()) * 1_000_000_000 + i128::from(self.0.timestamp_subsec_nanos())
    }

    pub fn from_nanoseconds(nanoseconds: i64) -> Self {
        Self(DateTime::from_timestamp_nanos(nanoseconds))
    }

    pub fn parse(text: &str) -> Result<Self, String> {
        let moment = DateTime::parse_from_rfc3339(text).map_err(|error| error.to_string())?;
        let moment = moment.with_timezone(&Utc);
        if (1..=9999).contains(&moment.year()) {
            Ok(Self(moment))
        } else {
            Err(format!("{RANGE_RULE}: {text}"))
        }
    }
}

impl std::fmt::Display for Instant {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.0.to_rfc3339_opts(SecondsFormat::AutoSi, true))
    }
}

impl Serialize for Instant {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Instant {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        Self::parse(&String::deserialize(from)?).map_err(D::Error::custom)
    }
}
