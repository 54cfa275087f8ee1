import { notFound } from "next/navigation";
import * as z from "zod";
import type { CollectionSummary } from "@/lib/domain/annotation/collection-summary.ts";
import { getCollection } from "@/lib/server/annotation/collections/list-collections.ts";
import type { Actor } from "@/lib/server/platform/access/access.ts";
import { requireUser } from "@/lib/server/platform/auth/require-user.ts";
import { AppError } from "@/lib/server/platform/errors/app-error.ts";

export type CollectionParams = Promise<{ collection: string }>;

/** The collection that a page is about, and who manages it; for everyone else the page is not there. */
export async function requireCollection(
  params: CollectionParams,
): Promise<{ actor: Actor; collection: CollectionSummary; base: string }> {
  const id = z.uuid().safeParse((await params).collection);
  const actor = await requireUser();
  const collection = id.success ? await getCollection(actor, id.data).catch(nothing) : null;
  if (!collection?.can.manage) notFound();
  return { actor, collection, base: `/research/annotation/${collection.id}` };
}

/** For pages: what is not there, or not theirs, is the page "not found". */
export function nothing(error: unknown): null {
  if (error instanceof AppError && error.code === "not-found") return null;
  throw error;
}
