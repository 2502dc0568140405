package org.pgas.examples.uts;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

@Seeded
final class NodeStackTest {
    @Test
    void shouldGiveTheNewestFirstAndTakeTheOldestAwayHoweverItGrows() {
        SplittableRandom random = Seed.of("stack");
        NodeStack stack = new NodeStack(1);
        Deque<byte[]> model = new ArrayDeque<>();
        NodeSplitter splitter = new NodeSplitter();
        for (int step = 0; step < 20_000; step++) {
            int count = random.nextInt(5);
            switch (random.nextInt(step < 10_000 ? 4 : 5)) {
                case 0 -> {
                    byte[] some = new byte[count * NodeStack.NODE_BYTES];
                    random.nextBytes(some);
                    stack.push(some, count);
                    for (int at = 0; at < some.length; at += NodeStack.NODE_BYTES) {
                        model.addLast(Arrays.copyOfRange(some, at, at + NodeStack.NODE_BYTES));
                    }
                }
                case 1 -> {
                    stack.pushRoot(splitter, step);
                    model.addLast(child(new byte[16], step, 0));
                }
                case 2, 3 -> {
                    if (!model.isEmpty()) {
                        byte[] parent = model.removeLast();
                        stack.split(splitter, count);
                        int depth = ByteBuffer.wrap(parent).getInt(20) + 1;
                        for (int i = 0; i < count; i++) {
                            model.addLast(child(Arrays.copyOf(parent, 20), i, depth));
                        }
                    }
                }
                default -> {
                    int most = Math.min(count, model.size());
                    byte[] taken = new byte[most * NodeStack.NODE_BYTES];
                    stack.takeOldest(taken, most);
                    for (int i = 0; i < most; i++) {
                        assertArrayEquals(model.removeFirst(), Arrays.copyOfRange(taken, i * NodeStack.NODE_BYTES,
                                (i + 1) * NodeStack.NODE_BYTES));
                    }
                }
            }
            assertEquals(model.size(), stack.size());
            assertEquals(model.isEmpty(), stack.isEmpty());
            if (!model.isEmpty()) {
                ByteBuffer newest = ByteBuffer.wrap(model.getLast());
                assertEquals(newest.getInt(16) & 0x7FFF_FFFF, stack.topRandom());
                assertEquals(newest.getInt(20), stack.topDepth());
            }
        }
    }

    private static byte[] child(byte[] prefix, int number, int depth) {
        byte[] input = ByteBuffer.allocate(prefix.length + 4).put(prefix).putInt(number).array();
        try {
            byte[] hash = java.security.MessageDigest.getInstance("SHA-1").digest(input);
            return ByteBuffer.allocate(NodeStack.NODE_BYTES).put(hash).putInt(depth).array();
        } catch (java.security.NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }
}
