package org.pgas.launch;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

import org.pgas.Setting;
import org.pgas.Settings;
import org.pgas.Version;
import org.pgas.pshm.HostedJob;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code pgas info}. */
@Command(name = "info", description = "Tells whether jobs can run well on this host, and what to do about each "
        + "shortage.", mixinStandardHelpOptions = true, exitCodeListHeading = "%nThe exit code:%n",
        exitCodeList = {
            "0:jobs can run", "1:no job can run", "2:the command line is wrong"})
final class InfoCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Option(names = "--dir", paramLabel = "DIR", description = "Directory that holds the jobs' files. Default: "
            + "setting pgas.dir.")
    private Path directory;

    @Override
    public Integer call() {
        Path named = directory != null ? directory : Settings.read(Map.of()).path(Setting.DIR);
        PrintWriter out = spec.commandLine().getOut();
        out.println("pgas " + Version.RELEASE);
        List<Finding> findings = new HostReport(Path.of("/"), HostedJob.base(named)).findings();
        print(out, findings);
        out.flush();
        return findings.stream().anyMatch(each -> each.verdict() == Finding.Verdict.MISSING) ? 1 : 0;
    }

    static void print(PrintWriter out, List<Finding> findings) {
        int width = findings.stream().mapToInt(each -> each.name().length()).max().orElse(0);
        for (Finding each : findings) {
            String verdict = switch (each.verdict()) {
                case FINE -> "ok     ";
                case SHORT -> "short  ";
                case MISSING -> "MISSING";
            };
            out.println(verdict + "  " + each.name() + " ".repeat(width - each.name().length() + 2) + each.value());
            if (!each.remedy().isEmpty()) {
                out.println(" ".repeat(9) + "-> " + each.remedy());
            }
        }
        long scarce = findings.stream().filter(each -> each.verdict() != Finding.Verdict.FINE).count();
        out.println(scarce == 0 ? "all is well" : scarce + (scarce == 1 ? " shortage" : " shortages"));
    }
}
