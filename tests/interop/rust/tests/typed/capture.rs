#![allow(clippy::redundant_closure_call)]
#![allow(clippy::needless_lifetimes)]
#![allow(clippy::match_single_binding)]
#![allow(clippy::clone_on_copy)]

#[doc = "A self-contained record of one run of an agent that can be replayed: the log of the run beside every word exchanged with language models."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct Capture {
    #[doc = "When the capture was taken, which is later than the run itself."]
    pub captured_at: Instant,
    #[doc = "Every exchange with a language model, in the order of the steps that made them. Empty in early captures."]
    pub llm_io: ::std::vec::Vec<LlmIo>,
    #[doc = "Opaque reference to the memory that the run started from. Null when it had none."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub memory_ref: ::std::option::Option<::std::string::String>,
    #[doc = "Model of the last exchange that names one. Null when none does, as in early captures."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub model_version: ::std::option::Option<::std::string::String>,
    #[doc = "Seed of the random numbers of the run; with it a replay can be identical to the byte. Null when the run was not seeded."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub rng_seed: ::std::option::Option<u64>,
    #[doc = "Identifier of the captured run; equal to that of run_log."]
    pub run_id: RunId,
    #[doc = "Log of the run."]
    pub run_log: RunLog,
}
#[doc = "An estimated price, by part."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct Cost {
    #[doc = "Estimated price of reading and filling the provider's cache in US dollars. Null stands for 0."]
    #[serde(default = "defaults::cost_cache_usd")]
    pub cache_usd: ::std::option::Option<f64>,
    #[doc = "Estimated price of the completion tokens in US dollars."]
    pub completion_usd: f64,
    #[doc = "Estimated price of the prompt tokens in US dollars."]
    pub prompt_usd: f64,
    #[doc = "Estimated price of the whole run in US dollars."]
    pub total_usd: f64,
}
#[doc = "Why a model stopped. Open: later writers may use labels that are not listed."]
#[derive(
    :: serde :: Deserialize,
    :: serde :: Serialize,
    Clone,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd,
)]
#[serde(transparent)]
pub struct FinishReason(pub ::std::string::String);
impl ::std::ops::Deref for FinishReason {
    type Target = ::std::string::String;
    fn deref(&self) -> &::std::string::String {
        &self.0
    }
}
impl ::std::convert::From<FinishReason> for ::std::string::String {
    fn from(value: FinishReason) -> Self {
        value.0
    }
}
impl ::std::convert::From<::std::string::String> for FinishReason {
    fn from(value: ::std::string::String) -> Self {
        Self(value)
    }
}
impl ::std::fmt::Display for FinishReason {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        self.0.fmt(f)
    }
}
impl ::std::str::FromStr for FinishReason {
    type Err = ::std::convert::Infallible;
    fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
        Ok(Self(value.to_string()))
    }
}
#[doc = "`Instant`"]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
#[serde(transparent)]
pub struct Instant(pub ::chrono::DateTime<::chrono::offset::Utc>);
impl ::std::ops::Deref for Instant {
    type Target = ::chrono::DateTime<::chrono::offset::Utc>;
    fn deref(&self) -> &::chrono::DateTime<::chrono::offset::Utc> {
        &self.0
    }
}
impl ::std::convert::From<Instant> for ::chrono::DateTime<::chrono::offset::Utc> {
    fn from(value: Instant) -> Self {
        value.0
    }
}
impl ::std::convert::From<::chrono::DateTime<::chrono::offset::Utc>> for Instant {
    fn from(value: ::chrono::DateTime<::chrono::offset::Utc>) -> Self {
        Self(value)
    }
}
impl ::std::fmt::Display for Instant {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        self.0.fmt(f)
    }
}
impl ::std::str::FromStr for Instant {
    type Err = <::chrono::DateTime<::chrono::offset::Utc> as ::std::str::FromStr>::Err;
    fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
        Ok(Self(value.parse()?))
    }
}
impl ::std::convert::TryFrom<&str> for Instant {
    type Error = <::chrono::DateTime<::chrono::offset::Utc> as ::std::str::FromStr>::Err;
    fn try_from(value: &str) -> ::std::result::Result<Self, Self::Error> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<String> for Instant {
    type Error = <::chrono::DateTime<::chrono::offset::Utc> as ::std::str::FromStr>::Err;
    fn try_from(value: String) -> ::std::result::Result<Self, Self::Error> {
        value.parse()
    }
}
#[doc = "One recorded exchange with a language model: what it was asked and what it answered, word for word."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct LlmIo {
    #[doc = "The text that the model answered with, whole. Null stands for the empty text."]
    #[serde(default = "defaults::llm_io_completion")]
    pub completion: ::std::option::Option<::std::string::String>,
    #[doc = "Tokens of the completion as the provider counted them. Null when it gave no count."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub completion_tokens: ::std::option::Option<u32>,
    #[doc = "Opaque text that identifies the request; equal requests have equal fingerprints. Null when the writer makes none."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub fingerprint: ::std::option::Option<::std::string::String>,
    #[doc = "Why the model stopped. Null when the provider gave no reason. Labels that this release does not list may occur and are kept."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub finish_reason: ::std::option::Option<FinishReason>,
    #[doc = "Model that answered, as its provider names it. Null when the writer did not note it."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub model: ::std::option::Option<::std::string::String>,
    #[doc = "The text that the model was asked with, whole. Null stands for the empty text."]
    #[serde(default = "defaults::llm_io_prompt")]
    pub prompt: ::std::option::Option<::std::string::String>,
    #[doc = "Tokens of the prompt as the provider counted them. Null when it gave no count."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub prompt_tokens: ::std::option::Option<u32>,
    #[doc = "Service that ran the model. Null when the writer did not note it."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub provider: ::std::option::Option<::std::string::String>,
    #[doc = "Calls of tools that the model asked for in this answer, in its order. Null stands for none."]
    #[serde(default = "defaults::llm_io_tool_calls")]
    pub tool_calls: ::std::option::Option<::std::vec::Vec<ToolCall>>,
}
impl ::std::default::Default for LlmIo {
    fn default() -> Self {
        Self {
            completion: defaults::llm_io_completion(),
            completion_tokens: Default::default(),
            fingerprint: Default::default(),
            finish_reason: Default::default(),
            model: Default::default(),
            prompt: defaults::llm_io_prompt(),
            prompt_tokens: Default::default(),
            provider: Default::default(),
            tool_calls: defaults::llm_io_tool_calls(),
        }
    }
}
#[doc = "A ULID: 26 characters of Crockford's base 32, in either case, first character 0 to 7. The text is kept as it is; comparisons ignore case."]
#[derive(:: serde :: Serialize, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
#[serde(transparent)]
pub struct RunId(::std::string::String);
impl ::std::ops::Deref for RunId {
    type Target = ::std::string::String;
    fn deref(&self) -> &::std::string::String {
        &self.0
    }
}
impl ::std::convert::From<RunId> for ::std::string::String {
    fn from(value: RunId) -> Self {
        value.0
    }
}
impl ::std::str::FromStr for RunId {
    type Err = self::error::ConversionError;
    fn from_str(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        if value.chars().count() > 26usize {
            return Err("longer than 26 characters".into());
        }
        if value.chars().count() < 26usize {
            return Err("shorter than 26 characters".into());
        }
        static PATTERN: ::std::sync::LazyLock<::regress::Regex> =
            ::std::sync::LazyLock::new(|| {
                ::regress::Regex::new("^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$").unwrap()
            });
        if PATTERN.find(value).is_none() {
            return Err(
                "doesn't match pattern \"^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$\"".into(),
            );
        }
        Ok(Self(value.to_string()))
    }
}
impl ::std::convert::TryFrom<&str> for RunId {
    type Error = self::error::ConversionError;
    fn try_from(value: &str) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl ::std::convert::TryFrom<::std::string::String> for RunId {
    type Error = self::error::ConversionError;
    fn try_from(
        value: ::std::string::String,
    ) -> ::std::result::Result<Self, self::error::ConversionError> {
        value.parse()
    }
}
impl<'de> ::serde::Deserialize<'de> for RunId {
    fn deserialize<D>(deserializer: D) -> ::std::result::Result<Self, D::Error>
    where
        D: ::serde::Deserializer<'de>,
    {
        ::std::string::String::deserialize(deserializer)?
            .parse()
            .map_err(|e: self::error::ConversionError| {
                <D::Error as ::serde::de::Error>::custom(e.to_string())
            })
    }
}
#[doc = "Log of one run of an agent: who ran, when, how it ended and what it did step by step."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct RunLog {
    #[doc = "Name of the agent that ran."]
    pub agent: ::std::string::String,
    #[doc = "Estimated price of the whole run. Null when the prices of its models are not known."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cost_estimate: ::std::option::Option<Cost>,
    #[doc = "When the run ended. Null while it is running."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub finished_at: ::std::option::Option<Instant>,
    #[doc = "Identifier of the run."]
    pub run_id: RunId,
    #[doc = "When the run started."]
    pub started_at: Instant,
    #[doc = "How the run stands. Labels that this release does not list may occur and are kept."]
    pub status: RunStatus,
    #[doc = "Everything that the run did, in order."]
    pub steps: ::std::vec::Vec<Step>,
    #[doc = "Tokens used by the whole run."]
    pub tokens: Usage,
}
#[doc = "How a run stands. Open: later writers may use labels that are not listed."]
#[derive(
    :: serde :: Deserialize,
    :: serde :: Serialize,
    Clone,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd,
)]
#[serde(transparent)]
pub struct RunStatus(pub ::std::string::String);
impl ::std::ops::Deref for RunStatus {
    type Target = ::std::string::String;
    fn deref(&self) -> &::std::string::String {
        &self.0
    }
}
impl ::std::convert::From<RunStatus> for ::std::string::String {
    fn from(value: RunStatus) -> Self {
        value.0
    }
}
impl ::std::convert::From<::std::string::String> for RunStatus {
    fn from(value: ::std::string::String) -> Self {
        Self(value)
    }
}
impl ::std::fmt::Display for RunStatus {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        self.0.fmt(f)
    }
}
impl ::std::str::FromStr for RunStatus {
    type Err = ::std::convert::Infallible;
    fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
        Ok(Self(value.to_string()))
    }
}
#[doc = "One thing that the run did: a call of a model or a tool, or an event of the framework around it."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct Step {
    #[doc = "Tokens that the model produced in the step. Null when the writer did not split tokens by step, or the step called no model."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub completion_tokens: ::std::option::Option<u32>,
    #[doc = "Estimated price of the step in US dollars. Null when no price is known."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub cost_usd: ::std::option::Option<f64>,
    #[doc = "Message of the fault that ended the step. Null when the step went well."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub error: ::std::option::Option<::std::string::String>,
    #[doc = "Position of the step in the run, counted from 0 in the order in which the steps happened."]
    pub idx: u32,
    #[doc = "What the step was given: any JSON. Null when it was given nothing."]
    pub input: ::serde_json::Value,
    #[doc = "What the step was. Labels that this release does not list may occur and are kept."]
    pub kind: StepKind,
    #[doc = "How long the step took, in whole milliseconds. Null when it was not measured."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub latency: ::std::option::Option<u64>,
    #[doc = "Name of the model for a call of a language model, or of the tool for a call of a tool. Null when the step has no such name."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub name: ::std::option::Option<::std::string::String>,
    #[doc = "What the step returned: any JSON. Null when it returned nothing, for example because it failed."]
    pub output: ::serde_json::Value,
    #[doc = "Tokens that the step sent to the model. Null when the writer did not split tokens by step, or the step called no model."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub prompt_tokens: ::std::option::Option<u32>,
    #[doc = "Identifier of the tracing span that covered the step. Null when the run was not traced."]
    #[serde(skip_serializing_if = "::std::option::Option::is_none")]
    pub span_id: ::std::option::Option<::std::string::String>,
}
#[doc = "What a step was. Open: later writers may use labels that are not listed."]
#[derive(
    :: serde :: Deserialize,
    :: serde :: Serialize,
    Clone,
    Debug,
    Eq,
    Hash,
    Ord,
    PartialEq,
    PartialOrd,
)]
#[serde(transparent)]
pub struct StepKind(pub ::std::string::String);
impl ::std::ops::Deref for StepKind {
    type Target = ::std::string::String;
    fn deref(&self) -> &::std::string::String {
        &self.0
    }
}
impl ::std::convert::From<StepKind> for ::std::string::String {
    fn from(value: StepKind) -> Self {
        value.0
    }
}
impl ::std::convert::From<::std::string::String> for StepKind {
    fn from(value: ::std::string::String) -> Self {
        Self(value)
    }
}
impl ::std::fmt::Display for StepKind {
    fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
        self.0.fmt(f)
    }
}
impl ::std::str::FromStr for StepKind {
    type Err = ::std::convert::Infallible;
    fn from_str(value: &str) -> ::std::result::Result<Self, Self::Err> {
        Ok(Self(value.to_string()))
    }
}
#[doc = "A call of a tool that a model asked for."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct ToolCall {
    #[doc = "Arguments for the tool: any JSON."]
    pub args: ::serde_json::Value,
    #[doc = "Identifier that the provider gave the call; it may be empty."]
    pub id: ::std::string::String,
    #[doc = "Name of the tool."]
    pub name: ::std::string::String,
}
#[doc = "Counts of tokens."]
#[derive(:: serde :: Deserialize, :: serde :: Serialize, Clone, Debug)]
pub struct Usage {
    #[doc = "Prompt tokens that the provider wrote to its cache. Null stands for 0."]
    #[serde(default = "defaults::usage_cache_creation_tokens")]
    pub cache_creation_tokens: ::std::option::Option<u32>,
    #[doc = "Prompt tokens that the provider read from its cache. Null stands for 0."]
    #[serde(default = "defaults::usage_cache_read_tokens")]
    pub cache_read_tokens: ::std::option::Option<u32>,
    #[doc = "Tokens produced by models over the whole run."]
    pub completion_tokens: u32,
    #[doc = "Tokens sent to models over the whole run."]
    pub prompt_tokens: u32,
}
#[doc = " Generation of default values for serde."]
pub mod defaults {
    pub(super) fn cost_cache_usd() -> ::std::option::Option<f64> {
        ::std::option::Option::Some(0.0_f64)
    }
    pub(super) fn llm_io_completion() -> ::std::option::Option<::std::string::String> {
        ::std::option::Option::Some("".to_string())
    }
    pub(super) fn llm_io_prompt() -> ::std::option::Option<::std::string::String> {
        ::std::option::Option::Some("".to_string())
    }
    pub(super) fn llm_io_tool_calls() -> ::std::option::Option<::std::vec::Vec<super::ToolCall>> {
        ::std::option::Option::Some(vec![])
    }
    pub(super) fn usage_cache_creation_tokens() -> ::std::option::Option<u32> {
        ::std::option::Option::Some(0_u32)
    }
    pub(super) fn usage_cache_read_tokens() -> ::std::option::Option<u32> {
        ::std::option::Option::Some(0_u32)
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
