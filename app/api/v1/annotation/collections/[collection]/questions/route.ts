import { questionRequest } from "@/lib/domain/annotation/guidelines.ts";
import { askQuestion } from "@/lib/server/annotation/guidelines/questions.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { collectionParams } from "../../../collection-params.ts";

/** Sends a question about an item or a rule to the lead of the collection. */
export const POST = handler({
  who: requireActor,
  params: collectionParams,
  body: questionRequest,
  work: ({ who, params, body }) => askQuestion(who, params.collection, body),
});
