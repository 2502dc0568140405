package org.pgas.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;

/** What those who use the artifacts rely on. */
class PublishedTest {
    private static final Published BOM = Published.of("bom");

    @Test
    void theListOfVersionsHasEveryPublishedModuleAndNoOther() {
        List<String> expected = Published.all().stream().map(Published::artifact).toList();
        assertTrue(expected.contains("pgas-core") && expected.contains("pgas-upc"), expected::toString);
        List<Element> managed = dependencies(Published.child(BOM.pom(), "dependencyManagement")).toList();
        assertEquals(expected.stream().sorted().toList(),
                managed.stream().map(each -> Published.text(each, "artifactId")).sorted().toList());
        for (Element each : managed) {
            assertEquals(Published.group(), Published.text(each, "groupId"));
            assertEquals("${project.version}", Published.text(each, "version"));
            assertNull(Published.child(each, "scope"), each::getTextContent);
        }
    }

    @Test
    void theListOfVersionsBringsNothingElseToWhoImportsIt() {
        assertNull(Published.child(BOM.pom(), "parent"));
        assertNull(Published.child(BOM.pom(), "dependencies"));
        assertEquals(Published.version(), BOM.text("version"));
        assertEquals("pom", BOM.text("packaging"));
    }

    @Test
    void everyPublishedModuleSaysWhatItIs() {
        for (Published each : Published.all()) {
            assertEquals(each.artifact(), each.text("name"));
            assertNotEquals("", each.text("description"), each::directory);
        }
        for (Element pom : List.of(Published.PARENT, BOM.pom())) {
            assertNotEquals("", Published.text(pom, "name"));
            assertNotEquals("", Published.text(pom, "description"));
            assertNotNull(Published.child(Published.child(pom, "licenses"), "license"));
            assertNotNull(Published.child(Published.child(pom, "developers"), "developer"));
            String place = Published.text(pom, "url");
            assertTrue(place.startsWith("https://"), place);
            Element scm = Published.child(pom, "scm");
            assertEquals(place, Published.text(scm, "url"));
            assertEquals("scm:git:" + place + ".git", Published.text(scm, "connection"));
            assertEquals("scm:git:" + place.replace("https://", "ssh://git@") + ".git",
                    Published.text(scm, "developerConnection"));
        }
        assertEquals(Published.text(Published.PARENT, "url"), BOM.text("url"));
        assertEquals(Published.group(), BOM.text("groupId"));
    }

    /** Maven Central takes no artifact without a signature, and the list of versions has no parent that says so. */
    @Test
    void theListOfVersionsIsSignedAndSentLikeAllOthers() {
        Map<String, String> ours = versions(profile(Published.PARENT));
        versions(profile(BOM.pom())).forEach((name, version) -> assertEquals(
                Published.property(ours.get(name).substring(2, ours.get(name).length() - 1)), version, name));
        assertEquals(ours.keySet(), versions(profile(BOM.pom())).keySet());
    }

    private static Element profile(Element pom) {
        return Published.children(Published.child(pom, "profiles"), "profile")
                .filter(each -> Published.text(each, "id").equals("sign")).findFirst().orElseThrow();
    }

    /** So that what the build has fetched is all that they take. */
    @Test
    void versionsThatStandElsewhereAreThoseOfTheBuild() {
        Map<String, String> ours = new TreeMap<>();
        versions(Published.PARENT).forEach((name, version) -> ours.put(name,
                Published.property(version.substring(2, version.length() - 1))));
        Element own = Published.read(Library.ROOT.resolve("examples/own-project/pom.xml"));
        for (Element pom : List.of(BOM.pom(), own)) {
            versions(pom).forEach((name, version) -> assertEquals(ours.get(name), version, name));
        }
        dependencies(own).filter(each -> Published.text(each, "artifactId").equals("junit-jupiter"))
                .forEach(each -> assertEquals(Published.property("junit.version"), Published.text(each, "version")));
        dependencies(Published.child(own, "dependencyManagement"))
                .forEach(each -> assertEquals(Published.version(), Published.text(each, "version")));
    }

    private static Stream<Element> dependencies(Element of) {
        return Published.children(Published.child(of, "dependencies"), "dependency");
    }

    /** Of the plugins that a pom manages or names, by artifact. */
    private static Map<String, String> versions(Element pom) {
        Map<String, String> versions = new TreeMap<>();
        Element build = Published.child(pom, "build");
        for (Element from : new Element[]{Published.child(build, "pluginManagement"), build}) {
            Published.children(Published.child(from, "plugins"), "plugin")
                    .filter(each -> Published.child(each, "version") != null)
                    .forEach(each -> versions.put(Published.text(each, "artifactId"),
                            Published.text(each, "version")));
        }
        return versions;
    }
}
