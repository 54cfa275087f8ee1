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
  /** Null if the field is not sent, because some models reject it. */
  temperature: number | null;
  /** The reasoning effort; null if the field is not sent. */
  reasoningEffort: ReasoningEffort | null;
  /** Timeout of one call. */
  timeoutSeconds: number;
  /** The addresses that may be called. Undefined means any address: the operator has configured the endpoint. */
  reach?: EndpointPolicy;
}

export type ReasoningEffort = (typeof reasoningEfforts)[number];

/** Defaults of a call. Models that reason can take many minutes. */
export const callDefaults = { temperature: 0.8, reasoningEffort: null, timeoutSeconds: 1_200 } as const;

/** The endpoint's settings for pages. The key itself is not shown again. */
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

const callSettings = {
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
  ...callSettings,
  url: z.string(),
  model: z.string(),
  encryptedKey: z.string().nullable(),
  promptUsdPerMillion: price,
  completionUsdPerMillion: price,
});

export const endpointFormSchema = z.strictObject({
  ...callSettings,
  url: z.url({ protocol: /^https?$/, error: "must be an http or https address" }).max(500),
  model: z.string().trim().min(1, "must not be empty").max(200),
  /** Undefined keeps the stored key if the server is the same. An empty text removes the key. */
  key: z.string().max(500).optional(),
  promptUsdPerMillion: price,
  completionUsdPerMillion: price,
});

/**
 * The current endpoint: that of the environment if one is configured there, otherwise that of the installation. Null if
 * there is neither.
 */
export async function getEndpoint(): Promise<LlmEndpoint | null> {
  const { llm } = environment();
  if (llm) return { ...callDefaults, ...llm };
  const storedEndpoint = await getSetting(settingKey, storedSchema);
  if (!storedEndpoint) return null;
  const { encryptedKey, ...endpoint } = storedEndpoint;
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
        "No model is connected. An admin can enter an OpenAI-compatible endpoint under Admin, or set PARALLAX_LLM_URL and PARALLAX_LLM_MODEL.",
    };
  }
  const source = environment().llm ? "environment" : "settings";
  const { key, ...visibleSettings } = endpoint;
  return { ok: true, source, ...visibleSettings, hasKey: key !== null };
}

/**
 * Stores the installation's endpoint. Allowed for owners, and for admins of all projects, because every project's
 * stories are sent to this endpoint. The key is encrypted with the installation's secret and is sent only to the server
 * for which it was entered.
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
  const storedEndpoint = await getSetting(settingKey, storedSchema);
  const isSameServer = storedEndpoint !== null && new URL(storedEndpoint.url).origin === new URL(endpoint.url).origin;
  const storedKey = isSameServer ? storedEndpoint.encryptedKey : null;
  const encryptedKey = key === undefined ? storedKey : key === "" ? null : await encryptSecret(settingKey, key);
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
  const managedProjects = projectIdsWithRight(actor, "users.manage");
  if (managedProjects === "all") return;
  const rowCount = await rowCountOf(
    pool(),
    sql`SELECT FROM project WHERE id <> ALL (${managedProjects}::uuid[]) LIMIT 1`,
  );
  if (rowCount === 0) return;
  throw new AppError(
    "forbidden",
    "The model is used by all projects, and you are not an admin of all of them. Ask an owner of the installation.",
  );
}
