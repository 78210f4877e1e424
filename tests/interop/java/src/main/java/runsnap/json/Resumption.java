package runsnap.json;

import com.fasterxml.jackson.annotation.JsonAnyGetter;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.Map;
import java.util.Objects;

/** A run that was stopped at a checkpoint, as its JSON has it. */
public record Resumption(
    @JsonProperty("ingotSnapshot") String ingotSnapshot,
    @JsonProperty("kind") String kind,
    @JsonProperty("agent") String agent,
    @JsonProperty("artifact") String artifact,
    @JsonProperty("label") String label,
    @JsonProperty("stoppedAt") String stoppedAt,
    @JsonProperty("resumeAt") String resumeAt,
    @JsonProperty("inputs") Map<String, JsonNode> inputs,
    @JsonProperty("bindings") Map<String, JsonNode> bindings,
    @JsonInclude(Include.NON_EMPTY) @JsonProperty("state") Map<String, JsonNode> state,
    @JsonInclude(Include.NON_EMPTY) @JsonProperty("outputs") Map<String, Artifact> outputs,
    @JsonProperty("steps") long steps,
    @JsonProperty("usage") Usage usage,
    @JsonProperty("spend") Spend spend,
    @JsonProperty("modelCalls") Long modelCalls,
    @JsonProperty("toolCalls") Long toolCalls,
    @JsonProperty("consultations") Long consultations,
    @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

  public Resumption {
    state = Objects.requireNonNullElse(state, Map.of());
    outputs = Objects.requireNonNullElse(outputs, Map.of());
    spend = Objects.requireNonNullElseGet(spend, () -> new Spend(null, null, null, null));
    modelCalls = Objects.requireNonNullElse(modelCalls, 0L);
    toolCalls = Objects.requireNonNullElse(toolCalls, 0L);
    consultations = Objects.requireNonNullElse(consultations, 0L);
    unknown = Objects.requireNonNullElse(unknown, Map.of());
  }

  /** Something that the run has put out. */
  public record Artifact(
      @JsonProperty("name") String name,
      @JsonProperty("contentType") String contentType,
      @JsonProperty("value") JsonNode value,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public Artifact {
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }

  /** Counts of tokens: unsigned 64 bits wide, which no long holds. */
  public record Usage(
      @JsonProperty("inputTokens") BigInteger inputTokens,
      @JsonProperty("outputTokens") BigInteger outputTokens,
      @JsonProperty("cacheReadTokens") BigInteger cacheReadTokens,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public Usage {
      cacheReadTokens = Objects.requireNonNullElse(cacheReadTokens, BigInteger.ZERO);
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }

  /** Money spent on models; {@code micros} is unsigned and 128 bits wide. */
  public record Spend(
      @JsonProperty("micros") BigInteger micros,
      @JsonProperty("currency") String currency,
      @JsonProperty("unpriced") Map<String, String> unpriced,
      @JsonAnySetter @JsonAnyGetter Map<String, JsonNode> unknown) {

    public Spend {
      micros = Objects.requireNonNullElse(micros, BigInteger.ZERO);
      unpriced = Objects.requireNonNullElse(unpriced, Map.of());
      unknown = Objects.requireNonNullElse(unknown, Map.of());
    }
  }
}
