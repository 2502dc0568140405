/**
 * Starts and observes jobs: the launcher, which supervises ranks and passes on their output and exit codes, and the
 * {@code pgas} command.
 *
 * <p>{@code JobRun} starts a job by {@code RunOptions}; a {@code Supervisor} waits for its ranks. {@code Timeline}
 * records the ranks of a job and makes one trace of it; {@code ps}, {@code stat}, {@code top} and {@code stack} show a
 * {@code JobView} of the conduit; {@code HostReport} is {@code info}.
 *
 * <p><b>Two ways into the command.</b> {@code QuickCommand} understands what is typed most and loads no class of
 * picocli, which would take longer than a rank needs to start ({@code
 * RehearsalTest.whatIsAskedForMostNeedsNoClassThatNoCacheCanHold}); {@code PgasCommand} understands all, and explains
 * mistakes. <b>Invariant:</b> what both understand they understand alike ({@code
 * QuickCommandTest.whatIsUnderstoodMeansWhatTheParserUnderstands}).
 *
 * <p><b>Several hosts.</b> On each host a {@code HostAgent} is the launcher of the ranks there, by the same classes as
 * on one: {@code Launcher}, {@code StartGate}, {@code Supervisor}, {@code Guardian}. {@code HostsJob} stands between
 * the agents, with a {@code HostLink} to each; it has no files but those of {@code --output} and {@code --timeline},
 * and knows no process but those that lead there. {@code NewsOfRanks} is what an agent tells of its ranks, {@code
 * NewsOfHosts} what the launcher has heard of all, and tells other agents. The launcher keeps the time of {@code
 * --timeout}, too, since any agent may have ended. {@code HostOutput} delivers what ranks write, on a thread that may
 * be held up; {@code HostsTimeline} takes their recordings, and has a guardian of its own. Commands that look at jobs
 * run on other hosts by {@code OtherHosts}, by the same way as agents. What both sides say is in {@code
 * org.pgas.launch.agents}. An {@code AgentWay} leads to an agent: a process that the launcher has started, or, with
 * {@code ScheduledHosts}, a connection over which the agent has called, since a scheduler has started it; these find
 * each other by {@code org.pgas.launch.rendezvous}.
 *
 * <p><b>Invariant:</b> when a launcher or an agent is killed, or a host is lost, the job ends on all hosts, and no
 * process and no file is left ({@code HostsIT.aLauncherThatIsKilledLeavesNoProcessAndNoFile},
 * {@code HostsIT.aLauncherThatIsKilledLeavesNoRecordings},
 * {@code HostsIT.aLauncherThatIsKilledWhileAgentsStartLeavesNothing},
 * {@code HostsIT.anAgentThatIsKilledEndsTheJobWhichNamesItsHostAndWhatIsNotKnown},
 * {@code HostsIT.aHostThatIsStoppedIsLost}, {@code HostsIT.aLauncherThatIsStoppedLosesItsJob},
 * {@code HostAgentIT.theEndOfItsInputEndsItsRanks}, {@code SshIT.aLauncherThatIsKilledLeavesNothing},
 * {@code SshIT.aConnectionThatEndsTakesTheJobWithIt}, {@code NetworksIT.aPartitionEndsBothSides}).
 *
 * <p><b>Invariant:</b> of processes that a scheduler has started each has the job's exit code, and none is left when
 * another ends or is killed ({@code OnePerHostIT.theCodeOfARankThatFailsIsThatOfAllProcesses},
 * {@code OnePerHostIT.aProcessThatIsEndedEndsTheJobOnAllHosts},
 * {@code OnePerHostIT.aProcessThatIsKilledIsNamedAndNothingIsLeft},
 * {@code OnePerHostIT.theLauncherThatIsKilledLeavesNothing}, {@code OnePerHostIT.aHostThatIsStoppedIsLost}).
 *
 * <p><b>Invariant:</b> an agent is told first what its job is, and then all that was heard before of ranks elsewhere
 * ({@code HostsJobTest.aHostThatIsStartedLaterIsToldItsJobFirstAndThenWhatWasHeard}).
 *
 * <p><b>Invariant:</b> the start of an agent holds up no reader of what others say
 * ({@code HostsJobTest.aHostThatIsStartedLaterIsToldItsJobFirstAndThenWhatWasHeard}).
 *
 * <p><b>Invariant:</b> a host that nothing reads any more is lost, whatever the reason
 * ({@code HostLinkTest.aReaderThatFailsInWhateverWayTellsThatNothingComesAnyMore},
 * {@code HostLinkTest.aLinkThatIsLostBeforeItListensIsToldWhenItDoes}).
 *
 * <p><b>Invariant:</b> output and notes that are not taken hold up no reader of what agents say
 * ({@code HostsJobTest.notesThatNobodyTakesHoldUpNoReader},
 * {@code HostsJobTest.outputThatNobodyTakesHoldsUpNoReader}).
 *
 * <p><b>Invariant:</b> the secret of a job is on no command line and in no environment
 * ({@code HostsIT.theSecretIsInFilesOfTheOwnerAloneAndNowhereElse},
 * {@code OnePerHostIT.theSecretIsOnNoCommandLineAndInNoEnvironment}).
 *
 * <p><b>Invariant:</b> ranks listen at the name or address that their host was given, unless that host, or the user
 * that started the job, has named another ({@code HostsIT.ranksAreFoundWhereTheirHostsWere}, {@code
 * CommandLineTest.ranksAreFoundWhereTheirHostWasUnlessAnAddressIsSet}). What leads each host to itself is refused
 * before a rank is started there, unless all hosts were called so that they are one machine ({@code
 * HostsIT.aHostThatTakesItsNameForItselfAloneIsRefusedWithWhatHelps}, {@code
 * HostsIT.anAddressThatLeadsEachHostToItselfIsRefusedWhereNotAllHostsHaveOne}).
 *
 * <p><b>Commands of other modules.</b> {@code bench} is a {@code Subcommand} that ServiceLoader finds, and only when
 * the first word is none of the launcher's own, so {@code pgas run} opens no jar for it. In the class path of the
 * script it comes behind the library, since the ranks' class cache needs the library as its beginning.
 *
 * <p><b>One jar to start.</b> What {@code java -jar} is given is a {@code NamingJar}. {@code ThisJvm} puts the jars
 * that it names in its place, so that ranks get the class path that the script gives them, with a program's own entries
 * behind the library.
 *
 * <p><b>A guardian stays behind.</b> A launcher leaves a shell process that waits for the launcher's end: if the
 * launcher is killed, it ends ranks that have not joined yet and know of no other process, 1.3 s later by the clock,
 * and removes the files. For an agent it is in a session of its own, since a scheduler may kill the group
 * of its processes. The directories are words of its command; by its input it is told the pid and start of each
 * rank. A rank that was started in the launcher's last moment is known by its java, user, pid namespace, start and the
 * last two words of its command together. What it may remove and kill is said, with the tests, at
 * {@code org.pgas.pshm}.
 *
 * <p><b>Which process sent SIGKILL?</b> The kernel counts what its out-of-memory killer does, of each control group
 * and of the host, and the launcher compares ({@code OomKillerTest.aKillInTheGroupNamesTheGroupsLimit}). It raises the
 * {@code oom_score_adj} of its ranks, so that one of them is chosen and the launcher is left to explain
 * ({@code OomKillerTest.aRankIsPreferredToItsLauncher}).
 *
 * <p><b>The script runs nothing from {@code target/pgas-*.jar}.</b> A JVM reads classes from its jars as it needs them,
 * and Maven writes jars in place: a build beside a job would take them away. So the script copies all jars of the
 * class path, when a build has changed one, into a directory below {@code target/pgas} that nothing changes, and names
 * it in {@code target/pgas/current}. The start-up caches lie there too, since they know their jars by path and time.
 * The script holds the directory by a shared {@code flock} on a descriptor that the launcher inherits by {@code exec},
 * and that the JDK closes in the ranks, which outlive the launcher by two seconds at most; the run that makes the next
 * copy removes those that it can lock. A process that opened a directory just before it was removed finds no class
 * path in it, and looks again. Only {@code run} and {@code bench} build when sources are newer than what is built.
 *
 * <p><b>An agent runs from what its host has.</b> A launcher that the script has started has its agents started by the
 * script of the same path on their hosts. It names its JDK and its copy, which are taken where they are there; else the
 * JDK and the copy that are found. The script holds the copy for the agent as for a launcher. The agent puts its own
 * class path and class cache in place of the launcher's, and is told of the program's entries alone. So does one that a
 * scheduler has started, if the script has started the launcher of host 0.
 *
 * <p><b>Invariant:</b> an agent needs no file of the launcher's host
 * ({@code PgasScriptTest.anAgentRunsFromWhatItsHostHas},
 * {@code HostAgentIT.ranksRunFromTheClassPathOfTheirAgentWhereTheLauncherNamesNone}), but runs from the launcher's copy
 * where that is there ({@code PgasScriptTest.anAgentRunsFromTheCopyOfItsLauncherWhereThatIsThere}).
 *
 * <p><b>Invariant:</b> what runs keeps its jars; tools build nothing where there is a build, and nothing at all for
 * another host ({@code PgasScriptTest.whatRunsKeepsItsJarsThroughBuilds},
 * {@code PgasScriptTest.aToolAnswersFromTheBuildThatIsThere},
 * {@code PgasScriptTest.aToolThatAnotherHostCallsBuildsNothing}).
 *
 * <p><b>Invariant:</b> a timeline has one clock ({@code TimelineIT.shouldShowNoBarrierOverBeforeAllHaveBegunIt}).
 */
package org.pgas.launch;
