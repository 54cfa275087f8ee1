import type { Readable, Writable } from "node:stream";
import type { PublicEndpoints } from "../server/demo/simulation/public-endpoints.ts";

/** Where a command reads and writes; the tests hand in their own streams. */
export interface CommandIo {
  stdin: Readable;
  stdout: Writable;
  stderr: Writable;
  /** The participants' pages and endpoints in this process, for a simulation while no Parallax runs. */
  ownEndpoints?: () => Promise<PublicEndpoints>;
}

/** The exit code: 0 success, 1 problems in the input, 2 incorrect usage. */
export type ExitCode = 0 | 1 | 2;

/** A mistake in how a command was called; `main` prints the sentence on standard error and exits with 2. */
export class UsageError extends Error {}

/** The command ran and found that its input is wrong; `main` prints the sentence on standard error and exits with 1. */
export class InputError extends Error {}

/** Writes a line and waits while the reader is slower than we are, so that output never piles up in memory. */
export async function writeLine(stream: Writable, line: string): Promise<void> {
  if (stream.write(`${line}\n`)) return;
  await new Promise<void>((resolve) => stream.once("drain", resolve));
}
