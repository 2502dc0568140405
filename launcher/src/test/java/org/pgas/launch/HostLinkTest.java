package org.pgas.launch;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.launch.agents.BodyWriter;
import org.pgas.launch.agents.Frame;
import org.pgas.launch.agents.FrameSender;
import org.pgas.launch.agents.HostRanks;
import org.pgas.launch.agents.Kind;

/** The launcher's end of the way to an agent that is a script. */
class HostLinkTest {
    private static final Duration LIMIT = Trial.LIMIT;

    @TempDir
    Path directory;

    private Path script;
    private HostLink link;

    /** What the listener is told when nothing comes any more. */
    private final CompletableFuture<String> gone = new CompletableFuture<>();

    @BeforeEach
    void prepare() throws IOException {
        // says what is in the file first, and stays, or a child of it does, which holds its output open
        script = Files.writeString(directory.resolve("there"), """
                #!/bin/sh
                cd "%s" || exit
                [ ! -f first ] || cat first
                sleep 300 </dev/null 2>/dev/null &
                echo $! >stays.new
                mv stays.new stays
                wait
                """.formatted(directory));
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
    }

    @AfterEach
    void end() throws IOException {
        if (link != null) {
            link.lose("the test is over");
            ProcessHandle.of(Long.parseLong(Files.readString(directory.resolve("stays")).strip()))
                    .ifPresent(ProcessHandle::destroyForcibly);
        }
    }

    private void start() throws IOException {
        HostRanks host = new HostRanks("b", 1, 1);
        link = HostLink.over(AgentCommand.parse(script.toString()).open(host), host, Duration.ofMillis(500),
                Duration.ofMinutes(10), line -> {
                });
        Trial.until(() -> Files.exists(directory.resolve("stays")), "the script");
    }

    private void listen(Error failure) {
        link.listen(new HostLink.Listener() {
            @Override
            public void said(HostLink from, Frame frame) {
                throw failure;
            }

            @Override
            public void gone(HostLink from, String why) {
                gone.complete(why);
            }
        });
    }

    private String gone() throws Exception {
        return gone.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
    }

    private void saysFirst(Kind kind, byte[] body) throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        FrameSender sender = new FrameSender("test", out, e -> {
        });
        sender.send(kind, body);
        sender.close(LIMIT);
        Files.write(directory.resolve("first"), out.toByteArray());
    }

    /** Else the job would wait without end for a host that no thread reads. */
    @Test
    void aReaderThatFailsInWhateverWayTellsThatNothingComesAnyMore() throws Exception {
        saysFirst(Kind.NOTE, BodyWriter.ofText("a note"));
        start();
        listen(new NoClassDefFoundError("x/Y"));
        assertEquals("the launcher has failed: java.lang.NoClassDefFoundError: x/Y", gone());
    }

    /** Though a child of what led there holds its output open, so that the reader has no end. */
    @Test
    void aLinkThatIsLostBeforeItListensIsToldWhenItDoes() throws Exception {
        start();
        link.lose("the job has ended");
        listen(new AssertionError("nothing is said"));
        assertEquals("the job has ended", gone());
    }
}
