package org.pgas.rpc;

import java.io.Serializable;

/** Code that one rank has another run: a lambda or method reference passed to {@link Rpc}. May throw anything. */
public sealed interface RpcCode extends Serializable {
    /** Nothing in, a result out. */
    @FunctionalInterface
    non-sealed interface Call0<R> extends RpcCode {
        R call() throws Exception;
    }

    /** One argument, and a result. */
    @FunctionalInterface
    non-sealed interface Call1<A, R> extends RpcCode {
        R call(A argument) throws Exception;
    }

    /** Two arguments, and a result. */
    @FunctionalInterface
    non-sealed interface Call2<A, B, R> extends RpcCode {
        R call(A first, B second) throws Exception;
    }

    /** Nothing in, nothing out. */
    @FunctionalInterface
    non-sealed interface Run0 extends RpcCode {
        void run() throws Exception;
    }

    /** One argument, no result. */
    @FunctionalInterface
    non-sealed interface Run1<A> extends RpcCode {
        void run(A argument) throws Exception;
    }

    /** Two arguments, no result. */
    @FunctionalInterface
    non-sealed interface Run2<A, B> extends RpcCode {
        void run(A first, B second) throws Exception;
    }
}
