import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { main } from "@/lib/cli/main.ts";
import type { ReplicationReport, ReportRow } from "@/lib/domain/replicate/report.ts";

const command = fileURLToPath(new URL("../../bin/parallax", import.meta.url));

/** Runs the command line in a separate process, with the database of the test. */
export async function parallax(...args: string[]): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, [command, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, out, err };
}

/** Runs a command in this process, which saves the start time of about a second. */
export async function inProcess(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const written = Promise.all([text(stdout), text(stderr)]);
  const code = await main(args, { stdin: Readable.from([""]), stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await written;
  return { code, out, err };
}

/** The report of a replication. */
export function reportIn(folder: string): ReplicationReport {
  return JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
}

/** One value of a report. Throws if the report has no such value. */
export function valueIn(report: ReplicationReport, table: string, row: string, column: string): ReportRow {
  const found = report.rows.find((one) => one.table === table && one.row === row && one.column === column);
  if (!found) throw new RangeError(`the report has no value in table ${table}, row ${row}, column ${column}`);
  return found;
}
