import type { Readable, Writable } from "node:stream";
import type { PublicEndpoints } from "../server/demo/simulation/public-endpoints.ts";

/** The streams of a command. Tests pass other streams than the process's. */
export interface CommandIo {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** Sends requests to the participants' pages in this process, for a simulation without a running server. */
  ownEndpoints?: () => Promise<PublicEndpoints>;
}

/** The exit code: 0 success, 1 problems in the input, 2 incorrect usage. */
export type ExitCode = 0 | 1 | 2;

/** The command was used incorrectly. `main` prints the message on standard error and exits with 2. */
export class UsageError extends Error {}

/** The input of the command is invalid; `main` prints the message on standard error and exits with 1. */
export class InputError extends Error {}

/** Writes a line, and waits if the reader is slow, so that output does not accumulate in memory. */
export async function writeLine(stream: Writable, line: string): Promise<void> {
  if (stream.write(`${line}\n`)) return;
  await new Promise<void>((resolve) => stream.once("drain", resolve));
}
