package org.pgas.bench.page;

/** Text in XML and HTML. */
public final class Markup {
    private Markup() {}

    /** For content and for attributes in double quotes. Characters that XML does not allow become question marks. */
    public static String escaped(String text) {
        StringBuilder escaped = new StringBuilder();
        text.codePoints().forEach(each -> {
            switch (each) {
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '&' -> escaped.append("&amp;");
                case '"' -> escaped.append("&quot;");
                case '\'' -> escaped.append("&#39;");
                default -> escaped.appendCodePoint(isAllowed(each) ? each : '?');
            }
        });
        return escaped.toString();
    }

    private static boolean isAllowed(int each) {
        return each == '\t' || each == '\n' || each == '\r' || each >= ' ' && each < Character.MIN_SURROGATE
                || each > Character.MAX_SURROGATE && each < 0xfffe || each >= 0x10000;
    }
}
