package org.pgas.launch.rendezvous;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Values by PMI-1, as Hydra keeps them, and others: lines of words such as {@code cmd=put key=value}, each answered by
 * one. What is told before a barrier all can find behind it.
 *
 * <p>Source: Flux RFC 13, Simple Process Manager Interface v1.
 */
final class Pmi implements Exchange {
    private static final int LONGEST_LINE = 4096;

    private final BufferedReader in;
    private final OutputStream out;

    Pmi(InputStream in, OutputStream out) {
        this.in = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
        this.out = out;
    }

    @Override
    public String share(String own) throws IOException {
        Map<String, String> version = ask("init pmi_version=1 pmi_subversion=1", "response_to_init");
        if (!"1".equals(version.get("pmi_version"))) {
            throw new IOException("PMI has version " + version.get("pmi_version") + ", and version 1 is known here");
        }
        int most = number(ask("get_maxes", "maxes"), "vallen_max");
        String space = " kvsname=" + word(ask("get_my_kvsname", "my_kvsname"), "kvsname") + " key=" + KEY;
        if (own != null) {
            if (own.length() >= most) {
                throw new IOException("PMI keeps values of less than " + most + " letters, and these are "
                        + own.length());
            }
            ask("put" + space + " value=" + own, "put_result");
        }
        ask("barrier_in", "barrier_out");
        String told = own != null ? own : word(ask("get" + space, "get_result"), "value");
        ask("finalize", "finalize_ack");
        return told;
    }

    /** Says a command and returns the words of its answer. */
    private Map<String, String> ask(String command, String answer) throws IOException {
        out.write(("cmd=" + command + "\n").getBytes(StandardCharsets.UTF_8));
        out.flush();
        StringBuilder line = new StringBuilder();
        for (int letter = in.read(); letter != '\n'; letter = in.read()) {
            if (letter < 0 || line.length() >= LONGEST_LINE) {
                throw new IOException("PMI has " + (letter < 0 ? "ended" : "said too much") + " behind "
                        + command.split(" ", 2)[0]);
            }
            line.append((char) letter);
        }
        Map<String, String> words = new HashMap<>();
        for (String word : line.toString().strip().split("\\s+")) {
            String[] parts = word.split("=", 2);
            words.put(parts[0], parts.length < 2 ? "" : parts[1]);
        }
        if (!answer.equals(words.get("cmd")) || !"0".equals(words.getOrDefault("rc", "0"))) {
            throw new IOException("PMI has answered '" + line + "' to " + command.split(" ", 2)[0]);
        }
        return words;
    }

    private static String word(Map<String, String> answer, String name) throws IOException {
        String word = answer.get(name);
        if (word == null || word.isEmpty()) {
            throw new IOException("PMI has left out " + name + " in " + answer.get("cmd"));
        }
        return word;
    }

    private static int number(Map<String, String> answer, String name) throws IOException {
        String word = word(answer, name);
        if (!word.matches("[0-9]{1,9}")) {
            throw new IOException("PMI has " + name + "=" + word + " where a number is expected");
        }
        return Integer.parseInt(word);
    }
}
