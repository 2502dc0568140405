package org.pgas.testkit;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;

import org.junit.platform.commons.support.ReflectionSupport;
import org.pgas.Job;
import org.pgas.JobConfig;

/**
 * One rank's part of a test: joins, attaches, runs the body, closes. The same for ranks that are threads and processes.
 */
final class Body {
    private final Assignment assignment;
    private final ClassLoader loader;

    /** For a thread that has to close it from outside. */
    private volatile Job job;

    Body(Assignment assignment, ClassLoader loader) {
        this.assignment = assignment;
        this.loader = loader;
    }

    /** Never throws. */
    Outcome run() {
        Seed.Scope seeds = new Seed.Scope(assignment.seed());
        Throwable failure = null;
        Seed.enter(seeds);
        try {
            perform();
        } catch (Throwable e) {
            failure = e;
        } finally {
            Seed.leave();
        }
        return new Outcome(failure, seeds.used());
    }

    private void perform() throws Exception {
        Class<?> testClass = loader.loadClass(assignment.testClass());
        JobConfig.Builder config = JobConfig.builder();
        Path directory = Path.of(assignment.jobDirectory());
        config.place(directory, assignment.rank(), assignment.size());
        assignment.settings().forEach(config::set);
        try (Job joined = Job.join(config.build())) {
            job = joined;
            if (assignment.segmentBytes() > 0) {
                long page = joined.pageBytes();
                assignment.memory().attach(joined, Math.ceilDiv(assignment.segmentBytes(), page) * page);
            }
            Ranks ranks = new Ranks(assignment.rank(), assignment.size(), assignment.mode(), directory);
            Method method = method();
            Object instance = Modifier.isStatic(method.getModifiers()) ? null : instance(testClass);
            ReflectionSupport.invokeMethod(method, instance, arguments(method, joined, ranks));
        }
    }

    private Method method() throws ReflectiveOperationException {
        Class<?>[] types = new Class<?>[assignment.parameterTypes().size()];
        for (int i = 0; i < types.length; i++) {
            types[i] = loader.loadClass(assignment.parameterTypes().get(i));
        }
        return loader.loadClass(assignment.declaringClass()).getDeclaredMethod(assignment.method(), types);
    }

    private static Object instance(Class<?> type) {
        boolean inner = type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
        return inner ? ReflectionSupport.newInstance(type, instance(type.getEnclosingClass()))
                : ReflectionSupport.newInstance(type);
    }

    static boolean accepts(Class<?> parameterType) {
        return parameterType == Job.class || parameterType == Ranks.class;
    }

    private static Object[] arguments(Method method, Job job, Ranks ranks) {
        Object[] arguments = new Object[method.getParameterCount()];
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = method.getParameterTypes()[i] == Job.class ? job : ranks;
        }
        return arguments;
    }

    /**
     * Takes the memory away from a body that does not end, by any thread: its next access throws. Never throws itself.
     */
    void closeFromOutside() {
        Job joined = job;
        if (joined != null) {
            try {
                joined.close();
            } catch (RuntimeException e) {
                System.getLogger(Body.class.getName()).log(System.Logger.Level.DEBUG, "not closed: " + joined, e);
            }
        }
    }
}
