package org.pgas.faults.hosts;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

import org.pgas.hosts.wire.Channel;
import org.pgas.hosts.wire.FrameReceiver;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/**
 * Strangers at the doors of a job's ranks: a program that runs where the network leads to them. Connections that say
 * nothing, garbage, a hello without the secret, TLS, and ranks of another job, which have addresses and no secret. It
 * says what has come in, and how often it has tried; it ends by itself.
 */
final class Strangers {
    /** What it says of a rank of another job that was let in. */
    static final String LET_IN = "LET IN";

    /** What it says at its end, with the number of connections. */
    static final String TRIED = "tried ";

    private static final int SILENT = 40;
    private static final int HELLO_BYTES = 104;
    private static final long MAGIC = 0x4552_4957_5341_4750L;
    private static final int CONNECT_MILLIS = 1_000;
    private static final int READ_MILLIS = 50;
    private static final int MOST_GARBAGE = 2_000;

    private final Random random;
    private final List<InetSocketAddress> doors = new ArrayList<>();
    private final List<Socket> silent = new ArrayList<>();
    private int tried;

    private Strangers(long seed, List<String> doors) {
        random = new Random(seed);
        for (String each : doors) {
            int colon = each.lastIndexOf(':');
            this.doors
                    .add(new InetSocketAddress(each.substring(0, colon), Integer.parseInt(each.substring(colon + 1))));
        }
    }

    /**
     * Arguments: a seed, milliseconds, the address of this host, a directory, the number of doors, the doors, and the
     * files with the addresses of all ranks, by rank.
     */
    public static void main(String[] args) throws Exception {
        int first = 5;
        int count = Integer.parseInt(args[4]);
        Strangers all = new Strangers(Long.parseLong(args[0]), List.of(args).subList(first, first + count));
        List<byte[]> ranks = new ArrayList<>();
        for (String file : List.of(args).subList(first + count, args.length)) {
            ranks.add(Files.readAllBytes(Path.of(file)));
        }
        all.run(TimeUnit.MILLISECONDS.toNanos(Long.parseLong(args[1])), args[2], Path.of(args[3]), ranks);
    }

    private void run(long nanos, String host, Path directory, List<byte[]> ranks) throws Exception {
        long begin = System.nanoTime();
        byte[] secret = new byte[WireSettings.JOB_BYTES];
        random.nextBytes(secret);
        List<Wire> foreign = new ArrayList<>();
        try {
            for (int rank : List.of(0, ranks.size() - 1)) {
                foreign.add(
                        foreign(new WireSettings(directory, secret, rank, ranks.size(), false, host, false), ranks));
            }
            while (System.nanoTime() - begin < nanos) {
                for (InetSocketAddress door : doors) {
                    tryAt(door);
                }
                for (int i = 0; i < foreign.size(); i++) {
                    look(foreign.get(i), i == 0 ? 0 : ranks.size() - 1, ranks.size());
                }
            }
        } finally {
            for (Wire each : foreign) {
                each.close();
            }
            for (Closeable each : silent) {
                each.close();
            }
        }
        System.out.println(TRIED + tried);
    }

    /** A rank of a job of the same size, with another secret. */
    private Wire foreign(WireSettings settings, List<byte[]> ranks) {
        Wire wire = WireProvider.named("tcp").open(settings);
        for (int peer = 0; peer < ranks.size(); peer++) {
            if (peer != settings.rank()) {
                wire.connect(peer, ranks.get(peer));
                tried++;
            }
        }
        return wire;
    }

    private static void look(Wire wire, int rank, int size) {
        FrameReceiver receiver = (source, _, _, _, _, _) -> {
            System.out.println(LET_IN + ": rank " + source + " has sent a frame to a stranger");
            return true;
        };
        wire.poll(receiver, 1);
        for (int peer = 0; peer < size; peer++) {
            if (peer != rank && wire.room(peer, Channel.REPLIES) > 0) {
                System.out.println(LET_IN + ": rank " + peer + " talks to a stranger");
            }
        }
    }

    private void tryAt(InetSocketAddress door) throws IOException, GeneralSecurityException {
        Socket socket = new Socket();
        tried++;
        try {
            socket.connect(door, CONNECT_MILLIS);
            socket.setSoTimeout(READ_MILLIS);
            say(socket);
        } catch (IOException e) {
            // it is turned away, or that door is shut: its rank may have left
            socket.close();
        }
    }

    private void say(Socket socket) throws IOException, GeneralSecurityException {
        switch (random.nextInt(4)) {
            case 0 -> {
                silent.add(socket);
                if (silent.size() > SILENT) {
                    silent.removeFirst().close();
                }
            }
            case 1 -> {
                byte[] garbage = new byte[1 + random.nextInt(MOST_GARBAGE)];
                random.nextBytes(garbage);
                socket.getOutputStream().write(garbage);
                socket.close();
            }
            case 2 -> {
                byte[] hello = new byte[HELLO_BYTES];
                random.nextBytes(hello);
                ByteBuffer.wrap(hello).order(ByteOrder.nativeOrder()).putLong(0, MAGIC).putInt(8, 2).putInt(12, 1)
                        .putInt(16, 0);
                socket.getOutputStream().write(hello);
                answer(socket);
            }
            default -> {
                SSLContext context = SSLContext.getInstance("TLSv1.3");
                context.init(null, null, null);
                try (SSLSocket secure = (SSLSocket) context.getSocketFactory().createSocket(socket, null, true)) {
                    secure.startHandshake();
                    System.out.println(LET_IN + ": by TLS at " + socket.getRemoteSocketAddress());
                }
            }
        }
    }

    /** What is said to a hello without the secret is nothing. */
    private static void answer(Socket socket) throws IOException {
        try (socket) {
            if (socket.getInputStream().read() >= 0) {
                System.out.println(LET_IN + ": a hello without the secret is answered at "
                        + socket.getRemoteSocketAddress());
            }
        }
    }
}
