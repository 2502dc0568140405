package org.pgas.launch.rendezvous;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.net.UnknownHostException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import org.pgas.ErrorCode;
import org.pgas.PgasException;
import org.pgas.Setting;
import org.pgas.Settings;

/** How one host finds the others of its job: host 0 opens a door, and the others call. Used once, by one thread. */
public final class Rendezvous {
    static final Duration DEFAULT_TIMEOUT = Duration.ofMinutes(5);

    /** How long the other side of a new connection may keep a step waiting, and a system the connection itself. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private static final Pattern PLACE = Pattern.compile("(?:\\[([0-9A-Fa-f:.%\\w]+)\\]|([^:\\[\\]/]+)):([0-9]{1,5})");
    private static final int MOST_PORTS = 65535;
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1000;

    /** A host that waits for longer says so. */
    private static final Duration QUIET = Duration.ofSeconds(10);

    private final HostPlace place;
    private final Settings settings;
    private final Consumer<String> onNote;
    private final Duration limit;
    private final long begin = System.nanoTime();

    /** Null where the scheduler has none, or is not asked. */
    private final Exchange exchange;

    private Rendezvous(HostPlace place, Settings settings, Exchange exchange, Consumer<String> onNote) {
        this.place = place;
        this.settings = settings;
        this.exchange = exchange;
        this.onNote = onNote;
        limit = settings.duration(Setting.RENDEZVOUS_TIMEOUT, DEFAULT_TIMEOUT);
    }

