package runsnap.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Values that Avro cannot carry are refused, each with its place; the rest is the consumer's. */
class AvroBridgeTest {
  @BeforeAll
  static void trust() {
    AvroFiles.trustGeneratedClasses();
  }

  @Test
  void refusesWhatAvroCannotCarry() throws Refused {
    List<JsonNode> cases = Vectors.cases().filter(each -> each.has("unrepresentable")).toList();
    for (JsonNode each : cases) {
      Kind<?, ?> kind = Vectors.kind(each);
      Record document = Json.read(StrictJson.parse(Vectors.document(each)), kind.json());
      var refusal =
          assertThrows(AvroBridge.Unrepresentable.class, () -> kind.toAvro(document), () -> Vectors.id(each));
      assertEquals(each.get("unrepresentable").get(0).textValue(), refusal.pointer);
    }
    assertTrue(cases.size() > 50);
  }
}
