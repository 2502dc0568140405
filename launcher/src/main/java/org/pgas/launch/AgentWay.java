package org.pgas.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;

import org.pgas.launch.agents.HostRanks;

/** The launcher's end of what leads to the agent of a host. One thread reads, one writes; any thread does the rest. */
interface AgentWay {
    /** Makes ways. */
    interface Opener {
        /** The way to a host of the job; each is asked for once. Error: there is none. */
        AgentWay open(HostRanks host) throws IOException;

        /** Whether agents run from what their own hosts have, and not from this launcher's class path. */
        boolean isOfHost();
    }

    /** What the agent says. */
    InputStream in() throws IOException;

    /** What is said to the agent. */
    OutputStream out() throws IOException;

    /** What comes from there for people, line by line; null when that goes elsewhere. */
    InputStream complaints();

    /** Whether the agent waits to be told how the job has ended, which is its own end as well. */
    boolean isTold();

    /** Ends it at once, and closes no stream: what has come can still be read. Never waits. Idempotent. */
    void cut();

    /** Whether it has ended, or does so within this time. */
    boolean awaitEnd(Duration limit) throws InterruptedException;

    /** How it has ended, for people, such as " (ssh ended with code 255)"; empty if there is nothing to say. */
    String howItEnded();
}
