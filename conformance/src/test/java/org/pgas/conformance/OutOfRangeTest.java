package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.pgas.conformance.Refusals.assertIllegal;
import static org.pgas.conformance.Refusals.assertRefused;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

import org.pgas.ErrorCode;
import org.pgas.GlobalPointer;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.PgasException;
import org.pgas.Rma;
import org.pgas.RmaFlags;
import org.pgas.SignalOperation;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.testkit.Memory;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Stamp;
import org.pgas.testkit.Stamp.Space;

/**
 * Every form of access to memory that is not there is refused with its reason, in checked mode or not, and changes
 * nothing.
 */
@RankDefaults(segment = "64k", settings = "pgas.checks=off", memories = {Memory.MAPPED, Memory.ARRAY, Memory.NATIVE})
@AcrossNeighbourhoodsAsThreads
class OutOfRangeTest {
    private static final long SIZE = 64 << 10;

    /**
     * A form of access: how to make it, the bytes it moves (0: as many as asked for) and the multiple its offset must
     * be of.
     */
    private record Form(String name, int width, int alignment, Access access) {
        boolean isBulk() {
            return width == 0;
        }

        /** How a refusal on that rank has to begin: with the call that the program has made, and no part of it. */
        String refusal(Job job) {
            String[] words = name.split(" ");
            boolean atomic = words[0].equals("atomic");
            String method = words[List.of("heap", "native", "atomic").contains(words[0]) ? 1 : 0];
            return "rank " + job.rank() + ": " + (atomic ? "LongAtomicDomain." : "Rma.") + method + ": ";
        }
    }

    private interface Access {
        void run(int rank, long offset, long bytes);
    }

    @RankTest
    void shouldRefuseLocalMemoryThatIsNone(Job job) {
        stampAll(job);
        Rma rma = job.world().rma();
        String self = "rank " + job.rank() + ": ";
        for (long bytes : new long[]{0, 8}) {
            for (int rank = 0; rank < job.size(); rank++) {
                int peer = rank;
                assertIllegal("put", () -> rma.put(peer, 64, null, 0, bytes), self + "Rma.put: ", "source is null");
                assertIllegal("putNb", () -> rma.putNb(peer, 64, null, 0, bytes, LocalCompletion.NOW),
                        self + "Rma.putNb: ", "source is null");
                assertIllegal("putNbi", () -> rma.putNbi(peer, 64, null, 0, bytes, LocalCompletion.NOW, RmaFlags.NONE),
                        self + "Rma.putNbi: ", "source is null");
                assertIllegal("get", () -> rma.get(null, 0, peer, 64, bytes), self + "Rma.get: ", "target is null");
                assertIllegal("getNb", () -> rma.getNb(null, 0, peer, 64, bytes), self + "Rma.getNb: ",
                        "target is null");
                assertIllegal("getNbi", () -> rma.getNbi(null, 0, peer, 64, bytes, RmaFlags.NONE),
                        self + "Rma.getNbi: ", "target is null");
            }
        }
        assertIllegal("a message", () -> job.world().am().requestMedium(0, 200, null, 0, 8), self,
                "source is null");
        checkAll(job);
    }

    @RankTest
    void shouldRefuseARankOutsideTheTeam(Job job) {
        stampAll(job);
        for (Form form : forms(job, true)) {
            for (int rank : new int[]{-1, job.size(), Integer.MAX_VALUE, Integer.MIN_VALUE}) {
                assertIllegal(form.name + " at rank " + rank, () -> form.access.run(rank, 64, 8),
                        form.refusal(job), "rank " + rank + " ", "0.." + (job.size() - 1));
            }
        }
        checkAll(job);
    }

