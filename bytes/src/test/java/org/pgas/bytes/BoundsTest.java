package org.pgas.bytes;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;

import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.bytes.BytesStore;
import net.openhft.chronicle.bytes.RandomDataInput;
import org.junit.jupiter.api.Test;
import org.pgas.testkit.Seed;
import org.pgas.testkit.Seeded;

/** Nothing outside a view is read or written by any method of Chronicle's interfaces. */
@Seeded
class BoundsTest {
    private static final int BYTES = 64;
    private static final int GUARD = 256;
    private static final byte CANARY = 0x5A;

    /** What waits, ends the object, or belongs to the reference counting and not to the memory. */
    private static final Set<String> NOT_CALLED = Set.of("wait", "notify", "notifyAll", "getClass", "releaseLast",
            "release", "reserve",
            "tryReserve", "reserveTransfer", "warnAndReleaseIfNotReleased", "writeMaxLong", "writeMaxInt",
            "referenceId", "referenceName");

    private static final long[] OFFSETS = {Long.MIN_VALUE, -100, -1, 0, 1, 57, 63, 64, 70, 200, Integer.MAX_VALUE,
        1L << 32,
        Long.MAX_VALUE};

    private final MemorySegment all = Arena.ofAuto().allocate(BYTES + 2 * GUARD, 8);

    private MemorySegment inner() {
        return all.asSlice(GUARD, BYTES);
    }

    private void fillCanaries(byte canary) {
        all.fill(canary);
        inner().fill((byte) 1);
    }

    private void checkCanaries(byte canary, Supplier<String> call) {
        MemorySegment guards = MemorySegment.ofArray(new byte[GUARD]);
        guards.fill(canary);
        if (all.asSlice(0, GUARD).mismatch(guards) >= 0 || all.asSlice(GUARD + BYTES).mismatch(guards) >= 0) {
            fail(call.get() + " wrote outside the view");
        }
    }

    private List<Supplier<Object>> views() {
        return List.of(() -> SegmentStore.ofOwn("test", inner()),
                () -> SegmentStore.ofOwn("test", inner()).bytesForRead(),
                () -> SegmentStore.ofOwn("test", inner()).bytesForWrite(),
                () -> SegmentStore.ofOwn("test", inner()).bytesForRead().bytesForRead(),
                () -> SegmentStore.ofOwn("test", inner()).bytesForWrite().unchecked(true),
                () -> SegmentStore.ofOwn("test", inner()).bytesForWrite().bytesStore(),
                () -> new MemoryStore(inner()), () -> new MemoryStore(inner()).bytesForWrite());
    }

    private Object argument(Class<?> type, long offset, SplittableRandom random) {
        if (type == long.class || type == Long.class) {
            return offset;
        } else if (type == int.class || type == Integer.class) {
            return (int) offset;
        } else if (type == short.class) {
            return (short) offset;
        } else if (type == byte.class) {
            return (byte) offset;
        } else if (type == char.class) {
            return (char) offset;
        } else if (type == boolean.class) {
            return random.nextBoolean();
        } else if (type == double.class || type == Double.class) {
            return (double) offset;
        } else if (type == float.class) {
            return (float) offset;
        } else if (type == byte[].class) {
            return new byte[100];
        } else if (type == char[].class) {
            return new char[100];
        } else if (type == String.class || type == CharSequence.class) {
            return "x".repeat(100);
        } else if (type == StringBuilder.class || type == Appendable.class) {
            return new StringBuilder();
        } else if (type == ByteBuffer.class) {
            return random.nextBoolean() ? ByteBuffer.allocate(100) : ByteBuffer.allocateDirect(100);
        } else if (type.isAssignableFrom(Bytes.class) || type == BytesStore.class || type == RandomDataInput.class) {
            Bytes<?> bytes = random.nextBoolean() ? Bytes.allocateDirect(100) : Bytes.allocateElasticOnHeap(100);
            bytes.write(new byte[100]);
            return bytes;
        }
        return null;
    }

