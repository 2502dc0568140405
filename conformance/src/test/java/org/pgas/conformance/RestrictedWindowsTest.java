package org.pgas.conformance;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.pgas.conformance.Refusals.assertIllegal;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;

import org.pgas.ErrorCode;
import org.pgas.HandlerEntry;
import org.pgas.HandlerSafeLock;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.mpi.Assertions;
import org.pgas.mpi.Datatype;
import org.pgas.mpi.Group;
import org.pgas.mpi.LockType;
import org.pgas.mpi.Op;
import org.pgas.mpi.Window;
import org.pgas.mpi.WindowErrorHandler;
import org.pgas.mpi.WindowInfo;
import org.pgas.mpi.WindowKeyval;
import org.pgas.testkit.RankTest;

/**
 * Every call of a window that communicates or synchronises is refused in a restricted context, by its name, and changes
 * nothing.
 */
@AcrossNeighbourhoods
class RestrictedWindowsTest {
    /** Each with its number of arguments. */
    private static final Set<String> LEGAL = Set.of("memory/0", "rank/0", "size/0", "group/0", "bytes/1",
            "displacementUnit/1", "flavour/0", "info/0", "name/0", "errorHandler/0", "callErrorHandler/1",
            "toString/0");

    @RankTest
    void shouldRefuseEveryCallUnderALockAndInAHandler(Job job) {
        boolean[] handled = new boolean[1];
        Window[] made = new Window[1];
        job.endpoint().handlers().register(HandlerEntry.ofShort(token -> {
            refuseAll(job, made[0], "inside request handler");
            handled[0] = true;
        }).index(200).name("asked"));
        made[0] = Window.allocate(job.world(), 64, 1);
        HandlerSafeLock lock = new HandlerSafeLock(job, "the lock");
        try (HandlerSafeLock.Held _ = lock.hold()) {
            refuseAll(job, made[0], "while this thread holds handler-safe lock 'the lock'");
        }
        job.world().barrier();
        job.world().am().requestShort(1 - job.rank(), 200);
        job.blockUntil(() -> handled[0]);
        made[0].fence(Assertions.NONE);
        assertEquals(-1, made[0].memory().mismatch(MemorySegment.ofArray(new byte[64])));
        made[0].free();
    }

    private static void refuseAll(Job job, Window window, String context) {
        Set<String> legal = new TreeSet<>();
        for (Method method : Window.class.getDeclaredMethods()) {
            if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic()) {
                continue;
            }
            String name = method.getName() + "/" + method.getParameterCount();
            if (LEGAL.contains(name)) {
                call(job, window, method);
                legal.add(name);
            } else {
                assertIllegal(method.toString(), () -> call(job, window, method), "rank " + job.rank() + ": Window."
                        + method.getName() + " ", context);
            }
        }
        assertEquals(new TreeSet<>(LEGAL), legal, "all of these exist");
    }

    private static Object call(Job job, Window window, Method method) {
        Object[] arguments = Arrays.stream(method.getParameters()).map(each -> argument(job, each)).toArray();
        try {
            return method.invoke(window, arguments);
        } catch (InvocationTargetException e) {
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new AssertionError(e);
        }
    }

    private static Object argument(Job job, Parameter parameter) {
        if (parameter.getType().isArray()) {
            return Array.newInstance(parameter.getType().componentType(), 8);
        }
        return switch (parameter.getType().getSimpleName()) {
            case "int" -> 1;
            case "long" -> 1L;
            case "MemorySegment" -> MemorySegment.ofArray(new long[8]);
            case "Datatype" -> Datatype.LONG;
            case "Op" -> Op.SUM;
            case "LockType" -> LockType.EXCLUSIVE;
            case "Group" -> Group.of(0);
            case "Team" -> job.world();
            case "WindowInfo" -> WindowInfo.DEFAULT;
            case "String", "Object" -> "text";
            case "WindowKeyval" -> WindowKeyval.create();
            case "WindowErrorHandler" -> WindowErrorHandler.THROW;
            case "PgasException" -> new PgasException(ErrorCode.BAD_ARGUMENT, "reason");
            default -> throw new AssertionError("what to give for " + parameter);
        };
    }
}
