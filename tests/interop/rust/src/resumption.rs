//! A run that was stopped at a checkpoint.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::document::Document;
use crate::instant::Instant;
use crate::number::number;

// docs:begin records
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Resumption {
    pub ingot_snapshot: String,
    pub kind: String,
    pub agent: String,
    pub artifact: String,
    pub label: String,
    pub stopped_at: String,
    pub resume_at: String,
    pub inputs: BTreeMap<String, Value>,
    pub bindings: BTreeMap<String, Value>,
    #[serde(default)]
    pub state: BTreeMap<String, Value>,
    #[serde(default)]
    pub outputs: BTreeMap<String, Artifact>,
    #[serde(deserialize_with = "number")]
    pub steps: u32,
    pub usage: Usage,
    #[serde(default)]
    pub spend: Spend,
    #[serde(default, deserialize_with = "number")]
    pub model_calls: u32,
    #[serde(default, deserialize_with = "number")]
    pub tool_calls: u32,
    #[serde(default, deserialize_with = "number")]
    pub consultations: u32,
    /// Members that no release declares, yet.
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Spend {
    #[serde(default, deserialize_with = "number")]
    pub micros: u128,
    pub currency: Option<String>,
    #[serde(default)]
    pub unpriced: BTreeMap<String, String>,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}
// docs:end records

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Artifact {
    pub name: String,
    pub content_type: String,
    pub value: Value,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Usage {
    #[serde(deserialize_with = "number")]
    pub input_tokens: u64,
    #[serde(deserialize_with = "number")]
    pub output_tokens: u64,
    #[serde(default, deserialize_with = "number")]
    pub cache_read_tokens: u64,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

impl Document for Resumption {
    fn instants(&self) -> Vec<(&'static str, Instant)> {
        Vec::new()
    }
}
