package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.WaitCondition;
import org.pgas.mppa.Mppa;
import org.pgas.mppa.MppaEvent;
import org.pgas.mppa.MppaSegment;
import org.pgas.mppa.SegmentFlags;
import org.pgas.testkit.RankTest;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;

/**
 * Every call of the MPPA interface that communicates or waits is refused in a restricted context, by its name, and
 * changes nothing.
 */
@AcrossNeighbourhoodsAsThreads
class RestrictedMppaTest {
    private static final Set<String> LEGAL = Set.of("job", "queueBytes", "leastHeapBytes");

    @RankTest
    void shouldRefuseEveryCallUnderALockAndInAHandler(Job job) {
        boolean[] handled = new boolean[1];
        Mppa[] made = new Mppa[1];
        MppaSegment[] segment = new MppaSegment[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            refuseAll(job, made[0], segment[0], "inside request handler");
            handled[0] = true;
        }).index(200).name("asked"));
        made[0] = Mppa.init(job);
        segment[0] = made[0].segmentCreate(null, 64, SegmentFlags.NONE, 0, job.rank(), null);
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            refuseAll(job, made[0], segment[0], "while this thread holds handler-safe lock 'the lock'");
            assertIllegal("init", () -> Mppa.init(job), "Mppa.init ", "handler-safe lock");
        }
        job.world().barrier();
        job.world().am().requestShort(1 - job.rank(), 200);
        job.blockUntil(() -> handled[0]);
        assertEquals(-1, segment[0].memory().mismatch(MemorySegment.ofArray(new byte[64])));
        made[0].finish();
    }

    private static void refuseAll(Job job, Mppa mppa, MppaSegment segment, String context) {
        Set<String> legal = new TreeSet<>();
        int refused = 0;
        for (Class<?> type = Mppa.class; type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic()
                        || method.getName().equals("init")) {
                    continue;
                }
                method.setAccessible(true);
                if (LEGAL.contains(method.getName())) {
                    call(job, mppa, segment, method);
                    legal.add(method.getName());
                } else {
                    assertIllegal(method.toString(), () -> call(job, mppa, segment, method),
                            "rank " + job.rank() + ": Mppa." + method.getName() + " ", context);
                    refused++;
                }
            }
        }
        assertEquals(new TreeSet<>(LEGAL), legal, "all of these exist");
        assertEquals(54, refused, "calls that are refused");
    }

    private static Object call(Job job, Mppa mppa, MppaSegment segment, Method method) {
        Object[] arguments = Arrays.stream(method.getParameters()).map(each -> argument(segment, each)).toArray();
        try {
            return method.invoke(mppa, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(job.toString(), e);
        }
    }

    private static Object argument(MppaSegment segment, Parameter parameter) {
        return switch (parameter.getType().getSimpleName()) {
            case "int" -> 1;
            case "long" -> 1L;
            case "boolean" -> true;
            case "long[]" -> new long[1];
            case "int[]" -> new int[1];
            case "MemorySegment" -> MemorySegment.ofArray(new long[8]);
            case "MppaSegment" -> segment;
            case "MppaEvent" -> new MppaEvent();
            case "MppaEvent[]" -> new MppaEvent[]{new MppaEvent()};
            case "Point2d" -> new Point2d(0, 0, 1, 1);
            case "Point3d" -> new Point3d(0, 0, 0, 1, 1, 1);
            case "WaitCondition" -> WaitCondition.EQ;
            case "Consumer" -> (Consumer<MemorySegment>) view -> {
            };
            default -> throw new AssertionError("what to give for " + parameter);
        };
    }
}
