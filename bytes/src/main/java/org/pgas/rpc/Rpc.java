package org.pgas.rpc;

import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.pgas.Capabilities;
import org.pgas.Endpoint;
import org.pgas.ErrorCode;
import org.pgas.Job;
import org.pgas.PgasException;
import org.pgas.Team;
import org.pgas.bytes.TypeRegistry;
import org.pgas.refusal.Refusals;
import org.pgas.team.TeamCore;

/**
 * Remote procedure calls among the ranks of a team: of registered functions, of lambdas, and of method references.
 *
 * <pre>{@code
 * record Order(String item, int pieces) {}
 *
 * TypeRegistry types = TypeRegistry.builder().record(Order.class).build();
 * try (Rpc rpc = Rpc.of(job.world(), types)) {
 *     RemoteFunction<Order, Integer> take = rpc.register("take", stock::take);
 *     rpc.allow(Stock.class);
 *     job.world().barrier();
 *     int left = take.call(1, new Order("nut", 3)).join();
 *     rpc.cast(1, Stock::log, "took 3 nuts");
 *     job.world().barrier();
 * }
 * }</pre>
 *
 * <p><b>Callers.</b> {@link Builder#open} is collective. Any thread of any rank makes all other calls, virtual threads
 * too, but not in handlers nor where communication is restricted. A rank may also call itself, with copied values.
 *
 * <p><b>Lambdas and method references.</b> The function is a method of a class that the other rank has {@linkplain
 * #allow allowed}: for a lambda the class that it is written in, for a method reference the one that it names. No code
 * travels and nothing is deserialised: the message says which method, and the values it is called with, the captured
 * ones first, are written by the registry. So what a lambda captures, and what {@code object::method} is bound to, is
 * copied, and has to be of a registered type.
 *
 * <p>Finding the method is done once for each lambda. A lambda that captures nothing, and a reference to a static
 * method, then cost as much as a {@link RemoteFunction}, but for an array where there is not exactly one value. A
 * lambda that captures costs some 100 ns more per call, since only its serialised form tells what it captures.
 *
 * <p>Waits, errors and results are as of {@link RemoteFunction}, with these forms. {@code call} is for functions with a
 * result, {@code run} for those without: its future completes with null. {@code cast} is for functions that the caller
 * does not wait for. The try forms answer null or false when they would have to wait, and have done nothing then.
 *
 * <p><b>Progress.</b> A rank runs the calls of others when one of its threads polls or waits in the library, whatever
 * for, or in its progress thread; {@link Execution} says how. So a rank that only serves calls has to wait, such as in
 * a barrier.
 *
 * <p><b>Order.</b> What a thread did before it called happens before the function; what the function did, before the
 * future completes. Calls and casts of one thread to one rank begin in the order in which they were made, unless an
 * executor runs them, or a value takes several messages; they may end in another order.
 *
 * <p><b>Back-pressure.</b> To each rank at most {@link Builder#callsPerRank} calls and casts of this rank are under
 * way. A caller beyond that waits. Meanwhile it takes in messages and runs others' calls, so ranks that flood each
 * other go on. The thread that answers does not wait: a result that finds no room is sent by a later poll. (The reply
 * of an {@link Execution#SHORT} function waits for room, as all replies do, and takes in replies only.) So nothing
 * waits in a circle, unless the functions themselves do. A function that runs on a polling thread and waits for a call
 * runs others inside, and these end first; beyond 128 functions inside each other calls are refused.
 * {@link Execution#on} lifts that limit. A function that waits for a call holds that call's place: a chain of functions
 * with more links from one rank to another than calls may be under way between them waits for ever, or until
 * {@code pgas.wait.timeout}.
 *
 * <p><b>Sizes.</b> Values and results up to {@link Builder#mostBytes}; what is larger than a medium message travels in
 * several. For data of megabytes, put them into a segment and send a {@link org.pgas.GlobalPointer}.
 *
 * <p><b>Ends.</b> After {@link #close}, or when a rank has left the job in order, calls that wait for it complete with
 * an error; see there. The failures of functions, values that cannot be read, and unknown functions are errors of the
 * caller's future, and never end the job.
 *
 * <p>Source: UPC++ "Remote Procedure Calls" (rpc, rpc_ff).
 */
public final class Rpc implements AutoCloseable {
    private static final Object[] NONE = {};
    private static final Callee FETCH = new Distributed.Fetch();

    private final Team team;
    private final Execution execution;
    private final Core core;
    private final LambdaCalls lambdas;

    private Rpc(Builder builder, Core core) {
        team = builder.team;
        execution = builder.execution;
        this.core = core;
        lambdas = new LambdaCalls(core.caller, core.codes);
    }

