package runsnap.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which bytes are JSON; where the fault of others stands is not promised. */
class StrictJsonTest {
  @Test
  void givesTheVerdictOfTheVectors() {
    List<JsonNode> cases = Vectors.cases().filter(each -> each.get("stage").textValue().equals("parse")).toList();
    List<String> wrong = new ArrayList<>();
    for (JsonNode each : cases) {
      if (parses(Vectors.document(each)) != each.get("loads").booleanValue()) {
        wrong.add(Vectors.id(each));
      }
    }
    assertEquals(List.of(), wrong);
    assertTrue(cases.size() > 100);
  }

  private static boolean parses(byte[] data) {
    try {
      StrictJson.parse(data);
      return true;
    } catch (Refused error) {
      return false;
    }
  }
}