    /** One of each signature: all that have it lead to the same code. */
    private static List<Method> methods(Object view) {
        Map<String, Method> bySignature = new HashMap<>();
        for (Class<?> interfaces : List.of(Bytes.class, BytesStore.class, view.getClass())) {
            if (interfaces.isInstance(view)) {
                for (Method each : interfaces.getMethods()) {
                    bySignature.putIfAbsent(each.getName() + Arrays.toString(each.getParameterTypes()), each);
                }
            }
        }
        List<Method> methods = new ArrayList<>(bySignature.values());
        methods.removeIf(method -> NOT_CALLED.contains(method.getName())
                || Modifier.isStatic(method.getModifiers()));
        methods.sort(Comparator.comparing(Method::toString));
        return methods;
    }

    /** Calls a method with the arguments at hand; what it returns, or null when it threw. */
    private static Object call(Object view, Method method, Object[] arguments) {
        try {
            method.setAccessible(true);
            return method.invoke(view, arguments);
        } catch (InvocationTargetException refused) {
            assertFalse(refused.getCause() instanceof VirtualMachineError, () -> method + " " + refused.getCause());
            return null;
        } catch (IllegalAccessException | IllegalArgumentException hidden) {
            return null;
        }
    }

    @Test
    void shouldWriteNothingOutsideByAnyMethodAndAnyOffset() {
        SplittableRandom random = Seed.of("bounds");
        fillCanaries(CANARY);
        int calls = 0;
        for (Supplier<Object> view : views()) {
            for (Method method : methods(view.get())) {
                for (long offset : OFFSETS) {
                    Object[] arguments = new Object[method.getParameterCount()];
                    for (int i = 0; i < arguments.length; i++) {
                        long value = i == 0 || random.nextBoolean() ? offset : OFFSETS[random.nextInt(OFFSETS.length)];
                        arguments[i] = argument(method.getParameterTypes()[i], value, random);
                    }
                    Object fresh = view.get();
                    if (allocatesMuch(method, arguments)) {
                        continue;
                    }
                    call(fresh, method, arguments);
                    calls++;
                    checkCanaries(CANARY,
                            () -> fresh.getClass().getSimpleName() + " " + method + Arrays.deepToString(arguments));
                }
            }
        }
        assertTrue(calls > 20_000, calls + " calls");
    }

    /** Lengths that methods allocate for, or loop over, whatever the memory is. */
    private static boolean allocatesMuch(Method method, Object[] arguments) {
        return Arrays.stream(arguments)
                .anyMatch(argument -> argument instanceof Number number && Math.abs(number.doubleValue()) > 1e8)
                && Set.of("toDebugString", "toHexString", "subBytes", "subSequence", "indexOf", "append",
                        "appendBase16", "appendBase",
                        "appendTimeMillis", "appendDateMillis", "clearAndPad", "unread", "lenient",
                        "appendAndReturnLength", "readWithLength")
                        .contains(method.getName());
    }

    @Test
    void shouldReadTheSameWhateverLiesOutside() {
        List<Supplier<Object>> views = views();
        for (int i : new int[]{0, 1, views.size() - 1}) {
            for (Method method : methods(views.get(i).get())) {
                if (method.getName().equals("toString")) {
                    continue;
                }
                for (long offset : OFFSETS) {
                    Object[] arguments = arguments(method, offset);
                    if (allocatesMuch(method, arguments)) {
                        continue;
                    }
                    String one = seen(views.get(i).get(), method, offset, (byte) 1);
                    String other = seen(views.get(i).get(), method, offset, (byte) 99);
                    assertEquals(one, other, () -> method + Arrays.deepToString(arguments));
                }
            }
        }
    }

    /** What a call returns, and what it leaves in its arguments, with that canary around the view. */
    private String seen(Object view, Method method, long offset, byte canary) {
        fillCanaries(canary);
        Object[] arguments = arguments(method, offset);
        StringBuilder seen = new StringBuilder(described(call(view, method, arguments)));
        for (Object each : arguments) {
            seen.append(' ').append(described(each));
        }
        return seen.toString();
    }

