package org.pgas.faults.hosts;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Where ranks of a host let in what calls them: the ports at its address, but for that of its sshd. */
final class Doors {
    private static final int SSH = 22;
    private static final int HEX = 16;

    /** Columns of the kernel's tables. */
    private static final int LOCAL = 1;

    private static final int STATE = 3;
    private static final String LISTENING = "0A";
    private static final int DIGITS_OF_IPV4 = 8;

    private Doors() {}

    /**
     * As the kernel tells them.
     *
     * @param process of the host, its directory below {@code /proc}
     * @param address of the host, of IPv4; also the words of what is found, as in {@code 10.77.0.1:40000}
     */
    static List<String> of(Path process, String address) throws IOException {
        String wanted = hex(address);
        return Stream.concat(listening(process.resolve("net/tcp")), listening(process.resolve("net/tcp6")))
                .filter(each -> each.substring(0, each.indexOf(':')).endsWith(wanted))
                .map(each -> Integer.parseInt(each.substring(each.indexOf(':') + 1), HEX))
                .filter(port -> port != SSH).map(port -> address + ":" + port).toList();
    }

    /** Addresses and ports, as the table has them. */
    private static Stream<String> listening(Path table) throws IOException {
        return Files.readAllLines(table).stream().skip(1).map(line -> line.strip().split("\\s+"))
                .filter(columns -> columns[STATE].equals(LISTENING)).map(columns -> columns[LOCAL]);
    }

    /** As the kernel writes it, the last byte first; the end of one of IPv6 that stands for one of IPv4, too. */
    private static String hex(String address) {
        String[] bytes = address.split("\\.");
        StringBuilder text = new StringBuilder(DIGITS_OF_IPV4);
        IntStream.range(0, bytes.length).map(i -> bytes.length - 1 - i)
                .forEach(i -> text.append(String.format("%02X", Integer.parseInt(bytes[i]))));
        return text.toString();
    }
}
