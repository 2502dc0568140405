package org.pgas.hosts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pgas.hosts.WaysRig.Told;

/**
 * Copies of words are causal: a rank that sees a change, or takes in a message, sees everything that its sender had
 * seen, and behind a change the data that its sender had put into the neighbourhood.
 * With two neighbourhoods and with three, by hand in the shapes of the literature, and in any order of what is on the
 * way; and twins whose ranks say less of what they had seen.
 */
class CausalityTest {
    private static final int SIZE = 6;
    private static final int SEEDS = 8;
    private static final int STEPS = 3_000;
    private static final long X = 64;
    private static final long Y = 128;
    private static final long DATA = 4096;

    @TempDir
    private Path directory;

    private WaysRig rig(int neighbourhoods, Told told) throws IOException {
        return new WaysRig(Files.createTempDirectory(directory, "job"), SIZE, neighbourhoods, told);
    }

    /** Message passing: rank 0 changes x, then y. */
    @Test
    void whoSeesTheSecondChangeSeesTheFirst() throws IOException {
        WaysRig rig = rig(3, Told.ALL);
        rig.change(0, X, 1);
        rig.change(0, Y, 1);
        for (int peer = 2; peer < SIZE; peer += 2) {
            assertTrue(rig.deliver(0, peer));
            assertEquals(0, rig.word(peer, Y));
            assertEquals(1, rig.word(peer, X));
            assertTrue(rig.deliver(0, peer + 1));
            assertTrue(rig.deliver(0, peer + 1));
            assertEquals(1, rig.word(peer, Y));
        }
    }

    /** Write to read causality: rank 2 has seen x of rank 0, and changes y. Rank 4 gets y first. */
    @Test
    void whoSeesWhatASecondNeighbourhoodWroteSeesWhatThatHadSeen() throws IOException {
        WaysRig rig = rig(3, Told.ALL);
        writeToRead(rig);
        assertFalse(rig.deliver(2, 4));
        assertFalse(rig.deliver(2, 5));
        assertEquals(0, rig.word(4, Y));
        assertTrue(rig.deliver(0, 5));
        assertTrue(rig.deliver(2, 4));
        assertEquals(1, rig.word(4, X));
        assertEquals(1, rig.word(4, Y));
    }

    @Test
    void withoutCountsOfOthersAChangeComesTooEarly() throws IOException {
        WaysRig rig = rig(3, Told.NOT_WITH_CHANGES);
        writeToRead(rig);
        assertTrue(rig.deliver(2, 4), "the twin waits");
        assertEquals(1, rig.word(4, Y));
        assertEquals(0, rig.word(4, X));
    }

    private static void writeToRead(WaysRig rig) {
        rig.change(0, X, 1);
        assertTrue(rig.deliver(0, 2));
        assertEquals(1, rig.word(2, X));
        rig.change(2, Y, 1);
    }

    /** A neighbour of the rank that has seen x sends a message: what it has seen is in the memory that they share. */
    @Test
    void aMessageComesBehindWhatNeighboursOfItsSenderHadSeen() throws IOException {
        WaysRig rig = rig(3, Told.ALL);
        writeToReadByMessage(rig);
        assertFalse(rig.deliver(3, 4));
        assertFalse(rig.hasMessages(3, 4));
        assertTrue(rig.deliver(0, 4));
        while (rig.waiting(3, 4) > 0) {
            assertTrue(rig.deliver(3, 4));
        }
        assertTrue(rig.hasMessages(3, 4));
        assertEquals(1, rig.word(4, X));
    }

    @Test
    void withoutCountsBeforeItAMessageComesTooEarly() throws IOException {
        WaysRig rig = rig(3, Told.NOT_BEFORE_MESSAGES);
        writeToReadByMessage(rig);
        assertTrue(rig.deliver(3, 4), "the twin waits");
        assertTrue(rig.hasMessages(3, 4));
        assertEquals(0, rig.word(4, X));
    }

    private static void writeToReadByMessage(WaysRig rig) {
        rig.change(0, X, 1);
        assertTrue(rig.deliver(0, 2));
        rig.message(3, 4);
    }

    /**
     * Two ranks change a word each; both neighbourhoods see their own first. Nobody promises one order for all: what
     * needs one takes atomic operations, which the owner of the word makes.
     */
    @Test
    void neighbourhoodsMaySeeTwoChangesInDifferentOrders() throws IOException {
        WaysRig rig = rig(2, Told.ALL);
        rig.change(0, X, 1);
        rig.change(3, Y, 1);
        assertEquals(0, rig.word(0, Y));
        assertEquals(0, rig.word(3, X));
        assertTrue(rig.deliver(0, 3));
        assertTrue(rig.deliver(3, 0));
        assertEquals(1, rig.word(0, Y));
        assertEquals(1, rig.word(3, X));
    }

    @Test
    void nothingOvertakesWhatItsRankHadSeen() throws IOException {
        for (int neighbourhoods = 2; neighbourhoods <= 3; neighbourhoods++) {
            for (int seed = 0; seed < SEEDS; seed++) {
                assertNull(new Trial(rig(neighbourhoods, Told.ALL), seed).run(),
                        neighbourhoods + " neighbourhoods, seed " + seed);
            }
        }
    }

