package org.pgas.faults.agent;

import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.CodeTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.classfile.instruction.ReturnInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDescs;
import java.lang.constant.MethodTypeDesc;
import java.util.concurrent.atomic.AtomicInteger;

/** Puts a call of {@link Strike#pass()} into a class; before a method answers a long, of {@link Strike#pass(long)}. */
public final class Injection {
    private static final ClassDesc STRIKE = Strike.class.describeConstable().orElseThrow();

    private final Place place;
    private final AtomicInteger made = new AtomicInteger();

    private Injection(Place place) {
        this.place = place;
    }

    /**
     * The class with the calls.
     *
     * @throws IllegalArgumentException if it has no such place
     */
    public static byte[] into(byte[] bytes, Place place, ClassLoader loader) {
        Injection injection = new Injection(place);
        ClassFile files = ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.ofResourceParsing(loader).orElse(ClassHierarchyResolver.defaultResolver())));
        ClassModel model = files.parse(bytes);
        byte[] changed = files.transformClass(model, ClassTransform.transformingMethodBodies(
                method -> method.methodName().equalsString(place.method()), CodeTransform.ofStateful(injection::body)));
        if (injection.made.get() == 0) {
            throw new IllegalArgumentException("there is no place \"" + place + "\"");
        }
        return changed;
    }

    private void strikeAnswer(CodeBuilder builder) {
        made.incrementAndGet();
        builder.invokestatic(STRIKE, "pass", MethodTypeDesc.of(ConstantDescs.CD_long, ConstantDescs.CD_long));
    }

    private void strike(CodeBuilder builder) {
        made.incrementAndGet();
        builder.invokestatic(STRIKE, "pass", MethodTypeDesc.of(ConstantDescs.CD_void));
    }

    private CodeTransform body() {
        return new CodeTransform() {
            @Override
            public void atStart(CodeBuilder builder) {
                if (place.where() == Place.Where.ENTRY) {
                    strike(builder);
                }
            }

            @Override
            public void accept(CodeBuilder builder, CodeElement element) {
                boolean call = element instanceof InvokeInstruction invoke && invoke.name().equalsString(place.call());
                if (element instanceof ReturnInstruction exit && place.where() == Place.Where.EXIT) {
                    if (exit.typeKind() == TypeKind.LONG) {
                        strikeAnswer(builder);
                    } else {
                        strike(builder);
                    }
                }
                if (call && place.where() == Place.Where.BEFORE) {
                    strike(builder);
                }
                builder.with(element);
                if (call && place.where() == Place.Where.AFTER) {
                    strike(builder);
                }
            }
        };
    }
}
