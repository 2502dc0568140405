package org.pgas.launch;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.pgas.launch.rendezvous.AgentConnection;

/** The connection over which the agent of a host has called, which a scheduler has started there. */
final class CalledWay implements AgentWay {
    private final AgentConnection connection;
    private final CountDownLatch ended = new CountDownLatch(1);

    CalledWay(AgentConnection connection) {
        this.connection = connection;
    }

    @Override
    public InputStream in() throws IOException {
        return new FilterInputStream(connection.in()) {
            @Override
            public int read() throws IOException {
                return noted(in.read());
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                return noted(in.read(bytes, offset, length));
            }

            private int noted(int result) {
                if (result < 0) {
                    ended.countDown();
                }
                return result;
            }
        };
    }

    @Override
    public OutputStream out() throws IOException {
        return connection.out();
    }

    /** Its standard error is its scheduler's to show. */
    @Override
    public InputStream complaints() {
        return null;
    }

    @Override
    public boolean isTold() {
        return true;
    }

    @Override
    public void cut() {
        connection.cut();
        ended.countDown();
    }

    @Override
    public boolean awaitEnd(Duration limit) throws InterruptedException {
        return ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
    }

    @Override
    public String howItEnded() {
        return "";
    }
}
