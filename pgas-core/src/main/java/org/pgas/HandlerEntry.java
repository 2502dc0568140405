package org.pgas;

import java.util.Objects;

import org.pgas.message.Handler;
import org.pgas.rank.Face;

/**
 * One handler and what is promised of it: its category, whether it serves requests, replies or both (the default), how
 * many arguments it takes (any number by default), an index of choice, a name for messages, and an object of the
 * program's own.
 *
 * <pre>{@code
 * HandlerEntry.ofShort(token -> hits.add(token.argument(0))).name("hit").request().arguments(1)
 * }</pre>
 *
 * <p>Immutable; every method that changes something returns a new entry. Source: GASNet-EX gex_AM_Entry_t.
 */
@SuppressWarnings("exports") // what does its work is not for programs
public final class HandlerEntry extends Face<Handler> {
    /** Smallest index a program may choose. Source: GASNet-EX GEX_AM_INDEX_BASE. */
    public static final int INDEX_BASE = Handler.INDEX_BASE;

    /** Largest index. */
    public static final int INDEX_MAX = Handler.INDEX_MAX;

    /** The index that asks for any free one. */
    public static final int DONT_CARE = Handler.DONT_CARE;

    private final Handler core;

    private HandlerEntry(Handler core) {
        super(core);
        this.core = core;
    }

    private static HandlerEntry of(Handler.ShortCode shorts, Handler.MediumCode mediums, Handler.LongCode longs) {
        return of(Handler.ofFace(HandlerEntry::new, shorts, mediums, longs));
    }

    /** The type of the API that stands for {@code core}; null of null. */
    static HandlerEntry of(Handler core) {
        return core == null ? null : (HandlerEntry) core.face();
    }

    /** A handler of short messages. */
    public static HandlerEntry ofShort(ShortHandler handler) {
        return of(Token.code(Objects.requireNonNull(handler, "handler")), null, null);
    }

    /** A handler of medium messages. */
    public static HandlerEntry ofMedium(MediumHandler handler) {
        return of(null, Token.code(Objects.requireNonNull(handler, "handler")), null);
    }

    /** A handler of long messages. */
    public static HandlerEntry ofLong(LongHandler handler) {
        return of(null, null, Token.code(Objects.requireNonNull(handler, "handler")));
    }

    /** One entry for medium and long messages. Source: GASNet-EX GEX_FLAG_AM_MEDLONG. */
    public static HandlerEntry ofMediumOrLong(MediumHandler mediumHandler, LongHandler longHandler) {
        return of(null, Token.code(Objects.requireNonNull(mediumHandler, "mediumHandler")),
                Token.code(Objects.requireNonNull(longHandler, "longHandler")));
    }

    /** With this index: {@value #INDEX_BASE}..{@value #INDEX_MAX}, or {@link #DONT_CARE}. */
    public HandlerEntry index(int newIndex) {
        return of(core.index(newIndex));
    }

    /** Serves requests only. */
    public HandlerEntry request() {
        return of(core.request());
    }

    /** Serves replies only. */
    public HandlerEntry reply() {
        return of(core.reply());
    }

    /** Serves requests and replies. */
    public HandlerEntry requestOrReply() {
        return of(core.requestOrReply());
    }

    /** Takes exactly {@code count} arguments, 0..{@link ActiveMessages#maxArguments}. */
    public HandlerEntry arguments(int count) {
        return of(core.arguments(count));
    }

    /** Takes any number of arguments. */
    public HandlerEntry anyArguments() {
        return of(core.anyArguments());
    }

    /** With a name for messages. */
    public HandlerEntry name(String newName) {
        return of(core.name(newName));
    }

    /** With an object of the program's own, which the handler finds as {@code token.entry().clientData()}. */
    public HandlerEntry clientData(Object newData) {
        return of(core.clientData(newData));
    }

    /** Its index; {@link #DONT_CARE} before an entry that asked for any was registered. */
    public int index() {
        return core.index();
    }

    /** Its name, or null. */
    public String name() {
        return core.name();
    }

    /** What {@link #clientData(Object)} gave; null without. */
    public Object clientData() {
        return core.clientData();
    }

    /** How many arguments it takes; -1 when any number. */
    public int argumentCount() {
        return core.argumentCount();
    }

    public boolean servesRequests() {
        return core.servesRequests();
    }

    public boolean servesReplies() {
        return core.servesReplies();
    }

    @Override
    public String toString() {
        return core.toString();
    }
}
