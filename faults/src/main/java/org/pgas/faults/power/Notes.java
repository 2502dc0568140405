package org.pgas.faults.power;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What a rank has done, in a file that rank 0 reads when all are done. */
final class Notes {
    private static final String NONE = "-";

    private Notes() {}

    static void write(Path file, List<Expected.Change> changes, List<Expected.Sync> syncs) {
        List<String> lines = new ArrayList<>();
        changes.forEach(each -> lines.add("change " + each.rank() + " " + each.key() + " "
                + (each.value() == null ? NONE : each.value()) + " " + each.begin() + " " + each.end()));
        syncs.forEach(each -> lines.add("sync " + each.rank() + " " + each.number() + " " + each.begin() + " "
                + each.end()));
        try {
            Files.write(file, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Expected read(List<Path> files) {
        List<Expected.Change> changes = new ArrayList<>();
        List<Expected.Sync> syncs = new ArrayList<>();
        for (Path file : files) {
            try (Stream<String> lines = Files.lines(file)) {
                lines.map(line -> line.split(" ")).forEach(words -> {
                    if (words[0].equals("change")) {
                        changes.add(new Expected.Change(Integer.parseInt(words[1]), words[2],
                                words[3].equals(NONE) ? null : words[3], Long.parseLong(words[4]),
                                Long.parseLong(words[5])));
                    } else {
                        syncs.add(new Expected.Sync(Integer.parseInt(words[1]), Integer.parseInt(words[2]),
                                Long.parseLong(words[3]), Long.parseLong(words[4])));
                    }
                });
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return new Expected(changes, syncs);
    }
}
