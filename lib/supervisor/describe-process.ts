import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { platform } from "node:os";
import { promisify } from "node:util";
import { childEnvironment } from "./settings.ts";

const run = promisify(execFile);

/** Distinguishes a running process from a later one with the same process ID. */
export interface ProcessDescription {
  /** The start time of the process, as the system reports it. It differs for a later process with the same ID. */
  began: string;
  command: string;
}

/** Describes the process with this ID; null if it does not exist. Sends no signal. */
export async function describeProcess(pid: number): Promise<ProcessDescription | null> {
  switch (platform()) {
    case "linux":
      return await describeOnLinux(pid);
    case "win32":
      return await describeOnWindows(pid);
    default:
      return await describeWithPs(pid);
  }
}

async function describeOnLinux(pid: number): Promise<ProcessDescription | null> {
  try {
    const [status, command, boot] = await Promise.all([
      readFile(`/proc/${pid}/stat`, "utf8"),
      readFile(`/proc/${pid}/cmdline`, "utf8"),
      readFile("/proc/sys/kernel/random/boot_id", "utf8"),
    ]);
    // The second field, the program's name in brackets, may itself contain spaces and brackets.
    const fields = status.slice(status.lastIndexOf(")") + 2).split(" ");
    const [state] = fields;
    const startTime = fields[19];
    if (state === "Z" || state === "X") return null;
    return { began: `${boot.trim()} ${startTime}`, command: command.replaceAll("\0", " ").trim() };
  } catch {
    return null;
  }
}

async function describeWithPs(pid: number): Promise<ProcessDescription | null> {
  try {
    const { stdout } = await run("ps", ["-ww", "-o", "lstart=", "-o", "command=", "-p", String(pid)], {
      env: childEnvironment({ LC_ALL: "C" }),
    });
    const began = stdout.slice(0, 24).trim();
    return began === "" ? null : { began, command: stdout.slice(24).trim() };
  } catch {
    return null;
  }
}

async function describeOnWindows(pid: number): Promise<ProcessDescription | null> {
  const script = `Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}' | ForEach-Object { "$($_.CreationDate.Ticks)|$($_.CommandLine)" }`;
  try {
    const { stdout } = await run("powershell", ["-NoProfile", "-NonInteractive", "-Command", script]);
    const [began, ...command] = stdout.trim().split("|");
    return began ? { began, command: command.join("|") } : null;
  } catch {
    return null;
  }
}