    private Object[] arguments(Method method, long offset) {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int at = 0; at < arguments.length; at++) {
            arguments[at] = argument(method.getParameterTypes()[at], offset, new SplittableRandom(at));
        }
        return arguments;
    }

    private static String described(Object value) {
        return switch (value) {
            case Number number -> number.toString();
            case CharSequence text when !(text instanceof BytesStore) -> text.toString();
            case Boolean truth -> truth.toString();
            case byte[] bytes -> Arrays.toString(bytes);
            case char[] characters -> Arrays.toString(characters);
            case ByteBuffer buffer -> {
                byte[] bytes = new byte[buffer.capacity()];
                buffer.duplicate().clear().get(bytes);
                yield buffer + Arrays.toString(bytes);
            }
            case Bytes<?> bytes when !(bytes.bytesStore() instanceof BoundedStore) -> Arrays
                    .toString(bytes.toByteArray());
            case null, default -> "";
        };
    }

    @Test
    void shouldNeitherSeeNorShowMoreThroughCopiesAndComparisons() {
        fillCanaries(CANARY);
        BytesStore<?, Void> view = SegmentStore.ofOwn("test", inner());
        Bytes<?> large = Bytes.allocateDirect(300);
        for (int i = 0; i < 300; i++) {
            large.writeByte((byte) 7);
        }
        assertThrows(RuntimeException.class, () -> view.write(0, large, 0L, 300L));
        large.copyTo(view);
        checkCanaries(CANARY, () -> "copyTo a view");
        inner().fill((byte) 1);
        assertEquals(BYTES, view.copyTo(large.clear()));
        assertEquals(BYTES, view.copy().capacity());
        assertEquals(BYTES, view.toUtf8String().length());
        assertEquals(BYTES, new String(view.bytesForRead().toByteArray()).length());
        byte[] equal = new byte[BYTES];
        Arrays.fill(equal, (byte) 1);
        assertTrue(view.contentEquals(Bytes.wrapForRead(equal)));
        assertTrue(Bytes.wrapForRead(equal).contentEquals(view.bytesForRead()));
        assertEquals(Bytes.wrapForRead(equal).hashCode(), view.bytesForRead().hashCode());
        assertNotEquals(view.bytesForRead(), large);
        Bytes<?> elastic = Bytes.allocateElasticDirect();
        elastic.write(view.bytesForRead());
        assertArrayEquals(equal, elastic.toByteArray());
        assertThrows(UnsupportedOperationException.class, () -> view.addressForRead(0));
        assertThrows(UnsupportedOperationException.class, () -> view.bytesForWrite().addressForWrite(0));
    }

    @Test
    void shouldReadAndWriteEveryKindOfValueInTheMemoryItself() {
        for (BytesStore<?, Void> view : List.of(SegmentStore.ofOwn("test", inner()), new MemoryStore(inner()))) {
            inner().fill((byte) 0);
            Bytes<Void> out = view.bytesForWrite();
            out.writeByte((byte) 1).writeShort((short) -2).writeInt(-3).writeLong(1L << 40).writeFloat(1.5f)
                    .writeDouble(-2.5);
            out.writeUtf8("h\u00e9 \u20ac").writeStopBit(-77777).write8bit("8-bit");
            assertEquals(1, inner().get(ValueLayout.JAVA_BYTE, 0));
            Bytes<Void> in = view.bytesForRead();
            in.readLimit(out.writePosition());
            assertEquals(1, in.readByte());
            assertEquals(-2, in.readShort());
            assertEquals(-3, in.readInt());
            assertEquals(1L << 40, in.readLong());
            assertEquals(1.5f, in.readFloat());
            assertEquals(-2.5, in.readDouble());
            assertEquals("h\u00e9 \u20ac", in.readUtf8());
            assertEquals(-77777, in.readStopBit());
            assertEquals("8-bit", in.read8bit());
            Bytes<Void> text = view.bytesForWrite();
            text.append(-12).append(' ').append(2.25).append(' ').append(1e20, 1);
            assertEquals("-12 2.25 100000000000000000000.0", text.toString());
            assertEquals(-12, text.parseLong());
            assertEquals(2.25, text.parseDouble());
        }
    }

    @Test
    void shouldSwapAtomicallyInMappedMemoryAndOnlyThere() {
        BytesStore<?, Void> view = SegmentStore.ofOwn("test", inner());
        view.writeLong(8, 5);
        assertTrue(view.compareAndSwapLong(8, 5, 6));
        assertFalse(view.compareAndSwapLong(8, 5, 7));
        assertEquals(8, view.addAndGetLong(8, 2));
        assertThrows(IllegalArgumentException.class, () -> view.compareAndSwapLong(9, 5, 6));
        assertThrows(UnsupportedOperationException.class, () -> new MemoryStore(inner()).compareAndSwapInt(0, 0, 1));
    }
}
