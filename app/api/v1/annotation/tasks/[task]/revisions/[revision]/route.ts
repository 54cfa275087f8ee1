import * as z from "zod";
import { revisionId, revisionRequest } from "@/lib/domain/annotation/requests.ts";
import { saveRevision } from "@/lib/server/annotation/work/save-revision.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";

/** Enough for the JSON of a text of 100,000 characters and an undo history of several hours. */
const maximumBytes = 6 * 1024 * 1024;

/** Stores a revision of a text under an ID that the workspace created. */
export const PUT = handler({
  who: requireActor,
  params: z.object({ task: z.uuid(), revision: revisionId }),
  body: revisionRequest,
  maximumBytes,
  work: ({ who, params, body }) => saveRevision(who, params.task, params.revision, body),
});
