package org.pgas.rpc;

/**
 * A function that is registered under a name on the ranks of a team: {@link Rpc#register}. The handle of one rank calls
 * the functions of all. Immutable; any thread, but not in handlers.
 *
 * <p>A call of a small value costs one message there and one back, and allocates the future and what the values need.
 *
 * <p>Errors of all forms, before anything is sent: a rank outside the team; an argument of a type that is not
 * registered, or that takes more than {@link Rpc.Builder#mostBytes}; a restricted context; after the close. What goes
 * wrong later the future tells: see {@link RemoteFuture}.
 *
 * @param <A> the argument's type
 * @param <R> the result's type
 */
public final class RemoteFunction<A, R> {
    private final Caller caller;
    private final String name;
    private final long number;

    RemoteFunction(Caller caller, String name) {
        this.caller = caller;
        this.name = name;
        this.number = Callee.numberOf(name);
    }

    public String name() {
        return name;
    }

    /**
     * Has {@code rank} run the function. Waits only while as many calls as may be are under way to that rank, or the
     * way there is full, taking in messages and running other ranks' calls meanwhile.
     */
    public RemoteFuture<R> call(int rank, A argument) {
        Peer peer = caller.begin("RemoteFunction.call", rank);
        RemoteFuture<R> future = new RemoteFuture<>(caller, peer, name);
        caller.send("RemoteFunction.call", peer, future, name, number, argument, null, 1, true);
        return future;
    }

    /** {@link #call} of a function that needs no argument: null is its argument. */
    public RemoteFuture<R> call(int rank) {
        return call(rank, null);
    }

    /** As {@link #call}; null, with nothing done, if it had to wait. (After a first of several messages it may.) */
    public RemoteFuture<R> tryCall(int rank, A argument) {
        Peer peer = caller.begin("RemoteFunction.tryCall", rank);
        RemoteFuture<R> future = new RemoteFuture<>(caller, peer, name);
        return caller.send("RemoteFunction.tryCall", peer, future, name, number, argument, null, 1, false)
                ? future
                : null;
    }

    /**
     * As {@link #call}, without a result: nobody is told what the function returns. What it throws is told to {@link
     * Rpc.Builder#castFailures} of the rank that ran it. A thread's casts and calls to a rank arrive in order.
     */
    public void cast(int rank, A argument) {
        Peer peer = caller.begin("RemoteFunction.cast", rank);
        caller.send("RemoteFunction.cast", peer, null, name, number, argument, null, 1, true);
    }

    /** As {@link #cast}; false, having done nothing, when it would have to wait. */
    public boolean tryCast(int rank, A argument) {
        Peer peer = caller.begin("RemoteFunction.tryCast", rank);
        return caller.send("RemoteFunction.tryCast", peer, null, name, number, argument, null, 1, false);
    }

    @Override
    public String toString() {
        return "RemoteFunction(" + name + ")";
    }
}
