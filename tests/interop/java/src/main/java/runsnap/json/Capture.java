package runsnap.json;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A self-contained record of one run of an agent, as its JSON has it. */
public record Capture(
    @JsonProperty("run_id") String runId,
    @JsonProperty("run_log") RunLog runLog,
    @JsonProperty("llm_io") List<LlmIo> llmIo,
    @JsonProperty("model_version") String modelVersion,
    @JsonProperty("rng_seed") BigInteger rngSeed,
    @JsonProperty("memory_ref") String memoryRef,
    @JsonProperty("captured_at") Instant capturedAt,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

  public Capture {
    unknown = Objects.requireNonNullElse(unknown, Map.of());
  }

  /** The log of the run. {@code status} is an open enumeration: labels that nobody knows yet occur. */
  public record RunLog(
      @JsonProperty("run_id") String runId,
      @JsonProperty("agent") String agent,
      @JsonProperty("started_at") Instant startedAt,
      @JsonProperty("finished_at") Instant finishedAt,
      @JsonProperty("status") String status,
      @JsonProperty("steps") List<Step> steps,
      @JsonProperty("tokens") Usage tokens,
      @JsonProperty("cost_estimate") Cost costEstimate,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public RunLog {
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }

  // docs:begin record
  /** Members that may be null are boxed, any JSON is a JsonNode, what nobody declares is kept in {@code unknown}. */
  public record Step(
      @JsonProperty("idx") long idx,
      @JsonProperty("kind") String kind,
      @JsonProperty("name") String name,
      @JsonProperty("prompt_tokens") Long promptTokens,
      @JsonProperty("completion_tokens") Long completionTokens,
      @JsonProperty("cost_usd") Double costUsd,
      @JsonProperty("input") JsonNode input,
      @JsonProperty("output") JsonNode output,
      @JsonProperty("error") String error,
      @JsonProperty("latency") BigInteger latency,
      @JsonProperty("span_id") String spanId,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public Step {
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }
  // docs:end record

  /** One exchange with a language model. */
  public record LlmIo(
      @JsonProperty("prompt") String prompt,
      @JsonProperty("completion") String completion,
      @JsonProperty("model") String model,
      @JsonProperty("provider") String provider,
      @JsonProperty("prompt_tokens") Long promptTokens,
      @JsonProperty("completion_tokens") Long completionTokens,
      @JsonProperty("tool_calls") List<ToolCall> toolCalls,
      @JsonProperty("finish_reason") String finishReason,
      @JsonProperty("fingerprint") String fingerprint,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public LlmIo {
      prompt = Objects.requireNonNullElse(prompt, "");
      completion = Objects.requireNonNullElse(completion, "");
      toolCalls = Objects.requireNonNullElse(toolCalls, List.of());
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }

  /** A call of a tool that a model asked for. */
  public record ToolCall(
      @JsonProperty("id") String id,
      @JsonProperty("name") String name,
      @JsonProperty("args") JsonNode args,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public ToolCall {
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }

  /** Counts of tokens. */
  public record Usage(
      @JsonProperty("prompt_tokens") long promptTokens,
      @JsonProperty("completion_tokens") long completionTokens,
      @JsonProperty("cache_read_tokens") Long cacheReadTokens,
      @JsonProperty("cache_creation_tokens") Long cacheCreationTokens,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public Usage {
      cacheReadTokens = Objects.requireNonNullElse(cacheReadTokens, 0L);
      cacheCreationTokens = Objects.requireNonNullElse(cacheCreationTokens, 0L);
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }

  /** An estimated price in US dollars, by part. */
  public record Cost(
      @JsonProperty("prompt_usd") double promptUsd,
      @JsonProperty("completion_usd") double completionUsd,
      @JsonProperty("cache_usd") Double cacheUsd,
      @JsonProperty("total_usd") double totalUsd,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public Cost {
      cacheUsd = Objects.requireNonNullElse(cacheUsd, 0.0);
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }
}
