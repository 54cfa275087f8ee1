import { z } from "zod";
import { slugify } from "@/lib/domain/slug.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { type Actor, requirePerson } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { notThere } from "../platform/errors/app-error.ts";

export const newProjectSchema = z.strictObject({ name: requiredText(120) });

/** Makes an empty project whose admin is the owner who made it. Only owners can. */
export async function createProject(actor: Actor, { name }: z.infer<typeof newProjectSchema>): Promise<{ id: string }> {
  const userId = requirePerson(actor);
  if (!actor.isOwner) throw notThere();
  return await withTx(async (tx) => {
    const slug = await freeSlug(name, async (wish) => (await tx.project.count({ where: { slug: wish } })) === 0);
    const project = await tx.project.create({
      data: { name: name.trim(), slug, memberships: { create: { userId, role: "admin" } } },
      select: { id: true },
    });
    await recordAudit(tx, {
      actorId: userId,
      projectId: project.id,
      action: "project.create",
      subjectType: "project",
      subjectId: project.id,
      after: { name: name.trim(), slug },
    });
    return project;
  });
}

/** The name as an address has it: "Theory of Mind!" is "theory-of-mind", and the second of that name "theory-of-mind-2". */
async function freeSlug(name: string, isFree: (slug: string) => Promise<boolean>): Promise<string> {
  const base = slugify(name) || "project";
  for (let number = 1; ; number += 1) {
    const slug = number === 1 ? base : `${base}-${number}`;
    if (await isFree(slug)) return slug;
  }
}
