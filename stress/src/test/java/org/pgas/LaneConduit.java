package org.pgas;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

import org.pgas.spi.Conduit;
import org.pgas.spi.WordCopies;

/**
 * As much of a conduit as a {@link BarrierLane} needs: two ranks' lines, and the word that says whether somebody
 * sleeps; for others one rank's part of the area or of the counters.
 */
public final class LaneConduit {
    public static final int BYTES = 192;

    private static final int LINE_BYTES = 64;

    private LaneConduit() {}

    public static long sleepers(long base) {
        return base + 2 * LINE_BYTES;
    }

    /** @param rung what to do when all are rung */
    public static Conduit of(long base, int rank, Runnable rung) {
        return of(base, rank, rung, task -> {});
    }

    /** @param tick gets what is to be done at every tick */
    static Conduit of(long base, int rank, Runnable rung, Consumer<Runnable> tick) {
        return role(Conduit.class, (role, method, arguments) -> switch (method.getName()) {
            case "address", "countersAddress" -> base;
            case "stride" -> LINE_BYTES;
            case "rank" -> rank;
            case "size" -> 2;
            case "hasEnded" -> false;
            case "sleepersAddress" -> sleepers(base);
            case "ringAll" -> {
                rung.run();
                yield null;
            }
            case "everyTick" -> {
                tick.accept((Runnable) arguments[0]);
                yield null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        });
    }

    /** An object of a role, and of each role that it gives. */
    private static <R> R role(Class<R> type, InvocationHandler answers) {
        Map<Class<?>, Object> roles = new HashMap<>();
        if (type == Conduit.class) {
            for (Method method : type.getMethods()) {
                if (method.getParameterCount() == 0 && method.getReturnType().isInterface()) {
                    roles.put(method.getReturnType(),
                            method.getReturnType() == WordCopies.class ? null
                                    : role(method.getReturnType(), answers));
                }
            }
        }
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[]{type},
                (role, method, arguments) -> roles.containsKey(method.getReturnType())
                        ? roles.get(method.getReturnType())
                        : answers.invoke(role, method, arguments)));
    }
}
