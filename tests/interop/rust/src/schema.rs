//! The verdict on a document: its JSON Schema, through the crate `jsonschema`.

use jsonschema::error::ValidationErrorKind;
use jsonschema::{ValidationError, Validator};
use serde_json::Value;

use crate::checks::Rule;

#[derive(Debug)]
pub struct Failure {
    pub pointer: String,
    pub keyword: String,
}

pub struct Schema {
    validator: Validator,
    pub rules: Vec<Rule>,
}

impl Schema {
    pub fn parse(text: &[u8]) -> Result<Self, Box<dyn std::error::Error>> {
        let schema: Value = serde_json::from_slice(text)?;
        Ok(Self {
            validator: jsonschema::draft202012::new(&schema)?,
            rules: match schema.get("x-checks") {
                Some(rules) => serde_json::from_value(rules.clone())?,
                None => Vec::new(),
            },
        })
    }

    pub fn failures(&self, document: &Value) -> Vec<Failure> {
        let mut failures = Vec::new();
        for error in self.validator.iter_errors(document) {
            collect(&error, &mut failures);
        }
        failures
    }
}

/// A union says that none of its branches fits; the branches say why.
fn collect(error: &ValidationError<'_>, failures: &mut Vec<Failure>) {
    if let ValidationErrorKind::AnyOf { context } = error.kind() {
        for inner in context.iter().flatten() {
            collect(inner, failures);
        }
    }
    failures.push(Failure {
        pointer: error.instance_path().as_str().to_owned(),
        keyword: error.kind().keyword().to_owned(),
    });
}
