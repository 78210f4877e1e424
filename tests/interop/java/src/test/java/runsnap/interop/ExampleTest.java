package runsnap.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import runsnap.json.Capture;

/** What the page shows first. */
class ExampleTest {
  private static final Path EXAMPLES = Path.of("..", "..", "..", "examples");

  @TempDir Path folder;

  @BeforeAll
  static void trust() {
    AvroFiles.trustGeneratedClasses();
  }

  // docs:begin load
  static Capture load(Path file, Schema schema) throws IOException, Refused {
    JsonNode tree = StrictJson.parse(Files.readAllBytes(file));
    Schemas.validate(tree, schema);
    return Json.read(tree, Capture.class);
  }

  static void save(Capture capture, Path file) throws IOException {
    Json.MAPPER.writeValue(file.toFile(), capture);
  }
  // docs:end load

  @Test
  void aFileIsTheSameAfterLoadingAndSaving() throws IOException, Refused {
    Schema schema = Vectors.newest("capture");
    Capture capture = load(EXAMPLES.resolve("runs/capture.json"), schema);
    assertEquals(Instant.parse("2026-05-28T20:26:40.000000001Z"), capture.runLog().startedAt());
    save(capture, folder.resolve("again.json"));
    assertEquals(capture, load(folder.resolve("again.json"), schema));
  }

  @Test
  void whatTheSchemaRefusesHasAPlace() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.json"), "{\"run_id\": 1}");
    var refusal = assertThrows(Refused.class, () -> load(file, Vectors.newest("capture")));
    assertTrue(refusal.failures().contains(new Refused.Failure("/run_id", "type")));
  }

  // docs:begin avro-use
  static List<String> slowSteps(Path file, long milliseconds) throws IOException {
    List<String> slow = new ArrayList<>();
    for (var capture : AvroFiles.read(file, runsnap.capture.Capture.class)) {
      for (var step : capture.getRunLog().getSteps()) {
        if (step.getLatency() != null && step.getLatency() > milliseconds) {
          slow.add(capture.getRunId() + " " + step.getIdx() + " " + step.getKind());
        }
      }
    }
    return slow;
  }
  // docs:end avro-use

  @Test
  void recordsOfAvroHaveGetters() throws IOException, Refused {
    Capture capture = load(EXAMPLES.resolve("runs/capture.json"), Vectors.newest("capture"));
    var record = (runsnap.capture.Capture) Kind.CAPTURE.toAvro(capture);
    Path file = folder.resolve("runs.avro");
    AvroFiles.write(file, runsnap.capture.Capture.class, List.of(record, record));
    List<String> once =
        List.of(capture.runId() + " 1 llm_call", capture.runId() + " 3 tool_call", capture.runId() + " 4 llm_call");
    assertEquals(Stream.of(once, once).flatMap(List::stream).toList(), slowSteps(file, 1000));
  }
}
