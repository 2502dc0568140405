package org.pgas.testkit;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.extension.Extension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.extension.TestTemplateInvocationContext;

/** One run of a test: lets ranks run the method instead of JUnit. */
record RankInvocation(RankPlan plan, int size, Mode mode, Memory memory, int neighbourhoods, boolean areHosts)
        implements
            TestTemplateInvocationContext,
            InvocationInterceptor,
            ParameterResolver {
    @Override
    public String getDisplayName(int invocationIndex) {
        return size + (size == 1 ? " rank, " : " ranks, ") + mode
                + (memory == Memory.MAPPED ? "" : ", " + memory + " memory")
                + (neighbourhoods == 1 ? "" : ", " + neighbourhoods + (areHosts ? " hosts" : " neighbourhoods"));
    }

    @Override
    public List<Extension> getAdditionalExtensions() {
        return List.of(this);
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getDeclaringExecutable().equals(context.getTestMethod().orElse(null));
    }

    /** Nothing: JUnit's own call of the method is skipped. */
    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return null;
    }

    @Override
    public void interceptTestTemplateMethod(
            Invocation<Void> invocation, ReflectiveInvocationContext<Method> method, ExtensionContext context)
            throws Throwable {
        invocation.skip();
        ClassLoader loader = method.getTargetClass().getClassLoader();
        if (mode == Mode.THREADS) {
            List<ThreadRank> threads = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                threads.add(new ThreadRank(loader));
            }
            run(method, Division.ofOneHost(size, neighbourhoods), threads);
        } else {
            ProcessPool pool = RankTestExtension.pool(context, plan.ownProcesses());
            Division division = areHosts ? new Division(size, neighbourhoods, pool.networks())
                    : Division.ofOneHost(size, neighbourhoods);
            List<ProcessRank> processes = pool.take(division);
            try {
                run(method, division, processes);
            } finally {
                pool.giveBack(processes);
            }
        }
    }

    private void run(ReflectiveInvocationContext<Method> method, Division division, List<? extends Rank> ranks)
            throws Throwable {
        Seed.Scope seeds = Objects.requireNonNullElseGet(Seed.current(),
                () -> Seed.Scope.of(method.getExecutable().toString()));
        RankRun run = new RankRun(plan, mode, memory, division, seeds, ranks);
        Throwable failure = run.run(method.getTargetClass(), method.getExecutable());
        if (failure != null) {
            throw failure;
        }
    }
}
