import * as z from "zod";
import { reasoningEfforts } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import type { EndpointPolicy } from "@/lib/domain/network/endpoint-policy.ts";
import { firstProblem } from "@/lib/domain/text.ts";
import { type Actor, projectIdsWithRight, requireRight } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { environment } from "../platform/environment.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { modelAddressPolicy, modelAddressProblem } from "../platform/network/address-policies.ts";
import { decryptSecret, encryptSecret } from "../platform/settings/secret-box.ts";
import { getSetting, setSetting } from "../platform/settings/setting.ts";

/** The endpoint for construction: any OpenAI-compatible endpoint. */
export interface LlmEndpoint {
  /** Up to and including "/v1". */
  url: string;
  model: string;
  key: string | null;
  promptUsdPerMillion: number | null;
  completionUsdPerMillion: number | null;
  /** Null: not sent, because some models reject the parameter. */
  temperature: number | null;
  /** The reasoning effort; null: the field is not sent. */
  reasoningEffort: ReasoningEffort | null;
  /** Timeout of one call. */
  timeoutSeconds: number;
  /** The addresses that may be called; undefined: any address, for an endpoint that the operator has configured. */
  reach?: EndpointPolicy;
}

export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** Defaults of a call. Models that reason can take many minutes. */
export const callDefaults = { temperature: 0.8, reasoningEffort: null, timeoutSeconds: 1_200 } as const;

/** The endpoint's settings for pages. The key itself is never shown again. */
export type ConstructionEndpointView =
  | {
      ok: true;
      source: "environment" | "settings";
      url: string;
      model: string;
      hasKey: boolean;
      promptUsdPerMillion: number | null;
      completionUsdPerMillion: number | null;
      temperature: number | null;
      reasoningEffort: ReasoningEffort | null;
      timeoutSeconds: number;
    }
  | { ok: false; missing: string };

const settingKey = "llm-endpoint";
const price = z.number().min(0).max(100_000).nullable();

const calls = {
  temperature: z
    .number()
    .min(0, "must be at least 0")
    .max(2, "must be at most 2")
    .nullable()
    .default(callDefaults.temperature),
  reasoningEffort: z.enum(reasoningEfforts).nullable().default(null),
  timeoutSeconds: z
    .int("must be a whole number")
    .min(10, "must be at least 10")
    .max(3_600, "must be at most 3600")
    .default(callDefaults.timeoutSeconds),
};

const storedSchema = z.strictObject({
  ...calls,
  url: z.string(),
  model: z.string(),
  encryptedKey: z.string().nullable(),
  promptUsdPerMillion: price,
  completionUsdPerMillion: price,
});

export const endpointFormSchema = z.strictObject({
  ...calls,
  url: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).max(500),
  model: z.string().trim().min(1, "must not be empty").max(200),
  /** Undefined keeps the stored key if the server is the same. An empty text removes the key. */
  key: z.string().max(500).optional(),
  promptUsdPerMillion: price,
  completionUsdPerMillion: price,
});

/**
 * The current endpoint: that of the environment if it names one, otherwise that of the installation; null if there is
 * neither.
 */
export async function getEndpoint(): Promise<LlmEndpoint | null> {
  const { llm } = environment();
  if (llm) return { ...callDefaults, ...llm };
  const stored = await getSetting(settingKey, storedSchema);
  if (!stored) return null;
  const { encryptedKey, ...endpoint } = stored;
  return {
    ...endpoint,
    key: encryptedKey ? await decryptSecret(settingKey, encryptedKey) : null,
    reach: await modelAddressPolicy(true),
  };
}

export async function describeEndpoint(): Promise<ConstructionEndpointView> {
  const endpoint = await getEndpoint();
  if (!endpoint) {
    return {
      ok: false,
      missing:
        "No model is connected. An admin can name an OpenAI-compatible endpoint under Admin, or set PARALLAX_LLM_URL and PARALLAX_LLM_MODEL.",
    };
  }
  const source = environment().llm ? "environment" : "settings";
  const { key, ...shown } = endpoint;
  return { ok: true, source, ...shown, hasKey: key !== null };
}

/**
 * Stores the installation's endpoint; for owners, and for admins of all its projects, because every project's stories
 * are sent there. The key is encrypted with the installation's secret and is only sent to the server for which it was
 * entered.
 */
export async function setEndpoint(actor: Actor, projectId: string, input: unknown): Promise<void> {
  await requireModelRight(actor, projectId);
  const parsed = endpointFormSchema.safeParse(input);
  if (!parsed.success) {
    const { field, message } = firstProblem(parsed.error);
    throw new AppError("invalid", message, field);
  }
  const { key, ...endpoint } = parsed.data;
  const problem = await modelAddressProblem(endpoint.url, true);
  if (problem) throw new AppError("invalid", problem, "url");
  const earlier = await getSetting(settingKey, storedSchema);
  const isSameServer = earlier !== null && new URL(earlier.url).origin === new URL(endpoint.url).origin;
  const kept = isSameServer ? earlier.encryptedKey : null;
  const encryptedKey = key === undefined ? kept : key === "" ? null : await encryptSecret(settingKey, key);
  await setSetting(settingKey, { ...endpoint, encryptedKey });
  await withTx((client) =>
    recordAudit(client, {
      actorId: actor.userId,
      projectId,
      action: "endpoint.set",
      subjectType: "setting",
      subjectId: settingKey,
      after: { url: endpoint.url, model: endpoint.model, hasKey: encryptedKey !== null },
    }),
  );
}

/** Throws for users without the right to configure the model or its limits, because these affect every project. */
export async function requireModelRight(actor: Actor, projectId: string): Promise<void> {
  requireRight(actor, "users.manage", projectId);
  const managed = projectIdsWithRight(actor, "users.manage");
  if (managed === "all") return;
  const rowCount = await rowCountOf(pool(), sql`SELECT FROM project WHERE id <> ALL (${managed}::uuid[]) LIMIT 1`);
  if (rowCount === 0) return;
  throw new AppError(
    "forbidden",
    "The model serves projects here that are not yours. Ask an owner of the installation.",
  );
}
