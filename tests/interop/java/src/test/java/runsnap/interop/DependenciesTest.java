package runsnap.interop;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Maven has no lock file: dependencies.txt is ours. */
class DependenciesTest {
  @Test
  void areTheListedOnes() throws IOException {
    assertEquals(Files.readAllLines(Path.of("dependencies.txt")), resolved());
  }

  /** Lines such as "   org.slf4j:slf4j-api:jar:2.0.20 -- module org.slf4j". */
  private static List<String> resolved() throws IOException {
    return Files.readAllLines(Path.of("target", "dependencies.txt")).stream()
        .map(line -> line.strip().split(" ")[0])
        .filter(line -> line.contains(":jar:"))
        .toList();
  }
}
