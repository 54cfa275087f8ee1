import { notFound } from "next/navigation";
import * as z from "zod";
import type { CollectionSummary } from "@/lib/domain/annotation/collection-summary.ts";
import { getCollection } from "@/lib/server/annotation/collections/list-collections.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";

export type CollectionParams = Promise<{ collection: string }>;

/** Returns the collection of a page. The user must manage it; otherwise the page responds with “not found”. */
export async function requireCollection(
  params: CollectionParams,
): Promise<{ actor: Actor; collection: CollectionSummary; base: string }> {
  const id = z.uuid().safeParse((await params).collection);
  const actor = await requireUser();
  const collection = id.success ? await getCollection(actor, id.data).catch(nullIfNotFound) : null;
  if (!collection?.can.manage) notFound();
  return { actor, collection, base: `/research/annotation/${collection.id}` };
}

/** For pages: returns null if the object does not exist or the user may not see it, and throws every other error. */
export function nullIfNotFound(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
