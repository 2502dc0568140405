package org.pgas.rpc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;

/**
 * A function that other ranks may call: its number, the same on all ranks, how many values it takes, and where it runs.
 */
abstract class Callee {
    private static final long FNV_OFFSET = 0xCBF2_9CE4_8422_2325L;
    private static final long FNV_PRIME = 0x100_0000_01B3L;

    final String name;
    final long number;
    final int values;
    final Execution execution;

    Callee(String name, int values, Execution execution) {
        this.name = name;
        this.number = numberOf(name);
        this.values = values;
        this.execution = execution;
    }

    /** What a name, or a method with its class and descriptor, has as a number: FNV-1a of 64 bits. */
    static long numberOf(String name) {
        long hash = FNV_OFFSET;
        for (byte each : name.getBytes(StandardCharsets.UTF_8)) {
            hash = (hash ^ each & 0xFF) * FNV_PRIME;
        }
        return hash;
    }

    /** With {@code first} alone if it takes one value, otherwise with as many of {@code all}. */
    abstract Object invoke(Object first, Object[] all) throws Throwable;

    /** A function registered by name. */
    static final class Named extends Callee {
        private final RpcCode.Call1<Object, Object> code;

        Named(String name, RpcCode.Call1<Object, Object> code, Execution execution) {
            super(name, 1, execution);
            this.code = code;
        }

        @Override
        Object invoke(Object first, Object[] all) throws Exception {
            return code.call(first);
        }
    }

    /** A method or constructor of an allowed class, which lambdas and method references lead to. */
    static final class OfClass extends Callee {
        private final MethodHandles.Lookup lookup;
        private final Executable executable;

        /** Made by the first call, by several threads maybe: all make the same. */
        private MethodHandle handle;

        OfClass(Class<?> owner, Executable executable, MethodHandles.Lookup lookup, Execution execution) {
            super(name(owner.getName(), executable),
                    executable.getParameterCount()
                            + (executable instanceof Method method && !Modifier.isStatic(method.getModifiers()) ? 1
                                    : 0),
                    execution);
            this.executable = executable;
            this.lookup = lookup;
        }

        private static String name(String owner, Executable executable) {
            return executable instanceof Method method
                    ? name(owner, method.getName(),
                            MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                                    .descriptorString())
                    : name(owner, "<init>",
                            MethodType.methodType(void.class, executable.getParameterTypes()).descriptorString());
        }

        /** What {@link #numberOf} is asked for. */
        static String name(String owner, String method, String descriptor) {
            return owner + "." + method + descriptor;
        }

        @Override
        Object invoke(Object first, Object[] all) throws Throwable {
            MethodHandle ready = handle;
            if (ready == null) {
                ready = resolve();
                handle = ready;
            }
            return values == 1 ? (Object) ready.invokeExact(first) : (Object) ready.invokeExact(all);
        }

        private MethodHandle resolve() throws IllegalAccessException {
            MethodHandle exact = executable instanceof Method method ? lookup.unreflect(method)
                    : lookup.unreflectConstructor((Constructor<?>) executable);
            MethodHandle fixed = exact.asFixedArity();
            MethodHandle generic = fixed.asType(fixed.type().generic());
            return values == 1 ? generic : generic.asSpreader(Object[].class, values);
        }
    }
}
