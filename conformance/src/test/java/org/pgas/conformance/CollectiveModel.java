package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.SplittableRandom;

import org.pgas.coll.Blocks;
import org.pgas.coll.Reduction;

/**
 * One collective with arguments drawn at random, and what it does, found out one member after the other. All members
 * draw the same from the same random numbers, so each knows the data of all.
 */
final class CollectiveModel {
    enum Kind {
        BROADCAST,
        GATHER,
        SCATTER,
        ALL_GATHER,
        EXCHANGE,
        GATHER_V,
        SCATTER_V,
        ALL_GATHER_V,
        EXCHANGE_V,
        REDUCE_TO_ONE,
        REDUCE_TO_ALL,
        SCAN,
        EXSCAN;

        boolean isReduction() {
            return ordinal() >= REDUCE_TO_ONE.ordinal();
        }

        boolean hasRoot() {
            return switch (this) {
                case BROADCAST, GATHER, SCATTER, GATHER_V, SCATTER_V, REDUCE_TO_ONE -> true;
                default -> false;
            };
        }

        boolean isVaried() {
            return switch (this) {
                case GATHER_V, SCATTER_V, ALL_GATHER_V, EXCHANGE_V -> true;
                default -> false;
            };
        }
    }

    /** Nothing is read or written there, so null or anything will do. */
    static final int UNUSED = -1;

    /** Sizes around which a collective may go another way. */
    private static final int[] LIMITS = {8, 64, 80, 104, 128, 256, 512, 1024, 2048, 4096, 8192, 16 << 10, 32 << 10,
        64 << 10,
        128 << 10, 256 << 10};

    final Kind kind;
    final int root;
    final CollectiveReductions.Drawn reduction;

    /** Bytes of a block that all have alike; of reductions, of an operand. */
    final int bytes;

    /** Whether results go where the operand is, for kinds that may. */
    final boolean inPlace;

    private final int size;
    private final long salt;

    /** For each writer and reader, where blocks differ. */
    private final int[][] varied;

    private final byte[][] inputs;

    private CollectiveModel(SplittableRandom random, Kind kind, int size, int root, int most) {
        this.kind = kind;
        this.size = size;
        this.root = root;
        salt = random.nextLong();
        inPlace = random.nextInt(4) == 0;
        inputs = new byte[size][];
        int drawn = drawBytes(random, most);
        reduction = kind.isReduction() ? CollectiveReductions.draw(random) : null;
        bytes = reduction == null ? drawn : drawn - drawn % (int) reduction.reduction().elementBytes();
        varied = new int[size][size];
        int style = random.nextInt(3);
        for (int[] row : varied) {
            for (int i = 0; i < size; i++) {
                // all alike, or half of them nothing, or one long one among short ones
                row[i] = style == 0 ? drawn
                        : style == 1 ? random.nextBoolean() ? 0 : drawBytes(random, most)
                                : random.nextInt(size) == 0 ? drawn : random.nextInt(4);
            }
        }
        if (kind != Kind.EXCHANGE_V) {
            for (int[] row : varied) {
                Arrays.fill(row, row[0]);
            }
        }
    }

