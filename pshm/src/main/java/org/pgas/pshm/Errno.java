package org.pgas.pshm;

import java.util.Map;

/** The system's error numbers in words, with what to do where it is always the same. */
final class Errno {
    private static final Map<Integer, String> WORDS = Map.ofEntries(Map.entry(1, "not permitted"),
            Map.entry(2, "no such file or directory"), Map.entry(5, "the device fails"),
            Map.entry(12, "no memory or no addresses left: is the address space limited (ulimit -v)?"),
            Map.entry(13, "permission denied"), Map.entry(17, "it exists already"),
            Map.entry(19, "files there cannot be mapped"), Map.entry(20, "not a directory"),
            Map.entry(23, "too many files are open on this host"),
            Map.entry(24, "too many files are open: raise the limit (ulimit -n)"),
            Map.entry(27, "a file may not be so large: raise the limit (ulimit -f), or choose another file system"),
            Map.entry(28, "no space left on the file system (df), or no room for one more file (df -i)"),
            Map.entry(30, "the file system is read-only"), Map.entry(40, "it is a symbolic link"),
            Map.entry(95, "the file system cannot do that"), Map.entry(122, "the disk quota is exceeded"));

    private Errno() {}

    /** "errno 28, no space ...", to stand at the end of a clause. */
    static String text(int number) {
        String words = WORDS.get(number);
        return "errno " + number + (words == null ? "" : ", " + words);
    }
}
