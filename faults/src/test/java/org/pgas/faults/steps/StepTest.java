package org.pgas.faults.steps;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.pgas.faults.agent.Injection;
import org.pgas.faults.agent.Place;
import org.pgas.faults.work.Workload;

class StepTest {
    private static byte[] bytes(String className) throws IOException {
        try (InputStream in = StepTest.class.getResourceAsStream("/" + className.replace('.', '/') + ".class")) {
            return in == null ? null : in.readAllBytes();
        }
    }

    /** Whoever renames a method of the library learns here that a step has lost its place. */
    @Test
    void shouldFindThePlaceOfEveryStepInTheCode() {
        List<Executable> checks = Step.all().stream().<Executable>map(step -> () -> {
            byte[] original = bytes(step.place().className());
            assertTrue(original != null, step + ": there is no such class");
            byte[] changed = Injection.into(original, step.place(), StepTest.class.getClassLoader());
            assertEquals(List.of(), ClassFile.of().verify(changed), step.toString());
        }).toList();
        org.junit.jupiter.api.Assertions.assertAll(checks);
    }

    @Test
    void shouldHaveANameAndAWorkloadForEveryStep() {
        Set<String> words = new HashSet<>();
        for (Step step : Step.all()) {
            assertTrue(words.add(step.words()), "twice: " + step.words());
            assertTrue(step.workload().equals(Step.EXITING) || Workload.valueOf(step.workload()).words() != null);
            assertTrue(step.isOfLauncher() || step.isOfRank(0) || step.isOfRank(1), step.toString());
            assertTrue(step.pass() > 0, step.toString());
        }
        assertTrue(words.size() >= 40, words.size() + " steps");
    }

    @Test
    void shouldRefuseWhatIsNoPlace() throws IOException {
        for (String text : List.of("", "a.B", "a.B#c", "a.B#c nowhere", "a.B#c entry d", "a.B#c before",
                "a.B c entry")) {
            assertThrows(IllegalArgumentException.class, () -> Place.of(text), text);
        }
        Place place = Place.of("org.pgas.faults.steps.StepTest#nothing entry");
        byte[] own = bytes("org.pgas.faults.steps.StepTest");
        assertThrows(IllegalArgumentException.class,
                () -> Injection.into(own, place, StepTest.class.getClassLoader()));
    }
}
