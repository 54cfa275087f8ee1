import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, openSync } from "node:fs";
import { join } from "node:path";
import type { Owner } from "../../../lib/supervisor/postgres-owner.ts";

/** Debian's packages and a file of each. */
const needed: Record<string, string> = {
  patroni: "/usr/bin/patroni",
  "etcd-server": "/usr/bin/etcd",
  haproxy: "/usr/sbin/haproxy",
  pgbouncer: "/usr/sbin/pgbouncer",
  "postgresql-15": "/usr/lib/postgresql/15/bin/postgres",
};

export const postgresPrograms = "/usr/lib/postgresql/15/bin";

/** The packages that this machine does not have. */
export function missingPackages(): string[] {
  return Object.entries(needed).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
}

/** "pgbouncer 1.18.0" and so on, for the record. */
export function listVersions(): string[] {
  const names = Object.keys(needed);
  const text = execFileSync("dpkg-query", ["--show", ...names], {
    encoding: "utf8",
  });
  return text.trim().split("\n");
}

/** A program of the campaign; its output is written to `NAME.log` in the folder. */
export class Program {
  private child: ChildProcess | null = null;
  private readonly launch: () => ChildProcess;

  constructor(folder: string, owner: Owner | null, name: string, command: string, args: readonly string[]) {
    this.launch = () => {
      const log = openSync(join(folder, `${name}.log`), "a");
      const env = { ...process.env, LC_ALL: "C", HOME: folder };
      return spawn(command, args, { ...owner, cwd: folder, env, stdio: ["ignore", log, log] });
    };
  }

  start(): void {
    this.child = this.launch();
  }

  get pid(): number | undefined {
    return this.child?.pid;
  }

  async kill(signal: NodeJS.Signals = "SIGKILL"): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once("exit", resolve));
    child.kill(signal);
    await ended;
  }
}
