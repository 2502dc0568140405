package org.pgas.examples.life;

import java.io.BufferedWriter;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A board as plain text: a line for each row, {@code #} for a living cell, {@code .} for a dead one; lines that begin
 * with {@code !} are comments.
 */
public final class Picture {
    private final int rows;
    private final int columns;
    private final byte[] cells;

    private Picture(int rows, int columns, byte[] cells) {
        this.rows = rows;
        this.columns = columns;
        this.cells = cells;
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** 0 or 1, row by row. */
    byte[] cells() {
        return cells;
    }

    /** A third of the cells live, by lot: the same for the same seed, on any number of ranks. */
    public static Picture random(int rows, int columns, long seed) {
        byte[] cells = new byte[Math.multiplyExact(rows, columns)];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < cells.length; i++) {
            cells[i] = (byte) (random.nextInt(3) == 0 ? 1 : 0);
        }
        return new Picture(rows, columns, cells);
    }

    /**
     * Reads a file; rows that are shorter than others end in dead cells. The exception names the line of what is no
     * picture.
     */
    public static Picture read(Path file) throws IOException {
        List<String> all = Files.readAllLines(file, StandardCharsets.UTF_8);
        List<String> lines = all.stream().filter(line -> !line.startsWith("!")).toList();
        int columns = lines.stream().mapToInt(String::length).max().orElse(0);
        if (columns == 0 || (long) columns * lines.size() > Integer.MAX_VALUE - 8) {
            throw new IOException(file + ": " + lines.size() + " x " + columns
                    + " cells: legal are 1 x 1 and more, 2^31 in all");
        }
        byte[] cells = new byte[lines.size() * columns];
        for (int row = 0; row < lines.size(); row++) {
            String line = lines.get(row);
            for (int column = 0; column < line.length(); column++) {
                char cell = line.charAt(column);
                if (cell != '#' && cell != '.') {
                    throw new IOException(file + ": row " + (row + 1) + ", column " + (column + 1) + ": '" + cell
                            + "': legal are '#' and '.'");
                }
                cells[row * columns + column] = (byte) (cell == '#' ? 1 : 0);
            }
        }
        return new Picture(lines.size(), columns, cells);
    }

    /** Writes cells of 0 and 1. */
    static void write(Path file, MemorySegment cells, int rows, int columns) throws IOException {
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++) {
                    out.write(cells.get(ValueLayout.JAVA_BYTE, (long) row * columns + column) == 1 ? '#' : '.');
                }
                out.newLine();
            }
        }
    }

    /** The board after some generations, one row after the other. */
    byte[] after(int generations) {
        byte[][] now = new byte[rows][];
        byte[][] next = new byte[rows][columns];
        for (int row = 0; row < rows; row++) {
            now[row] = Arrays.copyOfRange(cells, row * columns, (row + 1) * columns);
        }
        byte[] dead = new byte[columns];
        for (int generation = 0; generation < generations; generation++) {
            for (int row = 0; row < rows; row++) {
                LifeRule.next(row == 0 ? dead : now[row - 1], now[row], row == rows - 1 ? dead : now[row + 1],
                        next[row]);
            }
            byte[][] swap = now;
            now = next;
            next = swap;
        }
        byte[] all = new byte[cells.length];
        for (int row = 0; row < rows; row++) {
            System.arraycopy(now[row], 0, all, row * columns, columns);
        }
        return all;
    }
}
