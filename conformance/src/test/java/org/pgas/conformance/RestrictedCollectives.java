package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.junit.jupiter.api.function.Executable;
import org.pgas.DataType;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.coll.Blocks;
import org.pgas.coll.Collectives;
import org.pgas.coll.Reduction;

/**
 * The calls of module coll, for {@link RestrictedCallsTest}: values are legal, collectives are not, of no bytes either.
 */
final class RestrictedCollectives {
    /** Values, all of whose methods are legal. */
    private static final List<Class<?>> VALUES = List.of(Reduction.class, Blocks.class);

    static final List<Class<?>> TYPES = Stream.concat(Stream.of(Collectives.class), VALUES.stream()).toList();

    static final Set<String> LEGAL = Stream.concat(Stream.of("Collectives.of", "Collectives.team"),
            VALUES.stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                    .filter(RestrictedCollectives::isCall)
                    .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName()))
            .collect(Collectors.toUnmodifiableSet());

    private RestrictedCollectives() {}

    private static boolean isCall(Method method) {
        return Modifier.isPublic(method.getModifiers()) && !method.isSynthetic();
    }

    /** By name, with something to tell forms of one name apart; of null, for the names. */
    static Map<String, Executable> illegal(Team team) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        for (Method method : Collectives.class.getMethods()) {
            String name = "Collectives." + method.getName();
            if (method.getDeclaringClass() != Object.class && isCall(method) && !LEGAL.contains(name)) {
                for (int bytes : new int[]{0, 8}) {
                    calls.put(name + " of " + bytes + " bytes " + method, () -> invoke(method, team, bytes));
                }
            }
        }
        return calls;
    }

    /** What is legal works. */
    static void callLegalOnes(Team team) {
        Collectives.of(team).team();
        Reduction.of(DataType.DBL, Opcode.ADD).toString();
        Reduction.userOrdered(3, (left, right, count) -> {}).elementBytes();
        Blocks.packed(1, 2).extent();
    }

    private static void invoke(Method method, Team team, int bytes) throws Throwable {
        int size = team.size();
        Object[] arguments = new Object[method.getParameterCount()];
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            arguments[i] = argument(method.getName(), types[i], bytes, size);
        }
        // not by reflection: some are inherited from a class that is not public
        MethodHandles.publicLookup()
                .findVirtual(Collectives.class, method.getName(),
                        MethodType.methodType(method.getReturnType(), method.getParameterTypes()))
                .bindTo(Collectives.of(team)).invokeWithArguments(arguments);
    }

    private static Object argument(String method, Class<?> type, int bytes, int size) {
        return switch (type.getSimpleName()) {
            case "int" -> 0;
            case "long" -> 0L;
            case "double" -> 0.0;
            case "MemorySegment" -> MemorySegment.ofArray(new byte[bytes * size]);
            case "Blocks" -> Blocks.packed(new long[size]);
            case "Reduction" -> Reduction.of(DataType.DBL, Opcode.ADD);
            case "Opcode" -> Opcode.ADD;
            case "double[]" -> new double[bytes];
            case "long[]" -> new long[bytes];
            case "int[]" -> new int[bytes];
            case "float[]" -> new float[bytes];
            case "byte[]" -> new byte[bytes];
            default -> throw new AssertionError("what to give for " + type + " of " + method);
        };
    }
}
