package org.pgas;

/** Tells a user whose JVM lacks the flags the library needs what to add, before any class that would fail for it is touched. */
final class NativeAccess {
    private NativeAccess() {}

    static void check() {
        Module module = Job.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            String flag = module.isNamed() ? "--enable-native-access=org.pgas,org.pgas.pshm"
                    : "--enable-native-access=ALL-UNNAMED";
            throw new JoinException("this JVM was started without the flag that mapped memory needs: add " + flag
                    + " to the java command, or start the program with pgas run, which passes it");
        }
    }
}
