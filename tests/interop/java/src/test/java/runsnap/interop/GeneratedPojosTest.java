package runsnap.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.networknt.schema.Schema;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The classes that jsonschema2pojo makes of the schemas hold every document of the vectors. */
class GeneratedPojosTest {
  // docs:begin pojo
  /** What is left out when null by default, but not here: the value of an artifact may be null. */
  @JsonInclude(JsonInclude.Include.ALWAYS)
  private interface WithNulls {}

  private static final JsonMapper MAPPER =
      Json.MAPPER.rebuild().addMixIn(runsnap.pojo.resumption.Artifact.class, WithNulls.class).build();
  // docs:end pojo

  private static final Map<String, Class<?>> CLASSES =
      Map.of(
          "capture", runsnap.pojo.capture.Capture.class,
          "resumption", runsnap.pojo.resumption.Resumption.class);

  private static final Map<String, Schema> SCHEMAS =
      Map.of("capture", Vectors.newest("capture"), "resumption", Vectors.newest("resumption"));

  @Test
  void loseNothing() throws Refused, IOException {
    List<JsonNode> cases = Vectors.cases().filter(each -> each.get("loads").booleanValue()).toList();
    List<String> lost = new ArrayList<>();
    for (JsonNode each : cases) {
      if (!survives(each)) {
        lost.add(Vectors.id(each));
      }
    }
    assertEquals(List.of(), lost);
    assertTrue(cases.size() > 1000);
  }

  private static boolean survives(JsonNode each) throws Refused {
    Class<? extends Record> type = Vectors.kind(each).json();
    JsonNode tree = StrictJson.parse(Vectors.document(each));
    try {
      Object pojo = MAPPER.treeToValue(tree, CLASSES.get(each.get("kind").textValue()));
      JsonNode written = StrictJson.parse(MAPPER.writeValueAsBytes(pojo));
      Schemas.validate(written, SCHEMAS.get(each.get("kind").textValue()));
      return Tagged.of(Json.read(written, type)).equals(Tagged.of(Json.read(tree, type)));
    } catch (IOException | Refused | IllegalArgumentException error) {
      return false;
    }
  }
}