    @Test
    void everyTwinIsCaught() throws IOException {
        for (Told told : Told.values()) {
            for (int neighbourhoods = 2; neighbourhoods <= 3 && told != Told.ALL; neighbourhoods++) {
                String found = null;
                for (int seed = 0; seed < SEEDS && found == null; seed++) {
                    found = new Trial(rig(neighbourhoods, told), seed).run();
                }
                assertNotNull(found, told + " with " + neighbourhoods + " neighbourhoods");
            }
        }
    }

    /**
     * Ranks change words and send messages and data, and what is on the way comes in any order. Of each change, each
     * message and each piece of data it is known what its rank had seen: for each rank, how many of its changes; and of
     * a change, which piece its rank had sent last to each neighbourhood.
     */
    private static final class Trial {
        private final WaysRig rig;
        private final SplittableRandom random;

        /** By rank: what it had seen when it made each of its changes. */
        private final List<List<long[]>> seen = new ArrayList<>();

        /** By rank: what it had seen when it sent each of its pieces. */
        private final List<List<long[]>> seenByPieces = new ArrayList<>();

        /** By rank: for each neighbourhood, the last piece that it had sent there when it made each of its changes. */
        private final List<List<long[]>> piecesBefore = new ArrayList<>();

        /** By rank, the same now. */
        private final long[][] pieces;

        /** By source and peer: what the rank had seen, of messages that have not come. */
        private final Map<Integer, Deque<long[]>> sent = new HashMap<>();

        private String wrong;

        Trial(WaysRig rig, long seed) {
            this.rig = rig;
            random = new SplittableRandom(seed);
            pieces = new long[rig.size()][rig.size()];
            for (int rank = 0; rank < rig.size(); rank++) {
                seen.add(new ArrayList<>());
                seenByPieces.add(new ArrayList<>());
                piecesBefore.add(new ArrayList<>());
            }
        }

        /** Says what came too early, or nothing. */
        String run() {
            for (int step = 0; step < STEPS && wrong == null; step++) {
                int rank = random.nextInt(rig.size());
                int peer = random.nextInt(rig.size());
                switch (random.nextInt(10)) {
                    case 0 -> change(rank);
                    case 1 -> message(rank, peer);
                    case 2 -> piece(rank, peer);
                    default -> deliver(rank, peer);
                }
            }
            // and no rank waits in a circle
            for (boolean isMoving = true; isMoving && wrong == null;) {
                isMoving = false;
                for (int pair = 0; pair < rig.size() * rig.size(); pair++) {
                    isMoving |= deliver(pair / rig.size(), pair % rig.size());
                }
            }
            return wrong == null && isAnythingLeft() ? "what is left waits in a circle" : wrong;
        }

        private boolean isAnythingLeft() {
            for (int pair = 0; pair < rig.size() * rig.size(); pair++) {
                if (rig.waiting(pair / rig.size(), pair % rig.size()) > 0) {
                    return true;
                }
            }
            return false;
        }

        private static long offset(int rank) {
            return (long) rank * WaysRig.PART_BYTES + X;
        }

        /** By rank, how many of its changes that rank sees. */
        private long[] view(int rank) {
            long[] view = new long[rig.size()];
            for (int each = 0; each < view.length; each++) {
                view[each] = rig.word(rank, offset(each));
            }
            return view;
        }

        private void change(int rank) {
            seen.get(rank).add(view(rank));
            piecesBefore.get(rank).add(pieces[rank].clone());
            rig.change(rank, offset(rank), seen.get(rank).size());
        }

        private void message(int rank, int peer) {
            if (rig.isElsewhere(rank, peer)) {
                sent.computeIfAbsent(rank * rig.size() + peer, absent -> new ArrayDeque<>()).add(view(rank));
                rig.message(rank, peer);
            }
        }

        private void piece(int rank, int peer) {
            if (rig.isElsewhere(rank, peer)) {
                seenByPieces.get(rank).add(view(rank));
                int number = seenByPieces.get(rank).size();
                pieces[rank][rig.neighbourhood(peer)] = number;
                rig.piece(rank, peer, offset(rank) + DATA, number);
            }
        }

        private boolean deliver(int source, int peer) {
            if (rig.waiting(source, peer) == 0 || !rig.deliver(source, peer)) {
                return false;
            }
            long[] view = view(peer);
            for (int handled = rig.handle(source, peer); handled > 0; handled--) {
                compare("a message of rank " + source, sent.get(source * rig.size() + peer).remove(), peer, view);
            }
            for (int rank = 0; rank < view.length; rank++) {
                long piece = rig.word(peer, offset(rank) + DATA);
                if (piece > 0) {
                    compare("piece " + piece + " of rank " + rank, seenByPieces.get(rank).get((int) piece - 1), peer,
                            view);
                }
                if (view[rank] > 0) {
                    String what = "change " + view[rank] + " of rank " + rank;
                    compare(what, seen.get(rank).get((int) view[rank] - 1), peer, view);
                    long before = piecesBefore.get(rank).get((int) view[rank] - 1)[rig.neighbourhood(peer)];
                    if (piece < before) {
                        wrong = what + " is at rank " + peer + " before piece " + before + ", behind piece " + piece;
                    }
                }
            }
            return true;
        }

        private void compare(String what, long[] had, int peer, long[] view) {
            for (int rank = 0; rank < had.length; rank++) {
                if (view[rank] < had[rank]) {
                    wrong = what + " is at rank " + peer + " before change " + had[rank] + " of rank " + rank
                            + ", of which there are " + view[rank];
                }
            }
        }
    }
}
