package org.pgas.compare.programs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;

/** Ports by which ranks of a program find each other. */
final class Ports {
    private static final int TRIALS = 100;

    private Ports() {}

    /**
     * The first of so many in a row that nobody listens at; somebody else may take them before they are used, which the
     * ranks tell.
     */
    static int free(int count) {
        for (int i = 0; i < TRIALS; i++) {
            List<ServerSocket> sockets = new ArrayList<>();
            try {
                sockets.add(new ServerSocket(0));
                int first = sockets.getFirst().getLocalPort();
                for (int next = 1; next < count; next++) {
                    sockets.add(new ServerSocket(first + next));
                }
                return first;
            } catch (IOException | IllegalArgumentException e) {
                // one of them is taken, or there are no more above the first
            } finally {
                sockets.forEach(Ports::close);
            }
        }
        throw new IllegalStateException("there are no " + count + " free ports in a row");
    }

    private static void close(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