    /** Any kind and root; blocks of at most so many bytes. */
    static CollectiveModel draw(SplittableRandom random, int size, int most) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        return new CollectiveModel(random, kind, size, random.nextInt(size), most);
    }

    static CollectiveModel draw(SplittableRandom random, Kind kind, int size, int root, int most) {
        return new CollectiveModel(random, kind, size, root, most);
    }

    private static int drawBytes(SplittableRandom random, int most) {
        if (most > LIMITS[LIMITS.length - 1] && random.nextBoolean()) {
            return most - random.nextInt(most / 2);
        }
        int drawn = switch (random.nextInt(6)) {
            case 0 -> random.nextInt(3);
            case 1 -> random.nextInt(64);
            case 2, 3 -> LIMITS[random.nextInt(LIMITS.length)] + random.nextInt(-2, 3) * random.nextInt(1, 9);
            case 4 -> 8 * random.nextInt(600);
            default -> 1 << random.nextInt(1, 32 - Integer.numberOfLeadingZeros(most));
        };
        return Math.max(0, Math.min(drawn, most));
    }

    private int varied(int writer, int reader) {
        // which of the members has blocks: the writer, where a writer has one for all
        return kind == Kind.SCATTER_V ? varied[reader][0] : varied[writer][reader];
    }

    /** The blocks that this rank's call names for its source; null for kinds without. */
    Blocks sourceBlocks(int rank) {
        return switch (kind) {
            case SCATTER_V -> rank == root ? layout(rank, "source") : null;
            case EXCHANGE_V -> layout(rank, "source");
            default -> null;
        };
    }

    Blocks targetBlocks(int rank) {
        return switch (kind) {
            case GATHER_V -> rank == root ? layout(rank, "target") : null;
            case ALL_GATHER_V, EXCHANGE_V -> layout(rank, "target");
            default -> null;
        };
    }

    /** In any order, with gaps, or packed. */
    private Blocks layout(int rank, String side) {
        boolean isSource = side.equals("source");
        long[] lengths = new long[size];
        for (int peer = 0; peer < size; peer++) {
            lengths[peer] = isSource ? varied(rank, peer) : varied(peer, rank);
        }
        SplittableRandom random = new SplittableRandom(salt + 31L * rank + side.hashCode());
        if (random.nextBoolean()) {
            return Blocks.packed(lengths);
        }
        int[] order = new int[size];
        for (int i = 0; i < size; i++) {
            int at = random.nextInt(i + 1);
            order[i] = order[at];
            order[at] = i;
        }
        long[] offsets = new long[size];
        long end = random.nextInt(9);
        for (int peer : order) {
            offsets[peer] = end;
            end += lengths[peer] + random.nextInt(9);
        }
        return Blocks.of(lengths, offsets);
    }

    int sourceBytes(int rank) {
        return switch (kind) {
            case BROADCAST -> rank == root ? bytes : UNUSED;
            case SCATTER -> rank == root ? size * bytes : UNUSED;
            case EXCHANGE -> size * bytes;
            case GATHER_V, ALL_GATHER_V -> varied(rank, rank);
            case SCATTER_V, EXCHANGE_V -> sourceBlocks(rank) == null ? UNUSED : (int) sourceBlocks(rank).extent();
            default -> bytes;
        };
    }

    int targetBytes(int rank) {
        return switch (kind) {
            case GATHER -> rank == root ? size * bytes : UNUSED;
            case ALL_GATHER, EXCHANGE -> size * bytes;
            case SCATTER_V -> varied(root, rank);
            case GATHER_V, ALL_GATHER_V, EXCHANGE_V -> targetBlocks(rank) == null ? UNUSED
                    : (int) targetBlocks(rank).extent();
            case REDUCE_TO_ONE -> rank == root ? bytes : UNUSED;
            default -> bytes;
        };
    }

    /** What a rank's source holds. */
    byte[] input(int rank) {
        if (inputs[rank] == null) {
            SplittableRandom random = new SplittableRandom(salt * 31 + rank);
            byte[] content = new byte[Math.max(0, sourceBytes(rank))];
            if (reduction == null) {
                random.nextBytes(content);
            } else {
                reduction.fill(random, content);
            }
            inputs[rank] = content;
        }
        return inputs[rank];
    }

    /** Whether this rank's target may be its source, and is. */
    boolean isInPlace(int rank) {
        return inPlace && switch (kind) {
            case BROADCAST, REDUCE_TO_ONE -> rank == root;
            case REDUCE_TO_ALL, SCAN, EXSCAN -> true;
            default -> false;
        };
    }

    /** Does to a rank's target what the collective does; the rest of it stays as it is. */
    void write(int rank, byte[] target) {
        switch (kind) {
            case BROADCAST -> System.arraycopy(input(root), 0, target, 0, bytes);
            case SCATTER -> System.arraycopy(input(root), rank * bytes, target, 0, bytes);
            case GATHER, ALL_GATHER -> {
                for (int peer = 0; peer < size; peer++) {
                    System.arraycopy(input(peer), 0, target, peer * bytes, bytes);
                }
            }
            case EXCHANGE -> {
                for (int peer = 0; peer < size; peer++) {
                    System.arraycopy(input(peer), rank * bytes, target, peer * bytes, bytes);
                }
            }
            case SCATTER_V -> System.arraycopy(input(root), (int) sourceBlocks(root).offset(rank), target, 0,
                    varied(root, rank));
            case GATHER_V, ALL_GATHER_V -> {
                Blocks blocks = targetBlocks(rank);
                for (int peer = 0; peer < size; peer++) {
                    System.arraycopy(input(peer), 0, target, (int) blocks.offset(peer), varied(peer, rank));
                }
            }
            case EXCHANGE_V -> {
                Blocks blocks = targetBlocks(rank);
                for (int peer = 0; peer < size; peer++) {
                    System.arraycopy(input(peer), (int) sourceBlocks(peer).offset(rank), target,
                            (int) blocks.offset(peer), varied(peer, rank));
                }
            }
            case REDUCE_TO_ONE, REDUCE_TO_ALL -> System.arraycopy(fold(size), 0, target, 0, bytes);
            case SCAN -> System.arraycopy(fold(rank + 1), 0, target, 0, bytes);
            case EXSCAN -> {
                if (rank > 0) {
                    System.arraycopy(fold(rank), 0, target, 0, bytes);
                }
            }
        }
    }

    /** Of the operands of the first so many ranks, from the left. */
    private byte[] fold(int ranks) {
        byte[] result = input(0);
        for (int rank = 1; rank < ranks; rank++) {
            byte[] right = input(rank).clone();
            reduction.combine(MemorySegment.ofArray(result), MemorySegment.ofArray(right), bytes);
            result = right;
        }
        return result;
    }

    Reduction reduction() {
        return reduction.reduction();
    }

    @Override
    public String toString() {
        return kind + " over " + size + (kind.hasRoot() ? " from or to " + root : "")
                + (kind.isVaried() ? ", blocks " + Arrays.deepToString(varied) : ", " + bytes + " bytes")
                + (reduction != null ? ", " + reduction.reduction() : "") + (inPlace ? ", in place if it may" : "");
    }
}
