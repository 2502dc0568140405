package org.pgas.examples.guide;

import java.util.ArrayList;
import java.util.List;

/**
 * A fenced block of a document, with the comments around it.
 *
 * @param document its file's name, from the project's root on
 * @param language what follows the opening fence
 * @param fence number of the line with the opening fence, counted from 1
 * @param lines between the fences
 * @param treatment what the comment before it says, or the default
 * @param before code of that comment, which readers do not see
 * @param after code of the comment {@code then} behind it
 */
record Block(
        String document,
        String language,
        int fence,
        List<String> lines,
        Treatment treatment,
        Hidden before,
        Hidden after) {
    /** Lines of a comment; {@code first} is the number of the first one. */
    record Hidden(int first, List<String> lines) {
        static final Hidden NONE = new Hidden(1, List.of());

        boolean has(long line) {
            return !lines.isEmpty() && line >= first - 1 && line <= first + lines.size();
        }
    }

    String place() {
        return document + ":" + fence;
    }

    /** Whether the line is in the block, or in a comment that belongs to it. */
    boolean has(long line) {
        return line >= fence && line <= fence + lines.size() + 1 || before.has(line) || after.has(line);
    }

    /** A document's blocks and what it says about all of them. */
    static List<Block> of(String document, List<String> text) {
        return new Reader(document, text).blocks();
    }

    private static final class Reader {
        private final String document;
        private final List<String> text;
        private final List<Block> blocks = new ArrayList<>();
        private Treatment all = Treatment.DEFAULT;
        /** Index of the next line to look at. */
        private int at;
        /** The comment that stands directly before what comes next, or null. */
        private Comment comment;

        Reader(String document, List<String> text) {
            this.document = document;
            this.text = text;
        }

        private record Comment(int line, String head, Hidden code) {}

        List<Block> blocks() {
            while (at < text.size()) {
                String line = text.get(at);
                if (line.startsWith("<!--")) {
                    comment(readComment());
                } else if (line.stripLeading().startsWith("```")) {
                    block();
                } else {
                    at++;
                    comment = line.isBlank() ? comment : null;
                }
            }
            return blocks;
        }

        private Comment readComment() {
            int first = at;
            List<String> code = new ArrayList<>();
            String head = text.get(at++).substring(4).strip();
            if (head.endsWith("-->")) {
                return new Comment(first + 1, head.substring(0, head.length() - 3).strip(), Hidden.NONE);
            }
            while (!text.get(at).strip().endsWith("-->")) {
                code.add(text.get(at++));
                if (at == text.size()) {
                    throw new AssertionError(document + ":" + (first + 1) + ": this comment has no end");
                }
            }
            String last = text.get(at++).strip();
            code.add(last.substring(0, last.length() - 3));
            return new Comment(first + 1, head, new Hidden(first + 2, code));
        }

        private void comment(Comment read) {
            comment = null;
            if (read.head.startsWith("blocks:")) {
                String rest = read.head.substring("blocks:".length()).strip();
                all = Treatment.parse(document + ":" + read.line, Treatment.isOne(rest) ? rest : "run:" + rest, all);
            } else if (read.head.equals("then")) {
                Block last = blocks.isEmpty() ? null : blocks.removeLast();
                if (last == null) {
                    throw new AssertionError(document + ":" + read.line + ": 'then' follows no block");
                }
                blocks.add(new Block(last.document, last.language, last.fence, last.lines, last.treatment, last.before,
                        read.code));
            } else {
                comment = read;
            }
        }

        private void block() {
            String opening = text.get(at);
            int fence = at + 1;
            int indent = opening.length() - opening.stripLeading().length();
            String info = opening.strip();
            String language = info.replaceFirst("^`+", "");
            String closing = info.substring(0, info.length() - language.length());
            List<String> lines = new ArrayList<>();
            for (at++; !text.get(at).strip().equals(closing); at++) {
                String line = text.get(at);
                lines.add(line.substring(Math.min(indent, line.length() - line.stripLeading().length())));
                if (at + 1 == text.size()) {
                    throw new AssertionError(document + ":" + fence + ": this block has no end");
                }
            }
            at++;
            boolean program = language.equals("java") || language.equals("sh");
            Treatment treatment = comment == null || !program && !Treatment.isOne(comment.head) ? all
                    : Treatment.parse(document + ":" + comment.line, comment.head, all);
            blocks.add(new Block(document, language, fence, lines, treatment,
                    comment == null ? Hidden.NONE : comment.code, Hidden.NONE));
            comment = null;
        }
    }
}
