import * as z from "zod";
import { reasoningEfforts } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { type ProviderSettings, providerVariables, readProvider } from "@/lib/domain/provider-settings.ts";

const price = z.coerce.number().min(0).max(100_000).optional();

/** The environment variables of the process. The supervisor (`npm start`) sets all of them. */
const environmentSchema = z.object({
  DATABASE_URL: z.string().regex(/^postgres(?:ql)?:\/\//, "must be a postgresql:// address"),
  /** A streaming replica of the same database, which exports may read. */
  DATABASE_REPLICA_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\//, "must be a postgresql:// address")
    .optional(),
  /** The public address, used for all links and compared with every `Origin`. */
  PARALLAX_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The only address on which the process listens; absent if it listens on all addresses. */
  PARALLAX_HOST: z.string().optional(),
  PORT: z.coerce.number().int().min(1).max(65_535).default(3000),
  /** The installation secret (`lib/server/platform/settings/installation-secret.ts`). */
  PARALLAX_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  /**
   * Number of connections of this process; half as many additional ones serve participants' requests. All processes
   * together must stay ten below the server's `max_connections`.
   */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(500).default(10),
  /** An OpenAI-compatible endpoint for constructing stories; without it an admin may enter one on screen. */
  PARALLAX_LLM_URL: z.url({ protocol: /^https?$/ }).optional(),
  PARALLAX_LLM_MODEL: z.string().optional(),
  PARALLAX_LLM_KEY: z.string().optional(),
  /** "none": no temperature is sent, because some models reject the parameter. */
  PARALLAX_LLM_TEMPERATURE: z.union([z.literal("none"), z.coerce.number().min(0).max(2)]).optional(),
  PARALLAX_LLM_REASONING_EFFORT: z.enum(reasoningEfforts).optional(),
  /** Timeout of one call. */
  PARALLAX_LLM_TIMEOUT_SECONDS: z.coerce.number().int().min(10).max(3_600).optional(),
  /** The price of a million input and output tokens, in USD. */
  PARALLAX_LLM_PROMPT_USD: price,
  PARALLAX_LLM_COMPLETION_USD: price,
  PARALLAX_SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address such as smtps://user:password@mail.example.org" })
    .optional(),
  PARALLAX_MAIL_FROM: z.email("must be an e-mail address").optional(),
  /**
   * Whether addresses that admins enter on a screen may be on this machine or in its networks: "allow" or "refuse". If
   * absent, admins list the local model servers under Admin > Settings.
   */
  PARALLAX_PRIVATE_ENDPOINTS: z.enum(["allow", "refuse"]).optional(),
  /** Addresses and ranges of the reverse proxies whose `X-Forwarded-*` headers are trusted. */
  PARALLAX_PROXY: z.string().optional(),
  /** Days after which the IDs of people who did not take part are deleted. */
  PARALLAX_FORGET_IDS_DAYS: z.coerce.number().int().min(1).max(3_650).default(30),
  /** Number of parallel background jobs in this process; 0 leaves them to separate processes (`npm run worker`). */
  PARALLAX_JOBS: z.coerce.number().int().min(0).max(64).default(2),
  /** The largest file that a page or an address of the API accepts. The default holds the result files of paper 004. */
  PARALLAX_UPLOAD_MB: z.coerce.number().int().min(1).max(65_536).default(2_048),
  /** The address of the public keys with which Prolific signs arrivals; changed only for a mirror. */
  PARALLAX_PROLIFIC_KEYS_URL: z
    .url({ protocol: /^https?$/ })
    .default("https://api.prolific.com/.well-known/study/jwks.json"),
  /** The address of Prolific's API; changed only for a mirror. */
  PARALLAX_PROLIFIC_API_URL: z.url({ protocol: /^https?$/ }).default("https://api.prolific.com"),
  /**
   * The file to which erasures are written in addition to the database; by default they are stored only in the
   * database.
   */
  PARALLAX_ERASURE_LEDGER: z.string().optional(),
  /** The identity provider (`lib/domain/provider-settings.ts`). */
  ...Object.fromEntries(providerVariables.map((name) => [name, z.string().optional()])),
});

/** A model for constructing stories, configured by the operator. */
export interface OperatorLlm {
  url: string;
  model: string;
  key: string | null;
  promptUsdPerMillion: number | null;
  completionUsdPerMillion: number | null;
  /** Null: no temperature is sent. */
  temperature?: number | null;
  reasoningEffort?: (typeof reasoningEfforts)[number];
  timeoutSeconds?: number;
}

export interface Environment {
  databaseUrl: string;
  replicaUrl: string | null;
  /** The public address, without a trailing slash. */
  publicUrl: string;
  /** The address of the process on this machine, regardless of a proxy. */
  ownUrl: string;
  secret: string | null;
  poolSize: number;
  /** Null unless both address and model are set. Missing settings of the calls have default values. */
  llm: OperatorLlm | null;
  /** Null: an admin lists the local model servers. */
  privateEndpoints: "allow" | "refuse" | null;
  /** The operator's mail server; null unless both its address and the sender are given. */
  mail: { smtpUrl: string; from: string } | null;
  /** Whether a trusted proxy is configured. Without one, the client address of requests through a proxy is unknown. */
  hasNamedProxy: boolean;
  prolificKeysUrl: string;
  /** Without a trailing slash. */
  prolificApiUrl: string;
  /** Null: users sign in with passwords only. */
  provider: ProviderSettings | null;
  erasureLedger: string | null;
  forgetIdsDays: number;
  jobs: number;
  maxUploadMegabytes: number;
}

/**
 * The last result and its input. The result is cached because every request uses it and the variables change only in
 * tests.
 */
let cachedEnvironment: { from: string; environment: Environment } | null = null;

/** The checked environment of the process. Throws an error that names a missing or invalid variable in one sentence. */
export function environment(): Environment {
  const names = Object.keys(environmentSchema.shape);
  const inputText = names.map((name) => process.env[name] ?? "").join("\n");
  if (cachedEnvironment?.from !== inputText)
    cachedEnvironment = { from: inputText, environment: readEnvironment(names) };
  return cachedEnvironment.environment;
}

/** One variable, for code that runs before the others are available; null if it is absent or empty. */
export function readVariable(name: string): string | null {
  return process.env[name] || null;
}

function readEnvironment(names: string[]): Environment {
  const present = Object.fromEntries(names.map((name) => [name, process.env[name] || undefined]));
  const parsed = environmentSchema.safeParse(present);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(
      `The environment variable ${issue?.path.join(".")} is missing or invalid: ${issue?.message}. \`npm start\` sets it.`,
    );
  }
  const identity = readProvider(present);
  if (!identity.ok) throw new Error(identity.problem);
  const {
    DATABASE_URL,
    DATABASE_REPLICA_URL,
    PARALLAX_URL,
    PARALLAX_HOST,
    PORT,
    PARALLAX_SECRET,
    DATABASE_POOL_SIZE,
    PARALLAX_PRIVATE_ENDPOINTS,
    PARALLAX_SMTP_URL,
    PARALLAX_MAIL_FROM,
    PARALLAX_PROXY,
    PARALLAX_PROLIFIC_KEYS_URL,
    PARALLAX_PROLIFIC_API_URL,
    PARALLAX_ERASURE_LEDGER,
    PARALLAX_FORGET_IDS_DAYS,
    PARALLAX_JOBS,
    PARALLAX_UPLOAD_MB,
  } = parsed.data;
  return {
    databaseUrl: DATABASE_URL,
    replicaUrl: DATABASE_REPLICA_URL ?? null,
    publicUrl: new URL(PARALLAX_URL ?? `http://localhost:${PORT}`).origin,
    ownUrl: buildLocalUrl(PARALLAX_HOST, PORT),
    secret: PARALLAX_SECRET ?? null,
    poolSize: DATABASE_POOL_SIZE,
    llm: readOperatorLlm(parsed.data),
    mail: PARALLAX_SMTP_URL && PARALLAX_MAIL_FROM ? { smtpUrl: PARALLAX_SMTP_URL, from: PARALLAX_MAIL_FROM } : null,
    privateEndpoints: PARALLAX_PRIVATE_ENDPOINTS ?? null,
    hasNamedProxy: PARALLAX_PROXY !== undefined,
    prolificKeysUrl: PARALLAX_PROLIFIC_KEYS_URL,
    prolificApiUrl: PARALLAX_PROLIFIC_API_URL.replace(/\/+$/, ""),
    provider: identity.provider,
    erasureLedger: PARALLAX_ERASURE_LEDGER ?? null,
    forgetIdsDays: PARALLAX_FORGET_IDS_DAYS,
    jobs: PARALLAX_JOBS,
    maxUploadMegabytes: PARALLAX_UPLOAD_MB,
  };
}

function readOperatorLlm(stated: z.infer<typeof environmentSchema>): OperatorLlm | null {
  const { PARALLAX_LLM_URL: url, PARALLAX_LLM_MODEL: model, PARALLAX_LLM_TEMPERATURE: temperature } = stated;
  const { PARALLAX_LLM_REASONING_EFFORT: reasoningEffort, PARALLAX_LLM_TIMEOUT_SECONDS: timeoutSeconds } = stated;
  if (!url || !model) return null;
  return {
    url,
    model,
    key: stated.PARALLAX_LLM_KEY ?? null,
    promptUsdPerMillion: stated.PARALLAX_LLM_PROMPT_USD ?? null,
    completionUsdPerMillion: stated.PARALLAX_LLM_COMPLETION_USD ?? null,
    ...(temperature === undefined ? {} : { temperature: temperature === "none" ? null : temperature }),
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
}

function buildLocalUrl(host: string | undefined, port: number): string {
  const listenHost = host === undefined || host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  return `http://${listenHost.includes(":") ? `[${listenHost}]` : listenHost}:${port}`;
}
