import type { Command } from "commander";
import type { CommandIo, ExitCode } from "../io.ts";

/** Adds one sub-command of `parallax mindgames`. */
export type AddCommand = (mindgames: Command, io: CommandIo, finish: (code: ExitCode) => void) => void;
