package org.pgas.testkit;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/** Gives each test a seed and adds it to the failure of those that used it. */
final class SeedExtension implements BeforeEachCallback, AfterEachCallback, TestExecutionExceptionHandler {
    /** Read by people only, below the failure it is suppressed in. */
    private static final class Note extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Note(String message) {
            super(message, null, false, false);
        }

        @Override
        public String toString() {
            return getMessage();
        }
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        Seed.enter(Seed.Scope.of(context.getUniqueId()));
    }

    @Override
    public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
        Seed.Scope scope = Seed.current();
        if (scope != null && scope.used() && !scope.isMentioned()) {
            failure.addSuppressed(new Note(scope.replay()));
        }
        throw failure;
    }

    @Override
    public void afterEach(ExtensionContext context) {
        Seed.leave();
    }
}
