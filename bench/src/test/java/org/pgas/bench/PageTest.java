package org.pgas.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;

import org.junit.jupiter.api.Test;
import org.pgas.bench.page.Chart;
import org.pgas.bench.page.Machine;
import org.pgas.bench.page.Markup;
import org.pgas.bench.rows.Kind;
import org.pgas.bench.rows.Suite;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;

class PageTest {
    private static Document parse(String page) throws Exception {
        var builder = DocumentBuilderFactory.newDefaultInstance().newDocumentBuilder();
        return builder.parse(new InputSource(new StringReader(page)));
    }

    private static List<Element> elements(Document page, String name) {
        NodeList nodes = page.getElementsByTagName(name);
        return java.util.stream.IntStream.range(0, nodes.getLength()).mapToObj(i -> (Element) nodes.item(i)).toList();
    }

    @Test
    void itIsWellFormedAndHasEveryRowAndEveryKindAndEveryChart() throws Exception {
        Results results = Samples.everything();
        Document page = parse(new Page(results, null).text());
        List<Element> lines = elements(page, "tr").stream()
                .filter(line -> line.getElementsByTagName("td").getLength() > 0).toList();
        assertEquals(results.rows().size(), lines.size());
        for (int i = 0; i < lines.size(); i++) {
            Row row = results.rows().get(i);
            String line = lines.get(i).getTextContent();
            assertTrue(line.startsWith(row.key().name()), line);
            assertTrue(line.contains(Figures.of(row.median(), row.unit())), line);
            assertTrue(line.contains(TextTable.size(row)), line);
        }
        String text = page.getDocumentElement().getTextContent();
        for (Kind kind : Kind.values()) {
            assertTrue(text.contains(kind.text()), kind.text());
        }
        List<String> sections = elements(page, "section").stream().map(each -> each.getAttribute("id")).toList();
        assertTrue(sections.containsAll(Arrays.stream(Suite.values()).map(Suite::word).toList()), sections::toString);
        Charts charts = new Charts(results, null);
        List<String> titles = Arrays.stream(Suite.values()).flatMap(suite -> charts.of(suite).stream())
                .map(Chart::title).toList();
        assertEquals(titles, elements(page, "figcaption").stream().map(Element::getTextContent).toList());
        assertEquals(titles, elements(page, "svg").stream().map(each -> each.getAttribute("aria-label")).toList());
        assertEquals(7, titles.size());
    }

    @Test
    void textIsEscaped() throws Exception {
        String text = new Page(Samples.results(Samples.MACHINE, Samples.row(Kind.PUT, 8, 10)), null).text();
        assertTrue(text.contains("Processor &lt;X&gt; &amp; &quot;Y&quot;"), text);
        assertTrue(text.contains("pgas bench --only a&lt;b"), text);
        assertTrue(parse(text).getDocumentElement().getTextContent().contains("Processor <X> & \"Y\""));
        assertEquals("a&#39;?\t😀?", Markup.escaped("a'\u0000\t😀\uffff"));
    }

    @Test
    void nothingOutsideIsNamedAndNothingRuns() throws Exception {
        Document page = parse(new Page(Samples.everything(), null).text());
        Set<String> identifiers = new HashSet<>();
        for (Element each : elements(page, "*")) {
            assertFalse(Set.of("script", "link", "img", "iframe", "object", "base", "use", "image")
                    .contains(each.getTagName()), each.getTagName());
            for (String name : List.of("href", "src", "xlink:href", "onload", "onclick")) {
                assertTrue(each.getAttribute(name).isEmpty() || each.getAttribute(name).startsWith("#"), name);
            }
            if (each.hasAttribute("id")) {
                assertTrue(identifiers.add(each.getAttribute("id")), each.getAttribute("id") + " is there twice");
            }
        }
        for (Element each : elements(page, "a")) {
            assertTrue(identifiers.contains(each.getAttribute("href").substring(1)), each.getAttribute("href"));
        }
        String style = elements(page, "style").getFirst().getTextContent();
        assertFalse(style.contains("url(") || style.contains("@import"), style);
    }

    /** Light and dark: no colour is fixed in a picture. */
    @Test
    void everyColourOfAChartIsOneOfTheStyleSheet() {
        String text = new Page(Samples.everything(), null).text();
        assertFalse(text.contains("rgb("), () -> text.substring(text.indexOf("rgb("), text.indexOf("rgb(") + 40));
        var used = java.util.regex.Pattern.compile("var\\((--[a-z0-9]+)\\)").matcher(text);
        while (used.find()) {
            assertEquals(3, text.split(used.group(1) + ": #", -1).length, used.group(1) + " is not defined twice");
        }
    }

    @Test
    void aComparisonShowsRatiosMarksBothRunsAndWhatDiffers() throws Exception {
        Row[] now = {Samples.row(Kind.PUT, 8, 10), Samples.row(Kind.PUT, 64, 30), Samples.row(Kind.GET, 8, 10),
            Samples.row(Kind.AM_RATE, 0, 10)};
        Row[] then = {Samples.row(Kind.PUT, 8, 20), Samples.row(Kind.PUT, 64, 10), Samples.row(Kind.GET, 8, 10),
            Samples.row(Kind.AM_RATE, 0, 10), Samples.row(Kind.BARRIER, 0, 1)};
        Machine other = new Machine("Z<", 4, 8L << 30, "Vendor 25", "Linux 6.1 amd64", "0.1.0");
        Results results = Samples.results(Samples.MACHINE, now);
        Comparison comparison = Comparison.of(results, Samples.results(other, then), "old & gone.json");
        Document page = parse(new Page(results, comparison).text());
        List<String> lines = elements(page, "tr").stream().map(Element::getTextContent).toList();
        assertTrue(lines.get(1).contains("0.50▲ better"), lines::toString);
        assertTrue(lines.get(2).contains("3.00▼ worse"), lines::toString);
        assertTrue(lines.get(3).contains("1.00= within spread"), lines::toString);
        String text = page.getDocumentElement().getTextContent();
        assertTrue(text.contains("The runs are not alike"), text);
        assertTrue(text.contains("processor: now Processor <X> & \"Y\", then Z<"), text);
        assertTrue(text.contains("old & gone.json"), text);
        assertTrue(text.contains("Not measured now: barrier on 2 ranks"), text);
        String svg = new Charts(results, comparison).of(Suite.LATENCY).getFirst().svg();
        assertTrue(svg.contains("stroke-dasharray"), "the earlier run is not drawn");
    }
}
