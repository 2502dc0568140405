package org.pgas.examples.guide;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.DynamicContainer;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the code of README and the guide: every block of {@code java} and of {@code sh} is run, compiled, stands in a
 * tested file, or says why not. A block that fails is named by its file and line, and so is the line in it.
 *
 * <p>A block without a comment before it is run. {@code docs/guide/README.md} says, for writers of documents, what
 * a block may be and what a comment may ask for; this is in short:
 *
 * <pre>{@code
 * <!-- run: ranks=3 segment=64k set=pgas.wait=block import=org.pgas.armci.Scale jvms continues output fails -->
 * <!-- run: ranks=2
 * code that readers do not see, before the block
 * -->
 * <!-- then
 * code that readers do not see, behind the block before it
 * -->
 * <!-- compile -->
 * <!-- not run: reason -->
 * <!-- in: path/of/a/File.java -->
 * <!-- blocks: options for every block from here on -->
 * }</pre>
 */
final class GuideIT {
    /** Their programs run in two neighbourhoods besides. */
    private static final Set<String> OF_NEIGHBOURHOODS = Set.of("README.md", "docs/guide/hosts.md");

    @TempDir
    Path scratch;

    @TestFactory
    Stream<DynamicContainer> everyBlock() throws IOException {
        List<DynamicContainer> documents = new ArrayList<>();
        for (String document : Documents.all()) {
            documents.add(DynamicContainer.dynamicContainer(document, new DocumentRun(document,
                    Documents.blocks(document), scratch.resolve(document.replace('/', '-')),
                    OF_NEIGHBOURHOODS.contains(document) ? 2 : 1).tests()));
        }
        return documents.stream();
    }
}
