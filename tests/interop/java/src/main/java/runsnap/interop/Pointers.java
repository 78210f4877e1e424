package runsnap.interop;

import com.fasterxml.jackson.databind.JsonMappingException;
import java.util.stream.Collectors;

/** JSON Pointers. */
final class Pointers {
  private Pointers() {}

  static String escaped(String name) {
    return name.replace("~", "~0").replace("/", "~1");
  }

  /** Where in the document Jackson stood when it failed. */
  static String of(JsonMappingException error) {
    return error.getPath().stream()
        .map(step -> step.getFieldName() == null ? String.valueOf(step.getIndex()) : escaped(step.getFieldName()))
        .map(step -> "/" + step)
        .collect(Collectors.joining());
  }
}
