import { homedir, platform, userInfo } from "node:os";
import { join, resolve } from "node:path";
import * as z from "zod";
import type { NetworkRange } from "../domain/network/address.ts";
import { parseRanges } from "../domain/network/parse-ranges.ts";
import { readProvider } from "../domain/provider-settings.ts";
import type { BackupSchedule } from "./backups/schedule-backups.ts";
import { StartError } from "./start-error.ts";

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The settings of `npm start` from the environment. */
export interface Settings {
  port: number;
  /** The public address, without a trailing slash. */
  publicUrl: string;
  dataFolder: string;
  /** The connection string of the database; null for the embedded PostgreSQL. */
  databaseUrl: string | null;
  processes: number;
  /** Number of background jobs that run at once in a separate process; 0 if `parallax worker` runs them elsewhere. */
  jobs: number;
  /** The address to listen on; null for all addresses of this machine. */
  host: string | null;
  /** Whether the operator has configured a proxy whose `X-Forwarded-*` headers are trusted. */
  hasNamedProxy: boolean;
  /** The installation secret, if the operator has set it. */
  secret: string | null;
  /** The address of `/metrics`, for a private network only; null if metrics are not served. */
  metrics: { host: string; port: number } | null;
  /** The schedule of backups; null if there is none. */
  backups: BackupSchedule | null;
  /**
   * The path of the erasure ledger. It is outside the data directory, so that no copy of that directory and no backup
   * contains it.
   */
  erasureLedger: string;
}

const environmentSchema = z.object({
  PORT: z.coerce
    .number("must be a number from 1 to 65535")
    .int("must be a number from 1 to 65535")
    .min(1, "must be a number from 1 to 65535")
    .max(65_535, "must be a number from 1 to 65535")
    .default(3000),
  PARALLAX_URL: z
    .url({ protocol: /^https?$/, error: "must be an address such as https://parallax.example.org" })
    .refine((text) => !URL.canParse(text) || new URL(text).pathname === "/", "must be an address without a path")
    .optional(),
  PARALLAX_DATA_DIR: z.string().optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, "must be an address such as postgresql://user:password@host:5432/database")
    .refine((text) => URL.canParse(text), "is not an address; special characters in the password must be %-encoded")
    .optional(),
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/./, "must be an address such as postgresql://user:password@host:5432/database")
    .optional(),
  PARALLAX_PROCESSES: z.coerce
    .number("must be a number from 1 to 64")
    .int("must be a number from 1 to 64")
    .min(1, "must be a number from 1 to 64")
    .max(64, "must be a number from 1 to 64")
    .default(1),
  PARALLAX_JOBS: z.coerce
    .number("must be a number from 0 to 64")
    .int("must be a number from 0 to 64")
    .min(0, "must be a number from 0 to 64")
    .max(64, "must be a number from 0 to 64")
    .default(2),
  PARALLAX_HOST: z
    .string()
    .regex(/^[\w.:-]{1,200}$/, "must be an address or a name of this machine, such as 127.0.0.1")
    .optional(),
  PARALLAX_PROXY: z
    .string()
    .refine((text) => parseRanges(text).ok, "must be a list of addresses or ranges, such as 127.0.0.1, 10.0.0.0/8")
    .optional(),
  PARALLAX_METRICS_PORT: z.coerce
    .number("must be a number from 1 to 65535")
    .int("must be a number from 1 to 65535")
    .min(1, "must be a number from 1 to 65535")
    .max(65_535, "must be a number from 1 to 65535")
    .optional(),
  PARALLAX_METRICS_HOST: z
    .string()
    .regex(/^[\w.:-]{1,200}$/, "must be an address or a name of this machine, such as 127.0.0.1")
    .default("127.0.0.1"),
  PARALLAX_BACKUP_DIR: z.string().optional(),
  PARALLAX_BACKUP_HOURS: z.coerce
    .number("must be a number of hours, 0 for never")
    .min(0, "must be a number of hours, 0 for never")
    .max(720, "must be at most 720 hours")
    .default(24),
  PARALLAX_BACKUP_KEEP: z
    .string()
    .regex(/^\d{1,3},\d{1,3},\d{1,3}$/, "must be three numbers such as 7,4,6: days, weeks and months")
    .default("7,4,6"),
  PARALLAX_ERASURE_LEDGER: z.string().optional(),
  PARALLAX_SECRET: z.string().optional(),
});

