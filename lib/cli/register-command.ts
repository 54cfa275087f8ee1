import type { Command } from "commander";
import type { CommandIo, ExitCode } from "./io.ts";

/** Adds one group of commands to the program. A command passes its exit code to `finish`. */
export type RegisterCommand = (program: Command, io: CommandIo, finish: (code: ExitCode) => void) => void;
