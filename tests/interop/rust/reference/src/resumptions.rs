//! `ingot-runtime`, in the two releases that differ in what they write.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{Reference, Result};

/// The variant of an error, which is alike in both releases, and the one text that it holds.
fn told(error: impl std::fmt::Debug) -> String {
    format!("{error:?}")
}

fn values() -> BTreeMap<String, Value> {
    let values = json!({
        "text": "é😀 \"\\\u{0}\u{1f}\u{7f}\n",
        "largest": u64::MAX,
        "smallest": i64::MIN,
        "tenth": 0.1,
        "tiny": 5e-324,
        "huge": 1e16,
        "minus zero": -0.0,
        "nested": {"b": [1, 2.0, null, true, {}, []], "a": {"": "~/"}},
    });
    values
        .as_object()
        .expect("an object")
        .clone()
        .into_iter()
        .collect()
}

macro_rules! release {
    ($name:ident, $runtime:ident $(, $newer:ident)*) => {
        pub const $name: Reference = {
            use $runtime::events::Artifact;
            use $runtime::price::{Charge, Spend};
            use $runtime::provider::Usage;
            use $runtime::snapshot::{KIND, SNAPSHOT_VERSION};
            use $runtime::{Resumption, SnapshotError};

            fn again(from: &Path, to: &Path) -> Result<()> {
                let save = |snapshot: Resumption| snapshot.save(to);
                Ok(Resumption::load(from).and_then(save).map_err(told)?)
            }

            fn made(folder: &Path) -> Result<()> {
                let full = full();
                let saved = [
                    ("full", full.clone()),
                    ("empty", empty()),
                    ("memory", Resumption { kind: "memory".into(), ..full.clone() }),
                    ("newer", Resumption { ingot_snapshot: "0.2".into(), ..full }),
                ];
                for (name, snapshot) in saved {
                    snapshot.save(&folder.join(format!("{name}.json"))).map_err(told)?;
                }
                Ok(())
            }

            fn check(ir: &Path, snapshot: &Path) -> Result<()> {
                let snapshot = Resumption::load(snapshot).map_err(told)?;
                let ir = serde_json::from_slice(&fs::read(ir)?)?;
                Ok(snapshot.check(&ir).map_err(|error: SnapshotError| told(error))?)
            }

            fn full() -> Resumption {
                let outputs = ["b", "a"].map(|name| {
                    let content_type = "markdown".to_owned();
                    (name.to_owned(), Artifact { name: name.into(), content_type, value: json!(["# é"]) })
                });
                let mut spend = Spend::default();
                spend.add("dear", Charge::Priced { micros: u128::MAX, currency: "usd".into() });
                spend.add("local", Charge::Unpriced);
                let mut full = empty();
                full.agent = "demo.Full".into();
                (full.inputs, full.bindings, full.state) = (values(), values(), values());
                full.outputs = outputs.into();
                full.steps = u32::MAX;
                full.usage = Usage {
                    input_tokens: u64::MAX,
                    output_tokens: (1 << 53) + 1,
                    cache_read_tokens: 1,
                };
                full.spend = spend;
                (full.model_calls, full.tool_calls) = (u32::MAX, 1);
                $(full.$newer = u32::MAX;)*
                full
            }

            fn empty() -> Resumption {
                Resumption {
                    ingot_snapshot: SNAPSHOT_VERSION.into(),
                    kind: KIND.into(),
                    agent: String::new(),
                    artifact: format!("sha256:{}", "0".repeat(64)),
                    label: String::new(),
                    stopped_at: String::new(),
                    resume_at: String::new(),
                    inputs: BTreeMap::new(),
                    bindings: BTreeMap::new(),
                    state: BTreeMap::new(),
                    outputs: BTreeMap::new(),
                    steps: 0,
                    usage: Usage::default(),
                    spend: Spend::default(),
                    model_calls: 0,
                    tool_calls: 0,
                    $($newer: 0,)*
                }
            }

            Reference { again, made, check }
        };
    };
}

release!(RELEASE_0_5, ingot_runtime_0_5);
release!(RELEASE_0_9, ingot_runtime_0_9, consultations);
