import type { Command } from "commander";
import type { CommandIo, ExitCode } from "../io.ts";

/** Adds one sub-command to a command such as `parallax eob`. */
export type AddCommand = (parent: Command, io: CommandIo, finish: (code: ExitCode) => void) => void;
