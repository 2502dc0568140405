package org.pgas.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.pgas.HandlerEntry;
import org.pgas.Job;
import org.pgas.bytes.TypeRegistry;
import org.pgas.refusal.Refusals;
import org.pgas.testkit.RankTest;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/**
 * Messages that nobody of the library has written: they reach what was allowed and nothing else, and bring no class
 * into being.
 */
@Seeded
class ForgedCallTest {
    /** Its initialiser shows itself. */
    static final class Trap {
        static {
            System.setProperty(ForgedCallTest.class.getName(), "initialised");
        }

        private Trap() {}

        static String spring(String text) {
            return text;
        }
    }

    record Registered(int number) {}

    record NotRegistered(int number) {}

    private final TypeRegistry types = TypeRegistry.builder().record(Registered.class).build();
    private final Functions functions = new Functions(Refusals.of(0));

    private String refusalOf(long function, int count, byte[] values) {
        IncomingCall call = new IncomingCall(null, 0);
        call.begin(function, 0, count);
        call.read(functions, types, Bytes.wrapForRead(values));
        assertTrue(call.refusal() != null || call.callee() != null);
        return call.refusal();
    }

    private static byte[] written(TypeRegistry registry, Object value) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
        registry.write(value, bytes);
        return bytes.toByteArray();
    }

    @Test
    void shouldRefuseAMethodOfAClassThatIsNotAllowedAndNotInitialiseIt() throws ReflectiveOperationException {
        String name = Callee.OfClass.name(Trap.class.getName(), "spring", "(Ljava/lang/String;)Ljava/lang/String;");
        assertNotNull(Trap.class.getDeclaredMethod("spring", String.class));
        assertTrue(refusalOf(Callee.numberOf(name), 1, written(types, "x")).contains("no such function"));
        String exit = Callee.OfClass.name("java.lang.Runtime", "exec", "(Ljava/lang/String;)Ljava/lang/Process;");
        assertTrue(refusalOf(Callee.numberOf(exit), 2, written(types, "true")).contains("no such function"));
        assertNull(System.getProperty(ForgedCallTest.class.getName()));
    }

    @Test
    void shouldRefuseAValueOfATypeThatIsNotRegistered() throws ReflectiveOperationException {
        Callee any = new Callee.OfClass(String.class, String.class.getMethod("valueOf", Object.class),
                MethodHandles.lookup(), Execution.POLLING);
        functions.addAllowed(any);
        assertNull(refusalOf(any.number, 1, written(types, new Registered(1))));
        TypeRegistry others = TypeRegistry.builder().record(Registered.class).record(NotRegistered.class).build();
        byte[] forged = written(others, new NotRegistered(1));
        assertNotNull(refusalOf(any.number, 1, forged));
        // with the mark of the registry that is here: only the type tells
        System.arraycopy(written(types, null), 0, forged, 0, 2);
        assertNotNull(refusalOf(any.number, 1, forged));
    }

    @Test
    void shouldReachOnlyWhatIsRegisteredWhateverTheBytesAre() {
        Callee only = new Callee.Named("only", argument -> argument, Execution.POLLING);
        functions.add(only, "Rpc.register");
        SplittableRandom random = Seed.of("forged calls");
        int taken = 0;
        for (int round = 0; round < 100_000; round++) {
            byte[] values = new byte[random.nextInt(60)];
            random.nextBytes(values);
            if (values.length > 2 && random.nextBoolean()) {
                System.arraycopy(written(types, null), 0, values, 0, 2);
            }
            boolean known = random.nextBoolean();
            String refusal = refusalOf(known ? only.number : random.nextLong(), random.nextInt(3), values);
            taken += refusal == null ? 1 : 0;
            assertTrue(known || refusal != null);
        }
        // a null or a small number is a value
        assertTrue(taken < 20_000, taken + " of 100,000 were taken");
        assertEquals(only, functions.find(only.number));
    }

    @Test
    void shouldRefuseAnyOtherNumberOfValuesThanTheFunctionTakes() {
        Callee one = new Callee.Named("one", argument -> argument, Execution.POLLING);
        functions.add(one, "Rpc.register");
        assertNull(refusalOf(one.number, 1, written(types, "x")));
        for (int count : new int[]{0, 2, 3, 65_535}) {
            String refusal = refusalOf(one.number, count, written(types, "x"));
            assertTrue(refusal != null && refusal.startsWith(count + " values came for 'one', which takes 1"), refusal);
        }
    }

    @Test
    void shouldRefuseWhatFollowsTheValues() {
        Callee one = new Callee.Named("one", argument -> argument, Execution.POLLING);
        functions.add(one, "Rpc.register");
        byte[] value = written(types, "x");
        for (int more = 1; more < 20; more++) {
            assertEquals(more + " bytes follow its values",
                    refusalOf(one.number, 1, Arrays.copyOf(value, value.length + more)));
        }
    }

    /** What the argument says is where the part begins; the payloads are those of messages. */
    @RankTest(ranks = 1)
    void shouldTakePartsOnlyOneBehindTheOtherAndUpToTheWhole(Job job) {
        Parts parts = new Parts(100, 0);
        List<Boolean> taken = new ArrayList<>();
        job.endpoint().handlers().register(
                HandlerEntry.ofMedium((token, payload) -> taken.add(parts.add(token.argument(0), payload)))
                        .index(200));
        int[][] offsetsAndLengths = {{1, 10}, {-1, 10}, {0, 101}, {0, 40}, {0, 40}, {39, 1}, {41, 1}, {40, 61},
            {Integer.MIN_VALUE, 1}, {Integer.MAX_VALUE, 1}, {40, 60}, {100, 1}};
        for (int[] each : offsetsAndLengths) {
            job.world().am().requestMedium(0, 200, MemorySegment.ofArray(new byte[each[1]]), 0, each[1], each[0]);
            job.poll();
        }
        assertEquals(List.of(false, false, false, true, false, false, false, false, false, false, true, false), taken);
        assertTrue(parts.isComplete());
    }
}
