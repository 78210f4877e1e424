package runsnap.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Why the pom does not take the newest validator. It is loaded on its own, beside the one in use. */
class NewestValidatorTest {
  private static final Path JARS = Path.of("target", "newest-validator");
  private static final String SCHEMA = "{\"type\": \"integer\", \"minimum\": 0}";
  private static final String PAST_LONG = "1e19";

  /** When this fails, raise networknt.version in the pom (3 needs Jackson 3), and take this class away. */
  @Test
  void throwsWhereANumberBeyondALongMeetsAMinimum() {
    var thrown = assertThrows(InvocationTargetException.class, () -> errorsOfTheNewest(PAST_LONG));
    assertEquals("tools.jackson.databind.exc.JsonNodeException", thrown.getCause().getClass().getName());
  }

  @Test
  void judgesOthers() throws Exception {
    assertEquals(0, errorsOfTheNewest("1e18").size());
    assertEquals(1, errorsOfTheNewest("-1").size());
  }

  @Test
  void isNoFaultOfTheOneInUse() throws Exception {
    Schemas.validate(Json.MAPPER.readTree(PAST_LONG), Schemas.compile(Json.MAPPER.readTree(SCHEMA)));
  }

  private static List<?> errorsOfTheNewest(String document) throws Exception {
    try (var loader = new URLClassLoader(jars(), ClassLoader.getPlatformClassLoader())) {
      Class<?> registry = loader.loadClass("com.networknt.schema.SchemaRegistry");
      Class<?> version = loader.loadClass("com.networknt.schema.SpecificationVersion");
      Class<?> format = loader.loadClass("com.networknt.schema.InputFormat");
      Object json = constant(format, "JSON");
      Object made =
          registry
              .getMethod("withDefaultDialect", version)
              .invoke(null, constant(version, "DRAFT_2020_12"));
      Object schema = registry.getMethod("getSchema", String.class, format).invoke(made, SCHEMA, json);
      return (List<?>)
          schema.getClass().getMethod("validate", String.class, format).invoke(schema, document, json);
    }
  }

  private static Object constant(Class<?> type, String name) throws ReflectiveOperationException {
    return type.getField(name).get(null);
  }

  private static URL[] jars() throws Exception {
    try (var files = Files.list(JARS)) {
      List<Path> found = files.toList();
      URL[] urls = new URL[found.size()];
      for (int index = 0; index < urls.length; index++) {
        urls[index] = found.get(index).toUri().toURL();
      }
      return urls;
    }
  }
}
