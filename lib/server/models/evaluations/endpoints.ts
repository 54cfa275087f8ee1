import * as z from "zod";
import { type EndpointSettings, endpointSettingsSchema } from "@/lib/domain/models/evaluation/endpoint-settings.ts";
import { firstProblem } from "@/lib/domain/text.ts";
import type { CallTarget } from "../../model-client/post-json.ts";
import { type Actor, can, requireRight } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { auditChange } from "../../platform/audit/audit-change.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError, notFoundError } from "../../platform/errors/app-error.ts";
import { modelAddressPolicy, modelAddressProblem } from "../../platform/network/address-policies.ts";
import { decryptSecret, encryptSecret } from "../../platform/settings/secret-box.ts";

/** The settings of an endpoint for pages. The key itself is never shown again. */
export interface EndpointView {
  id: string;
  name: string;
  settings: EndpointSettings;
  hasKey: boolean;
  isArchived: boolean;
}

const keyPurpose = "model-endpoint";

const endpointRow = z.strictObject({
  id: z.string(),
  name: z.string(),
  settings: json<EndpointSettings>(),
  encrypted_key: z.string().nullable(),
  archived_at: z.date().nullable(),
});

type EndpointRow = z.infer<typeof endpointRow>;

/** The endpoints of a project; archived endpoints are last. */
export async function listEndpoints(actor: Actor, projectId: string): Promise<EndpointView[]> {
  requireRight(actor, "research.read", projectId);
  const rows = await manyRows(
    pool(),
    endpointRow,
    sql`SELECT id, name, settings, encrypted_key, archived_at FROM model_endpoint WHERE project_id = ${projectId}
     ORDER BY archived_at IS NOT NULL, lower(name), id`,
  );
  return rows.map(toView);
}

const endpointOfProjectRow = endpointRow.extend({ project_id: z.string() });

/** One endpoint; null for users who may not see it. */
export async function getEndpointOfProject(
  actor: Actor,
  id: string,
): Promise<(EndpointView & { projectId: string }) | null> {
  const row = await maybeRow(
    pool(),
    endpointOfProjectRow,
    sql`SELECT id, project_id, name, settings, encrypted_key, archived_at FROM model_endpoint
     WHERE id = ${id} AND (${projectScope(actor, "research.read")}::uuid[] IS NULL
     OR project_id = ANY(${projectScope(actor, "research.read")}))`,
  );
  return row ? { ...toView(row), projectId: row.project_id } : null;
}

export interface EndpointInput {
  name: string;
  settings: unknown;
  /** Undefined keeps the stored key if the server is the same. An empty text removes the key. */
  key?: string | undefined;
}

const idRow = z.strictObject({ id: z.string() });

/**
 * Adds an endpoint to a project; its name is the model's name in the registry. Only users who manage the project's
 * members may enter an address in the server's own network, and only if the operator allows it; other users may only
 * enter public addresses.
 */
export async function createEndpoint(actor: Actor, projectId: string, form: EndpointInput): Promise<{ id: string }> {
  requireRight(actor, "research.write", projectId);
  const isOfOwner = can(actor, "users.manage", projectId);
  const settings = await parseSettings(form, isOfOwner);
  const encryptedKey = form.key ? await encryptSecret(keyPurpose, form.key) : null;
  return withTx(async (client) => {
    const row = await maybeRow(
      client,
      idRow,
      sql`INSERT INTO model_endpoint (id, project_id, name, settings, encrypted_key, is_of_owner)
       VALUES (gen_random_uuid(), ${projectId}, ${form.name}, ${JSON.stringify(settings)}, ${encryptedKey},
       ${isOfOwner}) ON CONFLICT (project_id, name) DO NOTHING RETURNING id`,
    );
    const id = row?.id;
    if (id === undefined) throw nameTakenError();
    const auditSubject = { projectId, action: "model-endpoint.create", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, { after: auditDetails(form.name, settings, encryptedKey !== null) });
    return { id };
  });
}

const ownedEndpointRow = endpointOfProjectRow.extend({ is_of_owner: z.boolean() });

