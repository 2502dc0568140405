package org.pgas.conformance;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
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
import org.pgas.LocalCompletion;
import org.pgas.Team;
import org.pgas.atomics.Scale;
import org.pgas.vis.PeerCompletion;
import org.pgas.vis.Section;
import org.pgas.vis.Shape;
import org.pgas.vis.Vis;

/**
 * The calls of module vis, for {@link RestrictedCallsTest}: values are legal, transfers are not, of no bytes either.
 */
final class RestrictedVis {
    /** Values, all of whose methods are legal. */
    private static final List<Class<?>> VALUES = List.of(Shape.class, Section.class, PeerCompletion.class);

    static final List<Class<?>> TYPES = Stream.concat(Stream.of(Vis.class), VALUES.stream()).toList();

    static final Set<String> LEGAL = Stream.concat(
            Stream.of("Vis.of", "Vis.team", "Vis.setPeerCompletion", "Vis.maxPeerCompletion"),
            VALUES.stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                    .filter(method -> Modifier.isPublic(method.getModifiers()) && !method.isSynthetic())
                    .map(method -> method.getDeclaringClass().getSimpleName() + "." + method.getName()))
            .collect(Collectors.toUnmodifiableSet());

    private RestrictedVis() {}

    /** By name, with something to tell forms of one name apart; of null, for the names. */
    static Map<String, Executable> illegal(Team team) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        for (Method method : Vis.class.getDeclaredMethods()) {
            String name = "Vis." + method.getName();
            if (Modifier.isPublic(method.getModifiers()) && !LEGAL.contains(name)) {
                for (int bytes : new int[]{0, 8}) {
                    calls.put(name + " of " + bytes + " bytes " + method, () -> invoke(method, team, bytes));
                }
            }
        }
        return calls;
    }

    /** What is legal works. */
    static void callLegalOnes(Team team) {
        Vis vis = Vis.of(team);
        vis.setPeerCompletion(PeerCompletion.of(200, MemorySegment.ofArray(new byte[8]), 0, vis.maxPeerCompletion() > 8
                ? 8
                : 0));
        vis.setPeerCompletion(PeerCompletion.NONE);
        Section.rowMajor(8, 4, 4).permuted(1, 0).reflected(0).range(0, 1, 2).index(1, 3).shape().bytes();
        Shape.vector(new long[]{0, 8}, new long[]{8, 8}).isContiguous();
    }

    private static void invoke(Method method, Team team, int bytes) throws Throwable {
        Object[] arguments = Arrays.stream(method.getParameterTypes()).map(type -> argument(type, bytes)).toArray();
        try {
            method.invoke(Vis.of(team), arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private static Object argument(Class<?> type, int bytes) {
        return switch (type.getSimpleName()) {
            case "int" -> 0;
            case "long" -> 0L;
            case "MemorySegment" -> MemorySegment.ofArray(new byte[8]);
            case "LocalCompletion" -> LocalCompletion.NOW;
            case "Shape" -> Shape.contiguous(bytes);
            case "Scale" -> Scale.ofDouble(1);
            case "PeerCompletion" -> PeerCompletion.NONE;
            default -> throw new AssertionError("what to give for " + type);
        };
    }
}
