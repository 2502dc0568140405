package org.pgas.bytes;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;

import net.openhft.chronicle.bytes.Bytes;
import org.junit.jupiter.api.Test;
import org.pgas.PgasException;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** What is read is not trusted: every sequence of bytes is a value, or a {@link PgasException} with a reason. */
@Seeded
class GarbageTest {
    private final TypeRegistry types = TypeRegistryTest.registry();

    /** What a value needs to pass the first check. */
    private final byte[] mark = written(null);

    private byte[] written(Object value) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
        types.write(value, bytes);
        return bytes.toByteArray();
    }

    /** Reads {@code bytes}, which have others behind them, and tells whether they are a value. */
    private boolean isValue(byte[] bytes) {
        Bytes<byte[]> in = Bytes.wrapForRead(bytes);
        try {
            types.read(in);
            return true;
        } catch (PgasException expected) {
            assertTrue(expected.getMessage().startsWith("TypeRegistry.read: "), expected.getMessage());
            assertEquals(0, in.readPosition());
            return false;
        }
    }

    @Test
    void shouldRefuseRandomBytes() {
        SplittableRandom random = Seed.of("garbage");
        int refused = 0;
        for (int round = 0; round < 50_000; round++) {
            byte[] bytes = new byte[random.nextInt(2, 120)];
            random.nextBytes(bytes);
            for (int at = 2; at < bytes.length; at++) {
                // small numbers are types, lengths and ends of numbers
                bytes[at] = random.nextBoolean() ? (byte) random.nextInt(40) : bytes[at];
            }
            System.arraycopy(mark, 0, bytes, 0, 2);
            refused += isValue(bytes) ? 0 : 1;
        }
        // null and small numbers are values whatever follows them
        assertTrue(refused > 25_000, refused + " were refused");
    }

    @Test
    void shouldSurviveEveryFlippedBitOfValidData() {
        for (Object value : TypeRegistryTest.values()) {
            byte[] valid = written(value);
            assertTrue(isValue(valid));
            for (int bit = 0; bit < Math.min(valid.length, 250) * 8; bit++) {
                byte[] flipped = valid.clone();
                flipped[bit / 8] ^= (byte) (1 << bit % 8);
                isValue(flipped);
            }
        }
    }

    @Test
    void shouldRefuseValidDataThatWasCutOff() {
        byte[] valid = written(TypeRegistryTest.reading(9));
        for (int bytes = 0; bytes < valid.length; bytes++) {
            assertTrue(!isValue(Arrays.copyOf(valid, bytes)), bytes + " of " + valid.length + " bytes are no value");
        }
    }

    @Test
    void shouldNotAllocateWhatALengthClaims() {
        com.sun.management.ThreadMXBean threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (int type = 0; type < 45; type++) {
            Bytes<?> claim = Bytes.allocateElasticOnHeap(1100);
            claim.write(mark, 0, 2);
            Numbers.writeUnsigned(claim, type);
            Numbers.writeUnsigned(claim, type == 24 ? 6 : Integer.MAX_VALUE - 10);
            Numbers.writeUnsigned(claim, 1L << 40);
            claim.write(new byte[1000]);
            byte[] bytes = claim.toByteArray();
            isValue(bytes);
            long before = threads.getCurrentThreadAllocatedBytes();
            isValue(bytes);
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertTrue(allocated < 200_000, "type " + type + " allocated " + allocated + " bytes for 1000");
        }
    }

    @Test
    void shouldBoundTheDepthOfWhatIsRead() {
        byte[] nested = new byte[100_000];
        System.arraycopy(mark, 0, nested, 0, 2);
        Arrays.fill(nested, 2, nested.length, (byte) 22);
        assertTrue(!isValue(nested));
    }

    private String refusalOf(int... numbers) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(1100);
        bytes.write(mark, 0, 2);
        for (int number : numbers) {
            Numbers.writeUnsigned(bytes, number);
        }
        bytes.write(new byte[200]);
        return assertThrows(PgasException.class, () -> types.read(bytes)).getMessage();
    }

    /**
     * Without these checks the bytes would be refused too, but by the end of an array or by a null, and not with this
     * reason.
     */
    @Test
    void shouldSayWhatIsWrongWithATypeAndItsElements() {
        for (int number : new int[]{1_000, 1 << 20, Integer.MAX_VALUE}) {
            String refusal = refusalOf(number);
            assertTrue(refusal.contains("no type has number " + number), refusal);
        }
        int[] dimensions = new int[70];
        Arrays.fill(dimensions, BuiltInTypes.ARRAY);
        String refusal = refusalOf(dimensions);
        assertTrue(refusal.contains("an array has more than 64 dimensions"), refusal);
        refusal = refusalOf(BuiltInTypes.ARRAY, BuiltInTypes.NULL);
        assertTrue(refusal.contains("type number " + BuiltInTypes.NULL + " is not that of the elements"), refusal);
    }

    @Test
    void shouldRefuseTheMarkOfAnotherRegistry() {
        byte[] valid = written("text");
        for (int bit = 0; bit < 16; bit++) {
            byte[] other = valid.clone();
            other[bit / 8] ^= (byte) (1 << bit % 8);
            assertTrue(!isValue(other), "bit " + bit);
        }
    }
}
