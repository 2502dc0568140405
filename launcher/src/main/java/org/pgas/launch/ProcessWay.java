package org.pgas.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process that is the agent, or leads to it: its standard input and output. */
final class ProcessWay implements AgentWay {
    private final Process process;
    private final String command;

    private ProcessWay(Process process, String command) {
        this.process = process;
        this.command = command;
    }

    /** @param name of the command, for people */
    static ProcessWay start(List<String> command, String name) throws IOException {
        return new ProcessWay(new ProcessBuilder(command).start(), name);
    }

    @Override
    public InputStream in() {
        return process.getInputStream();
    }

    @Override
    public OutputStream out() {
        return process.getOutputStream();
    }

    @Override
    public InputStream complaints() {
        return process.getErrorStream();
    }

    @Override
    public boolean isTold() {
        return false;
    }

    /**
     * By its number: the JDK would also close the streams of the process, which waits for a pipe that is full, and
     * drops what was not read yet of its last words.
     */
    @Override
    public void cut() {
        process.toHandle().destroyForcibly();
    }

    @Override
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return process.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public String howItEnded() {
        return process.isAlive() ? "" : " (" + command + " ended with code " + process.exitValue() + ")";
    }
}