/** Reads the settings. Throws a `StartError` that names an invalid variable. An empty variable counts as not set. */
export function readSettings(environment: Variables = process.env): Settings {
  const names = Object.keys(environmentSchema.shape);
  const parsed = environmentSchema.safeParse(
    Object.fromEntries(names.map((name) => [name, environment[name]?.trim() || undefined])),
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The environment variable ${issue?.path.join(".")} ${issue?.message}.`);
  }
  const identity = readProvider(environment);
  if (!identity.ok) throw new StartError(identity.problem);
  const { PORT, PARALLAX_URL, PARALLAX_DATA_DIR, DATABASE_URL, PARALLAX_PROCESSES } = parsed.data;
  const dataFolder = findDataFolder({ PARALLAX_DATA_DIR, XDG_DATA_HOME: environment.XDG_DATA_HOME });
  return {
    port: PORT,
    publicUrl: new URL(PARALLAX_URL ?? `http://localhost:${PORT}`).origin,
    dataFolder,
    databaseUrl: DATABASE_URL ?? null,
    processes: PARALLAX_PROCESSES,
    jobs: parsed.data.PARALLAX_JOBS,
    host: parsed.data.PARALLAX_HOST ?? null,
    hasNamedProxy: parsed.data.PARALLAX_PROXY !== undefined,
    secret: parsed.data.PARALLAX_SECRET ?? null,
    metrics: readMetricsAddress(parsed.data),
    backups: readSchedule(parsed.data, dataFolder),
    erasureLedger: ledgerPath(parsed.data, dataFolder),
  };
}

/** The environment of this process with changes, for a child process. */
export function childEnvironment(changes: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, ...changes };
}

/** Sets variables for the modules of the application in this process, and for its child processes. */
export function setVariables(values: Record<string, string>): void {
  Object.assign(process.env, values);
}

/** The settings that a process of the application needs before its first request. */
export interface ListenerSettings {
  /** The public address, without a trailing slash. */
  publicUrl: string;
  /** The proxies whose `X-Forwarded-*` headers are trusted. */
  proxies: readonly NetworkRange[];
  port: string;
  host: string | null;
  /** Whether all pages are loaded at the start, so that the first view is fast. */
  preloads: boolean;
}

/**
 * Parses the settings, which the supervisor has already checked. Invalid proxy ranges mean that no proxy is trusted.
 */
export function readListenerSettings(environment: Variables = process.env): ListenerSettings {
  const parsed = parseRanges(environment.PARALLAX_PROXY ?? "");
  const port = environment.PORT || "3000";
  return {
    publicUrl: new URL(environment.PARALLAX_URL || `http://localhost:${port}`).origin,
    proxies: parsed.ok ? parsed.ranges : [],
    port,
    host: environment.PARALLAX_HOST || null,
    preloads: environment.PARALLAX_PRELOAD !== "off",
  };
}

function readMetricsAddress(settings: z.infer<typeof environmentSchema>): Settings["metrics"] {
  const { PARALLAX_METRICS_PORT: port, PARALLAX_METRICS_HOST: host, PORT } = settings;
  if (port === undefined) return null;
  if (port === PORT) throw new StartError("PARALLAX_METRICS_PORT must differ from PORT, which is public.");
  return { host, port };
}

function ledgerPath({ PARALLAX_ERASURE_LEDGER }: z.infer<typeof environmentSchema>, dataFolder: string): string {
  return resolve(PARALLAX_ERASURE_LEDGER ?? `${dataFolder}-erasures.jsonl`);
}

/** The embedded database has backups unless they are disabled; an external database only with `PARALLAX_BACKUP_DIR`. */
function readSchedule(settings: z.infer<typeof environmentSchema>, dataFolder: string): BackupSchedule | null {
  const { PARALLAX_BACKUP_DIR, PARALLAX_BACKUP_HOURS, PARALLAX_BACKUP_KEEP, DATABASE_URL } = settings;
  if (PARALLAX_BACKUP_HOURS === 0 || (DATABASE_URL && !PARALLAX_BACKUP_DIR)) return null;
  const [days = 7, weeks = 4, months = 6] = PARALLAX_BACKUP_KEEP.split(",").map(Number);
  return {
    folder: resolve(PARALLAX_BACKUP_DIR ?? `${dataFolder}-backups`),
    everyHours: PARALLAX_BACKUP_HOURS,
    kept: { days, weeks, months },
    erasureLedger: ledgerPath(settings, dataFolder),
  };
}

/** The path of the data directory: by default outside the checkout, where the system expects application data. */
export function findDataFolder(environment: { PARALLAX_DATA_DIR?: string; XDG_DATA_HOME?: string }): string {
  if (environment.PARALLAX_DATA_DIR) return resolve(environment.PARALLAX_DATA_DIR);
  // The account that runs PostgreSQL for root has no access to root's home directory.
  if (userInfo().uid === 0) return "/var/lib/parallax";
  switch (platform()) {
    case "win32":
      return join(process.env.LOCALAPPDATA ?? join(homedir(), "AppData", "Local"), "parallax");
    case "darwin":
      return join(homedir(), "Library", "Application Support", "parallax");
    default:
      return join(environment.XDG_DATA_HOME || join(homedir(), ".local", "share"), "parallax");
  }
}
