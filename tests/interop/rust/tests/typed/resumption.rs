#![allow(clippy::redundant_closure_call)]
#![allow(clippy::needless_lifetimes)]
#![allow(clippy::match_single_binding)]
#![allow(clippy::clone_on_copy)]

#[doc = "Something that the run has put out."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct Artifact {
    #[doc = "Type of its content, such as markdown."]
    #[serde(rename = "contentType")]
    pub content_type: ::std::string::String,
    #[doc = "Name of the output."]
    pub name: ::std::string::String,
    #[doc = "The content: any JSON, null among it."]
    pub value: ::serde_json::Value,
}
#[doc = "A run that was stopped at a checkpoint and can be continued: where it stopped, what it holds and what it has used."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct Resumption {
    #[doc = "Name of the agent that was stopped; it may be empty."]
    pub agent: ::std::string::String,
    #[doc = "Digest of the agent's compiled form: sha256: and 64 lower-case hexadecimal digits. A run continues only with the agent of this digest."]
    pub artifact: ::std::string::String,
    #[doc = "Values bound when the run stopped, by name; inputs and temporary names among them."]
    pub bindings: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    #[doc = "Consultations of people so far; recorded answers are matched by this position. Absent stands for 0, as in files of earlier writers."]
    #[serde(default)]
    pub consultations: u32,
    #[doc = "Version of the snapshot format."]
    #[serde(rename = "ingotSnapshot")]
    pub ingot_snapshot: ::serde_json::Value,
    #[doc = "Values that the run was started with, by name."]
    pub inputs: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    #[doc = "Kind of the snapshot."]
    pub kind: ::serde_json::Value,
    #[doc = "Label of the checkpoint that the run stopped at; it may be empty."]
    pub label: ::std::string::String,
    #[doc = "Calls of models so far; recorded answers are matched by this position. Absent stands for 0."]
    #[serde(rename = "modelCalls", default)]
    pub model_calls: u32,
    #[doc = "What the run has put out so far, by name. Absent when empty."]
    #[serde(
        default,
        skip_serializing_if = ":: std :: collections :: HashMap::is_empty"
    )]
    pub outputs: ::std::collections::HashMap<::std::string::String, Artifact>,
    #[doc = "Identifier of the node that the run continues from: the one after the checkpoint, which is not passed again."]
    #[serde(rename = "resumeAt")]
    pub resume_at: ::std::string::String,
    #[doc = "Money spent so far. Absent stands for nothing spent."]
    #[serde(default = "defaults::resumption_spend")]
    pub spend: Spend,
    #[doc = "State of the agent, by field. Absent when empty."]
    #[serde(default, skip_serializing_if = "::serde_json::Map::is_empty")]
    pub state: ::serde_json::Map<::std::string::String, ::serde_json::Value>,
    #[doc = "Steps taken so far."]
    pub steps: u32,
    #[doc = "Identifier of the checkpoint's node."]
    #[serde(rename = "stoppedAt")]
    pub stopped_at: ::std::string::String,
    #[doc = "Calls of tools so far; recorded results are matched by this position. Absent stands for 0."]
    #[serde(rename = "toolCalls", default)]
    pub tool_calls: u32,
    #[doc = "Tokens used so far."]
    pub usage: Usage,
}
#[doc = "Money spent on models."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug, Default)]
pub struct Spend {
    #[doc = "Code of the currency, as the writer spells it. Null when nothing with a price was used."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub currency: ::std::option::Option<::std::string::String>,
    #[doc = "Amount in millionths of the currency. Absent stands for 0."]
    #[serde(default)]
    pub micros: i64,
    #[doc = "Models without a price, each with the reason. Absent stands for none."]
    #[serde(
        default,
        skip_serializing_if = ":: std :: collections :: HashMap::is_empty"
    )]
    pub unpriced: ::std::collections::HashMap<::std::string::String, ::std::string::String>,
}
#[doc = "Counts of tokens."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct Usage {
    #[doc = "Tokens that were read from a provider's cache. Absent stands for 0."]
    #[serde(rename = "cacheReadTokens", default)]
    pub cache_read_tokens: u64,
    #[doc = "Tokens sent to models."]
    #[serde(rename = "inputTokens")]
    pub input_tokens: u64,
    #[doc = "Tokens produced by models."]
    #[serde(rename = "outputTokens")]
    pub output_tokens: u64,
}
#[doc = " Generation of default values for serde."]
pub mod defaults {
    pub(super) fn resumption_spend() -> super::Spend {
        super::Spend {
            currency: Default::default(),
            micros: Default::default(),
            unpriced: Default::default(),
        }
    }
}
#[doc = " Error types."]
pub mod error {
    #[doc = r" Error from a `TryFrom` or `FromStr` implementation."]
    pub struct ConversionError(::std::borrow::Cow<'static, str>);
    impl ::std::error::Error for ConversionError {}
    impl ::std::fmt::Display for ConversionError {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> Result<(), ::std::fmt::Error> {
            ::std::fmt::Display::fmt(&self.0, f)
        }
    }
    impl ::std::fmt::Debug for ConversionError {
        fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> Result<(), ::std::fmt::Error> {
            ::std::fmt::Debug::fmt(&self.0, f)
        }
    }
    impl From<&'static str> for ConversionError {
        fn from(value: &'static str) -> Self {
            Self(value.into())
        }
    }
    impl From<String> for ConversionError {
        fn from(value: String) -> Self {
            Self(value.into())
        }
    }
}
