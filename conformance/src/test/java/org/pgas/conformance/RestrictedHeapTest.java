package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.ValueLayout;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.heap.HeapStatistics;
import org.pgas.heap.SharedHeap;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Every call of a shared heap that touches shared words is refused in a restricted context, by its name, and changes
 * nothing.
 */
@RankDefaults(segment = "64k")
@AcrossNeighbourhoodsAsThreads
class RestrictedHeapTest {
    private static final Set<String> LEGAL = Set.of("leastBytes", "pointer", "offsetOf", "team", "rank", "offset",
            "bytes", "toString");

    @RankTest
    void shouldRefuseEveryCallUnderALock(Job job) {
        SharedHeap heap = SharedHeap.create(job.world(), 0, 0, 32 << 10);
        job.world().barrier();
        byte[] before = bytes(job);
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            refuseAll(job, heap, "while this thread holds handler-safe lock 'the lock'");
        }
        finish(job, heap, before);
    }

    @RankTest
    void shouldRefuseEveryCallInAHandler(Job job) {
        int[] handled = new int[1];
        SharedHeap[] made = new SharedHeap[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            refuseAll(job, made[0], "inside request handler", "'asked'");
            handled[0]++;
        }).index(200).name("asked"));
        made[0] = SharedHeap.create(job.world(), 0, 0, 32 << 10);
        job.world().barrier();
        byte[] before = bytes(job);
        job.world().barrier();
        job.world().am().requestShort(1 - job.rank(), 200);
        job.blockUntil(() -> handled[0] == 1);
        finish(job, made[0], before);
    }

    private static byte[] bytes(Job job) {
        return job.endpoint().segment().local().toArray(ValueLayout.JAVA_BYTE);
    }

    private static void finish(Job job, SharedHeap heap, byte[] before) {
        job.world().barrier();
        assertArrayEquals(before, bytes(job));
        job.world().barrier();
        heap.free(heap.malloc(8));
        heap.close();
        job.world().barrier();
    }

    private static void refuseAll(Job job, SharedHeap heap, String... parts) {
        Set<String> legal = new TreeSet<>();
        for (Method method : publicMethods(SharedHeap.class)) {
            if (LEGAL.contains(method.getName())) {
                call(job, heap, method);
                legal.add(method.getName());
            } else {
                Object[] all = new Object[parts.length + 1];
                all[0] = "rank " + job.rank() + ": SharedHeap." + method.getName() + " ";
                System.arraycopy(parts, 0, all, 1, parts.length);
                assertIllegal(method.toString(), () -> call(job, heap, method), all);
            }
        }
        assertEquals(new TreeSet<>(LEGAL), legal, "all of these exist");
    }

    /** Statistics are a value: whatever they can be asked needs nothing of the job. */
    @RankTest(ranks = 1)
    void shouldAnswerWhatStatisticsSayAnywhere(Job job) {
        HeapStatistics statistics = SharedHeap.create(job.world(), 0, 0, 32 << 10).statistics();
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            for (Method method : publicMethods(HeapStatistics.class)) {
                call(job, statistics, method);
            }
        }
    }

    private static List<Method> publicMethods(Class<?> type) {
        return Arrays.stream(type.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()).toList();
    }

    private static Object call(Job job, Object object, Method method) {
        Object[] arguments = Arrays.stream(method.getParameters()).map(each -> argument(job, each)).toArray();
        try {
            return method.invoke(object, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object argument(Job job, Parameter parameter) {
        return switch (parameter.getType().getSimpleName()) {
            case "int" -> 0;
            case "long" -> parameter.getName().equals("pointer") ? org.pgas.GlobalPointer.of(0, 32 << 10) : 32L << 10;
            case "Team" -> job.world();
            default -> throw new AssertionError("what to give for " + parameter);
        };
    }
}
