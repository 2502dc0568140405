package org.pgas.broken.change;

import java.lang.classfile.ClassFile;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Instruction;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.LineNumber;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What can be broken in a class, for those that write the list. */
public final class Places {
    private Places() {}

    /**
     * The lines of a class, each with what operators find there.
     *
     * @param source the lines of its source
     */
    public static String of(byte[] bytes, List<String> source) {
        StringBuilder text = new StringBuilder();
        for (MethodModel method : ClassFile.of().parse(bytes).methods()) {
            if (method.code().isEmpty()) {
                continue;
            }
            text.append(method.methodName().stringValue()).append(method.methodType().stringValue()).append('\n');
            int line = 0;
            Set<String> found = new LinkedHashSet<>();
            for (CodeElement element : method.code().get()) {
                if (element instanceof LineNumber number && number.line() != line) {
                    add(text, source, line, found);
                    line = number.line();
                } else if (element instanceof Instruction instruction) {
                    String word = word(instruction);
                    if (!word.isEmpty()) {
                        found.add(word);
                    }
                }
            }
            add(text, source, line, found);
        }
        return text.toString();
    }

    private static void add(StringBuilder text, List<String> source, int line, Set<String> found) {
        if (!found.isEmpty() && line > 0 && line <= source.size()) {
            text.append("    | ").append(source.get(line - 1).strip()).append("\n        ").append(found).append('\n');
        }
        found.clear();
    }

    private static String word(Instruction instruction) {
        String opcode = instruction.opcode().name().toLowerCase(Locale.ROOT);
        return switch (instruction) {
            case InvokeInstruction call -> "call " + call.name().stringValue();
            case BranchInstruction _ -> opcode.startsWith("if") ? opcode : "";
            case OperatorInstruction _ -> opcode;
            case ConstantInstruction constant -> "constant " + constant.constantValue();
            case FieldInstruction field -> opcode.startsWith("put") ? "set " + field.name().stringValue() : "";
            case ReturnInstruction _ -> opcode.equals("return") ? "" : opcode;
            default -> "";
        };
    }
}
