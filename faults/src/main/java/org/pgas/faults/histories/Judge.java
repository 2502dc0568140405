package org.pgas.faults.histories;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Asks of the history of each object whether it can be explained. Used by one thread. */
final class Judge {
    private final Map<Subject, List<Operation>> histories = new EnumMap<>(Subject.class);
    private final List<String> complaints = new ArrayList<>();
    private final List<String> undecided = new ArrayList<>();
    private final int most;

    private Judge(int most) {
        this.most = most;
    }

    /** Of what the ranks of a job have written; some may not have begun. */
    static Judge of(Path directory, int ranks) throws IOException {
        List<Operation> all = new ArrayList<>();
        for (int rank = 0; rank < ranks; rank++) {
            for (Path each : List.of(Player.notebook(directory, rank), Player.handlers(directory, rank))) {
                if (Files.exists(each)) {
                    all.addAll(Notebook.read(each, rank));
                }
            }
        }
        return of(all, Search.MOST_CONFIGURATIONS);
    }

    /** Of all operations of all ranks; of each object so many configurations are looked at. */
    static Judge of(List<Operation> all, int most) {
        Judge judge = new Judge(most);
        for (Operation each : all) {
            judge.histories.computeIfAbsent(each.call().subject(), _ -> new ArrayList<>()).add(each);
        }
        judge.histories.forEach(judge::ask);
        return judge;
    }

    private void ask(Subject subject, List<Operation> history) {
        if (subject == Subject.MESSAGES) {
            complaints.addAll(Deliveries.complaints(history));
        } else {
            ask(subject, subject.model(), Overlaps.mark(history));
        }
    }

    private <S> void ask(Subject subject, Model<S> model, List<Operation> history) {
        Verdict verdict = Search.of(model, Set.of(model.start()), history, most);
        switch (verdict.answer()) {
            case EXPLAINED -> {
            }
            case UNDECIDED -> undecided.add(subject.words() + ": UNDECIDED after " + most + " configurations of "
                    + history.size() + " operations");
            case IMPOSSIBLE -> complaints.add(subject.words() + ": no order of " + history.size()
                    + " operations explains what ranks have got. It ends at\n" + place(verdict, history)
                    + "\nThe part that shows it:\n" + Excerpt.of(model, history).words());
        }
    }

    private static String place(Verdict verdict, List<Operation> history) {
        long origin = history.getFirst().begin();
        return verdict.place().stream().map(each -> "  " + each.words(origin)).collect(Collectors.joining("\n"));
    }

    /** What cannot be; empty if all can be explained. */
    List<String> complaints() {
        return List.copyOf(complaints);
    }

    /** What could not be told. */
    List<String> undecided() {
        return List.copyOf(undecided);
    }

    /** How many operations the history of each object has that was used. */
    Map<Subject, Integer> lengths() {
        Map<Subject, Integer> lengths = new EnumMap<>(Subject.class);
        histories.forEach((subject, history) -> lengths.put(subject, history.size()));
        return lengths;
    }
}
