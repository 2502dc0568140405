package org.pgas.conformance;

import java.nio.file.Path;

import org.junit.jupiter.api.extension.ConditionEvaluationResult;
import org.junit.jupiter.api.extension.ExecutionCondition;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.pgas.PgasException;
import org.pgas.hosts.wire.Wire;
import org.pgas.hosts.wire.WireProvider;
import org.pgas.hosts.wire.WireSettings;

/** Laws are tried over UCX where the host has it, and skipped with what it says where not. */
final class OverTheWiresOfTheHost implements ExecutionCondition {
    private static final String MISSING = "install the package";

    @Override
    public ConditionEvaluationResult evaluateExecutionCondition(ExtensionContext context) {
        if (!"ucx".equals(System.getenv("CONFORMANCE_WIRE"))) {
            return ConditionEvaluationResult.enabled("the JDK has what other wires need");
        }
        WireSettings settings = new WireSettings(Path.of(""), new byte[WireSettings.JOB_BYTES], 0, 2, false,
                "127.0.0.1", true);
        try (Wire wire = WireProvider.named("ucx").open(settings)) {
            return ConditionEvaluationResult.enabled(wire.toString());
        } catch (PgasException e) {
            if (e.getMessage().contains(MISSING)) {
                return ConditionEvaluationResult.disabled(e.getMessage());
            }
            throw e;
        }
    }
}
