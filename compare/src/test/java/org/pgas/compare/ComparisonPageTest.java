package org.pgas.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class ComparisonPageTest {
    private static final List<Library> COLUMNS = Arrays.stream(Library.values())
            .filter(library -> library != Library.OPENMPI_RDMA && library != Library.LOOP).toList();

    private static Report everything() {
        List<Measured> all = new ArrayList<>();
        for (Library library : COLUMNS) {
            for (long bytes : new long[]{8, 64, 4096}) {
                all.addAll(Samples.of(library.word(), "put", bytes, bytes + library.ordinal() + 1, bytes + 2));
            }
            all.addAll(Samples.of(library.word(), "fetchadd", 8, library.ordinal() + 1));
        }
        return Samples.report(new Measurements(all), Reasons.parse(List.of("put|<reason>")),
                "table|transfers|put|2|||put, native memory|<= 1.05x", "table|atomics|fetchadd|2|||fetch-add|");
    }

    private static Document parse(String page) throws Exception {
        return DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder()
                .parse(new InputSource(new StringReader(page)));
    }

    private static List<Element> elements(Document page, String name) {
        NodeList nodes = page.getElementsByTagName(name);
        return IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
    }

    /** Text of pictures is drawn, not written; a library is seen there by its colour. */
    @Test
    void shouldHaveEveryLibrarysNameInTheTablesAndColoursInThePictures() throws Exception {
        String text = new ComparisonPage(everything()).text();
        List<String> titles = elements(parse(text), "th").stream().map(Element::getTextContent).toList();
        COLUMNS.forEach(library -> assertTrue(titles.contains(library.title()), library.title()));
        List<String> pictures = Arrays.stream(text.split("<figure>")).skip(1).toList();
        assertEquals(3, pictures.size());
        for (String picture : pictures) {
            IntStream.range(0, 8).forEach(
                    colour -> assertTrue(picture.contains("var(--s" + colour + ")"), () -> colour + " is missing"));
        }
    }

    @Test
    void shouldBeginWithAPictureOfWhatWasWonAndLost() throws Exception {
        Document page = parse(new ComparisonPage(everything()).text());
        assertEquals(List.of("Won", "Lost", "Mixed"), elements(page, "li").stream()
                .map(line -> line.getTextContent().replaceFirst(":.*", "")).toList());
        assertTrue(elements(page, "pre").getFirst().getTextContent().contains("Transfers"));
        assertEquals(List.of("lost", "how", "transfers", "atomics"),
                elements(page, "section").stream().map(section -> section.getAttribute("id")).toList());
    }

    @Test
    void shouldDrawRowsOfWhichTheFirstWasNotMeasuredOfEveryLibrary() throws Exception {
        List<Measured> all = new ArrayList<>();
        all.addAll(Samples.of("c", "fetchadd", 8, 3, 4));
        all.addAll(Samples.of("c", "cas", 8, 3, 4));
        all.addAll(Samples.of("gasnet", "cas", 8, 5, 6));
        String text = new ComparisonPage(Samples.report(new Measurements(all), Reasons.parse(List.of()),
                "table|atomics|fetchadd|2|||fetch-add|", "table|atomics|cas|2|||compare and swap|")).text();
        assertEquals(List.of("Atomic updates"),
                elements(parse(text), "figcaption").stream().map(Element::getTextContent).toList());
    }

    @Test
    void shouldEscapeTextAndNameNothingOutside() throws Exception {
        String text = new ComparisonPage(everything()).text();
        assertTrue(text.contains("X &lt;Y&gt; &amp; &quot;Z&quot;"), text);
        assertTrue(text.contains("&lt;reason&gt;"), text);
        for (Element each : elements(parse(text), "*")) {
            assertFalse(List.of("script", "link", "img", "iframe", "object").contains(each.getTagName()),
                    each.getTagName());
            assertTrue(each.getAttribute("href").isEmpty() || each.getAttribute("href").startsWith("#"));
        }
    }

    @Test
    void shouldSayWhatMeasuredThePicturesAxes() throws Exception {
        List<String> captions = elements(parse(new ComparisonPage(everything()).text()), "figcaption").stream()
                .map(Element::getTextContent).toList();
        assertEquals(List.of("put, native memory: time by size", "put, native memory: bandwidth by size",
                "Atomic updates"), captions);
    }
}
