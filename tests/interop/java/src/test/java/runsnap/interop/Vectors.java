package runsnap.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Schema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The test vectors of the repository. */
final class Vectors {
  private static final Path FOLDER = Path.of("..", "..", "vectors");
  private static final JsonNode MANIFEST = tree("manifest.json");

  private Vectors() {}

  static Stream<JsonNode> cases() {
    return StreamSupport.stream(MANIFEST.get("cases").spliterator(), false);
  }

  static String id(JsonNode each) {
    return each.get("id").textValue();
  }

  static byte[] document(JsonNode each) {
    return read(each.get("document").textValue());
  }

  static Kind<?, ?> kind(JsonNode each) {
    return Kind.named(each.get("kind").textValue());
  }

  static Path container(String kind, String codec) {
    return StreamSupport.stream(MANIFEST.get("containers").spliterator(), false)
        .filter(each -> each.get("kind").textValue().equals(kind) && each.get("codec").textValue().equals(codec))
        .map(each -> FOLDER.resolve(each.get("file").textValue()))
        .findFirst()
        .orElseThrow();
  }

  static Schema newest(String kind) {
    return StreamSupport.stream(MANIFEST.get("schemas").spliterator(), false)
        .filter(each -> each.get("kind").textValue().equals(kind) && each.get("newest").booleanValue())
        .map(each -> Schemas.compile(tree(each.get("json").textValue())))
        .findFirst()
        .orElseThrow();
  }

  private static JsonNode tree(String path) {
    try {
      return Json.MAPPER.readTree(read(path));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  private static byte[] read(String path) {
    try {
      return Files.readAllBytes(FOLDER.resolve(path));
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }
}
