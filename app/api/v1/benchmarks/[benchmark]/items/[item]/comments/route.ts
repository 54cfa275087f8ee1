import * as z from "zod";
import { commentRequest } from "@/lib/domain/comments.ts";
import { listItemComments, writeItemComment } from "@/lib/server/items/item-comments.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

const params = z.strictObject({ benchmark: z.uuid(), item: z.uuid() });

/** The comments on all versions of an item of a benchmark. */
export const GET = handler({
  who: requireActor,
  params,
  work: ({ who, params: { benchmark, item } }) => listItemComments(who, benchmark, item),
});

/** Adds a comment, or resolves one. */
export const POST = handler({
  who: requireActor,
  params,
  body: commentRequest,
  work: ({ who, params: { benchmark, item }, body }) => writeItemComment(who, benchmark, item, body),
});
