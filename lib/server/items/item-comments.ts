import type { CommentRequest, CommentsAnswer } from "@/lib/domain/comments.ts";
import { type Actor, inProjectsWith, type Right, requirePerson } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { fragment } from "../platform/database/sql.ts";
import { notFoundError } from "../platform/errors/app-error.ts";
import { type CommentedItem, changeComments, readComments } from "./comments.ts";

/** The comments on all versions of a benchmark's item, for people who may read research. */
export async function listItemComments(actor: Actor, benchmark: string, item: string): Promise<CommentsAnswer> {
  const { commented } = await requireCommentedItem(actor, "research.read", benchmark, item);
  return readComments(commented);
}

/**
 * Adds a comment to the version that is shown, or resolves or reopens a comment, for people who may change research.
 */
export async function writeItemComment(
  actor: Actor,
  benchmark: string,
  item: string,
  request: CommentRequest,
): Promise<CommentsAnswer> {
  const { commented, projectId } = await requireCommentedItem(actor, "research.write", benchmark, item);
  await changeComments(commented, request, {
    projectId,
    area: "benchmark",
    subjectType: "item",
    subjectId: item,
  });
  return readComments(commented);
}

async function requireCommentedItem(
  actor: Actor,
  right: Right,
  benchmarkId: string,
  itemVersionId: string,
): Promise<{ commented: CommentedItem; projectId: string }> {
  const userId = requirePerson(actor);
  const itemVersion = await db().itemVersion.findFirst({
    where: { id: itemVersionId, benchmark: { id: benchmarkId, ...inProjectsWith(actor, right) } },
    select: { externalId: true, benchmark: { select: { projectId: true } } },
  });
  if (!itemVersion) throw notFoundError();
  return {
    commented: {
      on: { itemVersionId },
      readable: fragment`comment.item_version_id IN (SELECT id FROM item_version
        WHERE benchmark_id = ${benchmarkId}::uuid AND external_id = ${itemVersion.externalId})`,
      userId,
      nameOf: (name) => name || "Deleted user",
    },
    projectId: itemVersion.benchmark.projectId,
  };
}
