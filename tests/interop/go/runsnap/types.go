package runsnap

import "github.com/go-json-experiment/json/jsontext"

// Unknown members, which no release declares, as JSON texts: read, kept and written again.
type Unknown map[string]jsontext.Value

// Capture is a whole run that can be replayed.
type Capture struct {
	RunID        string  `json:"run_id"`
	RunLog       RunLog  `json:"run_log"`
	LlmIo        []LlmIo `json:"llm_io"`
	ModelVersion *string `json:"model_version"`
	RngSeed      *Uint   `json:"rng_seed"`
	MemoryRef    *string `json:"memory_ref"`
	CapturedAt   Instant `json:"captured_at"`
	Unknown      Unknown `json:",embed"`
}

// RunLog tells who ran, when, how it ended and what it did.
type RunLog struct {
	RunID        string    `json:"run_id"`
	Agent        string    `json:"agent"`
	StartedAt    Instant   `json:"started_at"`
	FinishedAt   *Instant  `json:"finished_at"`
	Status       RunStatus `json:"status"`
	Steps        []Step    `json:"steps"`
	Tokens       Usage     `json:"tokens"`
	CostEstimate *Cost     `json:"cost_estimate"`
	Unknown      Unknown   `json:",embed"`
}

// RunStatus is open: labels that are not listed here may occur, and are kept.
type RunStatus string

// The statuses that this version knows.
const (
	Running   RunStatus = "running"
	Completed RunStatus = "completed"
	Failed    RunStatus = "failed"
	Cancelled RunStatus = "cancelled"
)

// Step is one thing that the run did.
type Step struct {
	Idx              Uint           `json:"idx"`
	Kind             StepKind       `json:"kind"`
	Name             *string        `json:"name"`
	PromptTokens     *Uint          `json:"prompt_tokens"`
	CompletionTokens *Uint          `json:"completion_tokens"`
	CostUsd          *Double        `json:"cost_usd"`
	Input            jsontext.Value `json:"input"`
	Output           jsontext.Value `json:"output"`
	Error            *string        `json:"error"`
	Latency          *Uint          `json:"latency"`
	SpanID           *string        `json:"span_id"`
	Unknown          Unknown        `json:",embed"`
}

// StepKind is open: labels that are not listed here may occur, and are kept.
type StepKind string

// The kinds that this version knows.
const (
	LlmCall           StepKind = "llm_call"
	ToolCallStep      StepKind = "tool_call"
	SummaryCheckpoint StepKind = "summary_checkpoint"
	OpsEvent          StepKind = "ops_event"
	MemoryRecall      StepKind = "memory_recall"
)

// LlmIo is one exchange with a language model, word for word.
type LlmIo struct {
	Prompt           string        `json:"prompt"`
	Completion       string        `json:"completion"`
	Model            *string       `json:"model"`
	Provider         *string       `json:"provider"`
	PromptTokens     *Uint         `json:"prompt_tokens"`
	CompletionTokens *Uint         `json:"completion_tokens"`
	ToolCalls        []ToolCall    `json:"tool_calls"`
	FinishReason     *FinishReason `json:"finish_reason"`
	Fingerprint      *string       `json:"fingerprint"`
	Unknown          Unknown       `json:",embed"`
}

// FinishReason is open: labels that are not listed here may occur, and are kept.
type FinishReason string

// The reasons that this version knows.
const (
	Stop          FinishReason = "Stop"
	ToolCalls     FinishReason = "ToolCalls"
	Length        FinishReason = "Length"
	ContentFilter FinishReason = "ContentFilter"
	Error         FinishReason = "Error"
)

// ToolCall is a call that a model asked for.
type ToolCall struct {
	ID      string         `json:"id"`
	Name    string         `json:"name"`
	Args    jsontext.Value `json:"args"`
	Unknown Unknown        `json:",embed"`
}

// Usage counts the tokens of a run.
type Usage struct {
	PromptTokens        Uint    `json:"prompt_tokens"`
	CompletionTokens    Uint    `json:"completion_tokens"`
	CacheReadTokens     Uint    `json:"cache_read_tokens"`
	CacheCreationTokens Uint    `json:"cache_creation_tokens"`
	Unknown             Unknown `json:",embed"`
}

// Cost is an estimated price in US dollars, by part.
type Cost struct {
	PromptUsd     Double  `json:"prompt_usd"`
	CompletionUsd Double  `json:"completion_usd"`
	CacheUsd      Double  `json:"cache_usd"`
	TotalUsd      Double  `json:"total_usd"`
	Unknown       Unknown `json:",embed"`
}

// Resumption is a run that was stopped at a checkpoint and can go on.
type Resumption struct {
	IngotSnapshot string                    `json:"ingotSnapshot"`
	Kind          string                    `json:"kind"`
	Agent         string                    `json:"agent"`
	Artifact      string                    `json:"artifact"`
	Label         string                    `json:"label"`
	StoppedAt     string                    `json:"stoppedAt"`
	ResumeAt      string                    `json:"resumeAt"`
	Inputs        map[string]jsontext.Value `json:"inputs"`
	Bindings      map[string]jsontext.Value `json:"bindings"`
	State         map[string]jsontext.Value `json:"state,omitempty"`
	Outputs       map[string]Artifact       `json:"outputs,omitempty"`
	Steps         Uint                      `json:"steps"`
	Usage         ResumptionUsage           `json:"usage"`
	Spend         Spend                     `json:"spend"`
	ModelCalls    Uint                      `json:"modelCalls"`
	ToolCalls     Uint                      `json:"toolCalls"`
	Consultations Uint                      `json:"consultations"`
	Unknown       Unknown                   `json:",embed"`
}

// Artifact is something that the run has put out.
type Artifact struct {
	Name        string         `json:"name"`
	ContentType string         `json:"contentType"`
	Value       jsontext.Value `json:"value"`
	Unknown     Unknown        `json:",embed"`
}

// ResumptionUsage counts the tokens used so far.
type ResumptionUsage struct {
	InputTokens     Uint    `json:"inputTokens"`
	OutputTokens    Uint    `json:"outputTokens"`
	CacheReadTokens Uint    `json:"cacheReadTokens,omitzero"`
	Unknown         Unknown `json:",embed"`
}

// Spend is the money spent so far, in millionths of the currency.
type Spend struct {
	Micros   BigInt            `json:"micros"`
	Currency *string           `json:"currency"`
	Unpriced map[string]string `json:"unpriced"`
	Unknown  Unknown           `json:",embed"`
}
