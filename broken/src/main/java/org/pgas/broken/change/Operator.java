package org.pgas.broken.change;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.Opcode;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.BranchInstruction;
import java.lang.classfile.instruction.ConstantInstruction;
import java.lang.classfile.instruction.FieldInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.OperatorInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What is done to one instruction. An instruction that it does not fit is left as it is. */
public sealed interface Operator {
    /** Whether it can be done to this one. */
    boolean fits(CodeElement element);

    /** Puts into the code what stands there instead; called for an element that fits. */
    void apply(CodeBuilder code, CodeElement element);

    /** What it does, in words for people. */
    String words();

    /**
     * Reads the text of a list.
     *
     * @throws IllegalArgumentException if it is none, with what is legal
     */
    static Operator of(String text) {
        String[] words = text.strip().split(" +");
        return switch (words[0] + " " + (words.length - 1)) {
            case "drop 1" -> new Drop(words[1], "0");
            case "drop 3" -> new Drop(words[1], answer(text, words));
            case "invert 0" -> new Branch(Turn.INVERTED);
            case "jump 0" -> new Branch(Turn.ALWAYS);
            case "fall 0" -> new Branch(Turn.NEVER);
            case "constant 2" -> new Constant(Long.decode(words[1]), Long.decode(words[2]));
            case "weaken 2" -> new Weaken(words[1], words[2]);
            case "operand 2" -> new Operand(Opcodes.of(words[1]), Opcodes.of(words[2]));
            case "unset 1" -> new Unset(words[1]);
            case "return 1" -> new Answer(Integer.parseInt(words[1]));
            default -> throw new IllegalArgumentException("\"" + text + "\" is no operator. There are: drop CALL, drop "
                    + "CALL = NUMBER, drop CALL = first, invert, jump, fall, constant FROM TO, weaken CALL CALL, "
                    + "operand OPCODE OPCODE, unset FIELD, return NUMBER");
        };
    }

    private static String answer(String text, String[] words) {
        if (!words[2].equals("=") || !words[3].matches("-?\\d|" + Drop.FIRST)) {
            throw new IllegalArgumentException("\"" + text + "\": after the call stands = and a digit or \"first\"");
        }
        return words[3];
    }

    /**
     * A call is left out. What it would answer is replaced.
     *
     * @param call the name of the method that is called
     * @param answer a number, which is also null or false, or {@link #FIRST}
     */
    record Drop(String call, String answer) implements Operator {
        /** The call's first argument is the answer. */
        static final String FIRST = "first";

        @Override
        public boolean fits(CodeElement element) {
            return element instanceof InvokeInstruction invoke && invoke.name().equalsString(call)
                    && (!answer.equals(FIRST) || !invoke.typeSymbol().parameterList().isEmpty()
                            && invoke.typeSymbol().returnType().equals(invoke.typeSymbol().parameterType(0)));
        }

        @Override
        public void apply(CodeBuilder code, CodeElement element) {
            InvokeInstruction invoke = (InvokeInstruction) element;
            List<ClassDesc> parameters = invoke.typeSymbol().parameterList();
            int first = -1;
            for (int i = parameters.size() - 1; i >= 0; i--) {
                TypeKind kind = TypeKind.from(parameters.get(i));
                if (i == 0 && answer.equals(FIRST)) {
                    first = code.allocateLocal(kind);
                    code.storeLocal(kind, first);
                } else {
                    Stack.pop(code, kind);
                }
            }
            if (invoke.opcode() != Opcode.INVOKESTATIC) {
                code.pop();
            }
            TypeKind kind = TypeKind.from(invoke.typeSymbol().returnType());
            if (first >= 0) {
                code.loadLocal(kind, first);
            } else {
                Stack.push(code, kind, Integer.parseInt(answer));
            }
        }

        @Override
        public String words() {
            return switch (answer) {
                case "0" -> "the call of `" + call + "` is left out";
                case FIRST -> "the call of `" + call + "` is left out, and answers its argument";
                default -> "the call of `" + call + "` is left out, and answers " + answer;
            };
        }
    }

