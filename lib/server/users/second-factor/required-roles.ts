import * as z from "zod";
import { type Role, roles } from "@/lib/domain/roles.ts";
import { type Actor, requirePerson } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { secondFactorRolesKey } from "../../platform/auth/read-session.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { getSetting } from "../../platform/settings/setting.ts";

const rolesSchema = z.array(z.enum(roles));

/** The roles whose members need a second factor, in the order of all roles. */
export async function getRequiredRoles(): Promise<Role[]> {
  return (await getSetting(secondFactorRolesKey, rolesSchema)) ?? [];
}

/** The fields of the form: one checkbox per role. */
export const requiredRolesSchema = z.strictObject(
  Object.fromEntries(roles.map((role) => [role, z.literal("on").optional()])) as Record<
    Role,
    z.ZodOptional<z.ZodLiteral<"on">>
  >,
);

/**
 * Sets the roles that require a second factor, in all projects; only owners may do this. A user without a second factor
 * is redirected to set it up with their next request.
 */
export async function setRequiredRoles(actor: Actor, chosen: z.infer<typeof requiredRolesSchema>): Promise<void> {
  const userId = requirePerson(actor);
  if (!actor.isOwner) throw notFoundError();
  const before = await getRequiredRoles();
  const after = roles.filter((role) => chosen[role] === "on");
  await withTx(async (client) => {
    await client.query(sql`
      INSERT INTO setting (key, value) VALUES (${secondFactorRolesKey}, ${JSON.stringify(after)}::jsonb)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = clock_timestamp()`);
    await recordAudit(client, {
      actorId: userId,
      action: "installation.require-second-factor",
      subjectType: "installation",
      subjectId: "sign-in",
      before: { roles: before },
      after: { roles: after },
    });
  });
}
