//! A record of one run that can be replayed. Members that have a default take null for it.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

use crate::document::Document;
use crate::instant::Instant;
use crate::number::{number, number_or_zero, optional_number};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Capture {
    pub run_id: String,
    pub run_log: RunLog,
    pub llm_io: Vec<LlmIo>,
    pub model_version: Option<String>,
    #[serde(default, deserialize_with = "optional_number")]
    pub rng_seed: Option<u64>,
    pub memory_ref: Option<String>,
    pub captured_at: Instant,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunLog {
    pub run_id: String,
    pub agent: String,
    pub started_at: Instant,
    pub finished_at: Option<Instant>,
    pub status: RunStatus,
    pub steps: Vec<Step>,
    pub tokens: Usage,
    pub cost_estimate: Option<Cost>,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    #[serde(deserialize_with = "number")]
    pub idx: u32,
    pub kind: StepKind,
    pub name: Option<String>,
    #[serde(default, deserialize_with = "optional_number")]
    pub prompt_tokens: Option<u32>,
    #[serde(default, deserialize_with = "optional_number")]
    pub completion_tokens: Option<u32>,
    #[serde(default, deserialize_with = "optional_number")]
    pub cost_usd: Option<f64>,
    pub input: Value,
    pub output: Value,
    pub error: Option<String>,
    #[serde(default, deserialize_with = "optional_number")]
    pub latency: Option<u64>,
    pub span_id: Option<String>,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LlmIo {
    #[serde(default, deserialize_with = "null_as_default")]
    pub prompt: String,
    #[serde(default, deserialize_with = "null_as_default")]
    pub completion: String,
    pub model: Option<String>,
    pub provider: Option<String>,
    #[serde(default, deserialize_with = "optional_number")]
    pub prompt_tokens: Option<u32>,
    #[serde(default, deserialize_with = "optional_number")]
    pub completion_tokens: Option<u32>,
    #[serde(default, deserialize_with = "null_as_default")]
    pub tool_calls: Vec<ToolCall>,
    pub finish_reason: Option<FinishReason>,
    pub fingerprint: Option<String>,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ToolCall {
    pub id: String,
    pub name: String,
    pub args: Value,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Usage {
    #[serde(deserialize_with = "number")]
    pub prompt_tokens: u32,
    #[serde(deserialize_with = "number")]
    pub completion_tokens: u32,
    #[serde(default, deserialize_with = "number_or_zero")]
    pub cache_read_tokens: u32,
    #[serde(default, deserialize_with = "number_or_zero")]
    pub cache_creation_tokens: u32,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    #[serde(deserialize_with = "number")]
    pub prompt_usd: f64,
    #[serde(deserialize_with = "number")]
    pub completion_usd: f64,
    #[serde(default, deserialize_with = "number_or_zero")]
    pub cache_usd: f64,
    #[serde(deserialize_with = "number")]
    pub total_usd: f64,
    #[serde(flatten)]
    pub unknown: Map<String, Value>,
}

// docs:begin labels
/// A label that this program does not know is kept, and written back as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    LlmCall,
    ToolCall,
    SummaryCheckpoint,
    OpsEvent,
    MemoryRecall,
    #[serde(untagged)]
    Other(String),
}
// docs:end labels

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    Running,
    Completed,
    Failed,
    Cancelled,
    #[serde(untagged)]
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FinishReason {
    Stop,
    ToolCalls,
    Length,
    ContentFilter,
    Error,
    #[serde(untagged)]
    Other(String),
}

impl Document for Capture {
    fn instants(&self) -> Vec<(&'static str, Instant)> {
        let log = &self.run_log;
        let finished = log.finished_at.map(|moment| ("/run_log/finished_at", moment));
        let always = [
            ("/captured_at", self.captured_at),
            ("/run_log/started_at", log.started_at),
        ];
        always.into_iter().chain(finished).collect()
    }
}

fn null_as_default<'de, D, T>(from: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Default + Deserialize<'de>,
{
    Ok(Option::<T>::deserialize(from)?.unwrap_or_default())
}
