package org.pgas.broken.change;

import java.io.IOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.MethodModel;
import java.lang.classfile.instruction.LineNumber;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * One instruction of one class, and what is done to it.
 *
 * @param className with dots; {@code $} for nested classes
 * @param method its name; a lambda in it counts as the method
 * @param lines the numbers of the lines of the source where the instruction may stand
 * @param operator what is done, as {@link Operator#of(String)} reads it
 * @param nth which of the instructions there that the operator fits, from 1
 */
public record Cut(String className, String method, Set<Integer> lines, String operator, int nth) {
    /** Whether a method of a class file is the one that is meant, or a lambda in it. */
    public boolean isIn(String methodName) {
        return methodName.equals(method) || methodName.startsWith("lambda$" + method + "$");
    }

    /** How many instructions there the operator fits. */
    public int count(byte[] bytes) {
        Operator what = Operator.of(operator);
        int found = 0;
        for (MethodModel each : ClassFile.of().parse(bytes).methods()) {
            if (isIn(each.methodName().stringValue()) && each.code().isPresent()) {
                int line = 0;
                for (CodeElement element : each.code().get()) {
                    line = element instanceof LineNumber number ? number.line() : line;
                    found += lines.contains(line) && what.fits(element) ? 1 : 0;
                }
            }
        }
        return found;
    }

    /**
     * The class with the break.
     *
     * @param loader finds the classes that this one names
     * @throws IllegalArgumentException if it has no such instruction
     */
    public byte[] into(byte[] bytes, ClassLoader loader) {
        ClassFile files = files(loader);
        ClassModel model = files.parse(bytes);
        Body body = new Body();
        byte[] changed = files.transformClass(model, ClassTransform.transformingMethodBodies(
                each -> isIn(each.methodName().stringValue()), CodeTransform.ofStateful(() -> body)));
        if (body.found < nth) {
            throw new IllegalArgumentException("there is no " + this);
        }
        return changed;
    }

    /** Reads and writes classes; {@code loader} finds the types that these name. */
    public static ClassFile files(ClassLoader loader) {
        ClassLoader own = loader == null ? ClassLoader.getSystemClassLoader() : loader;
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(own).orElse(ClassHierarchyResolver.defaultResolver())));
    }

    /** For {@link #read(Path)}, in another process. */
    public void write(Path file) throws IOException {
        Files.write(file, List.of(className, method, lines.stream().map(String::valueOf)
                .collect(Collectors.joining(" ")), operator, Integer.toString(nth)));
    }

    /** What {@link #write(Path)} has written. */
    public static Cut read(Path file) throws IOException {
        List<String> text = Files.readAllLines(file);
        Set<Integer> lines = new TreeSet<>();
        for (String each : text.get(2).split(" ")) {
            lines.add(Integer.valueOf(each));
        }
        return new Cut(text.get(0), text.get(1), lines, text.get(3), Integer.parseInt(text.get(4)));
    }

    /** One for all methods of the class, since it counts. */
    private final class Body implements CodeTransform {
        private final Operator what = Operator.of(operator);
        private int line;
        private int found;

        @Override
        public void atStart(CodeBuilder code) {
            line = 0;
        }

        @Override
        public void accept(CodeBuilder code, CodeElement element) {
            line = element instanceof LineNumber number ? number.line() : line;
            if (lines.contains(line) && what.fits(element) && ++found == nth) {
                what.apply(code, element);
            } else {
                code.with(element);
            }
        }
    }
}