    @RankTest
    void shouldRefuseARangeOutsideTheSegment(Job job) {
        stampAll(job);
        for (int peer = 0; peer < job.size(); peer++) {
            int target = peer;
            for (Form form : forms(job, true)) {
                int bytes = form.isBulk() ? 8 : form.width;
                List<Long> offsets = new ArrayList<>(List.of(-8L, SIZE, SIZE + 8, 1L << 40, Long.MIN_VALUE,
                        Long.MAX_VALUE - 7));
                if (form.alignment == 1) {
                    offsets.addAll(List.of(-1L, SIZE - bytes + 1, SIZE - 1 + (bytes == 1 ? 1 : 0), Long.MAX_VALUE));
                }
                for (long offset : offsets) {
                    assertIllegal(form.name + " at offset " + offset, () -> form.access.run(target, offset, bytes),
                            form.refusal(job), "rank " + target, bytes + " bytes", "offset " + offset + " ",
                            SIZE + " bytes", "0.." + (SIZE - bytes));
                }
            }
        }
        checkAll(job);
    }

    @RankTest
    void shouldAcceptTheLastPlaceOfTheSegment(Job job) {
        int peer = (job.rank() + 1) % job.size();
        for (Form form : forms(job, true)) {
            int bytes = form.isBulk() ? 8 : form.width;
            form.access.run(peer, SIZE - bytes, bytes);
            form.access.run(peer, 0, bytes);
            if (form.isBulk()) {
                form.access.run(peer, SIZE, 0);
                form.access.run(peer, 0, SIZE);
            }
        }
        job.world().rma().fence();
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseEmptyRangesOutsideTheSegment(Job job) {
        for (Form form : forms(job, true)) {
            if (form.isBulk()) {
                for (long offset : new long[]{-1, SIZE + 1, Long.MAX_VALUE, Long.MIN_VALUE}) {
                    assertIllegal(form.name + " at offset " + offset, () -> form.access.run(0, offset, 0),
                            "offset " + offset + " ", SIZE + " bytes", "0.." + SIZE);
                }
            }
        }
    }

    @RankTest
    void shouldRefuseLengthsThatAreNegativeOrOverflow(Job job) {
        stampAll(job);
        Rma rma = job.world().rma();
        for (Form form : forms(job, true)) {
            if (form.isBulk()) {
                for (long bytes : new long[]{-1, -8, Long.MIN_VALUE}) {
                    assertIllegal(form.name + " of " + bytes, () -> form.access.run(1, 64, bytes),
                            "rank " + job.rank() + ":", bytes + " bytes");
                }
                for (long bytes : new long[]{SIZE - 63, SIZE + 1}) {
                    assertIllegal(form.name + " of " + bytes, () -> form.access.run(1, 64, bytes), bytes + " bytes",
                            "offset 64 ", SIZE + " bytes");
                }
            }
        }
        for (long bytes : new long[]{Long.MAX_VALUE, Long.MAX_VALUE - 64, 1L << 62}) {
            for (long offset : new long[]{0, 64, SIZE, Long.MAX_VALUE}) {
                assertIllegal("memset", () -> rma.memset(1, offset, (byte) 0, bytes), bytes + " bytes",
                        "offset " + offset + " ", SIZE + " bytes");
                assertIllegal("memsetNb", () -> rma.memsetNb(1, offset, (byte) 0, bytes), bytes + " bytes");
                assertIllegal("memsetNbi", () -> rma.memsetNbi(1, offset, (byte) 0, bytes), bytes + " bytes");
            }
        }
        for (int bytes : new int[]{0, -1, 9, 16, Integer.MAX_VALUE, Integer.MIN_VALUE}) {
            assertIllegal("putValue", () -> rma.putValue(1, 64, 0, bytes), "Rma.putValue: ",
                    "value of " + bytes + " bytes", "1..8");
            assertIllegal("putValueNb", () -> rma.putValueNb(1, 64, 0, bytes), "Rma.putValueNb: ", "1..8");
            assertIllegal("putValueNbi", () -> rma.putValueNbi(1, 64, 0, bytes), "Rma.putValueNbi: ", "1..8");
            assertIllegal("getValue", () -> rma.getValue(1, 64, bytes), "Rma.getValue: ",
                    "value of " + bytes + " bytes", "1..8");
            assertIllegal("getValueNb", () -> rma.getValueNb(1, 64, bytes), "Rma.getValueNb: ", "1..8");
        }
        checkAll(job);
    }

    @RankTest
    void shouldRefuseRangesOutsideTheLocalMemory(Job job) {
        stampAll(job);
        Rma rma = job.world().rma();
        String self = "rank " + job.rank() + ": Rma.";
        try (Arena arena = Arena.ofConfined()) {
            for (MemorySegment local : List.of(MemorySegment.ofArray(new byte[100]), arena.allocate(100))) {
                long[][] ranges = {{-1, 8}, {93, 8}, {100, 1}, {101, 0}, {Long.MAX_VALUE, 8}, {8, Long.MAX_VALUE},
                    {Long.MIN_VALUE, 8}, {0, 101}, {Long.MAX_VALUE, Long.MAX_VALUE}};
                for (long[] range : ranges) {
                    long offset = range[0];
                    long bytes = range[1];
                    String source = bytes + " bytes at offset " + offset + " are outside the local source of 100 bytes";
                    String target = bytes + " bytes at offset " + offset + " are outside the local target of 100 bytes";
                    long pointer = GlobalPointer.of(1, 64);
                    assertIllegal("put", () -> rma.put(1, 64, local, offset, bytes), self + "put: " + source);
                    assertIllegal("put with flags", () -> rma.put(1, 64, local, offset, bytes, 0),
                            self + "put: " + source);
                    assertIllegal("putNb", () -> rma.putNb(1, 64, local, offset, bytes, LocalCompletion.NOW),
                            self + "putNb: " + source);
                    assertIllegal("putNbi", () -> rma.putNbi(1, 64, local, offset, bytes, LocalCompletion.NOW),
                            self + "putNbi: " + source);
                    assertIllegal("put to a pointer", () -> rma.put(pointer, local, offset, bytes),
                            self + "put: " + source);
                    assertIllegal("get", () -> rma.get(local, offset, 1, 64, bytes), self + "get: " + target);
                    assertIllegal("get with flags", () -> rma.get(local, offset, 1, 64, bytes, 0),
                            self + "get: " + target);
                    assertIllegal("getNb", () -> rma.getNb(local, offset, 1, 64, bytes), self + "getNb: " + target);
                    assertIllegal("getNbi", () -> rma.getNbi(local, offset, 1, 64, bytes), self + "getNbi: " + target);
                    assertIllegal("get from a pointer", () -> rma.get(local, offset, pointer, bytes),
                            self + "get: " + target);
                }
            }
        }
        checkAll(job);
    }

    @RankTest
    void shouldRefuseElementsOutsideAnArray(Job job) {
        stampAll(job);
        Rma rma = job.world().rma();
        int[][] ranges = {{-1, 2}, {9, 2}, {10, 1}, {11, 0}, {Integer.MAX_VALUE, 1}, {Integer.MIN_VALUE, 1},
            {0, 11}, {0, Integer.MAX_VALUE}, {Integer.MAX_VALUE, Integer.MAX_VALUE}, {0, -1},
            {5, Integer.MIN_VALUE}};
        for (int[] range : ranges) {
            int index = range[0];
            int count = range[1];
            assertIllegal("put byte[]", () -> rma.put(1, 64, new byte[10], index, count), "rank " + job.rank() + ":");
            assertIllegal("put int[]", () -> rma.put(1, 64, new int[10], index, count));
            assertIllegal("put long[]", () -> rma.put(1, 64, new long[10], index, count));
            assertIllegal("put float[]", () -> rma.put(1, 64, new float[10], index, count));
            assertIllegal("put double[]", () -> rma.put(1, 64, new double[10], index, count));
            assertIllegal("get byte[]", () -> rma.get(new byte[10], index, 1, 64, count), "rank " + job.rank() + ":");
            assertIllegal("get int[]", () -> rma.get(new int[10], index, 1, 64, count));
            assertIllegal("get long[]", () -> rma.get(new long[10], index, 1, 64, count));
            assertIllegal("get float[]", () -> rma.get(new float[10], index, 1, 64, count));
            assertIllegal("get double[]", () -> rma.get(new double[10], index, 1, 64, count));
        }
        checkAll(job);
    }

    @RankTest
    void shouldRefuseATargetThatIsReadOnly(Job job) {
        Rma rma = job.world().rma();
        byte[] array = new byte[64];
        MemorySegment target = MemorySegment.ofArray(array).asReadOnly();
        for (long bytes : new long[]{8, 64, 0}) {
            assertIllegal("get", () -> rma.get(target, 0, 1, 0, bytes), "rank " + job.rank() + ": Rma.get: ",
                    "read-only");
            assertIllegal("get with flags", () -> rma.get(target, 0, 1, 0, bytes, 0),
                    "rank " + job.rank() + ": Rma.get: ", "read-only");
            assertIllegal("getNb", () -> rma.getNb(target, 0, 1, 0, bytes), "rank " + job.rank() + ": Rma.getNb: ",
                    "read-only");
            assertIllegal("getNbi", () -> rma.getNbi(target, 0, 1, 0, bytes), "rank " + job.rank() + ": Rma.getNbi: ",
                    "read-only");
            assertIllegal("get from a pointer", () -> rma.get(target, 0, GlobalPointer.of(1, 0), bytes),
                    "rank " + job.rank() + ": Rma.get: ", "read-only");
        }
        Stamp.checkUntouched("target", target);
        rma.put(1, 0, target, 0, 64);
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseMisalignedOrderedAndAtomicAccesses(Job job) {
        stampAll(job);
        for (Form form : forms(job, true)) {
            for (long offset = 65; form.alignment > 1 && offset < 64 + form.alignment; offset++) {
                long misaligned = offset;
                assertIllegal(form.name + " at offset " + offset, () -> form.access.run(1, misaligned, 8),
                        form.refusal(job), "rank 1", "offset " + misaligned + " ",
                        "multiple of " + form.alignment);
            }
            if (form.alignment > 1) {
                assertThrows(PgasException.class, () -> form.access.run(1, Long.MAX_VALUE, 8));
                assertThrows(PgasException.class, () -> form.access.run(1, -1, 8));
            }
        }
        checkAll(job);
    }

    @RankTest(segment = "0", memories = Memory.MAPPED, settings = "pgas.checks=off")
    void shouldRefuseAccessBeforeAttach(Job job) {
        for (Form form : forms(job, false)) {
            assertRefused(ErrorCode.NOT_INITIALIZED, form.name, () -> form.access.run(1, 64, 8),
                    form.refusal(job), "rank 1", "no segment", "attach");
        }
    }

    @RankTest(segment = "0", memories = Memory.MAPPED)
    void shouldRefuseAccessToARankThatAttachedNothing(Job job) {
        job.attach(job.rank() == 0 ? SIZE : 0);
        for (Form form : forms(job, false)) {
            assertRefused(ErrorCode.NOT_INITIALIZED, form.name, () -> form.access.run(1, 64, 8),
                    form.refusal(job), "rank 1", "no segment");
            form.access.run(0, 64, 8);
        }
        job.world().barrier();
    }

    @RankTest
    void shouldRefuseAccessAfterCloseByAnyThread(Job job) throws InterruptedException {
        stampAll(job);
        List<Form> forms = forms(job, true);
        job.close();
        refuseAllAsClosed(job, forms);
        Throwable[] failure = new Throwable[1];
        Thread other = Thread.ofPlatform().start(() -> {
            try {
                refuseAllAsClosed(job, forms);
            } catch (Throwable e) {
                failure[0] = e;
            }
        });
        other.join();
        if (failure[0] != null) {
            throw new AssertionError("in another thread: " + failure[0].getMessage(), failure[0]);
        }
    }

    @RankTest
    void shouldRefuseTheOtherRanksAccessesAfterOneThreadClosed(Job job) throws InterruptedException {
        List<Form> forms = forms(job, false);
        Thread closer = Thread.ofPlatform().start(job::close);
        closer.join();
        refuseAllAsClosed(job, forms);
    }

    private static void refuseAllAsClosed(Job job, List<Form> forms) {
        for (Form form : forms) {
            for (int rank = 0; rank < job.size(); rank++) {
                int target = rank;
                assertRefused(ErrorCode.NOT_INITIALIZED, form.name, () -> form.access.run(target, 64, 8),
                        "rank " + job.rank() + ":", job.name(), "closed");
            }
        }
    }

    /** Every form of remote access; those that need this rank's segment as local memory only with {@code segments}. */
    private static List<Form> forms(Job job, boolean segments) {
        List<Form> forms = new ArrayList<>();
        addValueForms(forms, job.world().rma());
        addBulkForms(forms, job.world().rma(), "heap", MemorySegment.ofArray(new byte[2 << 16]));
        addBulkForms(forms, job.world().rma(), "native", Arena.ofAuto().allocate(2 << 16));
        addArrayForms(forms, job.world().rma());
        addOrderedForms(forms, job);
        if (segments) {
            addPointerForms(forms, job);
        }
        return forms;
    }

    private static void addValueForms(List<Form> forms, Rma rma) {
        forms.add(new Form("putByte", 1, 1, (rank, offset, bytes) -> rma.putByte(rank, offset, (byte) 0)));
        forms.add(new Form("getByte", 1, 1, (rank, offset, bytes) -> rma.getByte(rank, offset)));
        forms.add(new Form("putShort", 2, 1, (rank, offset, bytes) -> rma.putShort(rank, offset, (short) 0)));
        forms.add(new Form("getShort", 2, 1, (rank, offset, bytes) -> rma.getShort(rank, offset)));
        forms.add(new Form("putInt", 4, 1, (rank, offset, bytes) -> rma.putInt(rank, offset, 0)));
        forms.add(new Form("getInt", 4, 1, (rank, offset, bytes) -> rma.getInt(rank, offset)));
        forms.add(new Form("putLong", 8, 1, (rank, offset, bytes) -> rma.putLong(rank, offset, 0)));
        forms.add(new Form("getLong", 8, 1, (rank, offset, bytes) -> rma.getLong(rank, offset)));
        forms.add(new Form("putFloat", 4, 1, (rank, offset, bytes) -> rma.putFloat(rank, offset, 0)));
        forms.add(new Form("getFloat", 4, 1, (rank, offset, bytes) -> rma.getFloat(rank, offset)));
        forms.add(new Form("putDouble", 8, 1, (rank, offset, bytes) -> rma.putDouble(rank, offset, 0)));
        forms.add(new Form("getDouble", 8, 1, (rank, offset, bytes) -> rma.getDouble(rank, offset)));
        for (int i = 1; i <= 8; i++) {
            int width = i;
            forms.add(new Form("putValue " + i, i, 1, (rank, offset, bytes) -> rma.putValue(rank, offset, 0, width)));
            forms.add(new Form("putValueNb " + i, i, 1,
                    (rank, offset, bytes) -> rma.putValueNb(rank, offset, 0, width)));
            forms.add(new Form("putValueNbi " + i, i, 1,
                    (rank, offset, bytes) -> rma.putValueNbi(rank, offset, 0, width)));
            forms.add(new Form("getValue " + i, i, 1, (rank, offset, bytes) -> rma.getValue(rank, offset, width)));
            forms.add(new Form("getValueNb " + i, i, 1, (rank, offset, bytes) -> rma.getValueNb(rank, offset, width)));
        }
    }

    private static void addBulkForms(List<Form> forms, Rma rma, String kind, MemorySegment local) {
        LocalCompletion now = LocalCompletion.NOW;
        int none = RmaFlags.NONE;
        forms.add(new Form(kind + " put", 0, 1, (rank, offset, bytes) -> rma.put(rank, offset, local, 0, bytes)));
        forms.add(new Form(kind + " put with flags", 0, 1,
                (rank, offset, bytes) -> rma.put(rank, offset, local, 0, bytes, none)));
        forms.add(new Form(kind + " putNb", 0, 1,
                (rank, offset, bytes) -> rma.putNb(rank, offset, local, 0, bytes, now)));
        forms.add(new Form(kind + " putNb with flags", 0, 1,
                (rank, offset, bytes) -> rma.putNb(rank, offset, local, 0, bytes, now, none)));
        forms.add(new Form(kind + " putNbi", 0, 1,
                (rank, offset, bytes) -> rma.putNbi(rank, offset, local, 0, bytes, now)));
        forms.add(new Form(kind + " putNbi with flags", 0, 1,
                (rank, offset, bytes) -> rma.putNbi(rank, offset, local, 0, bytes, now, none)));
        forms.add(new Form(kind + " get", 0, 1, (rank, offset, bytes) -> rma.get(local, 0, rank, offset, bytes)));
        forms.add(new Form(kind + " get with flags", 0, 1,
                (rank, offset, bytes) -> rma.get(local, 0, rank, offset, bytes, none)));
        forms.add(new Form(kind + " getNb", 0, 1, (rank, offset, bytes) -> rma.getNb(local, 0, rank, offset, bytes)));
        forms.add(new Form(kind + " getNb with flags", 0, 1,
                (rank, offset, bytes) -> rma.getNb(local, 0, rank, offset, bytes, none)));
        forms.add(new Form(kind + " getNbi", 0, 1,
                (rank, offset, bytes) -> rma.getNbi(local, 0, rank, offset, bytes)));
        forms.add(new Form(kind + " getNbi with flags", 0, 1,
                (rank, offset, bytes) -> rma.getNbi(local, 0, rank, offset, bytes, none)));
        forms.add(new Form("memset", 0, 1, (rank, offset, bytes) -> rma.memset(rank, offset, (byte) 0, bytes)));
        forms.add(new Form("memsetNb", 0, 1, (rank, offset, bytes) -> rma.memsetNb(rank, offset, (byte) 0, bytes)));
        forms.add(new Form("memsetNbi", 0, 1, (rank, offset, bytes) -> rma.memsetNbi(rank, offset, (byte) 0, bytes)));
    }

    private static void addArrayForms(List<Form> forms, Rma rma) {
        forms.add(new Form("put byte[]", 8, 1, (rank, offset, bytes) -> rma.put(rank, offset, new byte[9], 1, 8)));
        forms.add(new Form("get byte[]", 8, 1, (rank, offset, bytes) -> rma.get(new byte[9], 1, rank, offset, 8)));
        forms.add(new Form("put int[]", 8, 1, (rank, offset, bytes) -> rma.put(rank, offset, new int[3], 1, 2)));
        forms.add(new Form("get int[]", 8, 1, (rank, offset, bytes) -> rma.get(new int[3], 1, rank, offset, 2)));
        forms.add(new Form("put long[]", 8, 1, (rank, offset, bytes) -> rma.put(rank, offset, new long[2], 1, 1)));
        forms.add(new Form("get long[]", 8, 1, (rank, offset, bytes) -> rma.get(new long[2], 1, rank, offset, 1)));
        forms.add(new Form("put float[]", 8, 1, (rank, offset, bytes) -> rma.put(rank, offset, new float[3], 1, 2)));
        forms.add(new Form("get float[]", 8, 1, (rank, offset, bytes) -> rma.get(new float[3], 1, rank, offset, 2)));
        forms.add(new Form("put double[]", 8, 1, (rank, offset, bytes) -> rma.put(rank, offset, new double[2], 1, 1)));
        forms.add(new Form("get double[]", 8, 1, (rank, offset, bytes) -> rma.get(new double[2], 1, rank, offset, 1)));
    }

    private static void addOrderedForms(List<Form> forms, Job job) {
        Rma rma = job.world().rma();
        forms.add(new Form("putIntRelease", 4, 4, (rank, offset, bytes) -> rma.putIntRelease(rank, offset, 0)));
        forms.add(new Form("getIntAcquire", 4, 4, (rank, offset, bytes) -> rma.getIntAcquire(rank, offset)));
        forms.add(new Form("putLongRelease", 8, 8, (rank, offset, bytes) -> rma.putLongRelease(rank, offset, 0)));
        forms.add(new Form("getLongAcquire", 8, 8, (rank, offset, bytes) -> rma.getLongAcquire(rank, offset)));
        if (job.endpoint().segment() == null || job.endpoint().segment().isMapped()) {
            MemorySegment local = MemorySegment.ofArray(new byte[2 << 16]);
            forms.add(new Form("putSignal", 0, 1, (rank, offset, bytes) -> rma.putSignal(rank, offset, local, 0,
                    bytes, 0, 1, SignalOperation.ADD)));
            forms.add(new Form("signal", 8, 8,
                    (rank, offset, bytes) -> rma.signal(rank, offset, 1, SignalOperation.SET)));
            addAtomicForms(forms, LongAtomicDomain.create(job.world()));
        }
    }

    private static void addAtomicForms(List<Form> forms, LongAtomicDomain atomics) {
        forms.add(new Form("atomic get", 8, 8, (rank, offset, bytes) -> atomics.get(rank, offset)));
        forms.add(new Form("atomic set", 8, 8, (rank, offset, bytes) -> atomics.set(rank, offset, 0)));
        forms.add(new Form("atomic fetchAdd", 8, 8, (rank, offset, bytes) -> atomics.fetchAdd(rank, offset, 1)));
        forms.add(new Form("atomic get and fetchCompareAndSwap", 8, 8,
                (rank, offset, bytes) -> atomics.fetchCompareAndSwap(rank, offset, atomics.get(rank, offset), 0)));
    }

    /**
     * Places that a pointer cannot name at all are given to the two-part form, so that these may stand among the
     * others.
     */
    private static void addPointerForms(List<Form> forms, Job job) {
        Rma rma = job.world().rma();
        MemorySegment local = MemorySegment.ofArray(new byte[2 << 16]);
        forms.add(new Form("putLong to a pointer", 8, 1, (rank, offset, bytes) -> {
            if (isNameable(rank, offset)) {
                rma.putLong(GlobalPointer.of(rank, offset), 0);
            } else {
                rma.putLong(rank, offset, 0);
            }
        }));
        forms.add(new Form("getLong from a pointer", 8, 1, (rank, offset, bytes) -> {
            if (isNameable(rank, offset)) {
                rma.getLong(GlobalPointer.of(rank, offset));
            } else {
                rma.getLong(rank, offset);
            }
        }));
        forms.add(new Form("put to a pointer", 0, 1, (rank, offset, bytes) -> {
            if (isNameable(rank, offset)) {
                rma.put(GlobalPointer.of(rank, offset), local, 0, bytes);
            } else {
                rma.put(rank, offset, local, 0, bytes);
            }
        }));
        forms.add(new Form("get from a pointer", 0, 1, (rank, offset, bytes) -> {
            if (isNameable(rank, offset)) {
                rma.get(local, 0, GlobalPointer.of(rank, offset), bytes);
            } else {
                rma.get(local, 0, rank, offset, bytes);
            }
        }));
    }

    private static boolean isNameable(int rank, long offset) {
        return rank >= 0 && rank < GlobalPointer.MAX_RANKS && offset >= 0 && offset < GlobalPointer.MAX_SEGMENT_BYTES;
    }

    /** Fills every segment and waits for all, so that a byte that a refused access changed is found. */
    private static void stampAll(Job job) {
        Stamp.fill(job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
        job.world().barrier();
    }

    private static void checkAll(Job job) {
        job.world().barrier();
        Stamp.check("segment", job.endpoint().segment().local(), job.rank(), Space.SEGMENT, 0);
    }

    @RankTest
    void shouldRefuseEmptyTransfersAfterCloseToo(Job job) {
        List<Form> forms = forms(job, true);
        job.close();
        for (Form form : forms) {
            if (form.isBulk()) {
                assertRefused(ErrorCode.NOT_INITIALIZED, form.name, () -> form.access.run(0, 0, 0), "closed");
            }
        }
    }

    @RankTest(segment = "0", memories = Memory.MAPPED)
    void shouldRefuseEmptyTransfersToARankWithoutSegmentToo(Job job) {
        for (Form form : forms(job, false)) {
            if (form.isBulk()) {
                assertRefused(ErrorCode.NOT_INITIALIZED, form.name, () -> form.access.run(1, 0, 0), "no segment");
            }
        }
    }
}
