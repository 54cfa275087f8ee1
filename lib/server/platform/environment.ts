import { z } from "zod";

/** What the process is told from outside. The supervisor (`npm start`) sets all of it; nothing else reads `process.env`. */
const environmentSchema = z.object({
  DATABASE_URL: z.string().regex(/^postgres(?:ql)?:\/\//, "must be a postgresql:// address"),
  /** The address that people use, with which every link is made and every `Origin` compared. */
  PARALLAX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The one address that the process listens on, where it is not all of them. */
  PARALLAX_HOST: z.string().optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** Signs cookies and tokens. Without it the database keeps one (`lib/server/platform/settings/secret.ts`). */
  PARALLAX_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  /**
   * Connections of this process; half as many again serve participants' steps. All processes together must stay ten below
   * the server's `max_connections`.
   */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(10),
  /** An OpenAI-compatible endpoint for constructing stories; without it an admin may name one on screen. */
  PARALLAX_LLM_URL: z.url({ protocol: /^https?$/ }).optional(),
  PARALLAX_LLM_MODEL: z.string().optional(),
  PARALLAX_LLM_KEY: z.string().optional(),
  /** "allow": endpoints that somebody names on a screen may be on this machine or in its networks. */
  PARALLAX_PRIVATE_ENDPOINTS: z.enum(["allow", "refuse"]).default("refuse"),
  /** Addresses and ranges of the proxies in front, whose `X-Forwarded-*` is believed. */
  PARALLAX_PROXY: z.string().optional(),
  /** Days after which the ids of people who did not take part are forgotten. */
  PARALLAX_FORGET_IDS_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** How many background jobs this process runs at once; 0 leaves them to processes of their own (`npm run worker`). */
  PARALLAX_JOBS: z.coerce.number().int().min(0).max(64).default(2),
  /** Where erasures are written down beside the database; without it they are in the database only. */
  PARALLAX_ERASURE_LEDGER: z.string().optional(),
});

export interface Environment {
  databaseUrl: string;
  /** Without a trailing slash. */
  publicUrl: string;
  /** Where the process itself answers on this machine, whatever stands in front of it. */
  ownUrl: string;
  secret: string | null;
  poolSize: number;
  /** Null unless both address and model are given. */
  llm: { url: string; model: string; key: string | null } | null;
  allowsPrivateEndpoints: boolean;
  /** Without it nobody can tell from where requests come that pass through a proxy. */
  namesProxy: boolean;
  erasureLedger: string | null;
  forgetIdsDays: number;
  jobs: number;
}

/** The last answer and what it was read from: every request asks, and the variables change only in tests. */
let remembered: { from: string; environment: Environment } | null = null;

/** The process's environment, checked. Throws one sentence that names the variable when something is missing or wrong. */
export function environment(): Environment {
  const names = Object.keys(environmentSchema.shape);
  const from = names.map((name) => process.env[name] ?? "").join("\n");
  if (remembered?.from !== from) remembered = { from, environment: readEnvironment(names) };
  return remembered.environment;
}

function readEnvironment(names: string[]): Environment {
  const present = Object.fromEntries(names.map((name) => [name, process.env[name] || undefined]));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(
      `The environment variable ${issue?.path.join(".")} is missing or wrong: ${issue?.message}. \`npm start\` sets it.`,
    );
  }
  const {
    DATABASE_URL,
    PARALLAX_URL,
    PARALLAX_HOST,
    PORT,
    PARALLAX_SECRET,
    DATABASE_POOL_SIZE,
    PARALLAX_LLM_URL,
    PARALLAX_LLM_MODEL,
    PARALLAX_LLM_KEY,
    PARALLAX_PRIVATE_ENDPOINTS,
    PARALLAX_PROXY,
    PARALLAX_ERASURE_LEDGER,
    PARALLAX_FORGET_IDS_DAYS,
    PARALLAX_JOBS,
  } = parsed.data;
  return {
    databaseUrl: DATABASE_URL,
    publicUrl: new URL(PARALLAX_URL ?? `http://localhost:${PORT}`).origin,
    ownUrl: ownUrl(PARALLAX_HOST, PORT),
    secret: PARALLAX_SECRET ?? null,
    poolSize: DATABASE_POOL_SIZE,
    llm:
      PARALLAX_LLM_URL && PARALLAX_LLM_MODEL
        ? { url: PARALLAX_LLM_URL, model: PARALLAX_LLM_MODEL, key: PARALLAX_LLM_KEY ?? null }
        : null,
    allowsPrivateEndpoints: PARALLAX_PRIVATE_ENDPOINTS === "allow",
    namesProxy: PARALLAX_PROXY !== undefined,
    erasureLedger: PARALLAX_ERASURE_LEDGER ?? null,
    forgetIdsDays: PARALLAX_FORGET_IDS_DAYS,
    jobs: PARALLAX_JOBS,
  };
}

function ownUrl(host: string | undefined, port: number): string {
  const listens = host === undefined || host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${listens.includes(":") ? `[${listens}]` : listens}:${port}`;
}
