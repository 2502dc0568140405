package org.pgas.tidy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * A module that the build publishes.
 *
 * @param directory its own, from the root on
 */
record Published(String directory, Element pom) {
    /** Where the build of all of them is said. */
    static final Element PARENT = read(Library.ROOT.resolve("pom.xml"));

    /** All of them, in the order of the build, without the parent and the list of versions. */
    static List<Published> all() {
        return texts(child(PARENT, "modules"), "module").map(Published::of)
                .filter(each -> !each.text("packaging").equals("pom"))
                .filter(each -> !text(child(each.pom, "properties"), "maven.deploy.skip").equals("true")).toList();
    }

    static Published of(String directory) {
        return new Published(directory, read(Library.ROOT.resolve(directory).resolve("pom.xml")));
    }

    String artifact() {
        return text("artifactId");
    }

    String text(String name) {
        return text(pom, name);
    }

    /** What the build packages. */
    Path jar() {
        return Library.ROOT.resolve(directory).resolve("target").resolve(artifact() + "-" + version() + ".jar");
    }

    static String group() {
        return text(PARENT, "groupId");
    }

    static String version() {
        return text(PARENT, "version");
    }

    /** Of the build's own, such as {@code junit.version}. */
    static String property(String name) {
        return text(child(PARENT, "properties"), name);
    }

    static Element read(Path file) {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError(file + ": " + e, e);
        }
    }

    /** The child of that name, or null, as of a null element. */
    static Element child(Element element, String name) {
        return children(element, name).findFirst().orElse(null);
    }

    /** The text of the child of that name, empty if there is none. */
    static String text(Element element, String name) {
        return texts(element, name).findFirst().orElse("");
    }

    static Stream<Element> children(Element element, String name) {
        List<Element> found = new ArrayList<>();
        for (Node each = element == null ? null : element.getFirstChild(); each != null; each = each.getNextSibling()) {
            if (each instanceof Element child && child.getTagName().equals(name)) {
                found.add(child);
            }
        }
        return found.stream();
    }

    private static Stream<String> texts(Element element, String name) {
        return children(element, name).map(each -> each.getTextContent().strip());
    }
}
