package org.pgas.rpc;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.WaitTimeoutException;
import org.pgas.wait.SharedCondition;

/**
 * The result of a remote call that is under way, or what became of one.
 *
 * <p><b>Progress.</b> Results are messages, which somebody has to take in. {@link #join}, {@link #get()}, {@link
 * #get(long, TimeUnit)} do, and run the calls that other ranks make meanwhile; {@link #isDone} and {@link #getNow} poll
 * once. They are legal wherever a thread of the rank may wait, so not in handlers. The same holds for futures derived
 * from this one by {@link #thenApply} and its like. The static {@link CompletableFuture#allOf} and {@link
 * CompletableFuture#anyOf} make plain futures, which wait without taking in anything: pass these to {@link Rpc#await}.
 *
 * <p><b>Dependents</b> without an executor run on the thread of this rank that has found the result while it polled or
 * waited, after the handler, so they may communicate; or in the call that adds them, if the result is there.
 *
 * <p><b>What comes out.</b> As of any {@link CompletableFuture}: {@code join} throws a {@link
 * java.util.concurrent.CompletionException}, {@code get} an {@link ExecutionException}, with the cause
 * <ul>
 * <li>{@link RemoteCallException}: the function threw;
 * <li>{@link org.pgas.PeerLostException}: the rank has left the job before it answered;
 * <li>{@link PgasException} otherwise: the other rank refused the call, or the {@link Rpc} or the job ended.
 * </ul>
 * The end of the job completes futures that somebody waits for, and no others. An interrupt ends no wait; the flag
 * stays set. Past {@code pgas.wait.timeout} join and get throw {@link WaitTimeoutException} as it is, and the call
 * stays under way. Cancelling and completing from outside concern this object only: the function runs all the same.
 *
 * @param <R> the result's type
 */
public final class RemoteFuture<R> extends CompletableFuture<R> {
    private static final int[] NOBODY = {};

    private final Caller caller;

    /** Null of a derived one. */
    private final Peer peer;

    private final String function;

    /** What has arrived. The handler writes it, the thread that completes reads it; the queue between orders them. */
    private Object value;

    private Throwable failure;
    private boolean arrived;

    RemoteFuture(Caller caller, Peer peer, String function) {
        this.caller = caller;
        this.peer = peer;
        this.function = function;
    }

    String function() {
        return function;
    }

    /** In a handler; says whether it is the first time. */
    boolean arrived(Object result, Throwable problem) {
        if (arrived) {
            return false;
        }
        arrived = true;
        value = result;
        failure = problem;
        return true;
    }

    /** Outside handlers: completes with what has arrived, and runs dependents. */
    @SuppressWarnings("unchecked") // the function's declared type
    void finish() {
        if (failure != null) {
            completeExceptionally(failure);
        } else {
            complete((R) value);
        }
    }

    private boolean isComplete() {
        return super.isDone();
    }

    /** Waits until it is complete; false when the time is up before. */
    private boolean await(String call, long nanos) {
        if (isComplete()) {
            return true;
        }
        SharedCondition condition = new SharedCondition() {
            @Override
            public boolean isMet() {
                return isComplete();
            }

            @Override
            public int[] needed() {
                return NOBODY;
            }

            @Override
            public String describe() {
                return call + " of " + RemoteFuture.this.describe();
            }
        };
        try {
            return caller.await(call, condition, nanos);
        } catch (WaitTimeoutException e) {
            throw e;
        } catch (PgasException e) {
            if (e.code() == ErrorCode.BAD_ARGUMENT) {
                throw e;
            }
            // nobody takes in messages any more
            completeExceptionally(e);
            return true;
        }
    }

    /** For messages. */
    String describe() {
        return peer == null ? "a future that follows from a remote call"
                : "the call of '" + function + "' on rank " + peer.rank;
    }

    @Override
    public R join() {
        await("RemoteFuture.join", Caller.UNLIMITED);
        return super.join();
    }

    @Override
    public R get() throws InterruptedException, ExecutionException {
        await("RemoteFuture.get", Caller.UNLIMITED);
        return super.get();
    }

    @Override
    public R get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (!await("RemoteFuture.get", Math.max(0, unit.toNanos(timeout)))) {
            throw new TimeoutException(describe() + " was not answered in " + timeout + " " + unit);
        }
        return super.get();
    }

    @Override
    public R getNow(R valueIfAbsent) {
        return isDone() ? super.getNow(valueIfAbsent) : valueIfAbsent;
    }

    /** Whether it is complete; polls once if it is not. */
    @Override
    public boolean isDone() {
        if (!isComplete()) {
            caller.poll();
        }
        return isComplete();
    }

    // those of the JDK ask isDone on the thread of its timer, which is to take in no messages

    /** {@inheritDoc} Dependents run on the JDK's timer thread then. */
    @Override
    public CompletableFuture<R> orTimeout(long timeout, TimeUnit unit) {
        after(timeout, unit, () -> completeExceptionally(
                new TimeoutException(describe() + " was not answered in " + timeout + " " + unit)));
        return this;
    }

    /** {@inheritDoc} Dependents run on the JDK's timer thread then. */
    @Override
    public CompletableFuture<R> completeOnTimeout(R given, long timeout, TimeUnit unit) {
        after(timeout, unit, () -> complete(given));
        return this;
    }

    private void after(long timeout, TimeUnit unit, Runnable action) {
        CompletableFuture<Void> timer = new CompletableFuture<>();
        timer.thenRun(action);
        timer.completeOnTimeout(null, timeout, unit);
        whenComplete((_, _) -> timer.cancel(false));
    }

    /** {@inheritDoc} The function runs all the same; {@code mayInterruptIfRunning} changes nothing. */
    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return completeExceptionally(new CancellationException(describe() + " was cancelled here")) || isCancelled();
    }

    /** What dependents become: futures that take in messages as this one does. */
    @Override
    public <U> CompletableFuture<U> newIncompleteFuture() {
        return new RemoteFuture<>(caller, null, function);
    }
}
