package org.pgas.hosts.wire;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** Ranks in processes of their own: how they are started, what they are told, and what they say. */
public final class RankProcess {
    /** How many arguments {@link #settings} reads; those of the program are behind them. */
    public static final int LENGTH = 5;

    private RankProcess() {}

    /** Starts a program as a rank over a wire of that name, which is told the addresses of the first ranks. */
    public static Process start(Class<?> program, String wire, WireSettings as, Wire... first) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                System.getProperty("java.class.path"), "-XX:TieredStopAtLevel=1", "-Xshare:auto",
                "--enable-native-access=ALL-UNNAMED", program.getName(), wire, Boolean.toString(as.isPlain()),
                as.directory().toString(), Integer.toString(as.rank()), Integer.toString(as.size())));
        for (Wire each : first) {
            command.add(HexFormat.of().formatHex(each.address()));
        }
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /**
     * Of a rank in a process of its own, by that many arguments: the name of the wire, whether it is plain, the
     * directory, the rank, and the size of the job.
     */
    public static WireSettings settings(String[] arguments) {
        byte[] job = new byte[WireSettings.JOB_BYTES];
        Arrays.fill(job, (byte) 7);
        return new WireSettings(Path.of(arguments[2]), job, Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]), true, "127.0.0.1", Boolean.parseBoolean(arguments[1]));
    }

    /** What a process says behind that word, in a line that begins with it. */
    public static String said(Process process, String word) throws IOException {
        BufferedReader said = process.inputReader();
        for (String line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith(word)) {
                return line.substring(word.length());
            }
        }
        throw new AssertionError("the other rank's process has ended");
    }
}
