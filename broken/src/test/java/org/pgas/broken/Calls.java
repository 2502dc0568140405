package org.pgas.broken;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.stream.Stream;

/** Whether calls in a class find what they call. */
final class Calls {
    private Calls() {}

    /** Whether a call of that name in the class would find no method. */
    static boolean missing(byte[] bytes, String name, ClassLoader loader) {
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            for (CodeElement element : method.code().map(code -> code.elementList()).orElse(java.util.List.of())) {
                if (element instanceof InvokeInstruction call && call.name().equalsString(name)
                        && !exists(call, loader)) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean exists(InvokeInstruction call, ClassLoader loader) {
        try {
            Class<?> owner = Class.forName(call.owner().asInternalName().replace('/', '.'), false, loader);
            return Stream.of(owner.getDeclaredMethods(), owner.getMethods()).flatMap(Arrays::stream)
                    .filter(each -> each.getName().equals(call.name().stringValue()))
                    .anyMatch(each -> owner == VarHandle.class
                            || each.getReturnType().describeConstable().orElseThrow()
                                    .equals(call.typeSymbol().returnType())
                                    && Arrays.stream(each.getParameterTypes())
                                            .map(type -> type.describeConstable().orElseThrow()).toList()
                                            .equals(call.typeSymbol().parameterList()));
        } catch (ClassNotFoundException _) {
            return false;
        }
    }
}
