import { randomUUID } from "node:crypto";
import * as z from "zod";
import { slugify } from "@/lib/domain/slug.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { rowCountOf } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { notFoundError } from "../platform/errors/app-error.ts";

export const newProjectSchema = z.strictObject({ name: requiredText(120) });

/** Creates an empty project with the owner as its admin. Only owners may create projects. */
export async function createProject(actor: Actor, { name }: z.infer<typeof newProjectSchema>): Promise<{ id: string }> {
  const userId = requirePerson(actor);
  if (!actor.isOwner) throw notFoundError();
  return await withTx(async (client) => {
    const slug = await findFreeSlug(name, async (candidate) => {
      const usedCount = await rowCountOf(client, sql`SELECT FROM project WHERE slug = ${candidate}`);
      return usedCount === 0;
    });
    const id = randomUUID();
    await client.query(sql`INSERT INTO project (id, name, slug) VALUES (${id}::uuid, ${name.trim()}, ${slug})`);
    await client.query(sql`
      INSERT INTO membership (user_id, project_id, role) VALUES (${userId}::uuid, ${id}::uuid, 'admin')
    `);
    await recordAudit(client, {
      actorId: userId,
      projectId: id,
      action: "project.create",
      subjectType: "project",
      subjectId: id,
      after: { name: name.trim(), slug },
    });
    return { id };
  });
}

/** The slug of a name: "Theory of Mind!" becomes "theory-of-mind", or "theory-of-mind-2" if "theory-of-mind" exists. */
async function findFreeSlug(name: string, isFree: (slug: string) => Promise<boolean>): Promise<string> {
  const base = slugify(name) || "project";
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (await isFree(slug)) return slug;
  }
}
