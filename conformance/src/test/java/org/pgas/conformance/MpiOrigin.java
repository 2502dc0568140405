package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.testkit.Seed;

/**
 * What one origin does to all targets of a window in each round: random puts, gets and updates with random types. Every
 * rank has one for each origin, and all do the same: on the model of each target's memory, and one of them also on the
 * window.
 *
 * <p>In each target an origin has a slice for the puts of even rounds, one for those of odd ones, from which the rounds
 * between them get, and one for its own updates; a last one all origins add to.
 */
final class MpiOrigin {
    static final int SLICE = 8 << 10;
    private static final int TYPES = 6;
    private static final ValueLayout.OfInt INTS = ValueLayout.JAVA_INT_UNALIGNED;

    private final int origin;
    private final int ranks;
    private final SplittableRandom random;

    /** Null where this is only a model. */
    private final Window window;

    private final int most;
    private final MpiLayout[] types = new MpiLayout[TYPES];

    /** Types that are freed at the end of the call they may be used in, while its messages are under way. */
    private final List<MpiLayout> retired = new ArrayList<>();

    /** What gets have to bring, next to what they brought. */
    private final List<MemorySegment[]> results = new ArrayList<>();

    /** Of up to {@code most} elements each are types. */
    MpiOrigin(String name, int origin, int ranks, int most, Window window) {
        this.origin = origin;
        this.ranks = ranks;
        this.random = Seed.of(name + " of origin " + origin);
        this.most = most;
        this.window = window;
    }

    static int bytes(int ranks) {
        return SLICE * (3 * ranks + 1);
    }

    private int slice(int which) {
        return SLICE * (3 * origin + which);
    }

    /** One of a few, which now and then are freed and made anew. */
    private MpiLayout type(MpiLayout.Element element) {
        int index = random.nextInt(TYPES);
        MpiLayout found = types[index];
        if (found == null || found.element != element || random.nextInt(4) == 0) {
            if (found != null) {
                retired.add(found);
            }
            found = MpiLayout.random(random, element, most);
            types[index] = found;
        }
        return found;
    }

    private MemorySegment memory(int bytes) {
        return random.nextBoolean() ? MemorySegment.ofArray(new byte[bytes])
                : Arena.ofAuto().allocate(Math.max(1, bytes));
    }

    private MemorySegment data(int bytes) {
        MemorySegment data = memory(bytes);
        for (int i = 0; i < bytes; i++) {
            data.set(ValueLayout.JAVA_BYTE, i, (byte) random.nextInt());
        }
        return data;
    }

    void round(int round, MemorySegment[] models, int operations) {
        for (int target = 0; target < ranks; target++) {
            for (int at = slice(round & 1); at >= 0;) {
                at = put(target, models[target], at, slice(round & 1) + SLICE);
                retire();
            }
        }
        for (int i = 0; i < operations; i++) {
            int target = random.nextInt(ranks);
            switch (random.nextInt(4)) {
                case 0 -> get(target, models[target], slice(round + 1 & 1));
                case 1 -> update(target, models[target], slice(2), random.nextBoolean() ? Op.SUM : Op.REPLACE);
                case 2 -> update(target, models[target], SLICE * 3 * ranks, Op.SUM);
                default -> fetchUpdate(target, models[target], slice(2));
            }
            retire();
        }
    }

    /** The next one in the slice; answers where it ends, or -1 when the slice is full. */
    private int put(int target, MemorySegment model, int at, int end) {
        MpiLayout.Element element = MpiLayout.Element.values()[random.nextInt(3)];
        MpiLayout targetType = type(element);
        int count = 1 + random.nextInt(4);
        int elements = count * targetType.size();
        MpiLayout originType = sibling(targetType, elements);
        int originCount = elements / originType.size();
        MemorySegment data = data(originType.extent(originCount));
        if (at + targetType.extent(count) > end) {
            return -1;
        }
        MpiLayout.copy(originType, data, 0, targetType, model, at, elements);
        if (window != null) {
            window.put(data, originCount, originType.type, target, at, count, targetType.type);
        }
        return at + targetType.extent(count) + random.nextInt(40);
    }

    private void retire() {
        retired.forEach(MpiLayout::free);
        retired.clear();
    }

    /** A type for as many elements on the other side; the same one if no other fits. */
    private MpiLayout sibling(MpiLayout type, int elements) {
        MpiLayout found = type(type.element);
        return elements % found.size() == 0 ? found : type;
    }

    private int place(int slice, MpiLayout type, int count) {
        int room = SLICE - type.extent(count);
        return slice + (room <= 0 ? 0 : random.nextInt(room / 8 + 1) * 8);
    }

    private void get(int target, MemorySegment model, int slice) {
        MpiLayout targetType = type(MpiLayout.Element.values()[random.nextInt(3)]);
        int count = Math.max(1, Math.min(1 + random.nextInt(4), SLICE / targetType.extent(1)));
        int elements = count * targetType.size();
        MpiLayout originType = sibling(targetType, elements);
        int originCount = elements / originType.size();
        int at = place(slice, targetType, count);
        MemorySegment expected = memory(originType.extent(originCount));
        MpiLayout.copy(targetType, model, at, originType, expected, 0, elements);
        MemorySegment result = memory((int) expected.byteSize());
        if (window != null) {
            results.add(new MemorySegment[]{expected, result});
            window.get(result, originCount, originType.type, target, at, count, targetType.type);
        }
    }

    private void update(int target, MemorySegment model, int slice, Op op) {
        MpiLayout type = type(MpiLayout.Element.INT);
        int at = place(slice, type, 1);
        MpiLayout originType = sibling(type, type.size());
        int originCount = type.size() / originType.size();
        MemorySegment data = data(originType.extent(originCount));
        apply(originType, data, type, model, at, op);
        if (window != null) {
            window.accumulate(data, originCount, originType.type, target, at, 1, type.type, op);
        }
    }

    private static void apply(MpiLayout originType, MemorySegment data, MpiLayout type, MemorySegment model, int at,
            Op op) {
        for (int i = 0; i < type.size(); i++) {
            int operand = data.get(INTS, originType.at(i));
            int old = model.get(INTS, at + type.at(i));
            model.set(INTS, at + type.at(i), op == Op.SUM ? old + operand : op == Op.REPLACE ? operand : old);
        }
    }

    private void fetchUpdate(int target, MemorySegment model, int slice) {
        MpiLayout type = type(MpiLayout.Element.INT);
        int at = place(slice, type, 1);
        MpiLayout resultType = sibling(type, type.size());
        int resultCount = type.size() / resultType.size();
        MemorySegment expected = memory(resultType.extent(resultCount));
        MpiLayout.copy(type, model, at, resultType, expected, 0, type.size());
        MemorySegment result = memory((int) expected.byteSize());
        Op op = random.nextInt(3) == 0 ? Op.NO_OP : random.nextBoolean() ? Op.SUM : Op.REPLACE;
        MemorySegment data = data(type.extent(1));
        apply(type, data, type, model, at, op);
        if (window != null) {
            results.add(new MemorySegment[]{expected, result});
            window.getAccumulate(data, 1, type.type, result, resultCount, resultType.type, target, at, 1, type.type,
                    op);
        }
    }

    /** After the round. */
    void checkResults() {
        for (MemorySegment[] pair : results) {
            assertEquals(-1, pair[0].mismatch(pair[1]), "what an operation has brought");
        }
        results.clear();
    }
}
