import { Command, CommanderError } from "commander";
import { type CommandIo, type ExitCode, InputError, UsageError } from "./io.ts";
import type { RegisterCommand } from "./register-command.ts";
import { parseServerOptions } from "./remote/take-server.ts";

interface CommandEntry {
  summary: string;
  load: () => Promise<{ register: RegisterCommand }>;
}

/** One entry per command. A command's module is loaded only when it is called, so that `--help` is fast. */
const commands: Record<string, CommandEntry> = {
  import: { summary: "load items or predictions into the database", load: () => import("./import.ts") },
  export: { summary: "write a study's responses, assignment log and codebook", load: () => import("./export.ts") },
  release: { summary: "write a study as a dataset to publish", load: () => import("./release/write-release.ts") },
  verify: {
    summary: "recompute the numbers of a release from its data",
    load: () => import("./release/verify-release.ts"),
  },
  analyse: { summary: "write a study's analysis as tables, figures and scripts", load: () => import("./analyse.ts") },
  stats: { summary: "compute statistics for JSON lines on standard input", load: () => import("./stats.ts") },
  reproduce: { summary: "recompute a published paper's numbers", load: () => import("./reproduce.ts") },
  replicate: { summary: "compute a paper's tables from its released data", load: () => import("./replicate.ts") },
  smcdel: { summary: "answer the queries of SMCDEL text files", load: () => import("./smcdel.ts") },
  mindgames: { summary: "generate and check MindGames problems", load: () => import("./mindgames.ts") },
  eob: { summary: "generate, render and score expressions of belief", load: () => import("./eob.ts") },
  predictions: { summary: "inspect files with model answers", load: () => import("./predictions.ts") },
  evaluate: { summary: "evaluate models on a benchmark, and judge answers", load: () => import("./evaluate.ts") },
  tasks: { summary: "write a benchmark as tasks for models", load: () => import("./tasks.ts") },
  "read-output": { summary: "parse answers from model replies", load: () => import("./read-output.ts") },
  simulate: { summary: "run scripted participants through a study", load: () => import("./simulate.ts") },
  "simulate-plan": {
    summary: "run a study's planned tests on simulated data",
    load: () => import("./simulate/simulate-plan.ts"),
  },
  design: { summary: "generate the sessions of a study from a design file", load: () => import("./design.ts") },
  worker: { summary: "run background jobs in a separate process", load: () => import("./worker.ts") },
  backup: { summary: "write everything in the database to one file", load: () => import("./backup.ts") },
  archive: {
    summary: "write a whole project to a file for another installation",
    load: () => import("./archive/archive-project.ts"),
  },
  pool: {
    summary: "summarise studies of several sites with the same stimuli",
    load: () => import("./archive/pool.ts"),
  },
  restore: { summary: "replace the contents of the database with a backup", load: () => import("./restore.ts") },
  doctor: { summary: "check this installation and report remedies", load: () => import("./doctor.ts") },
  admin: { summary: "help owners who are locked out", load: () => import("./admin.ts") },
  audit: { summary: "verify the hash chain over the audit and assignment logs", load: () => import("./audit.ts") },
  kste: { summary: "check, import and export IKD and KNP stories", load: () => import("./kste.ts") },
};

/**
 * Runs one command line and returns its exit code: 0 done, 1 problems found, 2 usage error. Results go to standard
 * output, one-sentence errors to standard error.
 */
export async function main(args: string[], io: CommandIo = process): Promise<ExitCode> {
  let code: ExitCode = 0;
  const finish = (result: ExitCode) => {
    code = result;
  };
  const program = new Command("parallax")
    .description("Human baselines for language-model benchmarks, from the command line.")
    .addHelpText("after", help)
    .exitOverride()
    .configureOutput({ writeOut: (text) => io.stdout.write(text), writeErr: (text) => io.stderr.write(text) });
  try {
    const { server, token, rest } = parseServerOptions(args);
    if (server) {
      const [{ createApiClient }, { registerRemoteCommands }] = await Promise.all([
        import("./remote/api-client.ts"),
        import("./remote/remote-commands.ts"),
      ]);
      registerRemoteCommands(program, createApiClient(server, token), io, finish);
      inheritSettings(program);
    } else {
      await registerNamedCommand(program, rest, io, finish);
    }
    if (rest.length === 0) {
      program.outputHelp();
      return 2;
    }
    await program.parseAsync(rest, { from: "user" });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (error instanceof UsageError || error instanceof InputError) {
      io.stderr.write(`parallax: ${error.message}\n`);
      return error instanceof UsageError ? 2 : 1;
    }
    throw error;
  }
}

const help = `
parallax --server URL [--token-from VARIABLE] COMMAND works on another installation through its API, with the token in that
environment variable (PARALLAX_TOKEN by default). parallax --server URL --help lists its commands.`;

/** Registers the command that the arguments name. Of all other commands, only the name and summary are registered. */
async function registerNamedCommand(
  program: Command,
  args: readonly string[],
  io: CommandIo,
  finish: (code: ExitCode) => void,
): Promise<void> {
  const name = args.find((argument) => !argument.startsWith("-")) ?? "";
  for (const [commandName, entry] of Object.entries(commands)) {
    if (commandName === name) {
      const { register } = await entry.load();
      register(program, io, finish);
      inheritSettings(program);
    } else {
      program.command(commandName).description(entry.summary);
    }
  }
}

/**
 * Copies `exitOverride` and the output streams to sub-commands, which do not inherit them if another module adds them.
 */
function inheritSettings(command: Command): void {
  for (const child of command.commands) {
    child.copyInheritedSettings(command);
    inheritSettings(child);
  }
}
