//! Captures, with the types of `klieo-core` wherever it has them.

use std::fs;
use std::path::Path;

use chrono::{DateTime, Utc};
use klieo_core::{FinishReason, RunId, ToolCall, Usage};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{Reference, Result};

pub const REFERENCE: Reference = Reference { again, made, check };

#[derive(Serialize, Deserialize)]
struct Capture {
    run_id: RunId,
    run_log: RunLog,
    llm_io: Vec<LlmIo>,
    model_version: Option<String>,
    rng_seed: Option<u64>,
    memory_ref: Option<String>,
    captured_at: DateTime<Utc>,
}

#[derive(Serialize, Deserialize)]
struct RunLog {
    run_id: RunId,
    agent: String,
    started_at: DateTime<Utc>,
    finished_at: Option<DateTime<Utc>>,
    status: String,
    steps: Vec<Step>,
    tokens: Usage,
    cost_estimate: Option<Cost>,
}

#[derive(Serialize, Deserialize)]
struct Step {
    idx: u32,
    kind: String,
    name: Option<String>,
    prompt_tokens: Option<u32>,
    completion_tokens: Option<u32>,
    cost_usd: Option<f64>,
    input: Value,
    output: Value,
    error: Option<String>,
    latency: Option<u64>,
    span_id: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct LlmIo {
    #[serde(default)]
    prompt: String,
    #[serde(default)]
    completion: String,
    model: Option<String>,
    provider: Option<String>,
    prompt_tokens: Option<u32>,
    completion_tokens: Option<u32>,
    #[serde(default)]
    tool_calls: Vec<ToolCall>,
    finish_reason: Option<FinishReason>,
    fingerprint: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Cost {
    prompt_usd: f64,
    completion_usd: f64,
    #[serde(default)]
    cache_usd: f64,
    total_usd: f64,
}

fn again(from: &Path, to: &Path) -> Result<()> {
    let capture: Capture = serde_json::from_slice(&fs::read(from)?)?;
    Ok(fs::write(to, serde_json::to_vec(&capture)?)?)
}

fn made(folder: &Path) -> Result<()> {
    let run_id = RunId::new();
    let reasons = [
        FinishReason::Stop,
        FinishReason::ToolCalls,
        FinishReason::Length,
        FinishReason::ContentFilter,
        FinishReason::Error,
    ];
    let llm_io: Vec<_> = reasons.into_iter().map(exchange).collect();
    let steps = (0..5).map(step).collect();
    let started_at: DateTime<Utc> = "2026-03-02T08:15:00.000000001Z".parse()?;
    let capture = Capture {
        run_id,
        run_log: RunLog {
            run_id,
            agent: "triage".into(),
            started_at,
            finished_at: None,
            status: "running".into(),
            steps,
            tokens: Usage::default(),
            cost_estimate: Some(Cost {
                prompt_usd: 0.1,
                completion_usd: 1e-7,
                cache_usd: 0.0,
                total_usd: 1e16,
            }),
        },
        llm_io,
        model_version: Some("m".into()),
        rng_seed: Some(u64::MAX),
        memory_ref: None,
        captured_at: "9999-12-31T23:59:59.999999Z".parse()?,
    };
    Ok(fs::write(
        folder.join("capture.json"),
        serde_json::to_vec(&capture)?,
    )?)
}

fn exchange(reason: FinishReason) -> LlmIo {
    LlmIo {
        prompt: "é".into(),
        completion: String::new(),
        model: Some("m".into()),
        provider: None,
        prompt_tokens: Some(u32::MAX),
        completion_tokens: None,
        tool_calls: vec![ToolCall::new(
            "",
            "git_log",
            json!({"since": "v1", "all": [1.5, null]}),
        )],
        finish_reason: Some(reason),
        fingerprint: None,
    }
}

fn step(idx: u32) -> Step {
    Step {
        idx,
        kind: "llm_call".into(),
        name: None,
        prompt_tokens: None,
        completion_tokens: None,
        cost_usd: None,
        input: Value::Null,
        output: json!("x"),
        error: None,
        latency: Some(u64::MAX),
        span_id: None,
    }
}

fn check(_ir: &Path, _capture: &Path) -> Result<()> {
    Err("captures are not checked".into())
}
