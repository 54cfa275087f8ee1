import type { Command } from "commander";
import type { CommandIo, ExitCode } from "./io.ts";

/** Adds one group of commands to the program; `finish` stores the exit code of the command. */
export type RegisterCommand = (program: Command, io: CommandIo, finish: (code: ExitCode) => void) => void;
