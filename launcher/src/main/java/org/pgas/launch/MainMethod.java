package org.pgas.launch;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;

/** Whether java would find a main method in a class. */
final class MainMethod {
    private MainMethod() {}

    static boolean classExists(String name, ClassLoader loader) {
        return loader.getResource(name.replace('.', '/') + ".class") != null;
    }

    /** True also when that cannot be told without running the program; java then says what is wrong. */
    static boolean exists(String className, ClassLoader loader) {
        try {
            for (Class<?> each = Class.forName(className, false, loader); each != null; each = each.getSuperclass()) {
                if (Arrays.stream(each.getDeclaredMethods()).anyMatch(MainMethod::isMain)) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException | LinkageError e) {
            return true;
        }
    }

    /** As since Java 25: static or not, any access but private, with the arguments or without. */
    private static boolean isMain(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return method.getName().equals("main")
                && method.getReturnType() == void.class
                && !Modifier.isPrivate(method.getModifiers())
                && (parameters.length == 0 || parameters.length == 1 && parameters[0] == String[].class);
    }
}
