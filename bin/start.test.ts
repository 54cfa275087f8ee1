import { type ChildProcess, spawn } from "node:child_process";
import { chown, mkdir, mkdtemp, readFile, readlink, rm, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { migrate } from "../lib/server/platform/database/migrate.ts";
import { ensureApplicationRole } from "../lib/supervisor/application-role.ts";
import { checkServer } from "../lib/supervisor/check-server.ts";
import { describeProcess } from "../lib/supervisor/describe-process.ts";
import { type EmbeddedDatabase, openEmbeddedDatabase } from "../lib/supervisor/embedded-database.ts";
import { findDatabaseUrl } from "../lib/supervisor/find-database.ts";
import { acquireFileLock } from "../lib/supervisor/folder-lock.ts";
import { findDataFolder, readSettings } from "../lib/supervisor/settings.ts";
import { refuseUnsafeSettings } from "../lib/supervisor/unsafe-settings.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const said: string[] = [];
const report = {
  say: (sentence: string) => void said.push(sentence),
  during: <Result>(_: string, work: () => Promise<Result>) => work(),
};

let folder: string;
let cleanups: (() => Promise<unknown>)[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "parallax-start-"));
  said.length = 0;
  cleanups = [() => rm(folder, { recursive: true, force: true, maxRetries: 10 })];
});
afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
});

/** Durable commits make the creation of a database slow on a busy machine; no test here simulates a power failure. */
const settings = ["fsync=off"];
const openHere = () => openEmbeddedDatabase(folder, report, settings);

async function open(): Promise<EmbeddedDatabase> {
  const database = await openHere();
  cleanups.push(() => database.stop());
  return database;
}

async function query(database: { connectionString: string }, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: database.connectionString });
  client.on("error", () => undefined);
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const postmasterPid = async () =>
  Number((await readFile(join(folder, "database/postmaster.pid"), "utf8")).split("\n")[0]);
const isRunning = async (pid: number) => (await describeProcess(pid)) !== null;

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await setTimeout(20);
}