    /**
     * Prepares it.
     *
     * @param place of a job on more than one host
     * @param onNote told what people may want to know meanwhile, by any thread
     * @throws PgasException BAD_ARGUMENT, for people: settings that are missing or wrong
     */
    public static Rendezvous of(HostPlace place, Settings settings, Consumer<String> onNote) {
        if (settings.isSet(Setting.RENDEZVOUS)) {
            if (!settings.isSet(Setting.RENDEZVOUS_SECRET)) {
                throw new PgasException(ErrorCode.BAD_ARGUMENT, Setting.RENDEZVOUS.key() + " is set but "
                        + Setting.RENDEZVOUS_SECRET.key() + " is not: name a file with the secret of the job's hosts");
            }
            parse(settings.text(Setting.RENDEZVOUS));
            return new Rendezvous(place, settings, null, onNote);
        }
        Exchange exchange = Exchange.of(place, settings);
        if (exchange == null) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "how the hosts find each other is not known: "
                    + (place.starter() == null ? "no scheduler offers PMI or PMIx here: "
                            : place.starter().launcher() + " offers neither PMI nor PMIx here: ")
                    + remedy());
        }
        return new Rendezvous(place, settings, exchange, onNote);
    }

    private static String remedy() {
        return "set " + Setting.RENDEZVOUS.key() + "=HOST:PORT, of host 0, and " + Setting.RENDEZVOUS_SECRET.key()
                + "=FILE on all hosts";
    }

    /** A name or address, and a port. */
    private record NamedPort(String host, int port) {}

    private static NamedPort parse(String text) {
        Matcher parts = PLACE.matcher(text);
        int port = parts.matches() ? Integer.parseInt(parts.group(3)) : 0;
        if (port < 1 || port > MOST_PORTS) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, Setting.RENDEZVOUS.key() + "=" + text
                    + " is not HOST:PORT: give a name or address of host 0 and a port of 1.." + MOST_PORTS
                    + "; an address of IPv6 in brackets");
        }
        return new NamedPort(parts.group(1) != null ? parts.group(1) : parts.group(2), port);
    }

    /** How long is left until this is given up. */
    public Duration left() {
        return limit.minusNanos(System.nanoTime() - begin);
    }

    /**
     * By host 0.
     *
     * @throws PgasException for people, when no connections can be awaited, or the others cannot be told where
     */
    public HostDoor open() throws InterruptedException {
        if (exchange == null) {
            NamedPort named = parse(settings.text(Setting.RENDEZVOUS));
            return open(new InetSocketAddress(resolved(named.host()), named.port()),
                    SecretFile.read(settings.path(Setting.RENDEZVOUS_SECRET)));
        }
        byte[] secret = secretOfFile();
        byte[] made = new byte[secret == null ? SecretFile.LEAST_BYTES : 0];
        new SecureRandom().nextBytes(made);
        HostDoor door = open(new InetSocketAddress(ownAddress(), 0), secret == null ? made : secret);
        boolean isTold = false;
        try {
            share(door.place().getAddress().getHostAddress() + "/" + door.place().getPort() + "/"
                    + HexFormat.of().formatHex(made));
            isTold = true;
            return door;
        } finally {
            if (!isTold) {
                door.close();
            }
        }
    }

    /** Null without. */
    private byte[] secretOfFile() {
        return settings.isSet(Setting.RENDEZVOUS_SECRET)
                ? SecretFile.read(settings.path(Setting.RENDEZVOUS_SECRET))
                : null;
    }

    private HostDoor open(InetSocketAddress at, byte[] secret) {
        if (at.getAddress().isAnyLocalAddress() || at.getAddress().isMulticastAddress()) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, at.getAddress().getHostAddress()
                    + " is no address of one host: give one at which the other hosts find host 0");
        }
        try {
            return new HostDoor(at, new CallGreeting(secret, place.count(), PATIENCE), place.count(), onNote);
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "host 0 cannot let the others in at "
                    + at.getAddress().getHostAddress() + " port " + at.getPort() + ": " + e.getMessage()
                    + ": it has to be an address of this host, and a port that is free", e);
        }
    }

    /** A name may be known a while after its host has begun. */
    private InetAddress resolved(String name) throws InterruptedException {
        Pause pause = new Pause();
        while (true) {
            try {
                return InetAddress.getByName(name);
            } catch (UnknownHostException e) {
                if (!pause.again("name " + name + " is not known")) {
                    throw new PgasException(ErrorCode.RESOURCE, Setting.RENDEZVOUS.key() + ": the name " + name
                            + " is not known on " + place.text(), e);
                }
            }
        }
    }

    /** An address of this host at which others are likely to find it; {@code pgas.wire.host} if that is set. */
    private InetAddress ownAddress() {
        try {
            if (settings.isSet(Setting.WIRE_HOST)) {
                return InetAddress.getByName(settings.text(Setting.WIRE_HOST));
            }
            InetAddress ofName = ofName();
            return NetworkInterface.networkInterfaces().filter(Rendezvous::isUp)
                    .sorted(Comparator.comparing(NetworkInterface::getIndex))
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(each -> !each.isLinkLocalAddress())
                    .min(Comparator.comparing((InetAddress each) -> each.isLoopbackAddress())
                            .thenComparing(each -> !each.equals(ofName))
                            .thenComparing(each -> !(each instanceof Inet4Address)))
                    .orElseGet(InetAddress::getLoopbackAddress);
        } catch (IOException e) {
            throw new PgasException(ErrorCode.RESOURCE, "host 0 finds no address of its own (" + e.getMessage()
                    + "): set " + Setting.WIRE_HOST.key(), e);
        }
    }

    private static boolean isUp(NetworkInterface each) {
        try {
            return each.isUp();
        } catch (IOException e) {
            return false;
        }
    }

    /** What this host takes its own name for; null when it does not know that. */
    private static InetAddress ofName() {
        try {
            return InetAddress.getLocalHost();
        } catch (UnknownHostException e) {
            return null;
        }
    }

    /** A daemon waits for the scheduler: the scheduler's library or protocol knows no end to a wait. */
    private String share(String own) throws InterruptedException {
        CompletableFuture<String> told = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("exchange of hosts").start(() -> {
            try {
                told.complete(exchange.share(own));
            } catch (IOException | RuntimeException | LinkageError e) {
                told.completeExceptionally(e);
            }
        });
        try {
            return told.get(left().toNanos(), TimeUnit.NANOSECONDS);
        } catch (ExecutionException e) {
            throw notShared(e.getCause().getMessage(), e);
        } catch (TimeoutException e) {
            throw notShared("the scheduler has not answered, or not all hosts have begun, within " + limit.toMillis()
                    + " ms (" + Setting.RENDEZVOUS_TIMEOUT.key() + ")", e);
        }
    }

    private PgasException notShared(String why, Exception e) {
        return new PgasException(ErrorCode.RESOURCE, place.text() + " cannot find the others: " + why + "; or "
                + remedy(), e);
    }

    /**
     * By any other host.
     *
     * @throws PgasException for people, when host 0 cannot be reached in time, and is of this job
     */
    public AgentConnection call() throws InterruptedException {
        byte[] secret = secretOfFile();
        if (exchange == null) {
            return call(parse(settings.text(Setting.RENDEZVOUS)), secret);
        }
        String told = share(null);
        String[] parts = told.split("/", -1);
        try {
            return call(new NamedPort(parts[0], Integer.parseInt(parts[1])),
                    secret != null ? secret : HexFormat.of().parseHex(parts[2]));
        } catch (IllegalArgumentException | ArrayIndexOutOfBoundsException e) {
            throw notShared("host 0 has told something else than where it is", e);
        }
    }

    private AgentConnection call(NamedPort to, byte[] secret) throws InterruptedException {
        if (secret.length < SecretFile.LEAST_BYTES) {
            throw new PgasException(ErrorCode.BAD_ARGUMENT, "host 0 has its secret in a file, and this host has none: "
                    + "set " + Setting.RENDEZVOUS_SECRET.key() + " on all hosts");
        }
        CallGreeting greeting = new CallGreeting(secret, place.count(), PATIENCE);
        Pause pause = new Pause();
        while (true) {
            Socket socket = new Socket();
            boolean isIn = false;
            String why;
            try {
                socket.connect(new InetSocketAddress(InetAddress.getByName(to.host()), to.port()),
                        (int) PATIENCE.toMillis());
                AgentConnection connection = greeting.call(place.index(), socket);
                isIn = true;
                return connection;
            } catch (UnknownHostException e) {
                why = "its name is not known";
            } catch (IOException e) {
                why = e.getMessage();
            } finally {
                if (!isIn) {
                    close(socket);
                }
            }
            if (!pause.again("host 0 at " + to.host() + " port " + to.port() + ": " + why)) {
                throw new PgasException(ErrorCode.RESOURCE, place.text() + " could not reach host 0 at " + to.host()
                        + " port " + to.port() + " within " + limit.toMillis() + " ms ("
                        + Setting.RENDEZVOUS_TIMEOUT.key() + "): " + why);
            }
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // it is of no more use
        }
    }

    /** Between two tries. */
    private final class Pause {
        /** Never reached: a wait for it is a wait for a time. */
        private final CountDownLatch never = new CountDownLatch(1);

        private long millis = FIRST_PAUSE_MILLIS;
        private boolean isNoted;

        /**
         * Waits a little, each time longer; false when the time is over.
         *
         * @param why the last try has failed, for people: told once
         */
        boolean again(String why) throws InterruptedException {
            long left = left().toMillis();
            if (left <= 0) {
                return false;
            }
            if (!isNoted && limit.minusMillis(left).compareTo(QUIET) >= 0) {
                isNoted = true;
                onNote.accept(place.text() + " waits for " + why);
            }
            never.await(Math.min(millis, left), TimeUnit.MILLISECONDS);
            millis = Math.min(2 * millis, LONGEST_PAUSE_MILLIS);
            return true;
        }
    }
}
