package org.pgas.examples.tiles;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Grey pictures in files of Netpbm's binary PGM format: {@code P5}, width, height and the number that is white as text,
 * then a byte for each pixel.
 */
public final class PgmFile {
    private static final int WHITE = 255;

    /** Of a number of the header; no legal one has as many. */
    private static final int DIGITS = 9;

    private PgmFile() {}

    /** The first picture of a file, its grey brought to 0..255. The exception says what is no such picture. */
    public static Picture read(Path file) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            if (in.read() != 'P' || in.read() != '5') {
                throw new IOException("it does not begin with P5, as binary PGM does");
            }
            int width = number(in, "width", Picture.LARGEST);
            int height = number(in, "height", Picture.LARGEST);
            int white = number(in, "white", WHITE);
            byte[] pixels = in.readNBytes(width * height);
            if (pixels.length < width * height) {
                throw new IOException("it ends after " + pixels.length + " of " + width + " x " + height + " pixels");
            }
            if (white != WHITE) {
                scale(pixels, white);
            }
            return new Picture(width, height, pixels);
        }
    }

    /** A number of the header, and the one character behind it. */
    private static int number(InputStream in, String name, int most) throws IOException {
        int next = next(in);
        while (isSpace(next)) {
            next = next(in);
        }
        int number = 0;
        StringBuilder word = new StringBuilder();
        while (next >= '0' && next <= '9' && word.length() < DIGITS) {
            number = 10 * number + next - '0';
            word.append((char) next);
            next = next(in);
        }
        if (next < 0) {
            throw new IOException("it ends in its header, at its " + name);
        }
        if (number < 1 || number > most || !isSpace(next)) {
            throw new IOException(
                    name + " '" + word + (isSpace(next) ? "" : (char) next) + "': legal are 1.." + most);
        }
        return number;
    }

    /** A character of the header, which a comment is no part of: from # to the end of its line. */
    private static int next(InputStream in) throws IOException {
        int next = in.read();
        if (next == '#') {
            while (next >= 0 && next != '\n' && next != '\r') {
                next = in.read();
            }
        }
        return next;
    }

    private static boolean isSpace(int character) {
        return character == ' ' || character >= '\t' && character <= '\r';
    }

    private static void scale(byte[] pixels, int white) throws IOException {
        for (int i = 0; i < pixels.length; i++) {
            int grey = Byte.toUnsignedInt(pixels[i]);
            if (grey > white) {
                throw new IOException("pixel " + i + " is " + grey + ": legal are 0.." + white);
            }
            pixels[i] = (byte) ((grey * WHITE + white / 2) / white);
        }
    }

    /** Replaces a file. */
    public static void write(Path file, Picture picture) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            String header = "P5\n" + picture.width() + " " + picture.height() + "\n" + WHITE + "\n";
            out.write(header.getBytes(StandardCharsets.US_ASCII));
            out.write(picture.pixels());
        }
    }
}