    /** Which way a condition goes. */
    enum Turn {
        /** The other way. */
        INVERTED,
        /** It jumps whatever it finds. */
        ALWAYS,
        /** It never jumps. */
        NEVER
    }

    /** The jump of a condition. In a test for something bad that throws, it jumps past the throw. */
    record Branch(Turn turn) implements Operator {
        @Override
        public boolean fits(CodeElement element) {
            return element instanceof BranchInstruction branch && Opcodes.isConditional(branch.opcode());
        }

        @Override
        public void apply(CodeBuilder code, CodeElement element) {
            BranchInstruction branch = (BranchInstruction) element;
            switch (turn) {
                case INVERTED -> code.with(BranchInstruction.of(Opcodes.inverse(branch.opcode()), branch.target()));
                case ALWAYS -> {
                    Stack.popOperands(code, branch.opcode());
                    // a jump that is always taken would leave code that nothing reaches
                    code.iconst_0();
                    code.ifeq(branch.target());
                }
                case NEVER -> Stack.popOperands(code, branch.opcode());
            }
        }

        @Override
        public String words() {
            return switch (turn) {
                case INVERTED -> "the condition is inverted";
                case ALWAYS -> "its jump is always taken";
                case NEVER -> "its jump is never taken";
            };
        }
    }

    /** A constant is another one; a number of the same type. */
    record Constant(long from, long to) implements Operator {
        @Override
        public boolean fits(CodeElement element) {
            return element instanceof ConstantInstruction constant
                    && (constant.typeKind() == TypeKind.INT || constant.typeKind() == TypeKind.LONG)
                    && ((Number) constant.constantValue()).longValue() == from;
        }

        @Override
        public void apply(CodeBuilder code, CodeElement element) {
            if (((ConstantInstruction) element).typeKind() == TypeKind.LONG) {
                code.loadConstant(to);
            } else {
                code.loadConstant(Math.toIntExact(to));
            }
        }

        @Override
        public String words() {
            return from + " becomes " + to;
        }
    }

    /** A call becomes that of another method with the same types: most often one with a weaker memory order. */
    record Weaken(String from, String to) implements Operator {
        @Override
        public boolean fits(CodeElement element) {
            return element instanceof InvokeInstruction invoke && invoke.name().equalsString(from);
        }

        @Override
        public void apply(CodeBuilder code, CodeElement element) {
            InvokeInstruction invoke = (InvokeInstruction) element;
            code.invoke(invoke.opcode(), invoke.owner().asSymbol(), to, invoke.typeSymbol(), invoke.isInterface());
        }

        @Override
        public String words() {
            return "`" + from + "` becomes `" + to + "`";
        }
    }

    /** An arithmetic operation or a comparison becomes another one with operands of the same types. */
    record Operand(Opcode from, Opcode to) implements Operator {
        public Operand {
            if (!Opcodes.isAlike(from, to)) {
                throw new IllegalArgumentException(Opcodes.name(from) + " and " + Opcodes.name(to)
                        + " have operands of different types");
            }
        }

        @Override
        public boolean fits(CodeElement element) {
            return element instanceof OperatorInstruction operation && operation.opcode() == from
                    || element instanceof BranchInstruction branch && branch.opcode() == from;
        }

        @Override
        public void apply(CodeBuilder code, CodeElement element) {
            if (element instanceof BranchInstruction branch) {
                code.with(BranchInstruction.of(to, branch.target()));
            } else {
                code.with(OperatorInstruction.of(to));
            }
        }

        @Override
        public String words() {
            return "`" + Opcodes.name(from) + "` becomes `" + Opcodes.name(to) + "`";
        }
    }

    /** A field keeps what it had. */
    record Unset(String field) implements Operator {
        @Override
        public boolean fits(CodeElement element) {
            return element instanceof FieldInstruction access && access.name().equalsString(field)
                    && Set.of(Opcode.PUTFIELD, Opcode.PUTSTATIC).contains(access.opcode());
        }

