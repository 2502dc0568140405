package org.pgas.testkit;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContextProvider;
import org.junit.platform.commons.support.AnnotationSupport;

/** Makes a {@link RankInvocation} for each number of ranks, mode and kind of memory. */
final class RankTestExtension implements TestTemplateInvocationContextProvider {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace
            .create(RankTestExtension.class);

    /** In JUnit's configuration: modes where a test says nothing of them. */
    private static final String MODES = "org.pgas.testkit.modes";

    /** In JUnit's configuration: neighbourhoods where a test says nothing of them. */
    private static final String NEIGHBOURHOODS = "org.pgas.testkit.neighbourhoods";

    /** In JUnit's configuration: whether neighbourhoods of ranks that are processes are hosts. */
    private static final String HOSTS = "org.pgas.testkit.hosts";

    @Override
    public boolean supportsTestTemplate(ExtensionContext context) {
        return AnnotationSupport.isAnnotated(context.getTestMethod(), RankTest.class);
    }

    @Override
    public Stream<TestTemplateInvocationContext> provideTestTemplateInvocationContexts(ExtensionContext context) {
        Method method = context.getRequiredTestMethod();
        RankPlan plan;
        boolean areHosts;
        try {
            refuseOtherParameters(method);
            areHosts = context.getConfigurationParameter(HOSTS).map(RankTestExtension::isOn).orElse(false);
            plan = RankPlan.of(context.getRequiredTestClass(),
                    AnnotationSupport.findAnnotation(method, RankTest.class).orElseThrow(),
                    context.getConfigurationParameter(MODES).map(RankTestExtension::modes).orElse(Mode.values()),
                    context.getConfigurationParameter(NEIGHBOURHOODS).map(Integer::valueOf).orElse(1));
        } catch (RuntimeException e) {
            throw new ExtensionConfigurationException("@RankTest " + method.getName() + ": " + e.getMessage(), e);
        }
        List<TestTemplateInvocationContext> invocations = new ArrayList<>();
        for (int ranks : plan.runs().ranks()) {
            for (Mode mode : plan.runs().modes()) {
                for (Memory memory : plan.runs().memories()) {
                    for (int neighbourhoods : plan.runs().neighbourhoods(ranks)) {
                        invocations.add(new RankInvocation(plan, ranks, mode, memory, neighbourhoods,
                                areHosts && mode == Mode.PROCESSES && neighbourhoods > 1));
                    }
                }
            }
        }
        return invocations.stream();
    }

    private static Mode[] modes(String configured) {
        return Stream.of(configured.split(",")).map(name -> mode(name.strip())).toArray(Mode[]::new);
    }

    private static Mode mode(String name) {
        for (Mode each : Mode.values()) {
            if (each.toString().equals(name)) {
                return each;
            }
        }
        throw new IllegalArgumentException(MODES + " = " + name + ": legal are threads and processes");
    }

    private static boolean isOn(String configured) {
        return switch (configured) {
            case "on" -> true;
            case "off" -> false;
            default -> throw new IllegalArgumentException(HOSTS + " = " + configured + ": legal are on and off");
        };
    }

    private static void refuseOtherParameters(Method method) {
        for (Parameter parameter : method.getParameters()) {
            if (!Body.accepts(parameter.getType())) {
                throw new IllegalArgumentException("parameter " + parameter.getType().getSimpleName() + " "
                        + parameter.getName()
                        + ": a body runs on ranks, possibly in other JVMs, and can take a Job and a "
                        + "Ranks only");
            }
        }
    }

    /**
     * The pool of the whole run, closed when that is through: a JVM of each class's own would start, load and compile
     * the library anew. Or that of the class, closed behind it. One for each module of tests, since a JVM resolves that
     * of the class it is started for.
     */
    static ProcessPool pool(ExtensionContext context, boolean isOwn) {
        Class<?> testClass = context.getRequiredTestClass();
        // a store asks those above it for the key, so the keys differ
        return isOwn ? pool(ofClass(context), testClass, testClass)
                : pool(context.getRoot(), testClass.getModule(), testClass);
    }

    private static ProcessPool pool(ExtensionContext context, Object key, Class<?> testClass) {
        return context.getStore(NAMESPACE).getOrComputeIfAbsent(key, absent -> new ProcessPool(testClass),
                ProcessPool.class);
    }

    private static ExtensionContext ofClass(ExtensionContext context) {
        ExtensionContext each = context;
        while (each.getTestMethod().isPresent()) {
            each = each.getParent().orElseThrow();
        }
        return each;
    }
}
