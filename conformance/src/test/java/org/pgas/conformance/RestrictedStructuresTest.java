package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.atomics.ByteFifo;
import org.pgas.atomics.FairMutex;
import org.pgas.atomics.FairReadWriteLock;
import org.pgas.atomics.MessageQueue;
import org.pgas.atomics.SequenceLock;
import org.pgas.atomics.WorkCounter;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Every call of a shared structure that touches shared words is refused in a restricted context, by its name, and
 * changes nothing.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoodsAsThreads
class RestrictedStructuresTest {
    /** What a call gets for a place: where none of the structures lies. */
    private static final long ELSEWHERE = 32 << 10;

    private static final Set<String> LEGAL = Set.of("WorkCounter.bytes", "FairMutex.bytes", "FairReadWriteLock.bytes",
            "MessageQueue.bytes", "MessageQueue.capacity", "MessageQueue.maxMessageBytes", "ByteFifo.bytes",
            "ByteFifo.capacity", "ByteFifo.maxDequeueBytes", "ByteFifo.atomicLimit", "SequenceLock.bytes",
            "SequenceLock.recordBytes", "SequenceLock.recordOffset");

    /** Legal among neighbours, who read it; a rank elsewhere asks the owner. */
    private static final Set<String> LEGAL_WHERE_MAPPED = Set.of("FairMutex.holder", "FairReadWriteLock.holders");

    /** One of each, by its class. Collective. */
    private static Map<Class<?>, Object> structures(Team team) {
        Map<Class<?>, Object> made = new LinkedHashMap<>();
        made.put(WorkCounter.class, WorkCounter.create(team, 0, 0));
        made.put(FairMutex.class, FairMutex.create(team, 0, 1024));
        made.put(FairReadWriteLock.class, FairReadWriteLock.create(team, 0, 2048));
        made.put(MessageQueue.class, MessageQueue.create(team, 0, 4096, 4, 64));
        made.put(ByteFifo.class, ByteFifo.create(team, 0, 8192, 64, 64));
        made.put(SequenceLock.class, SequenceLock.create(team, 0, 12288, 64));
        return made;
    }

    @RankTest
    void shouldRefuseEveryCallUnderALock(Job job) {
        Map<Class<?>, Object> made = structures(job.world());
        byte[] before = bytes(job);
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            refuseAll(job, made, "while this thread holds handler-safe lock 'the lock'");
        }
        finish(job, made, before);
    }

    @RankTest
    void shouldRefuseEveryCallInAHandler(Job job) {
        int[] handled = new int[1];
        Object[] made = new Object[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            @SuppressWarnings("unchecked")
            Map<Class<?>, Object> structures = (Map<Class<?>, Object>) made[0];
            refuseAll(job, structures, "inside request handler", "'asked'");
            handled[0]++;
        }).index(200).name("asked"));
        Map<Class<?>, Object> structures = structures(job.world());
        made[0] = structures;
        byte[] before = bytes(job);
        job.world().barrier();
        job.world().am().requestShort(1 - job.rank(), 200);
        job.blockUntil(() -> handled[0] == 1);
        finish(job, structures, before);
    }

    private static byte[] bytes(Job job) {
        MemorySegment local = job.endpoint().segment().local();
        return local.toArray(ValueLayout.JAVA_BYTE);
    }

    /** Nothing was changed, and all of it still works. */
    private static void finish(Job job, Map<Class<?>, Object> made, byte[] before) {
        job.world().barrier();
        assertArrayEquals(before, bytes(job));
        job.world().barrier();
        if (job.rank() == 1) {
            assertEquals(0, ((WorkCounter) made.get(WorkCounter.class)).next());
            ((FairMutex) made.get(FairMutex.class)).lock();
            ((FairReadWriteLock) made.get(FairReadWriteLock.class)).lockRead();
            assertEquals(0, ((MessageQueue) made.get(MessageQueue.class)).size());
            assertEquals(0, ((ByteFifo) made.get(ByteFifo.class)).available());
            assertTrue(((SequenceLock) made.get(SequenceLock.class)).validate(0));
        }
        job.world().barrier();
    }

    private static void refuseAll(Job job, Map<Class<?>, Object> made, String... parts) {
        made.forEach((type, structure) -> {
            List<Method> methods = Arrays.stream(type.getDeclaredMethods())
                    .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()).toList();
            assertFalse(methods.isEmpty());
            for (Method method : methods) {
                String name = type.getSimpleName() + "." + method.getName();
                if (LEGAL.contains(name) || LEGAL_WHERE_MAPPED.contains(name) && Views.isNeighbour(job, 0)) {
                    call(job, structure, method);
                } else {
                    assertIllegal(method.toString(), () -> call(job, structure, method), concat(
                            "rank " + job.rank() + ": " + callNamed(name) + " ", parts));
                }
            }
        });
    }

    /** The forms with a try block say which call they make. */
    private static String callNamed(String name) {
        return name.replaceAll("\\.hold(?!er)", ".lock");
    }

    private static Object[] concat(String first, String... others) {
        Object[] all = new Object[others.length + 1];
        all[0] = first;
        System.arraycopy(others, 0, all, 1, others.length);
        return all;
    }

    private static Object call(Job job, Object structure, Method method) {
        Object[] arguments = Arrays.stream(method.getParameterTypes()).map(type -> argument(job, type)).toArray();
        try {
            return method.invoke(structure, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object argument(Job job, Class<?> type) {
        return switch (type.getSimpleName()) {
            case "int" -> 1;
            case "boolean" -> true;
            case "byte[]" -> new byte[8];
            case "MemorySegment" -> MemorySegment.ofArray(new byte[8]);
            case "Consumer" -> (Consumer<Object>) _ -> {};
            case "long" -> ELSEWHERE;
            case "Team" -> job.world();
            case "Duration" -> Duration.ofSeconds(1);
            default -> throw new AssertionError("what to give for " + type);
        };
    }
}
