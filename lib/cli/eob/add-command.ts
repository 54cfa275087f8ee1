import type { Command } from "commander";
import type { CommandIo, ExitCode } from "../io.ts";

/** Adds one sub-command of `parallax eob`. */
export type AddCommand = (eob: Command, io: CommandIo, finish: (code: ExitCode) => void) => void;
