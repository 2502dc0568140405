package org.pgas.compare.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;

import org.junit.jupiter.api.Test;

class TcpStreamTest {
    /** More than the kernel holds for a connection that nobody reads. */
    private static final int LARGE = 16 << 20;

    /** What each of two connected ranks returns. */
    private static List<Long> together(ToLongFunction<TcpStream> first, ToLongFunction<TcpStream> second)
            throws Exception {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        InetSocketAddress place;
        try (ServerSocket free = new ServerSocket(0, 1, loopback)) {
            place = new InetSocketAddress(loopback, free.getLocalPort());
        }
        try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
            List<Future<Long>> results = new ArrayList<>();
            for (int rank = 0; rank < 2; rank++) {
                int self = rank;
                results.add(threads.submit(() -> {
                    try (TcpStream stream = TcpStream.meet(self, place)) {
                        return (self == 0 ? first : second).applyAsLong(stream);
                    }
                }));
            }
            List<Long> values = new ArrayList<>();
            for (Future<Long> result : results) {
                values.add(result.get(2, TimeUnit.MINUTES));
            }
            return values;
        }
    }

    private static ByteBuffer pattern(int bytes, int begin) {
        ByteBuffer made = ByteBuffer.allocateDirect(bytes);
        for (int at = 0; at < bytes; at++) {
            made.put(at, (byte) ((at + begin) % 127));
        }
        return made;
    }

    private static long differences(ByteBuffer one, ByteBuffer other) {
        int at = one.rewind().mismatch(other.rewind());
        return at < 0 ? 0 : 1;
    }

    @Test
    void bothMaySendMoreThanTheKernelHolds() throws Exception {
        ToLongFunction<TcpStream> exchange = stream -> {
            ByteBuffer mine = pattern(LARGE, 0);
            ByteBuffer theirs = ByteBuffer.allocateDirect(LARGE);
            stream.exchange(mine, theirs);
            return differences(mine, theirs);
        };
        assertEquals(List.of(0L, 0L), together(exchange, exchange));
    }

    /** Small parts, large ones, and what an exchange finds read ahead, come in the order in which they went. */
    @Test
    void whatGoesTogetherComesInOrder() throws Exception {
        int[] sizes = {8, 1, 5000, 0, 64 << 10, 16, 70_000, 3};
        ToLongFunction<TcpStream> sender = stream -> {
            for (int i = 0; i < sizes.length; i++) {
                stream.queue(pattern(16, i), pattern(sizes[i], i));
            }
            stream.flush();
            ByteBuffer theirs = ByteBuffer.allocateDirect(8);
            stream.exchange(pattern(8, 1), theirs);
            return differences(pattern(8, 2), theirs);
        };
        ToLongFunction<TcpStream> receiver = stream -> {
            long wrong = 0;
            stream.readAhead(TcpStream.MUCH);
            for (int i = 0; i < sizes.length; i++) {
                for (int bytes : new int[]{16, sizes[i]}) {
                    ByteBuffer part = ByteBuffer.allocateDirect(bytes);
                    stream.receive(part);
                    wrong += differences(pattern(bytes, i), part);
                }
            }
            ByteBuffer theirs = ByteBuffer.allocateDirect(8);
            stream.exchange(pattern(8, 2), theirs);
            return wrong + differences(pattern(8, 1), theirs);
        };
        assertEquals(List.of(0L, 0L), together(sender, receiver));
    }
}
