package org.pgas.pshm;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.IntStream;

import org.pgas.JobEndedException;
import org.pgas.memory.SharedMemory;
import org.pgas.spi.MessageHead;
import org.pgas.spi.MessageInbox;
import org.pgas.spi.MessageOutbox;

/** The transports of a job's ranks in one JVM, without the rest of a membership. */
final class MessageRanks {
    final AmConfig config;
    final ControlFile control;
    final Path directory;
    private final boolean fence;
    private final List<Messages> ranks = new ArrayList<>();

    MessageRanks(Path base, AmConfig config, boolean fence) {
        this.config = config;
        this.fence = fence;
        directory = JobDirectory.create(base, "j-" + System.nanoTime());
        ControlFile.create(directory, config.size(), ProcessIdentity.current());
        control = ControlFile.open(directory, config.size());
        create(directory, config);
        for (int rank = 0; rank < config.size(); rank++) {
            SharedMemory.putInt(control.slot(rank, ControlLayout.MEMBARRIER), fence ? 0 : 1);
        }
        for (int rank = 0; rank < config.size(); rank++) {
            ranks.add(new Messages(AmFile.open(directory.resolve(AmFile.NAME), rank, config), rank, doorbells(rank),
                    message -> new JobEndedException(1, message), peer -> "rank " + peer));
        }
    }

    /** A file of messages whose ranks are all neighbours. */
    static void create(Path directory, AmConfig config) {
        AmFile.create(directory.resolve(AmFile.NAME), config, IntStream.range(0, config.size()).toArray());
    }

    static AmConfig config(int size, boolean pair, int slabBytes) {
        return config(size, pair, slabBytes, false);
    }

    static AmConfig config(int size, boolean pair, int slabBytes, boolean checked) {
        return new AmConfig(size, pair, slabBytes, Duration.ofSeconds(30), checked);
    }

    Doorbells doorbells(int rank) {
        Doorbells doorbells = new Doorbells(control, rank, !fence && Posix.registerForMembarrier());
        doorbells.settleFence();
        return doorbells;
    }

    Messages rank(int rank) {
        return ranks.get(rank);
    }

    /** A lane that aliases the transport's own, to look into and to damage. */
    Lane requestLane(int receiver, int sender) {
        return AmFile.open(directory.resolve(AmFile.NAME), receiver, config).lane(AmLayout.Network.REQUEST, receiver,
                sender);
    }

    void close() {
        ranks.forEach(Messages::abandon);
        control.abandon();
        JobDirectory.remove(directory, null);
    }

    /** A message, as sent and as received. */
    record Message(int source, long head, List<Integer> arguments, byte[] payload, long destination, long bytes) {
        static Message random(Random random, int source, int category, int count, int bytes) {
            List<Integer> arguments = random.ints(count).boxed().toList();
            byte[] payload = new byte[category == MessageHead.MEDIUM ? bytes : 0];
            random.nextBytes(payload);
            boolean isLong = category == MessageHead.LONG;
            return new Message(source, MessageHead.of(category, 128 + random.nextInt(128), count), arguments, payload,
                    isLong ? random.nextLong() : 0, isLong ? random.nextLong() : 0);
        }

        /** The same between endpoints of which at least one is not primordial. */
        Message between(Random random) {
            int one = 1 + random.nextInt(4095);
            int other = random.nextInt(4096);
            long ends = random.nextBoolean() ? MessageHead.between(one, other) : MessageHead.between(other, one);
            return new Message(source, head | ends, arguments, payload, destination, bytes);
        }

        private int argument(int index) {
            return index < arguments.size() ? arguments.get(index) : 0;
        }

        private long first() {
            return argument(0) & 0xFFFF_FFFFL | (long) argument(1) << 32;
        }

        private long second() {
            return argument(2) & 0xFFFF_FFFFL | (long) argument(3) << 32;
        }

        private int[] rest() {
            // the first four are not read here
            return arguments.size() <= 4 ? null
                    : IntStream.range(0, arguments.size()).map(i -> i < 4 ? -1 : arguments.get(i)).toArray();
        }

        boolean send(MessageOutbox outbox, int peer) {
            return switch (MessageHead.category(head)) {
                case MessageHead.SHORT -> arguments.size() <= 4 && payload.length == 0
                        ? outbox.sendShort(peer, head, first(), second())
                        : outbox.sendShort(peer, head, arguments.stream().mapToInt(Integer::intValue).toArray());
                case MessageHead.MEDIUM -> outbox.sendMedium(peer, head, first(), second(), rest(),
                        MemorySegment.ofArray(payload), 0, payload.length);
                default -> outbox.sendLong(peer, head, first(), second(), rest(), destination, bytes);
            };
        }

        /** Prepares with {@code more} bytes than it commits; false where there is no room. */
        boolean prepareAndCommit(MessageOutbox outbox, int peer, int more) {
            long claim = outbox.claim(peer, MessageHead.words(head), payload.length + more);
            if (claim == 0) {
                return false;
            }
            SharedMemory.copyIn(MemorySegment.ofArray(payload), 0, outbox.payload(peer, claim), payload.length);
            if (!commit(outbox, peer, claim)) {
                outbox.cancel(peer, claim);
                return false;
            }
            return true;
        }

        boolean commit(MessageOutbox outbox, int peer, long claim) {
            return outbox.commit(peer, claim, head, first(), second(), rest(), payload.length);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Message m && m.source == source && m.head == head && m.arguments.equals(arguments)
                    && Arrays.equals(m.payload, payload) && m.destination == destination && m.bytes == bytes;
        }

        @Override
        public int hashCode() {
            return Objects.hash(source, head, arguments, Arrays.hashCode(payload), destination, bytes);
        }

        @Override
        public String toString() {
            return MessageHead.categoryName(head) + " from " + source + "/" + MessageHead.sourceEndpoint(head) + " for "
                    + MessageHead.targetEndpoint(head) + "/" + MessageHead.handler(head)
                    + " with " + arguments + ", " + payload.length + " bytes, destination " + destination + ", "
                    + bytes;
        }
    }

    /** Remembers what it is given. */
    static final class Received implements MessageInbox.Receiver {
        final List<Message> messages = new ArrayList<>();

        @Override
        public void received(int source, long head, long arguments, long payload, int bytes) {
            byte[] copy = new byte[bytes];
            if (payload % 8 != 0 || arguments % 4 != 0) {
                throw new AssertionError("not aligned");
            }
            SharedMemory.copyOut(payload, MemorySegment.ofArray(copy), 0, bytes);
            messages.add(new Message(source, head, arguments(head, arguments), copy, 0, 0));
        }

        @Override
        public void receivedLong(int source, long head, long arguments, long destination, long bytes) {
            messages.add(new Message(source, head, arguments(head, arguments), new byte[0], destination, bytes));
        }

        private static List<Integer> arguments(long head, long address) {
            List<Integer> arguments = new ArrayList<>();
            for (int i = 0; i < MessageHead.argumentCount(head); i++) {
                arguments.add(SharedMemory.getInt(address + 4L * i));
            }
            return arguments;
        }
    }
}
