package org.pgas.rpc;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.SerializedLambda;
import java.util.Arrays;

import org.pgas.refusal.Refusals;

/**
 * What the caller's side knows of lambdas and method references: their methods, and what they have captured.
 *
 * <p>The compiler gives each class of a serialisable lambda a method that tells this. It is called once for each class;
 * if the lambda captures something, once more for each call.
 *
 * <pre>
 * field            writer                          reader             order
 * lookups          threads that allow, under this  threads that call  volatile array, replaced and never changed
 * code of a class  threads that call               threads that call  plain, of an immutable record
 * </pre>
 */
final class LambdaCodes {
    private static final Object[] NOTHING = {};

    private final Refusals refusals;

    /** With which classes of named modules can be looked into. Replaced, never changed. Written under {@code this}. */
    private volatile MethodHandles.Lookup[] lookups = {MethodHandles.lookup()};

    private final ClassValue<Known> known = new ClassValue<>() {
        @Override
        protected Known computeValue(Class<?> type) {
            return new Known(teller(type));
        }
    };

    LambdaCodes(Refusals refusals) {
        this.refusals = refusals;
    }

    /** A method as {@link Callee.OfClass} names it, its number, and how many values a lambda has captured for it. */
    record Code(String name, long number, int captures) {}

    /**
     * How one class tells its method, and what it told in the first call. Several threads may find out, all the same.
     */
    private static final class Known {
        private final MethodHandle teller;
        private Code code;

        Known(MethodHandle teller) {
            this.teller = teller;
        }

        SerializedLambda tell(RpcCode lambda) {
            try {
                return (SerializedLambda) (Object) teller.invokeExact((Object) lambda);
            } catch (RuntimeException | Error e) {
                throw e;
            } catch (Throwable e) {
                throw new IllegalStateException(e);
            }
        }
    }

    synchronized void add(MethodHandles.Lookup lookup) {
        MethodHandles.Lookup[] more = Arrays.copyOf(lookups, lookups.length + 1);
        more[lookups.length] = lookup;
        lookups = more;
    }

    Code of(RpcCode lambda) {
        if (lambda == null) {
            throw refusals.bad("Rpc", "no function was given (null)");
        }
        Known found = known.get(lambda.getClass());
        Code code = found.code;
        if (code == null) {
            SerializedLambda told = found.tell(lambda);
            String name = Callee.OfClass.name(told.getImplClass().replace('/', '.'), told.getImplMethodName(),
                    told.getImplMethodSignature());
            code = new Code(name, Callee.numberOf(name), told.getCapturedArgCount());
            found.code = code;
        }
        return code;
    }

    /** What it has captured, with room for {@code more} values behind. */
    Object[] captures(RpcCode lambda, Code code, int more) {
        if (code.captures() == 0) {
            return more == 0 ? NOTHING : new Object[more];
        }
        SerializedLambda told = known.get(lambda.getClass()).tell(lambda);
        Object[] values = new Object[code.captures() + more];
        for (int i = 0; i < code.captures(); i++) {
            values[i] = told.getCapturedArg(i);
        }
        return values;
    }

    private MethodHandle teller(Class<?> type) {
        IllegalAccessException closed = null;
        for (MethodHandles.Lookup each : lookups) {
            try {
                MethodHandle method = MethodHandles.privateLookupIn(type, each).findVirtual(type, "writeReplace",
                        java.lang.invoke.MethodType.methodType(Object.class));
                return method.asType(java.lang.invoke.MethodType.methodType(Object.class, Object.class));
            } catch (IllegalAccessException e) {
                closed = e;
            } catch (NoSuchMethodException e) {
                throw refusals.bad("Rpc", type.getName()
                        + " is neither a lambda nor a method reference: give one of these, or register the object by "
                        + "a name (Rpc.register)");
            }
        }
        throw refusals.bad("Rpc", type.getName() + " is in a package that is not open: "
                + "give Rpc.allow the MethodHandles.lookup() of its class, or open the package to org.pgas.bytes",
                closed);
    }
}
