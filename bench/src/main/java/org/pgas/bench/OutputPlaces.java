package org.pgas.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** The files that a run writes. */
record OutputPlaces(Path page, Path json) {
    private static final String DIRECTORY = "pgas-bench";
    private static final String PAGE = "index.html";
    private static final String JSON = "results.json";

    /**
     * What the options mean.
     *
     * @param out a file that ends in .html, a directory, or null
     * @param json a file, or null for one beside the page
     */
    static OutputPlaces of(Path out, Path json) {
        Path place = (out == null ? Path.of(DIRECTORY) : out).toAbsolutePath().normalize();
        String name = place.getFileName() == null ? "" : place.getFileName().toString();
        boolean isPage = name.endsWith(".html") || name.endsWith(".htm");
        Path page = isPage ? place : place.resolve(PAGE);
        Path beside = isPage
                ? place.resolveSibling(name.substring(0, name.lastIndexOf('.')) + ".json")
                : place.resolve(JSON);
        return new OutputPlaces(page, json == null ? beside : json.toAbsolutePath().normalize());
    }

    /** Makes the directories and sees that files can be made there. Error: not so; nothing is to be measured then. */
    void prepare() {
        if (page.equals(json)) {
            throw refuse("--json", json, "the page goes there");
        }
        prepare(page, "--out");
        prepare(json, "--json");
    }

    private static void prepare(Path file, String option) {
        if (Files.isDirectory(file)) {
            throw refuse(option, file, "it is a directory");
        }
        Path directory = file.getParent();
        Path there = directory;
        while (!Files.exists(there) && there.getParent() != null) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there)) {
            throw refuse(option, file, there + " is not a directory");
        }
        if (!Files.isWritable(there)) {
            throw refuse(option, file, "no files may be made in " + there);
        }
        try {
            Files.createDirectories(directory);
            Files.delete(Files.createTempFile(directory, ".pgas-bench", null));
        } catch (IOException e) {
            throw refuse(option, file, e.toString());
        }
    }

    private static PgasException refuse(String option, Path file, String reason) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, option + ": " + file + " cannot be written: " + reason);
    }
}