/** Another process that opens the database, stores one row and then waits to be killed. */
async function holdInAnotherProcess(): Promise<ChildProcess> {
  const module = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const script = `
    import pg from ${JSON.stringify(import.meta.resolve("pg"))};
    import { openEmbeddedDatabase } from ${module("../lib/supervisor/embedded-database.ts")};
    const report = { say() {}, during: (_, work) => work() };
    const database = await openEmbeddedDatabase(${JSON.stringify(folder)}, report, ${JSON.stringify(settings)});
    const client = new pg.Client({ connectionString: database.connectionString });
    client.on("error", () => undefined);
    await client.connect();
    await client.query("CREATE TABLE IF NOT EXISTS kept (id int)");
    await client.query("INSERT INTO kept VALUES (1)");
    console.log("stored");
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", script], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  });
  cleanups.push(async () => child.kill("SIGKILL"));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once("data", () => resolve());
    child.once("exit", () => reject(new Error("the other process ended early")));
  });
  return child;
}

async function killAndWait(child: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await ended;
}

describe("the embedded database", () => {
  it("is made once, keeps its rows, and hides its password from other accounts", async () => {
    const first = await openHere();
    await query(first, "CREATE TABLE kept AS SELECT 1 AS id");
    expect(await query(first, "SHOW server_encoding")).toEqual([{ server_encoding: "UTF8" }]);
    expect(await query(first, "SELECT upper('é') AS big, 'a' < 'B' AS by_bytes")).toEqual([
      { big: "É", by_bytes: false },
    ]);
    await checkServer(first.connectionString);
    await expect(refuseUnsafeSettings(first.connectionString)).rejects.toThrow("The database runs with fsync=off and");
    await first.stop();
    expect((await stat(join(folder, "database.json"))).mode & 0o777).toBe(0o600);
    const second = await open();
    expect(second.connectionString).toBe(first.connectionString);
    expect(await query(second, "SELECT id FROM kept")).toEqual([{ id: 1 }]);
  });

  it("gives the application an account that owns nothing and can delete nothing of the logs", async () => {
    const database = await open();
    const migrationsFolder = join(root, "prisma", "migrations");
    await migrate({ connectionString: database.connectionString, migrationsFolder });
    const connectionString = await ensureApplicationRole(database.connectionString);
    expect(await ensureApplicationRole(database.connectionString)).toBe(connectionString);
    const application = { connectionString };
    const [facts] = await query(
      application,
      `SELECT current_user AS name, current_setting('is_superuser') AS superuser,
         (SELECT count(*)::int FROM pg_class WHERE relowner = current_user::regrole) AS owns`,
    );
    expect(facts).toEqual({ name: "parallax_app", superuser: "off", owns: 0 });
    await query(application, "INSERT INTO setting (key, value) VALUES ('a', '1')");
    await query(application, "DELETE FROM setting");
    await query(application, "INSERT INTO audit_event (action, subject_type, subject_id) VALUES ('a.b', 'a', '1')");
    for (const statement of [
      "DELETE FROM audit_event",
      "UPDATE assignment_event SET event = 'x'",
      "DELETE FROM audit_batch",
      "TRUNCATE audit_event",
      "ALTER TABLE audit_event DISABLE TRIGGER USER",
      "CREATE TABLE other (id int)",
      "COPY (SELECT 1) TO PROGRAM 'true'",
    ])
      await expect(query(application, statement)).rejects.toThrow(/permission denied|must be owner/);
    await expect(query(application, "UPDATE audit_event SET reason = 'x'")).rejects.toThrow("append-only");
    await query(database, "ALTER ROLE parallax_app SET synchronous_commit = off");
    await expect(refuseUnsafeSettings(database.connectionString)).rejects.toThrow("fsync=off, synchronous_commit=off");
  });

  it("refuses a second start on the same data directory and leaves the first alone", async () => {
    const first = await open();
    await expect(openHere()).rejects.toThrow(/^Another Parallax \(process \d+ on .*\) is running/);
    expect(await query(first, "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("takes over from a start that was killed and left its database running", async () => {
    const other = await holdInAnotherProcess();
    const orphan = await postmasterPid();
    await killAndWait(other);
    expect(await isRunning(orphan)).toBe(true);
    const database = await open();
    expect(said).toContain("An earlier start was killed and left its database running; stopping that first.");
    expect(await isRunning(orphan)).toBe(false);
    expect(await query(database, "SELECT id FROM kept")).toEqual([{ id: 1 }]);
  });

  it("recovers when the start and its database were both killed", async () => {
    const other = await holdInAnotherProcess();
    const orphan = await postmasterPid();
    await killAndWait(other);
    process.kill(orphan, "SIGKILL");
    const database = await open();
    expect(await query(database, "SELECT id FROM kept")).toEqual([{ id: 1 }]);
  });

  it("comes back by itself, with every committed row, when it is killed while running", async () => {
    const database = await open();
    await query(database, "CREATE TABLE kept AS SELECT 1 AS id");
    const killed = await postmasterPid();
    process.kill(killed, "SIGKILL");
    await until(async () => said.includes("The database is running again."));
    expect(await query(database, "SELECT id FROM kept")).toEqual([{ id: 1 }]);
    expect(await postmasterPid()).not.toBe(killed);
  });

  it("is never given up, however often it is killed", async () => {
    const database = await open();
    await query(database, "CREATE TABLE kept AS SELECT 1 AS id");
    for (let kill = 1; kill <= 6; kill++) {
      process.kill(await postmasterPid(), "SIGKILL");
      await until(async () => said.filter((sentence) => sentence === "The database is running again.").length === kill);
    }
    expect(await query(database, "SELECT id FROM kept")).toEqual([{ id: 1 }]);
    expect(said).toContain("The database ended unexpectedly; starting it again in 1 s.");
  });

  it.runIf(userInfo().uid === 0)(
    "says whose its files are after a copy that lost their owners, and how to mend it",
    async () => {
      await (await openHere()).stop();
      await chown(join(folder, "database"), 12_345, 12_345);
      await expect(openHere()).rejects.toThrow(/belong to another account \(12345\).*fix it with: chown -R postgres/);
      const { uid } = await stat(join(folder, "database/PG_VERSION"));
      await chown(join(folder, "database"), uid, uid);
      expect(await query(await open(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
    },
  );

  it("never signals a stranger who was given the number of a database that is gone", async () => {
    const first = await openHere();
    const pidFile = await readFile(join(folder, "database/postmaster.pid"), "utf8");
    await first.stop();
    const stranger = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
    cleanups.push(async () => stranger.kill("SIGKILL"));
    await writeFile(
      join(folder, "database/postmaster.pid"),
      [stranger.pid, ...pidFile.split("\n").slice(1)].join("\n"),
    );
    await open();
    expect(await isRunning(stranger.pid as number)).toBe(true);
  });

  it("begins afresh where making the database was interrupted", async () => {
    await mkdir(join(folder, "database.unfinished"));
    await writeFile(join(folder, "database.unfinished", "PG_VERSION"), "18\n");
    expect(await query(await open(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("says what is damaged, and gives the directory free again", async () => {
    await (await openHere()).stop();
    const control = join(folder, "database/global/pg_control");
    const intact = await readFile(control);
    const access = await readFile(join(folder, "database.json"));

    await writeFile(control, Buffer.alloc(intact.length));
    await expect(openHere()).rejects.toThrow(/does not start and may be damaged \(.+\)/);
    await writeFile(control, intact);

    await writeFile(join(folder, "database.json"), "{");
    await expect(openHere()).rejects.toThrow(/which contains the database's password, is damaged/);
    await rm(join(folder, "database.json"));
    await expect(openHere()).rejects.toThrow(/which contains the database's password, is missing/);
    await writeFile(join(folder, "database.json"), access.toString().replace(/"password":"../, '"password":"no'));
    await expect(openHere()).rejects.toThrow(/does not accept the password/);
    await writeFile(join(folder, "database.json"), access);

    const version = join(folder, "database/PG_VERSION");
    await writeFile(version, "12\n");
    await expect(openHere()).rejects.toThrow(/was created by PostgreSQL 12, but this Parallax includes PostgreSQL 18/);
    await rm(version);
    await expect(openHere()).rejects.toThrow(/is damaged \(the file PG_VERSION is missing\)/);
    await writeFile(version, "18\n");
    expect(await query(await open(), "SELECT 1 AS one")).toEqual([{ one: 1 }]);
  });

  it("is found by the command line while it runs, and only then", async () => {
    const environment = { PARALLAX_DATA_DIR: folder };
    await expect(findDatabaseUrl(environment)).rejects.toThrow(/^There is no running Parallax/);
    const database = await openHere();
    expect(await findDatabaseUrl(environment)).toBe(database.connectionString);
    await database.stop();
    await expect(findDatabaseUrl(environment)).rejects.toThrow(/^There is no running Parallax/);
    expect(await findDatabaseUrl({ DATABASE_URL: "postgresql://db/parallax" })).toBe("postgresql://db/parallax");
  });

  it("says so when the data directory cannot be written", async () => {
    await writeFile(join(folder, "file"), "");
    await expect(openEmbeddedDatabase(join(folder, "file", "data"), report)).rejects.toThrow(
      /^The data directory .* cannot be written/,
    );
  });
});

describe("the lock of a folder", () => {
  const take = () => acquireFileLock(join(folder, "lock"));
  const write = async (holder: object, secondsAgo: number) => {
    await writeFile(join(folder, "lock"), JSON.stringify({ token: "other", ...holder }));
    const time = new Date(Date.now() - secondsAgo * 1_000);
    await utimes(join(folder, "lock"), time, time);
  };

  it("has one holder at a time, however many ask at once", async () => {
    const results = await Promise.all(Array.from({ length: 20 }, take));
    const holders = results.filter((result) => result.ok);
    expect(holders).toHaveLength(1);
    await holders[0]?.release();
    const next = await take();
    expect(next.ok).toBe(true);
    if (next.ok) await next.release();
  });

  it("is taken over by exactly one of many when its holder is gone", async () => {
    await write(
      { pid: process.pid, began: "a process that had this number before", host: (await import("node:os")).hostname() },
      0,
    );
    const results = await Promise.all(Array.from({ length: 20 }, take));
    const holders = results.filter((result) => result.ok);
    expect(holders).toHaveLength(1);
    await holders[0]?.release();
  });

  it("is never held by two, however often it goes from one to the next", async () => {
    let holding = 0;
    let maxAtOnce = 0;
    let taken = 0;
    const takeTurns = async () => {
      while (taken < 250) {
        const result = await take();
        if (!result.ok) continue;
        taken += 1;
        holding += 1;
        maxAtOnce = Math.max(maxAtOnce, holding);
        await setTimeout(1);
        holding -= 1;
        await result.release();
      }
    };
    await Promise.all(Array.from({ length: 5 }, takeTurns));
    expect(maxAtOnce).toBe(1);
  });

  it("that cannot be opened is nobody's to take", async () => {
    await symlink("lock", join(folder, "lock"));
    await expect(take()).rejects.toThrow(/ELOOP/);
    expect(await readlink(join(folder, "lock"))).toBe("lock");
  });

  it("of another host lasts as long as its heartbeat", async () => {
    await write({ pid: 1, began: "", host: "elsewhere" }, 60);
    const stale = await take();
    expect(stale.ok).toBe(true);
    if (stale.ok) await stale.release();

    await write({ pid: 1, began: "", host: "elsewhere" }, 1);
    const beating = setInterval(() => utimes(join(folder, "lock"), new Date(), new Date()), 100);
    expect(await take()).toMatchObject({ ok: false, holder: { host: "elsewhere" } });
    clearInterval(beating);
  });

  it("that was cut short by a full disk does not last for ever", async () => {
    await writeFile(join(folder, "lock"), "");
    const result = await take();
    expect(result.ok).toBe(true);
    if (result.ok) await result.release();
  });
});

describe("the settings", () => {
  it("have defaults that need no thought", () => {
    expect(readSettings({ PARALLAX_DATA_DIR: "/data" })).toEqual({
      port: 3000,
      publicUrl: "http://localhost:3000",
      dataFolder: "/data",
      databaseUrl: null,
      processes: 1,
      jobs: 2,
      host: null,
      metrics: null,
      hasNamedProxy: false,
      secret: null,
      backups: {
        folder: "/data-backups",
        everyHours: 24,
        kept: { days: 7, weeks: 4, months: 6 },
        erasureLedger: "/data-erasures.jsonl",
      },
      erasureLedger: "/data-erasures.jsonl",
    });
    expect(findDataFolder({}).endsWith("parallax")).toBe(true);
  });

  it("follow the environment, where an empty variable counts as absent", () => {
    const environment = {
      PORT: "8080",
      PARALLAX_URL: "https://study.example.org/",
      DATABASE_URL: "",
      PARALLAX_PROCESSES: "2",
    };
    expect(readSettings(environment)).toMatchObject({
      port: 8080,
      publicUrl: "https://study.example.org",
      databaseUrl: null,
      processes: 2,
    });
  });

  it.each([
    ["PORT", "0"],
    ["PORT", "http"],
    ["PORT", "70000"],
    ["PARALLAX_URL", "study.example.org"],
    ["PARALLAX_URL", "https://example.org/parallax"],
    ["DATABASE_URL", "mysql://localhost/parallax"],
    ["DATABASE_URL", "postgresql://user:p#ss@[/parallax"],
    ["PARALLAX_PROCESSES", "0"],
    ["PARALLAX_JOBS", "-1"],
  ])("name the variable %s when it cannot be %s", (name, value) => {
    expect(() => readSettings({ [name]: value })).toThrow(new RegExp(`^The environment variable ${name} .+\\.$`));
  });
});

describe("npm start", () => {
  const start = async (environment: Record<string, string>, ...words: string[]) => {
    const { DATABASE_URL: _, ...rest }: NodeJS.ProcessEnv = process.env;
    const child = spawn(process.execPath, [join(root, "bin/start.js"), ...words], {
      env: { ...rest, PARALLAX_DATA_DIR: folder, ...environment },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let output = "";
    child.stderr.on("data", (chunk: Buffer) => {
      output += chunk.toString("utf8");
    });
    const code = await new Promise((resolve) => child.once("close", resolve));
    return { code, output: output.trim() };
  };

  it("starts nothing with an argument, and names the settings instead", async () => {
    const { code, output } = await start({}, "--help");
    expect(code).toBe(2);
    expect(output).toContain("takes no arguments");
    await expect(stat(join(folder, "database.json"))).rejects.toThrow("ENOENT");
  });

  it("says which port is taken and how to choose another, before it touches anything", async () => {
    const server = createServer().listen(0);
    cleanups.push(async () => server.close());
    const { port } = server.address() as { port: number };
    const { code, output } = await start({ PORT: String(port) });
    expect(code).toBe(1);
    expect(output).toBe(
      `Parallax cannot run: Port ${port} is used by another program; stop that program or choose another port, for example: PORT=${port + 1} npm start`,
    );
    await expect(stat(join(folder, "database.json"))).rejects.toThrow("ENOENT");
  });

  it("says in one sentence what is wrong with the database it was given", async () => {
    const unreachable = await start({ PORT: "47123", DATABASE_URL: "postgresql://user:secret@127.0.0.1:1/parallax" });
    expect(unreachable.code).toBe(1);
    expect(unreachable.output).toBe(
      "Parallax cannot run: No server responds at 127.0.0.1:1; start the database there or correct the address (DATABASE_URL).",
    );
    const database = await open();
    const wrong = database.connectionString.replace(/\/[^/]*$/, "/missing");
    const missing = await start({ PORT: "47123", DATABASE_URL: wrong });
    expect(missing.output).toMatch(
      /^Parallax cannot run: There is no database "missing" at .*; create it first \(DATABASE_URL\)\.$/,
    );
    const { connectionString } = database;
    await query(database, "ALTER DATABASE parallax SET synchronous_commit = off");
    const unsafe = await start({ PORT: "47123", DATABASE_URL: connectionString, PARALLAX_DATA_DIR: join(folder, "x") });
    expect(unsafe.code).toBe(1);
    expect(unsafe.output).toContain(
      "Parallax cannot run: The database runs with fsync=off, synchronous_commit=off and",
    );
  });
});
