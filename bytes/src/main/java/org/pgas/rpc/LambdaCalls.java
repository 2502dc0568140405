package org.pgas.rpc;

/** Sends the calls of lambdas and method references: finds the method that each stands for, and what it captures. */
record LambdaCalls(Caller caller, LambdaCodes codes) {
    /** Null if it may not wait and would have to. */
    <R> RemoteFuture<R> call(String form, int rank, RpcCode code, boolean waits, Object... arguments) {
        Peer peer = caller.begin(form, rank);
        LambdaCodes.Code known = codes.of(code);
        RemoteFuture<R> future = new RemoteFuture<>(caller, peer, known.name());
        return send(form, peer, future, code, known, waits, arguments) ? future : null;
    }

    /** False if it may not wait and would have to. */
    boolean cast(String form, int rank, RpcCode code, boolean waits, Object... arguments) {
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
}
