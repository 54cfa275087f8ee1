import type { PoolClient } from "pg";
import * as z from "zod";
import { rolesOfGroups } from "@/lib/domain/group-rules.ts";
import type { ProviderSettings } from "@/lib/domain/provider-settings.ts";
import { type Role, roles } from "@/lib/domain/roles.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { emailAddress } from "../../platform/auth/email-address.ts";
import { storeUser } from "../../platform/auth/new-user.ts";
import { manyRows, maybeRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { isLastAdmin, lockProject, shortenAuthSessions } from "../change-role.ts";
import { ProviderProblem } from "./provider-problem.ts";

/** A provider's verified claims about a person. */
export type ProviderFacts = Readonly<Record<string, unknown>> & { sub: string };

/**
 * Returns the ID of the user whom the provider has identified, and gives the user the roles of their groups.
 *
 * Issuer and subject identify the user. At the first sign-in the user is found by the email address, or created, but
 * only if the provider has verified the address and its domain is allowed. A person without a mapped group is rejected,
 * and loses the roles of earlier groups.
 */
export async function findProviderUser(provider: ProviderSettings, facts: ProviderFacts): Promise<string> {
  const userId = await withTx(async (client) => {
    // A lock serializes sign-ins, so that two concurrent first sign-ins of the same person do not create two users.
    await client.query("SELECT pg_advisory_xact_lock(7203311907)");
    const roleByProject = await readMappedRoles(client, provider, facts);
    const hasRole = [...roleByProject.values()].some((role) => role !== null);
    const linkedUser = await findLinkedUser(client, provider, facts);
    const person = linkedUser ?? (hasRole ? await linkByEmail(client, provider, facts) : null);
    if (person !== null)
      for (const [projectId, role] of roleByProject) await setRole(client, { projectId, userId: person, role });
    return hasRole ? person : null;
  });
  // The error is thrown after the transaction, so that the removal of roles is stored.
  if (userId === null) throw new ProviderProblem("no-group");
  return userId;
}

const projectRow = z.strictObject({ id: z.string(), slug: z.string() });

/**
 * The role in each project that the rules name, ordered by ID for locking; null if the person's groups give no role.
 */
async function readMappedRoles(
  client: PoolClient,
  { rules, groupsClaim }: ProviderSettings,
  facts: ProviderFacts,
): Promise<Map<string, Role | null>> {
  const groups = z.union([z.array(z.string()), z.string().transform((one) => [one])]).safeParse(facts[groupsClaim]);
  // Without the groups claim, the person's rights are unknown, so no role is changed.
  if (!groups.success) throw new ProviderProblem("no-group");
  const roleBySlug = rolesOfGroups(rules, groups.data);
  const slugs = rules.map(({ project }) => project);
  const projects = await manyRows(
    client,
    projectRow,
    sql`SELECT id, slug FROM project WHERE slug = ANY (${slugs}::text[]) ORDER BY id`,
  );
  return new Map(projects.map(({ id, slug }) => [id, roleBySlug.get(slug) ?? null]));
}

const personRow = z.strictObject({ id: z.string(), is_disabled: z.boolean() });

async function findLinkedUser(
  client: PoolClient,
  { issuer }: ProviderSettings,
  { sub }: ProviderFacts,
): Promise<string | null> {
  const person = await maybeRow(
    client,
    personRow,
    sql`SELECT id, disabled_at IS NOT NULL AS is_disabled
        FROM external_identity JOIN app_user ON id = user_id WHERE issuer = ${issuer} AND subject = ${sub}`,
  );
  if (person?.is_disabled) throw new ProviderProblem("disabled");
  return person?.id ?? null;
}

const byEmailRow = z.strictObject({ ...personRow.shape, is_linked: z.boolean() });

/** Links the user with that address, or a new user, to the provider's identity. */
async function linkByEmail(client: PoolClient, provider: ProviderSettings, facts: ProviderFacts): Promise<string> {
  const email = requireEmail(provider, facts);
  const person = await maybeRow(
    client,
    byEmailRow,
    sql`SELECT id, disabled_at IS NOT NULL AS is_disabled,
               EXISTS (SELECT FROM external_identity WHERE user_id = id AND issuer = ${provider.issuer}) AS is_linked
        FROM app_user WHERE email = ${email}`,
  );
  if (person?.is_disabled) throw new ProviderProblem("disabled");
  // The account is linked to another person at the provider, who previously had this address.
  if (person?.is_linked) throw new ProviderProblem("other-account");
  const name = requiredText(120).safeParse(facts.name).data?.trim() ?? (email.split("@")[0] as string);
  const id = person?.id ?? (await storeUser(client, { name, email, passwordHash: null }, { isOwner: false }));
  await client.query(sql`
    INSERT INTO external_identity (issuer, subject, user_id) VALUES (${provider.issuer}, ${facts.sub}, ${id}::uuid)`);
  await recordAudit(client, {
    actorId: id,
    action: person ? "account.link-provider" : "account.create-by-provider",
    subjectType: "account",
    subjectId: id,
    after: { issuer: provider.issuer },
  });
  return id;
}

function requireEmail({ domains }: ProviderSettings, facts: ProviderFacts): string {
  const email = emailAddress.safeParse(facts.email);
  if (!email.success) throw new ProviderProblem("no-email");
  if (facts.email_verified !== true) throw new ProviderProblem("unverified");
  if (!domains.includes(email.data.split("@")[1] as string)) throw new ProviderProblem("domain");
  return email.data;
}

const roleRow = z.strictObject({ role: z.enum(roles) });

/** Sets or removes a user's role in a project; the last admin of a project remains admin. */
async function setRole(
  client: PoolClient,
  { projectId, userId, role }: { projectId: string; userId: string; role: Role | null },
): Promise<void> {
  await lockProject(client, projectId);
  const row = await maybeRow(
    client,
    roleRow,
    sql`SELECT role FROM membership WHERE user_id = ${userId}::uuid AND project_id = ${projectId}::uuid`,
  );
  const currentRole = row?.role ?? null;
  if (currentRole === role || (currentRole === "admin" && (await isLastAdmin(client, projectId, userId)))) return;
  if (role === null) {
    await client.query(sql`
      DELETE FROM membership WHERE user_id = ${userId}::uuid AND project_id = ${projectId}::uuid`);
  } else {
    await client.query(sql`
      INSERT INTO membership (user_id, project_id, role) VALUES (${userId}::uuid, ${projectId}::uuid, ${role}::role)
      ON CONFLICT (user_id, project_id) DO UPDATE SET role = excluded.role`);
  }
  if (role === "admin") await shortenAuthSessions(client, userId);
  await recordAudit(client, {
    actorId: userId,
    projectId,
    action: "membership.map-groups",
    subjectType: "account",
    subjectId: userId,
    before: { role: currentRole },
    after: { role },
  });
}
