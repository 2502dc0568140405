package org.pgas.conformance;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.function.Executable;
import org.pgas.Job;
import org.pgas.Team;
import org.pgas.vis.BlockTransfers;
import org.pgas.vis.Gasnet1Vis;
import org.pgas.vis.GlobalShape;
import org.pgas.vis.GlobalTransfers;
import org.pgas.vis.Memvec;
import org.pgas.vis.MppaShapes.Point2d;
import org.pgas.vis.MppaShapes.Point3d;
import org.pgas.vis.MppaTransfers;
import org.pgas.vis.Shape;

/**
 * The calls of the forms of shaped transfers, for {@link RestrictedCallsTest}. They would move nothing, and are refused
 * all the same.
 */
record RestrictedTransfers(Team team, MppaTransfers mppa, Gasnet1Vis gasnet, GlobalTransfers global,
        BlockTransfers blocks) {
    static final List<Class<?>> TYPES = List.of(MppaTransfers.class, Gasnet1Vis.class, GlobalTransfers.class,
            BlockTransfers.class);

    static final Set<String> LEGAL = Set.of("MppaTransfers.of", "MppaTransfers.team", "Gasnet1Vis.of",
            "Gasnet1Vis.team", "GlobalTransfers.of", "GlobalTransfers.over", "GlobalTransfers.team",
            "BlockTransfers.of",
            "BlockTransfers.team");

    static RestrictedTransfers of(Job job) {
        Team team = job.world();
        return new RestrictedTransfers(team, MppaTransfers.of(team), Gasnet1Vis.of(team), GlobalTransfers.of(team),
                BlockTransfers.of(team));
    }

    /** By name, with something to tell forms of one name apart; of null, for the names. */
    static Map<String, Executable> illegal(RestrictedTransfers made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        TYPES.stream().flatMap(type -> Arrays.stream(type.getDeclaredMethods()))
                .filter(method -> Modifier.isPublic(method.getModifiers()) && !LEGAL.contains(name(method)))
                .forEach(method -> calls.put(name(method) + " " + method, () -> made.call(method)));
        return calls;
    }

    private static String name(Method method) {
        return method.getDeclaringClass().getSimpleName() + "." + method.getName();
    }

    private void call(Method method) throws Throwable {
        Object target = List.of(mppa, gasnet, global, blocks).get(TYPES.indexOf(method.getDeclaringClass()));
        try {
            method.invoke(target, Arrays.stream(method.getParameterTypes()).map(this::argument).toArray());
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    private Object argument(Class<?> type) {
        return switch (type.getSimpleName()) {
            case "Memvec[]" -> new Memvec[0];
            case "Shape" -> Shape.contiguous(0);
            case "GlobalShape" -> GlobalShape.indexed(0, new long[0]);
            case "Point2d" -> new Point2d(0, 0, 1, 1);
            case "Point3d" -> new Point3d(0, 0, 0, 1, 1, 1);
            case "Reflection" -> BlockTransfers.Reflection.ROWS;
            default -> RestrictedAtomics.argument(type, team);
        };
    }
}
