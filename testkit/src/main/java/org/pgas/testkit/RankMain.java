package org.pgas.testkit;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The program of a rank's JVM: runs the bodies it is told to, until its standard input ends. */
final class RankMain {
    private final PrintStream out;

    private RankMain(PrintStream out) {
        this.out = out;
    }

    /** Started by {@link ProcessRank} only. */
    public static void main(String[] arguments) throws IOException {
        var main = new RankMain(System.out);
        var commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
        System.setIn(InputStream.nullInputStream());
        main.resetStreams();
        new Frame(Frame.Kind.READY, "").write(main.out);
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            Frame frame = Frame.parse(line);
            if (frame != null) {
                main.obey(frame);
            }
        }
        // the tests are over, or their JVM died: nothing here is worth an orderly end
        Runtime.getRuntime().halt(0);
    }

    /** Both into one, so that no line is torn. A body may have replaced them. */
    private void resetStreams() {
        System.setOut(out);
        System.setErr(out);
    }

    private void obey(Frame frame) throws IOException {
        switch (frame.kind()) {
            case RUN -> {
                var assignment = (Assignment) Outcome.read(frame.payload(), RankMain.class.getClassLoader());
                // of its own, so that this thread can answer while the body hangs
                Thread.ofPlatform().name("rank " + assignment.rank() + " of " + assignment.size())
                        .start(() -> run(assignment));
            }
            case DUMP -> new Frame(Frame.Kind.DUMP, ThreadDump.ofAll()).write(out);
            default -> throw new IllegalStateException("not for a rank: " + frame.kind());
        }
    }

    private void run(Assignment assignment) {
        Outcome outcome = new Body(assignment, RankMain.class.getClassLoader()).run();
        System.out.flush();
        System.err.flush();
        resetStreams();
        try {
            new Frame(Frame.Kind.DONE, outcome.encode()).write(out);
        } catch (IOException e) {
            // nobody is there to be told
            Runtime.getRuntime().halt(1);
        }
    }
}