/** Changes an endpoint. Started evaluations keep their settings, but use the new key. */
export async function updateEndpoint(actor: Actor, id: string, form: EndpointInput): Promise<void> {
  await withTx(async (client) => {
    const previous = await maybeRow(
      client,
      ownedEndpointRow,
      sql`SELECT id, project_id, name, settings, encrypted_key, archived_at, is_of_owner FROM model_endpoint
       WHERE id = ${id} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
       OR project_id = ANY(${projectScope(actor, "research.write")})) FOR UPDATE`,
    );
    if (!previous) throw notFoundError();
    // An address that an owner entered keeps its permission as long as the server is the same.
    const isOwner = can(actor, "users.manage", previous.project_id);
    const isOfOwner = isOwner || (previous.is_of_owner && hasSameServer(previous.settings.url, form.settings));
    const settings = await parseSettings(form, isOfOwner);
    const rowCount = await rowCountOf(
      client,
      sql`SELECT FROM model_endpoint WHERE project_id = ${previous.project_id} AND name = ${form.name} AND id <> ${id}`,
    );
    if (rowCount) throw nameTakenError();
    // A key is only sent to the server for which it was entered.
    const isSameServer = new URL(previous.settings.url).origin === new URL(settings.url).origin;
    const keptKey = isSameServer ? previous.encrypted_key : null;
    const encryptedKey =
      form.key === undefined ? keptKey : form.key === "" ? null : await encryptSecret(keyPurpose, form.key);
    await client.query(
      sql`UPDATE model_endpoint
        SET name = ${form.name}, settings = ${JSON.stringify(settings)}, encrypted_key = ${encryptedKey},
        is_of_owner = ${isOfOwner} WHERE id = ${id}`,
    );
    const auditSubject = { projectId: previous.project_id, action: "model-endpoint.update", subjectId: id } as const;
    await auditChange(client, actor, auditSubject, {
      before: auditDetails(previous.name, previous.settings, previous.encrypted_key !== null),
      after: auditDetails(form.name, settings, encryptedKey !== null),
    });
  });
}

const projectIdRow = z.strictObject({ project_id: z.string() });

/** Archives an endpoint, or restores it. */
export async function archiveEndpoint(actor: Actor, id: string, isArchived: boolean): Promise<void> {
  await withTx(async (client) => {
    const row = await maybeRow(
      client,
      projectIdRow,
      sql`UPDATE model_endpoint
       SET archived_at = CASE WHEN ${isArchived} THEN coalesce(archived_at, clock_timestamp()) END
       WHERE id = ${id} AND (${projectScope(actor, "research.write")}::uuid[] IS NULL
       OR project_id = ANY(${projectScope(actor, "research.write")})) RETURNING project_id`,
    );
    if (!row) throw notFoundError();
    const action = isArchived ? "model-endpoint.archive" : "model-endpoint.restore";
    await auditChange(client, actor, { projectId: row.project_id, action, subjectId: id });
  });
}

const callTargetRow = z.strictObject({
  encrypted_key: z.string().nullable(),
  url: z.string(),
  is_of_owner: z.boolean(),
});

/** The destination of calls with stored settings, and the endpoint's current key. Only for use in the job. */
export async function getCallTarget(endpointId: string, settings: EndpointSettings): Promise<CallTarget> {
  const row = await maybeRow(
    pool(),
    callTargetRow,
    sql`SELECT encrypted_key, settings ->> 'url' AS url, is_of_owner FROM model_endpoint WHERE id = ${endpointId}`,
  );
  const isSameServer = row !== undefined && new URL(row.url).origin === new URL(settings.url).origin;
  const key = row?.encrypted_key && isSameServer ? await decryptSecret(keyPurpose, row.encrypted_key) : null;
  // If the endpoint's server has changed, the permission for the old one no longer applies.
  const reach = isSameServer ? await modelAddressPolicy(row.is_of_owner) : "public";
  return { url: settings.url, key, timeoutMs: settings.timeoutSeconds * 1000, reach };
}

function toView({ id, name, settings, encrypted_key, archived_at }: EndpointRow): EndpointView {
  return { id, name, settings, hasKey: encrypted_key !== null, isArchived: archived_at !== null };
}

function hasSameServer(url: string, settings: unknown): boolean {
  const storedUrl = z.object({ url: z.string() }).safeParse(settings).data?.url ?? "";
  return URL.canParse(storedUrl) && new URL(storedUrl).origin === new URL(url).origin;
}

/** @param isOfOwner whether an owner entered the address */
async function parseSettings({ name, settings }: EndpointInput, isOfOwner: boolean): Promise<EndpointSettings> {
  if (name.trim() === "" || name.length > 200)
    throw new AppError("invalid", "must not be empty and at most 200 characters long", "name");
  const parsed = endpointSettingsSchema.safeParse(settings);
  if (!parsed.success) {
    const { field, message } = firstProblem(parsed.error);
    throw new AppError("invalid", message, field);
  }
  const problem = await modelAddressProblem(parsed.data.url, isOfOwner);
  if (problem) throw new AppError("invalid", problem, "url");
  return parsed.data;
}

function auditDetails(name: string, settings: EndpointSettings, hasKey: boolean): Record<string, unknown> {
  return { name, ...settings, hasKey };
}

function nameTakenError(): AppError {
  return new AppError("conflict", "The project already has an endpoint with this name.", "name");
}