        @Override
        public void apply(CodeBuilder code, CodeElement element) {
            FieldInstruction access = (FieldInstruction) element;
            Stack.pop(code, TypeKind.from(access.typeSymbol()));
            if (access.opcode() == Opcode.PUTFIELD) {
                code.pop();
            }
        }

        @Override
        public String words() {
            return "`" + field + "` is not set";
        }
    }

    /** A method returns another number, or null or false. */
    record Answer(int number) implements Operator {
        @Override
        public boolean fits(CodeElement element) {
            return element instanceof ReturnInstruction exit && exit.typeKind() != TypeKind.VOID;
        }

        @Override
        public void apply(CodeBuilder code, CodeElement element) {
            TypeKind kind = ((ReturnInstruction) element).typeKind();
            Stack.pop(code, kind);
            Stack.push(code, kind, number);
            code.return_(kind);
        }

        @Override
        public String words() {
            return "it returns " + number;
        }
    }

    /** Values on the stack of operands. */
    final class Stack {
        private Stack() {}

        static void pop(CodeBuilder code, TypeKind kind) {
            if (kind.slotSize() == 2) {
                code.pop2();
            } else {
                code.pop();
            }
        }

        static void popOperands(CodeBuilder code, Opcode condition) {
            if (Opcodes.name(condition).startsWith("if_")) {
                code.pop2();
            } else {
                code.pop();
            }
        }

        static void push(CodeBuilder code, TypeKind kind, int number) {
            switch (kind.asLoadable()) {
                case INT -> code.loadConstant(number);
                case LONG -> code.loadConstant((long) number);
                case FLOAT -> code.loadConstant((float) number);
                case DOUBLE -> code.loadConstant((double) number);
                case REFERENCE -> code.aconst_null();
                default -> {
                }
            }
        }
    }

    /** The opcodes that operators name. */
    final class Opcodes {
        private static final Map<String, String> INVERSES = Map.of("eq", "ne", "lt", "ge", "gt", "le", "null",
                "nonnull");

        /** Operations of the same form may stand for each other. */
        private static final List<String> FORMS = List.of("[ilfd](add|sub|mul|div|rem)", "[il](and|or|xor)",
                "[il](shl|shr|ushr)", "if(eq|ne|lt|ge|gt|le)", "if_icmp(eq|ne|lt|ge|gt|le)", "if_acmp(eq|ne)",
                "if(null|nonnull)");

        private Opcodes() {}

        static String name(Opcode opcode) {
            return opcode.name().toLowerCase(Locale.ROOT);
        }

        static Opcode of(String name) {
            try {
                return Opcode.valueOf(name.toUpperCase(Locale.ROOT));
            } catch (IllegalArgumentException _) {
                throw new IllegalArgumentException(
                        "\"" + name + "\" is no opcode of the JVM, such as ladd or if_icmplt");
            }
        }

        static boolean isConditional(Opcode opcode) {
            return name(opcode).startsWith("if");
        }

        static boolean isAlike(Opcode one, Opcode other) {
            boolean isOfOneForm = FORMS.stream()
                    .anyMatch(form -> name(one).matches(form) && name(other).matches(form))
                    || name(one).matches("[il](add|sub|and|or|xor|mul|div|rem)")
                            && name(other).matches("[il](add|sub|and|or|xor|mul|div|rem)");
            boolean isOfOneType = isConditional(one) || name(one).charAt(0) == name(other).charAt(0);
            return isOfOneForm && isOfOneType && one != other;
        }

        static Opcode inverse(Opcode condition) {
            String name = name(condition);
            String start = name.startsWith("if_icmp") ? "if_icmp" : name.startsWith("if_acmp") ? "if_acmp" : "if";
            String end = name.substring(start.length());
            String inverse = INVERSES.get(end);
            if (inverse == null) {
                inverse = new TreeSet<>(INVERSES.keySet()).stream().filter(each -> INVERSES.get(each).equals(end))
                        .findFirst().orElseThrow();
            }
            return of(start + inverse);
        }
    }
}
