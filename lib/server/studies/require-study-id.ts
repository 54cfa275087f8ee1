import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { studyWhere } from "./study-where.ts";

/** The ID of the study with this ID or slug, for users who may read it. */
export async function requireStudyId(actor: Actor, address: string): Promise<string> {
  const where = studyWhere(actor, "research.read", address);
  const study = await db().study.findFirst({ where, select: { id: true } });
  if (!study) throw notFoundError();
  return study.id;
}
