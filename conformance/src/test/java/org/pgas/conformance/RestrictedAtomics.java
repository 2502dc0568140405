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

import org.junit.jupiter.api.function.Executable;
import org.pgas.DataType;
import org.pgas.Job;
import org.pgas.LocalCompletion;
import org.pgas.Opcode;
import org.pgas.Team;
import org.pgas.atomics.Accumulator;
import org.pgas.atomics.ArmciRmw;
import org.pgas.atomics.AtomicDomain;
import org.pgas.atomics.DoubleAtomicDomain;
import org.pgas.atomics.FloatAtomicDomain;
import org.pgas.atomics.IntAtomicDomain;
import org.pgas.atomics.LongAtomicDomain;
import org.pgas.atomics.MppaAtomics;
import org.pgas.atomics.Scale;

/** The calls of atomic domains and of what consists of them, for {@link RestrictedCallsTest}. */
record RestrictedAtomics(Team team, IntAtomicDomain ints, LongAtomicDomain longs, FloatAtomicDomain floats,
        DoubleAtomicDomain doubles, MppaAtomics mppa, ArmciRmw armci, Accumulator accumulator) {
    static final List<Class<?>> TYPES = List.of(AtomicDomain.class, IntAtomicDomain.class, LongAtomicDomain.class,
            FloatAtomicDomain.class, DoubleAtomicDomain.class, MppaAtomics.class, ArmciRmw.class, Accumulator.class);

    static final Set<String> LEGAL = Set.of("AtomicDomain.team", "AtomicDomain.type", "AtomicDomain.operations",
            "AtomicDomain.flags", "AtomicDomain.clientData", "AtomicDomain.toString", "MppaAtomics.of",
            "MppaAtomics.team",
            "ArmciRmw.team", "Accumulator.of", "Accumulator.team");

    /** Collective. */
    static RestrictedAtomics of(Job job) {
        Team team = job.world();
        return new RestrictedAtomics(team, IntAtomicDomain.create(team), LongAtomicDomain.create(team),
                FloatAtomicDomain.create(team), DoubleAtomicDomain.create(team), MppaAtomics.create(team),
                ArmciRmw.create(team), Accumulator.of(team));
    }

    /** By name, with something to tell forms of one name apart; of null, for the names. */
    static Map<String, Executable> illegal(RestrictedAtomics made) {
        Map<String, Executable> calls = new LinkedHashMap<>();
        calls.put("AtomicDomain.destroy", () -> made.longs.destroy());
        for (Class<?> type : TYPES.subList(1, TYPES.size())) {
            for (Method method : type.getDeclaredMethods()) {
                String name = type.getSimpleName() + "." + method.getName();
                if (Modifier.isPublic(method.getModifiers()) && !LEGAL.contains(name)) {
                    calls.put(name + " " + method,
                            () -> invoke(method, made));
                }
            }
        }
        return calls;
    }

    private static void invoke(Method method, RestrictedAtomics made) throws Throwable {
        Object target = switch (method.getDeclaringClass().getSimpleName()) {
            case "IntAtomicDomain" -> made.ints;
            case "LongAtomicDomain" -> made.longs;
            case "FloatAtomicDomain" -> made.floats;
            case "DoubleAtomicDomain" -> made.doubles;
            case "MppaAtomics" -> made.mppa;
            case "ArmciRmw" -> made.armci;
            default -> made.accumulator;
        };
        Object[] arguments = Arrays.stream(method.getParameterTypes()).map(type -> argument(type, made.team)).toArray();
        try {
            method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    static Object argument(Class<?> type, Team team) {
        return switch (type.getSimpleName()) {
            case "int" -> 0;
            case "long" -> 0L;
            case "float" -> 0f;
            case "double" -> 0d;
            case "Opcode" -> Opcode.SWAP;
            case "MemorySegment" -> MemorySegment.ofArray(new byte[8]);
            case "Team" -> team;
            case "DataType" -> DataType.I64;
            case "Scale" -> Scale.ofInt(1);
            case "LocalCompletion" -> LocalCompletion.NOW;
            case "int[]" -> new int[1];
            case "long[]" -> new long[1];
            case "float[]" -> new float[1];
            case "double[]" -> new double[1];
            case "Set" -> Set.of(Opcode.GET);
            case "Operation" -> ArmciRmw.Operation.SWAP;
            default -> throw new AssertionError("what to give for " + type);
        };
    }
}