    /** With the defaults: see {@link Builder}. Collective over the team. */
    public static Rpc of(Team team, TypeRegistry types) {
        return builder(team, types).open();
    }

    public static Builder builder(Team team, TypeRegistry types) {
        return new Builder(Objects.requireNonNull(team, "team"), Objects.requireNonNull(types, "types"));
    }

    /** The team: its ranks call each other, and ranks here are ranks of it. */
    public Team team() {
        return team;
    }

    /**
     * Lets other ranks call {@code code} by this name; the handle calls it on any rank that has registered the name.
     * Not collective, but all ranks that are called have to do it first: register everywhere, pass a barrier, call.
     * Errors: a name that is taken here.
     *
     * <p>Two arguments go in a record, none is null.
     */
    public <A, R> RemoteFunction<A, R> register(String name, RpcCode.Call1<A, R> code) {
        return register(name, code, execution);
    }

    /** As {@link #register(String, RpcCode.Call1)}, with an execution of its own. */
    public <A, R> RemoteFunction<A, R> register(String name, RpcCode.Call1<A, R> code, Execution where) {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(code, "code");
        Objects.requireNonNull(where, "where");
        @SuppressWarnings("unchecked") // a caller that gives another type gets the ClassCastException
        RpcCode.Call1<Object, Object> any = (RpcCode.Call1<Object, Object>) code;
        core.functions.add(new Callee.Named(name, any, where), "Rpc.register");
        return new RemoteFunction<>(core.caller, name);
    }

    /** As {@link #register(String, RpcCode.Call1)}, of a function without a result. */
    public <A> RemoteFunction<A, Void> registerAction(String name, RpcCode.Run1<A> code) {
        return registerAction(name, code, execution);
    }

    /** As {@link #registerAction(String, RpcCode.Run1)}, with an execution of its own. */
    public <A> RemoteFunction<A, Void> registerAction(String name, RpcCode.Run1<A> code, Execution where) {
        Objects.requireNonNull(code, "code");
        return register(name, argument -> {
            code.run(argument);
            return null;
        }, where);
    }

    /**
     * Lets other ranks call the methods and constructors of these classes, private ones too, by lambdas and method
     * references: all lambdas that are written in a class, all methods that it declares, and the public ones that it
     * inherits. Not collective; as with {@link #register(String, RpcCode.Call1)}, allow first, then pass a barrier.
     * Again does nothing.
     *
     * <p>Of a class in a named module that does not open its package to {@code org.pgas.bytes} only public methods of
     * exported packages can be called: give {@link #allow(MethodHandles.Lookup)} its lookup then.
     */
    public void allow(Class<?>... classes) {
        for (Class<?> each : classes) {
            allow(each, lookup(each), execution);
        }
    }

    /** As {@link #allow(Class...)}, of the class that the lookup is of, whatever its module keeps to itself. */
    public void allow(MethodHandles.Lookup lookup) {
        allow(lookup, execution);
    }

    /** As {@link #allow(MethodHandles.Lookup)}, with an execution of its own. */
    public void allow(MethodHandles.Lookup lookup, Execution where) {
        core.codes.add(lookup);
        allow(lookup.lookupClass(), lookup, Objects.requireNonNull(where, "where"));
    }

