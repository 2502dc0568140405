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

import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.testkit.RankTest;
import org.pgas.upc.SharedArray;
import org.pgas.upc.SharedMemvec;
import org.pgas.upc.Upc;
import org.pgas.upc.UpcHandle;
import org.pgas.vis.Memvec;

/**
 * Every call of UPC that communicates or synchronises is refused in a restricted context, by its name, and changes
 * nothing.
 */
@AcrossNeighbourhoodsAsThreads
class RestrictedUpcTest {
    private static final Set<String> LEGAL = Set.of("thread", "threads", "team", "threadOf", "addrfield",
            "affinitySize",
            "local", "toString", "layout", "elements", "elementBytes", "blockSize", "base", "address", "pointer",
            "phaseOf", "blockStart", "blockEnd", "affinityElements", "localElements", "localSize", "globalIndex");

    /** One rank's objects, and what of them exists. */
    private record Subject(Job job, Upc upc, SharedArray array, Set<String> legal) {}

    @RankTest
    void shouldRefuseEveryCallUnderALockAndInAHandler(Job job) {
        boolean[] handled = new boolean[1];
        Subject[] made = new Subject[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            refuseAll(made[0], "inside request handler");
            handled[0] = true;
        }).index(200).name("asked"));
        Upc upc = Upc.init(job);
        SharedArray array = upc.allArray(64, 8, 4);
        made[0] = new Subject(job, upc, array, new TreeSet<>());
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            refuseAll(made[0], "while this thread holds handler-safe lock 'the lock'");
        }
        job.world().barrier();
        job.world().am().requestShort(1 - job.rank(), 200);
        job.blockUntil(() -> handled[0]);
        upc.barrier();
        assertEquals(-1, array.local().mismatch(MemorySegment.ofArray(new byte[(int) array.localSize()])));
        upc.finish();
    }

    private static void refuseAll(Subject subject, String context) {
        subject.legal.clear();
        for (Class<?> type = Upc.class; type != Object.class; type = type.getSuperclass()) {
            refuseAll(subject, type, "Upc", context);
        }
        refuseAll(subject, SharedArray.class, "SharedArray", context);
        assertEquals(new TreeSet<>(LEGAL), subject.legal, "all of these exist");
    }

    private static void refuseAll(Subject subject, Class<?> type, String name, String context) {
        for (Method method : type.getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic()) {
                continue;
            }
            method.setAccessible(true);
            if (LEGAL.contains(method.getName())) {
                call(subject, method);
                subject.legal.add(method.getName());
            } else {
                assertIllegal(method.toString(), () -> call(subject, method),
                        "rank " + subject.job.rank() + ": " + name + "." + method.getName() + " ", context);
            }
        }
    }

    private static Object call(Subject subject, Method method) {
        Object[] arguments = Arrays.stream(method.getParameters()).map(each -> argument(subject, each)).toArray();
        try {
            return method.invoke(method.getDeclaringClass() == SharedArray.class ? subject.array : subject.upc,
                    arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object argument(Subject subject, Parameter parameter) {
        return switch (parameter.getType().getSimpleName()) {
            case "int" -> 1;
            // a pointer where one is asked for, and no size: a query that looks at it must find one
            case "long" -> parameter.getDeclaringExecutable().getDeclaringClass() == Upc.class
                    && Modifier.isStatic(parameter.getDeclaringExecutable().getModifiers()) ? subject.array.base() : 1L;
            case "byte" -> (byte) 1;
            case "short" -> (short) 1;
            case "char" -> 'a';
            case "float" -> 1f;
            case "double" -> 1d;
            case "MemorySegment" -> MemorySegment.ofArray(new long[8]);
            case "UpcHandle" -> UpcHandle.COMPLETE;
            case "UpcHandle[]" -> new UpcHandle[]{UpcHandle.COMPLETE};
            case "SharedArray" -> subject.array;
            case "SharedMemvec[]" -> new SharedMemvec[]{new SharedMemvec(subject.array.base(), 8)};
            case "Memvec[]" -> new Memvec[]{new Memvec(0, 8)};
            case "long[]" -> new long[]{8, 8, 8};
            case "Job" -> subject.job;
            default -> throw new AssertionError("what to give for " + parameter);
        };
    }
}
