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
import org.pgas.armci.Armci;
import org.pgas.armci.ArmciGroup;
import org.pgas.armci.Giov;
import org.pgas.armci.MemInfo;
import org.pgas.armci.NbHandle;
import org.pgas.atomics.ArmciRmw;
import org.pgas.atomics.Scale;
import org.pgas.testkit.RankDefaults;
import org.pgas.testkit.RankTest;

/**
 * Every call of ARMCI that communicates or synchronises is refused in a restricted context, by its name, and changes
 * nothing.
 */
@RankDefaults(segment = "0")
@AcrossNeighbourhoodsAsThreads
class RestrictedArmciTest {
    private static final Set<String> LEGAL = Set.of("me", "nproc", "job", "team", "setShmLimit", "usesShm",
            "isInitialized", "groupGetWorld", "groupGetDefault", "groupSetDefault", "usesShmGroup", "toString");

    private static final long LIMIT = 1 << 16;

    /** Ends the job, anywhere. */
    private static final Set<String> LEFT_OUT = Set.of("error");

    @RankTest
    void shouldRefuseEveryCallUnderALockAndInAHandler(Job job) {
        boolean[] handled = new boolean[1];
        Armci[] made = new Armci[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            refuseAll(job, made[0], "inside request handler");
            handled[0] = true;
        }).index(200).name("asked"));
        made[0] = Armci.init(job, LIMIT);
        long[] pointers = made[0].malloc(64);
        made[0].memory(pointers[job.rank()], 64).fill((byte) 0);
        made[0].createMutexes(2);
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            refuseAll(job, made[0], "while this thread holds handler-safe lock 'the lock'");
        }
        job.world().barrier();
        job.world().am().requestShort(1 - job.rank(), 200);
        job.blockUntil(() -> handled[0]);
        made[0].barrier();
        assertEquals(-1, made[0].memory(pointers[job.rank()], 64).mismatch(MemorySegment.ofArray(new byte[64])));
        made[0].destroyMutexes();
        made[0].free(pointers);
        made[0].free(made[0].malloc(64));
        made[0].finish();
    }

    private static void refuseAll(Job job, Armci armci, String context) {
        Set<String> legal = new TreeSet<>();
        for (Class<?> type = Armci.class; type != Object.class; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic()
                        || LEFT_OUT.contains(method.getName()) || method.getName().equals("initArgs")) {
                    continue;
                }
                if (LEGAL.contains(method.getName())) {
                    call(job, armci, method);
                    legal.add(method.getName());
                } else {
                    assertIllegal(method.toString(), () -> call(job, armci, method), "rank " + job.rank() + ": Armci."
                            + method.getName() + " ", context);
                }
            }
        }
        assertEquals(new TreeSet<>(LEGAL), legal, "all of these exist");
        armci.setShmLimit(LIMIT);
        ArmciGroup world = armci.groupGetWorld();
        assertIllegal("free", world::free, "rank " + job.rank() + ": ArmciGroup.free ", context);
    }

    private static Object call(Job job, Armci armci, Method method) {
        Object[] arguments = Arrays.stream(method.getParameters()).map(each -> argument(job, armci, each)).toArray();
        try {
            return method.invoke(armci, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object argument(Job job, Armci armci, Parameter parameter) {
        return switch (parameter.getType().getSimpleName()) {
            case "int" -> 1;
            case "long" -> 1L;
            case "float" -> 1f;
            case "double" -> 1.0;
            case "int[]" -> new int[]{8, 1};
            case "long[]" -> new long[2];
            case "MemorySegment" -> MemorySegment.ofArray(new long[8]);
            case "Scale" -> Scale.ofLong(1);
            case "Giov[]" -> new Giov[]{new Giov(MemorySegment.ofArray(new long[8]), new long[1], new long[1], 1, 8)};
            case "NbHandle" -> new NbHandle();
            case "MemInfo" -> new MemInfo(1, 1, 1, 0);
            case "Operation" -> ArmciRmw.Operation.SWAP;
            case "ArmciGroup" -> armci.groupGetWorld();
            case "Job" -> job;
            default -> throw new AssertionError("what to give for " + parameter);
        };
    }
}
