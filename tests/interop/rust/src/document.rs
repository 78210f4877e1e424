//! From bytes to a typed document: parse, verdict, build.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::instant::{Instant, RANGE_RULE};
use crate::json::{self, ParseError};
use crate::number::{DOUBLE_RULE, INTEGER_RULE};
use crate::schema::{Failure, Schema};
use crate::strict;

pub trait Document: Serialize + DeserializeOwned {
    /// The instants that it holds, with their pointers.
    fn instants(&self) -> Vec<(&'static str, Instant)>;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    Parse,
    Schema,
    Value,
}

#[derive(Debug)]
pub struct Refused {
    pub stage: Stage,
    pub failures: Vec<Failure>,
    pub message: String,
}

impl std::error::Error for Refused {}

impl std::fmt::Display for Refused {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [stage, message] = [format!("{:?}", self.stage).to_lowercase(), self.message.clone()];
        write!(formatter, "refused at the stage {stage}: {message}")?;
        for failure in &self.failures {
            write!(formatter, "\n  {} at {:?}", failure.keyword, failure.pointer)?;
        }
        Ok(())
    }
}

// docs:begin load
pub fn load<T: Document>(text: &[u8], schema: &Schema) -> Result<T, Refused> {
    json::parse::<strict::Single>(text)?;
    let value: Value = json::parse(text)?;
    strict::check_numbers(&value, "")?;
    let failures = schema.failures(&value);
    if !failures.is_empty() {
        return Err(Refused {
            stage: Stage::Schema,
            failures,
            message: String::new(),
        });
    }
    // From the text, not from the value: `serde_json::from_value` refuses long integers in unknown members.
    Ok(json::parse(text)?)
}
// docs:end load

/// What a struct refuses beyond the schema are the value rules, whose ids begin the messages.
impl From<ParseError> for Refused {
    fn from(error: ParseError) -> Self {
        let rule = [INTEGER_RULE, DOUBLE_RULE, RANGE_RULE]
            .into_iter()
            .find(|rule| error.message.starts_with(rule));
        Self {
            stage: if rule.is_some() {
                Stage::Value
            } else {
                Stage::Parse
            },
            failures: vec![Failure {
                pointer: error.pointer,
                keyword: rule.unwrap_or("syntax").to_owned(),
            }],
            message: error.message,
        }
    }
}
