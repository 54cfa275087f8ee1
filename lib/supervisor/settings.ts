import { homedir, platform, userInfo } from "node:os";
import { join, resolve } from "node:path";
import { z } from "zod";
import { StartError } from "./start-error.ts";

/** What `npm start` is told by the environment. */
export interface Settings {
  port: number;
  /** The address that people use, without a trailing slash. */
  publicUrl: string;
  dataFolder: string;
  /** Null: start the embedded PostgreSQL. */
  databaseUrl: string | null;
  processes: number;
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
  PARALLAX_PROCESSES: z.coerce
    .number("must be a number from 1 to 64")
    .int("must be a number from 1 to 64")
    .min(1, "must be a number from 1 to 64")
    .max(64, "must be a number from 1 to 64")
    .default(1),
});

/** Reads the settings; throws a `StartError` that names the variable. An empty variable counts as absent. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const names = Object.keys(environmentSchema.shape);
  const parsed = environmentSchema.safeParse(
    Object.fromEntries(names.map((name) => [name, environment[name]?.trim() || undefined])),
  );
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The environment variable ${issue?.path.join(".")} ${issue?.message}.`);
  }
  const { PORT, PARALLAX_URL, PARALLAX_DATA_DIR, DATABASE_URL, PARALLAX_PROCESSES } = parsed.data;
  return {
    port: PORT,
    publicUrl: new URL(PARALLAX_URL ?? `http://localhost:${PORT}`).origin,
    dataFolder: dataFolderOf({ PARALLAX_DATA_DIR, XDG_DATA_HOME: environment.XDG_DATA_HOME }),
    databaseUrl: DATABASE_URL ?? null,
    processes: PARALLAX_PROCESSES,
  };
}

/** Where the embedded database lives: outside the checkout, where the system keeps such things. */
export function dataFolderOf(environment: { PARALLAX_DATA_DIR?: string; XDG_DATA_HOME?: string }): string {
  if (environment.PARALLAX_DATA_DIR) return resolve(environment.PARALLAX_DATA_DIR);
  // Root's home is closed to the account that runs PostgreSQL for root.
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
