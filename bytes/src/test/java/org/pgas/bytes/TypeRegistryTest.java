package org.pgas.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesIn;
import net.openhft.chronicle.bytes.BytesMarshallable;
import net.openhft.chronicle.bytes.BytesOut;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.pgas.ErrorCode;
import org.pgas.PgasException;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TypeRegistryTest {
    enum Unit {
        CELSIUS, KELVIN {
            @Override
            double zero() {
                return 273.15;
            }
        };

        double zero() {
            return 0;
        }
    }

    record Place(String name, double[] at) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Place place && name.equals(place.name) && Arrays.equals(at, place.at);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    record Reading(boolean valid, byte channel, short gain, char letter, int sensor, long nanos, float error,
            double value,
            Unit unit, String note, Place place, List<Place> others, Map<String, Integer> counts,
            Optional<Unit> alternative) {}

    record Nothing() {}

    record Range(int from, int to) {
        Range {
            if (from > to) {
                throw new IllegalArgumentException(from + " is after " + to);
            }
        }
    }

    record Link(int value, Link next) {}

    record Holder(List<Object> contents) {}

    /** Writes itself. */
    static final class Counters implements BytesMarshallable {
        long hits;
        String name = "";

        @Override
        public void writeMarshallable(BytesOut<?> out) {
            out.writeStopBit(hits);
            out.writeUtf8(name);
        }

        @Override
        public void readMarshallable(BytesIn<?> in) {
            hits = in.readStopBit();
            name = in.readUtf8();
        }
    }

    static final class Id {
        final long number;

        Id(long number) {
            this.number = number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Id id && id.number == number;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }

        static final class IdCodec implements Codec<Id> {
            @Override
            public void write(Id id, Bytes<?> out) {
                out.writeLong(id.number);
            }

            @Override
            public Id read(Bytes<?> in) {
                return new Id(in.readLong());
            }
        }
    }

    static TypeRegistry registry() {
        return TypeRegistry.builder().record(Reading.class).record(Nothing.class).record(Range.class).record(Link.class)
                .record(Holder.class).marshallable(Counters.class, Counters::new).codec(Id.class, new Id.IdCodec())
                .build();
    }

    static Reading reading(int number) {
        Place place = new Place("roof", new double[]{1, -2.5, number});
        return new Reading(true, (byte) -3, (short) -300, '\u20ac', -number, Long.MIN_VALUE + number, 1.5f, Math.PI,
                Unit.KELVIN,
                "r\u00e9sum\u00e9 \ud83d\ude00 \ud800", place, List.of(place, place), Map.of("a", 1),
                Optional.of(Unit.CELSIUS));
    }

    static List<Object> values() {
        List<Object> values = new ArrayList<>(List.of(true, false, (byte) -7, (short) 1000, 'x', '\uffff', 0, -1,
                Integer.MIN_VALUE, Integer.MAX_VALUE, 0L, -1L, 1L << 62, Long.MIN_VALUE, Long.MAX_VALUE, 1.5f,
                Float.NaN, -0.0,
                Double.MIN_VALUE, "", "plain", "\u00ff\u00e9", "\u0100\ud800", "long ".repeat(1000)));
        values.add(null);
        values.add(List.of(1, "two", List.of(3L)));
        values.add(Collections.unmodifiableList(Arrays.asList(1, null, 3)));
        values.add(Set.of("a", 7L));
        values.add(new LinkedHashMap<>(Map.of("k", List.of(1, 2))));
        values.add(Optional.empty());
        values.add(Optional.of("there"));
        values.add(Unit.CELSIUS);
        values.add(Unit.KELVIN);
        values.add(new Nothing());
        values.add(new Range(-4, 9));
        values.add(new Link(1, new Link(2, null)));
        values.add(new Id(1L << 40));
        values.add(reading(5));
        values.add(new Reading(false, (byte) 0, (short) 0, 'a', 0, 0, 0, 0, null, null, null, null, null, null));
        return values;
    }

    private final TypeRegistry types = registry();

    private Object roundTrip(Object value) {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
        types.write(value, bytes);
        Object read = types.read(bytes);
        assertEquals(0, bytes.readRemaining(), "bytes left after reading " + value);
        return read;
    }

    @ParameterizedTest
    @MethodSource("values")
    void shouldReadWhatWasWritten(Object value) {
        assertEquals(value, roundTrip(value));
    }

    @Test
    void shouldReadArraysOfEveryKind() {
        for (Object array : List.of(new boolean[]{true, false}, new byte[]{-1, 2}, new short[]{-1, 300},
                new char[]{'a', '\u1234'},
                new int[]{1, -2}, new long[]{1L << 50}, new float[]{1.5f}, new double[]{Math.E}, new int[0],
                new String[]{"a", null}, new Object[]{1, "x", null}, new int[][]{{1}, null, {}},
                new Link[][]{{new Link(1, null)}, {}}, new Unit[]{Unit.KELVIN}, new List<?>[]{List.of(1)})) {
            Object read = roundTrip(array);
            assertEquals(array.getClass(), read.getClass());
            assertTrue(Arrays.deepEquals(new Object[]{array}, new Object[]{read}), array.getClass().getTypeName());
        }
    }

    @Test
    void shouldReadAMarshallableIntoWhatItsFactoryMakes() {
        Counters counters = new Counters();
        counters.hits = 12345;
        counters.name = "caf\u00e9";
        Counters read = assertInstanceOf(Counters.class, roundTrip(counters));
        assertEquals(12345, read.hits);
        assertEquals("caf\u00e9", read.name);
    }

    @Test
    void shouldBeCompact() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
        types.write(new Range(3, 100), bytes);
        assertEquals(2 + 1 + 2, bytes.readRemaining(), "mark, type number, two components of a byte each");
    }

    @Test
    void shouldRegisterTheRecordsAndEnumsOfComponentsToo() {
        assertTrue(registry().toString().contains(Place.class.getName()), registry().toString());
        assertTrue(registry().toString().contains(Unit.class.getName()), registry().toString());
    }

    @Test
    void shouldNameAClassThatIsNotRegisteredAndTheRemedy() {
        PgasException refused = refusedWrite(new Object[]{new Thread.State[]{Thread.State.NEW}});
        assertTrue(refused.getMessage().contains("java.lang.Thread$State"), refused.getMessage());
        assertTrue(refusedWrite(List.of(Thread.State.NEW)).getMessage().contains("add enumeration(State.class)"));
        assertTrue(refusedWrite(new Thread()).getMessage()
                .contains("java.lang.Thread is not registered: add codec(Thread.class"));
        record Stranger() {}
        assertTrue(refusedWrite(Optional.of(new Stranger())).getMessage().contains("add record(Stranger.class)"));
        assertTrue(refusedWrite(new Object()).getMessage().contains("java.lang.Object is not registered"));
    }

    @Test
    void shouldRefuseAStructureThatContainsItself() {
        List<Object> self = new ArrayList<>();
        self.add(new Holder(self));
        PgasException refused = refusedWrite(self);
        assertTrue(refused.getMessage().contains("contains itself"), refused.getMessage());
        assertTrue(refused.getMessage().contains(Holder.class.getName()) || refused.getMessage().contains("ArrayList"));
    }

    @Test
    void shouldRefuseAValueWithoutRoomAndLeaveNothing() {
        Bytes<?> small = Bytes.wrapForWrite(new byte[40]);
        small.writeInt(7);
        PgasException refused = assertThrows(PgasException.class, () -> types.write("x".repeat(100), small));
        assertEquals(ErrorCode.RESOURCE, refused.code());
        assertTrue(refused.getMessage().contains("36 bytes"), refused.getMessage());
        assertEquals(4, small.writePosition());
    }

    private PgasException refusedWrite(Object value) {
        Bytes<?> out = Bytes.allocateElasticOnHeap(64);
        PgasException refused = assertThrows(PgasException.class, () -> types.write(value, out));
        assertEquals(0, out.writePosition(), "nothing is left of a value that was refused");
        return refused;
    }

    @Test
    void shouldSayWhyAConstructorRefusesWhatWasRead() {
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
        types.write(new Range(3, 5), bytes);
        bytes.writeByte(3, (byte) (2 * 9));
        PgasException refused = assertThrows(PgasException.class, () -> types.read(bytes));
        assertTrue(refused.getMessage().contains("the constructor of " + Range.class.getName()
                + " refuses what was read: java.lang.IllegalArgumentException: 9 is after 5"), refused.getMessage());
        assertEquals(0, bytes.readPosition());
    }

    @Test
    void shouldFindOutThatTheWriterHadOtherTypesOrAnotherOrder() {
        TypeRegistry one = TypeRegistry.builder().record(Range.class).record(Link.class).build();
        TypeRegistry other = TypeRegistry.builder().record(Link.class).record(Range.class).build();
        assertNotEquals(one.fingerprint(), other.fingerprint());
        assertEquals(one.fingerprint(),
                TypeRegistry.builder().record(Range.class).record(Link.class).build().fingerprint());
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
        one.write(new Range(1, 2), bytes);
        assertTrue(assertThrows(PgasException.class, () -> other.read(bytes)).getMessage().contains("another order"));
    }

    @Test
    void shouldRefuseRegistrationsThatContradict() {
        TypeRegistry.Builder builder = TypeRegistry.builder().record(Range.class);
        assertThrows(PgasException.class, () -> builder.record(Range.class));
        assertThrows(PgasException.class, () -> builder.codec(String.class, new Codec<>() {
            @Override
            public void write(String value, Bytes<?> out) {}

            @Override
            public String read(Bytes<?> in) {
                return "";
            }
        }));
        assertThrows(PgasException.class, () -> builder.codec(Runnable.class, ofRunnables()));
    }

    private static Codec<Runnable> ofRunnables() {
        return new Codec<>() {
            @Override
            public void write(Runnable value, Bytes<?> out) {}

            @Override
            public Runnable read(Bytes<?> in) {
                return () -> {};
            }
        };
    }

    @Test
    void shouldPreferACodecToTheComponentsOfANestedRecord() {
        TypeRegistry own = TypeRegistry.builder().record(Reading.class).codec(Place.class, new Codec<>() {
            @Override
            public void write(Place place, Bytes<?> out) {
                out.writeUtf8(place.name());
            }

            @Override
            public Place read(Bytes<?> in) {
                return new Place(in.readUtf8(), new double[1]);
            }
        }).build();
        Bytes<?> bytes = Bytes.allocateElasticOnHeap(64);
        own.write(reading(1), bytes);
        assertArrayEquals(new double[1], ((Reading) own.read(bytes)).place().at());
    }
}
