package org.pgas.tidy;

import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Counts the lines of a source that hold code: none that is empty, none that holds a comment only. */
final class CodeLines {
    /** Text comes first in a match, so that what looks like a comment in it is none. */
    private static final Pattern TEXT_OR_COMMENT = Pattern.compile("\"\"\"(?s:.*?)\"\"\"" // a text block
            + "|\"(?:[^\"\\\\\n]|\\\\.)*+\"|'(?:[^'\\\\\n]|\\\\.)++'" // a string, a character
            + "|//[^\n]*+|/\\*(?s:.*?)\\*/");

    private CodeLines() {}

    static long count(String source) {
        return withoutComments(source).lines().filter(line -> !line.isBlank()).count();
    }

    /** With the lines of the comments left empty, so that lines keep their numbers. */
    static String withoutComments(String source) {
        return TEXT_OR_COMMENT.matcher(source).replaceAll(CodeLines::withoutComment);
    }

    private static String withoutComment(MatchResult found) {
        String text = found.group();
        return Matcher.quoteReplacement(text.startsWith("/") ? text.replaceAll("[^\n]", "") : text);
    }
}
