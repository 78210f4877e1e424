package runsnap.interop;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;

/** Trees that a schema has accepted, to records, and back. */
public final class Json {
  // docs:begin mapper
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .addModule(new ValueRules())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .build();
  // docs:end mapper

  private Json() {}

  public static <T extends Record> T read(JsonNode tree, Class<T> type) throws Refused {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (ValueRules.Broken error) {
      throw new Refused("value", Pointers.of(error), error.rule, error.getMessage());
    } catch (JsonMappingException error) {
      throw new IllegalArgumentException("not of the schema: " + Pointers.of(error), error);
    } catch (JsonProcessingException error) {
      throw new IllegalArgumentException(error);
    }
  }

  public static ObjectNode tree(Record document) {
    return MAPPER.valueToTree(document);
  }
}
