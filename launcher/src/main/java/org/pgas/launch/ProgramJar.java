package org.pgas.launch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;
import java.util.zip.ZipException;

import org.pgas.ErrorCode;
import org.pgas.PgasException;

/** A jar that is a program: its manifest names the main class. */
record ProgramJar(Path path, String mainClass) {
    static ProgramJar read(Path path) {
        if (!Files.isRegularFile(path)) {
            throw refuse("jar " + path + (Files.exists(path) ? " is not a file" : " does not exist"));
        }
        try (JarFile jar = new JarFile(path.toFile())) {
            Manifest manifest = jar.getManifest();
            String mainClass = manifest == null ? null
                    : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
            if (mainClass == null) {
                throw refuse("jar " + path + " names no Main-Class in its manifest: put it on the class path (-cp) and "
                        + "give the main class as PROGRAM");
            }
            return new ProgramJar(path.toAbsolutePath(), mainClass.strip());
        } catch (ZipException e) {
            throw refuse(path + " is not a jar: " + e.getMessage());
        } catch (IOException e) {
            throw refuse("jar " + path + " cannot be read: " + HumanText.of(e));
        }
    }

    private static PgasException refuse(String message) {
        return new PgasException(ErrorCode.BAD_ARGUMENT, message);
    }
}
