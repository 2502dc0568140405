package org.pgas.broken.trial;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/** What poms say of the JVMs of a module's tests. */
final class Poms {
    private static final Pattern PROPERTY = Pattern.compile("\\$\\{([\\w.-]+)}");
    private static final String USUAL_ARGUMENTS = "${build.test.args} ${build.test.compiler}";

    /** The run that Maven has without being told. */
    private static final String USUAL_RUN = "default-test";

    private final Map<String, String> properties = new HashMap<>();
    private final Element plugin;
    private final Element execution;

    /**
     * Reads them.
     *
     * @throws IllegalArgumentException if the module has no such run of tests
     */
    Poms(Path root, TestClass test) throws IOException {
        Element parent = read(root.resolve("pom.xml"));
        Element module = read(root.resolve(test.module()).resolve("pom.xml"));
        addProperties(parent);
        addProperties(module);
        properties.put("project.build.directory", root.resolve(test.module()).resolve("target").toString());
        plugin = children(module, "build", "plugins", "plugin").stream()
                .filter(each -> text(each, "artifactId").equals(
                        test.isIntegration() ? "maven-failsafe-plugin" : "maven-surefire-plugin"))
                .findFirst().orElse(null);
        String run = test.run().isEmpty() ? USUAL_RUN : test.run();
        execution = plugin == null ? null
                : children(plugin, "executions", "execution").stream().filter(each -> text(each, "id").equals(run))
                        .findFirst().orElse(null);
        if (execution == null && !test.run().isEmpty()) {
            throw new IllegalArgumentException("the pom of " + test.module() + " has no run of tests \"" + run + "\"");
        }
    }

    /** Flags of the JVM. */
    List<String> arguments() {
        String text = setting("argLine");
        return List.of(filled(text.isEmpty() ? USUAL_ARGUMENTS : text).strip().split("\\s+"));
    }

    /** Which tests run by their tags; empty for all. */
    String groups() {
        return setting("groups");
    }

    /** Which do not. */
    String excludedGroups() {
        return setting("excludedGroups");
    }

    /** What the environment has besides. */
    Map<String, String> environment() {
        return settings("environmentVariables");
    }

    /** Which properties the JVM has besides. */
    Map<String, String> systemProperties() {
        return settings("systemPropertyVariables");
    }

    private Map<String, String> settings(String name) {
        Map<String, String> found = new TreeMap<>();
        for (Element of : configurations()) {
            for (Element each : children(of, name)) {
                elements(each.getChildNodes())
                        .forEach(variable -> found.put(variable.getTagName(), filled(variable.getTextContent())));
            }
        }
        return found;
    }

    private String setting(String name) {
        String found = "";
        for (Element each : configurations()) {
            String text = text(each, name);
            found = text.isEmpty() ? found : text;
        }
        return found;
    }

    /** The last one wins. */
    private List<Element> configurations() {
        List<Element> found = new ArrayList<>();
        for (Element each : new Element[]{plugin, execution}) {
            if (each != null) {
                found.addAll(children(each, "configuration"));
            }
        }
        return found;
    }

    private String filled(String text) {
        Matcher next = PROPERTY.matcher(text);
        return next.find() ? filled(next.replaceAll(
                each -> Matcher.quoteReplacement(properties.getOrDefault(each.group(1), "")))) : text;
    }

    private void addProperties(Element pom) {
        for (Element each : children(pom, "properties")) {
            elements(each.getChildNodes()).forEach(one -> properties.put(one.getTagName(), one.getTextContent()));
        }
    }

    private static Element read(Path pom) throws IOException {
        try {
            return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(pom.toFile()).getDocumentElement();
        } catch (ParserConfigurationException | SAXException e) {
            throw new IOException(pom + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static String text(Element of, String child) {
        return children(of, child).stream().findFirst().map(Element::getTextContent).orElse("").strip();
    }

    private static List<Element> children(Element of, String... path) {
        List<Element> found = List.of(of);
        for (String name : path) {
            found = found.stream().flatMap(each -> elements(each.getChildNodes()).stream())
                    .filter(each -> each.getTagName().equals(name)).toList();
        }
        return found;
    }

    private static List<Element> elements(NodeList nodes) {
        return IntStream.range(0, nodes.getLength()).mapToObj(nodes::item).filter(Element.class::isInstance)
                .map(Element.class::cast).toList();
    }
}
