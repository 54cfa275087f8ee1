import * as z from "zod";
import { commentRequest } from "@/lib/domain/comments.ts";
import { listComments, writeComment } from "@/lib/server/annotation/items/comments.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

const params = z.strictObject({ item: z.uuid() });

/** The comments on an item that this person can read. */
export const GET = handler({ who: requireActor, params, work: ({ who, params: { item } }) => listComments(who, item) });

/** Adds a comment, or resolves one. */
export const POST = handler({
  who: requireActor,
  params,
  body: commentRequest,
  work: ({ who, params: { item }, body }) => writeComment(who, item, body),
});