    private static MethodHandles.Lookup lookup(Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(type, MethodHandles.lookup());
        } catch (IllegalAccessException e) {
            return MethodHandles.publicLookup();
        }
    }

    private void allow(Class<?> type, MethodHandles.Lookup lookup, Execution where) {
        for (Method each : type.getDeclaredMethods()) {
            core.functions.addAllowed(new Callee.OfClass(type, each, lookup, where));
        }
        for (Method each : type.getMethods()) {
            if (each.getDeclaringClass() != type && each.getDeclaringClass() != Object.class) {
                core.functions.addAllowed(new Callee.OfClass(type, each, lookup, where));
            }
        }
        for (Constructor<?> each : type.getDeclaredConstructors()) {
            core.functions.addAllowed(new Callee.OfClass(type, each, lookup, where));
        }
    }

    // Calls of lambdas and method references, as the class says.

    public <R> RemoteFuture<R> call(int rank, RpcCode.Call0<R> code) {
        return lambdas.call("Rpc.call", rank, code, true, NONE);
    }

    public <A, R> RemoteFuture<R> call(int rank, RpcCode.Call1<A, R> code, A argument) {
        return lambdas.call("Rpc.call", rank, code, true, new Object[]{argument});
    }

    public <A, B, R> RemoteFuture<R> call(int rank, RpcCode.Call2<A, B, R> code, A first, B second) {
        return lambdas.call("Rpc.call", rank, code, true, first, second);
    }

    public <R> RemoteFuture<R> tryCall(int rank, RpcCode.Call0<R> code) {
        return lambdas.call("Rpc.tryCall", rank, code, false, NONE);
    }

    public <A, R> RemoteFuture<R> tryCall(int rank, RpcCode.Call1<A, R> code, A argument) {
        return lambdas.call("Rpc.tryCall", rank, code, false, new Object[]{argument});
    }

    public <A, B, R> RemoteFuture<R> tryCall(int rank, RpcCode.Call2<A, B, R> code, A first, B second) {
        return lambdas.call("Rpc.tryCall", rank, code, false, first, second);
    }

    public RemoteFuture<Void> run(int rank, RpcCode.Run0 code) {
        return lambdas.call("Rpc.run", rank, code, true, NONE);
    }

    public <A> RemoteFuture<Void> run(int rank, RpcCode.Run1<A> code, A argument) {
        return lambdas.call("Rpc.run", rank, code, true, new Object[]{argument});
    }

    public <A, B> RemoteFuture<Void> run(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        return lambdas.call("Rpc.run", rank, code, true, first, second);
    }

    public RemoteFuture<Void> tryRun(int rank, RpcCode.Run0 code) {
        return lambdas.call("Rpc.tryRun", rank, code, false, NONE);
    }

    public <A> RemoteFuture<Void> tryRun(int rank, RpcCode.Run1<A> code, A argument) {
        return lambdas.call("Rpc.tryRun", rank, code, false, new Object[]{argument});
    }

    public <A, B> RemoteFuture<Void> tryRun(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        return lambdas.call("Rpc.tryRun", rank, code, false, first, second);
    }

    public void cast(int rank, RpcCode.Run0 code) {
        lambdas.cast("Rpc.cast", rank, code, true, NONE);
    }

    public <A> void cast(int rank, RpcCode.Run1<A> code, A argument) {
        lambdas.cast("Rpc.cast", rank, code, true, new Object[]{argument});
    }

    public <A, B> void cast(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        lambdas.cast("Rpc.cast", rank, code, true, first, second);
    }

    public boolean tryCast(int rank, RpcCode.Run0 code) {
        return lambdas.cast("Rpc.tryCast", rank, code, false, NONE);
    }

    public <A> boolean tryCast(int rank, RpcCode.Run1<A> code, A argument) {
        return lambdas.cast("Rpc.tryCast", rank, code, false, new Object[]{argument});
    }

    public <A, B> boolean tryCast(int rank, RpcCode.Run2<A, B> code, A first, B second) {
        return lambdas.cast("Rpc.tryCast", rank, code, false, first, second);
    }

    /**
     * Binds a value to a name, for all ranks to fetch. Not collective. Errors: bound here already; after the close.
     *
     * @param value of a type that the registry knows: otherwise a rank that fetches gets the error
     */
    public <T> DistributedObject<T> distribute(String name, T value) {
        core.caller.begin("Rpc.distribute", team.rank());
        DistributedObject<T> object = new DistributedObject<>(this, Objects.requireNonNull(name, "name"), value);
        core.distributed.bind(object).forEach(core.server::answer);
        return object;
    }

    <T> RemoteFuture<T> fetch(int rank, String name) {
        Peer peer = core.caller.begin("DistributedObject.fetch", rank);
        RemoteFuture<T> future = new RemoteFuture<>(core.caller, peer, "DistributedObject " + name);
        core.caller.send("DistributedObject.fetch", peer, future, FETCH.name, FETCH.number, name, null, 1, true);
        return future;
    }

    void unbind(DistributedObject<?> object) {
        core.distributed.unbind(object);
    }

    /**
     * Takes in messages until the future is complete, and answers its result as {@link CompletableFuture#join} does:
     * for futures that do not do so themselves, such as those of {@link CompletableFuture#allOf}.
     */
    public <T> T await(CompletableFuture<T> future) {
        return core.caller.await(future);
    }

    /**
     * Ends remote calls on this rank, for good. Not collective: others go on. This rank's calls that are under way
     * complete with a {@link PgasException} ({@link ErrorCode#NOT_INITIALIZED}), and so does what others call here from
     * now on; functions that run go on to their end. To end in order: all results, a barrier, the close.
     *
     * <p>The endpoint that it has, and what polls do for it, last until all ranks have closed it, have the answers to
     * all their calls, and have polled since; so any number can be made and closed, one after the other. If a rank
     * leaves the job without closing it, the others keep that endpoint. Idempotent; not needed if the job is closed.
     */
    @Override
    public void close() {
        if (core.service.close()) {
            for (IncomingCall each : core.distributed.close()) {
                each.refuse(ErrorCode.NOT_INITIALIZED, Server.CLOSED);
                core.server.answer(each);
            }
        }
    }

    @Override
    public String toString() {
        return "Rpc(" + team + ")";
    }

    /** What is made before the team agrees. */
    private record Core(Peers peers, Functions functions, LambdaCodes codes, Distributed distributed, Caller caller,
            Server server, Service service) {
        static Core of(Builder builder) {
            Refusals refusals = Refusals.of(builder.team.job().rank());
            Peers peers = new Peers(builder.team, builder.calls);
            Functions functions = new Functions(refusals);
            functions.add(FETCH, "Rpc");
            Distributed distributed = new Distributed(refusals);
            Caller caller = new Caller(builder.team, builder.types, peers, builder.mostBytes);
            Server server = new Server(builder.team, builder.types, functions, peers, builder.mostBytes, distributed,
                    builder.castFailures);
            return new Core(peers, functions, new LambdaCodes(refusals), distributed, caller, server,
                    new Service(builder.team, peers, caller, server));
        }
    }

    /** What remote calls are to be like. The numbers are single-valued: the same on all ranks. */
    public static final class Builder {
        private static final String CALL = "Rpc.Builder.open";
        private static final int LEAST_BYTES = 4096;
        private static final int TOLD = 5;

        private final Team team;
        private final TypeRegistry types;
        private Execution execution = Execution.POLLING;
        private int calls = Protocol.SLOTS;
        private int mostBytes = 16 << 20;
        private Consumer<RemoteCallException> castFailures = failure -> System.err
                .println("pgas: " + failure.getMessage());

        private Builder(Team team, TypeRegistry types) {
            this.team = team;
            this.types = types;
        }

        /** Where functions run that say nothing else; {@link Execution#POLLING} by default. A rank's own choice. */
        public Builder execution(Execution where) {
            execution = Objects.requireNonNull(where, "where");
            return this;
        }

        /** Most calls and casts of a rank that may be under way to another, 1..64; 64 by default. */
        public Builder callsPerRank(int most) {
            calls = checked("callsPerRank", most, 1, Protocol.SLOTS);
            return this;
        }

        /**
         * Most bytes that the values of a call take, or its result, 4 KiB..1 GiB; 16 MiB by default. A rank that is
         * called has as many bytes on the heap for each call that is under way, at worst.
         */
        public Builder mostBytes(int most) {
            mostBytes = checked("mostBytes", most, LEAST_BYTES, 1 << 30);
            return this;
        }

        /** Is told of casts that failed here, on the thread that ran them; by default standard error is. */
        public Builder castFailures(Consumer<RemoteCallException> told) {
            castFailures = Objects.requireNonNull(told, "told");
            return this;
        }

        private int checked(String what, int given, int least, int most) {
            if (given < least || given > most) {
                throw Refusals.of(team.job().rank()).bad("Rpc.Builder." + what,
                        given + ": legal are " + least + ".." + most);
            }
            return given;
        }

        /**
         * Makes it. Collective over the team. Errors, on all members: registries, calls or bytes that differ; on one of
         * them no endpoint left, or no shared memory for what it tells the others ({@link ErrorCode#RESOURCE}); a team
         * with two members in one process.
         */
        public Rpc open() {
            Job job = team.job();
            Core core = Core.of(this);
            Endpoint endpoint = null;
            PgasException problem = null;
            try {
                endpoint = job.endpoints().create(Capabilities.AM);
                core.service().register(endpoint);
            } catch (PgasException e) {
                problem = e;
            }
            try {
                long[] own = {problem == null ? 0 : 1, endpoint == null ? 0 : endpoint.index(), types.fingerprint(),
                    calls, mostBytes};
                long[] told = TeamCore.of(team).exchangeNumbers(CALL, own);
                agree(problem, own, told);
                for (Peer each : core.peers().all()) {
                    each.connect(endpoint, (int) told[each.rank * TOLD + 1]);
                }
            } catch (RuntimeException | Error e) {
                if (endpoint != null) {
                    endpoint.destroy();
                }
                throw e;
            }
            core.service().begin();
            return new Rpc(this, core);
        }

        private void agree(PgasException problem, long[] own, long[] told) {
            if (problem != null) {
                throw problem;
            }
            String[] differing = {"has failed to make an endpoint", "",
                "has a TypeRegistry of other types, or in another order",
                "has another callsPerRank", "has another mostBytes"};
            for (int at = 0; at < told.length; at++) {
                if (at % TOLD != 1 && told[at] != own[at % TOLD]) {
                    throw Refusals.of(team.job().rank()).bad(CALL, "rank " + at / TOLD + " of the team "
                            + differing[at % TOLD] + ": give the same on all ranks");
                }
            }
        }
    }
}
