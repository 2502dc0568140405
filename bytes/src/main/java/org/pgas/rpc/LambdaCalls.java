package org.pgas.rpc;

/**
 * Calls of lambdas and method references.
 *
 * <p>The function is a method of a class that the other rank has {@linkplain Rpc#allow allowed}: for a lambda the class that it is written in,
 * for a method reference the one that it names. No code travels and nothing is deserialised: the message says which method, and the values
 * it is called with, the captured ones first, are written by the registry. So what a lambda captures, and what {@code object::method} is
 * bound to, is copied, and has to be of a registered type.
 *
 * <p>Finding the method is done once for each lambda. A lambda that captures nothing, and a reference to a static method, then cost as much
 * as a {@link RemoteFunction}, but for an array where there is not exactly one value; one that captures costs
 * some 100 ns more per call, since only its serialised form tells what.
 *
 * <p>Waits, errors and results as of {@link RemoteFunction}, with the forms: {@code call} for functions with a result, {@code run} for
 * those without, whose future completes with null, {@code cast} for those whose end nobody waits for; and the try forms, which answer null or
 * false, having done nothing, when they would have to wait.
 */
public abstract sealed class LambdaCalls permits Rpc {
    private static final Object[] NONE = {};

    private final Caller caller;
    private final LambdaCodes codes;

    LambdaCalls(Caller caller, LambdaCodes codes) {
        this.caller = caller;
        this.codes = codes;
    }

    private <R> RemoteFuture<R> begin(String form, int rank, RpcCode code, boolean waits, Object... arguments) {
        Peer peer = caller.begin(form, rank);
        LambdaCodes.Code known = codes.of(code);
        RemoteFuture<R> future = new RemoteFuture<>(caller, peer, known.name());
        return send(form, peer, future, code, known, waits, arguments) ? future : null;
    }

    private boolean cast(String form, int rank, RpcCode code, boolean waits, Object... arguments) {
        Peer peer = caller.begin(form, rank);
        return send(form, peer, null, code, codes.of(code), waits, arguments);
    }

    private boolean send(String form, Peer peer, RemoteFuture<?> future, RpcCode code, LambdaCodes.Code known,
            boolean waits, Object[] arguments) {
        Object[] values = arguments;
        if (known.captures() > 0) {
            values = codes.captures(code, known, arguments.length);
            System.arraycopy(arguments, 0, values, known.captures(), arguments.length);
        }
        return caller.send(form, peer, future, known.name(), known.number(), values.length == 1 ? values[0] : null,
                values, values.length, waits);
    }

    public <R> RemoteFuture<R> call(int rank, RpcCode.Call0<R> code) {
        return begin("Rpc.call", rank, code, true, NONE);
    }

    public <A, R> RemoteFuture<R> call(int rank, RpcCode.Call1<A, R> code, A argument) {
        return begin("Rpc.call", rank, code, true, new Object[]{argument});
    }

    public <A, B, R> RemoteFuture<R> call(int rank, RpcCode.Call2<A, B, R> code, A first, B second) {
        return begin("Rpc.call", rank, code, true, first, second);
    }

    public <R> RemoteFuture<R> tryCall(int rank, RpcCode.Call0<R> code) {
        return begin("Rpc.tryCall", rank, code, false, NONE);
    }

    public <A, R> RemoteFuture<R> tryCall(int rank, RpcCode.Call1<A, R> code, A argument) {
        return begin("Rpc.tryCall", rank, code, false, new Object[]{argument});
    }

    public <A, B, R> RemoteFuture<R> tryCall(int rank, RpcCode.Call2<A, B, R> code, A first, B second) {
        return begin("Rpc.tryCall", rank, code, false, first, second);
    }

    public RemoteFuture<Void> run(int rank, RpcCode.Run0 code) {
        return begin("Rpc.run", rank, code, true, NONE);
    }

    public <A> RemoteFuture<Void> run(int rank, RpcCode.Run1<A> code, A argument) {
        return begin("Rpc.run", rank, code, true, new Object[]{argument});
    }

    public <A, B> RemoteFuture<Void> run(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        return begin("Rpc.run", rank, code, true, first, second);
    }

    public RemoteFuture<Void> tryRun(int rank, RpcCode.Run0 code) {
        return begin("Rpc.tryRun", rank, code, false, NONE);
    }

    public <A> RemoteFuture<Void> tryRun(int rank, RpcCode.Run1<A> code, A argument) {
        return begin("Rpc.tryRun", rank, code, false, new Object[]{argument});
    }

    public <A, B> RemoteFuture<Void> tryRun(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        return begin("Rpc.tryRun", rank, code, false, first, second);
    }

    public void cast(int rank, RpcCode.Run0 code) {
        cast("Rpc.cast", rank, code, true, NONE);
    }

    public <A> void cast(int rank, RpcCode.Run1<A> code, A argument) {
        cast("Rpc.cast", rank, code, true, new Object[]{argument});
    }

    public <A, B> void cast(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        cast("Rpc.cast", rank, code, true, first, second);
    }

    public boolean tryCast(int rank, RpcCode.Run0 code) {
        return cast("Rpc.tryCast", rank, code, false, NONE);
    }

    public <A> boolean tryCast(int rank, RpcCode.Run1<A> code, A argument) {
        return cast("Rpc.tryCast", rank, code, false, new Object[]{argument});
    }

    public <A, B> boolean tryCast(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        return cast("Rpc.tryCast", rank, code, false, first, second);
    }
}
