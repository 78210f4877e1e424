package runsnap.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;

/** The verdict of a JSON Schema. */
final class Schemas {
  // docs:begin validate
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  static Schema compile(JsonNode schema) {
    return REGISTRY.getSchema(schema);
  }

  static void validate(JsonNode document, Schema schema) throws Refused {
    List<Error> errors = schema.validate(document);
    if (!errors.isEmpty()) {
      throw new Refused("schema", errors.stream().map(Schemas::failure).toList(), errors.get(0).toString());
    }
  }

  private static Refused.Failure failure(Error error) {
    return new Refused.Failure(error.getInstanceLocation().toString(), error.getKeyword());
  }
  // docs:end validate

  private Schemas() {}
}
