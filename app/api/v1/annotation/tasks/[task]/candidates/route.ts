import { candidateRequest } from "@/lib/domain/annotation/requests.ts";
import { listCandidates } from "@/lib/server/annotation/candidates/list-candidates.ts";
import { requestCandidate } from "@/lib/server/annotation/candidates/request-candidate.ts";
import { requireActor } from "@/lib/server/platform/auth/require-user.ts";
import { handler } from "@/lib/server/platform/http/handler.ts";
import { taskParams } from "../../../task-params.ts";

/** The texts that models wrote for this item, and the requests in progress. */
export const GET = handler({
  who: requireActor,
  params: taskParams,
  work: ({ who, params }) => listCandidates(who, params.task),
});

/** Requests another text; a background job writes it. */
export const POST = handler({
  who: requireActor,
  params: taskParams,
  body: candidateRequest,
  work: ({ who, params, body }) => requestCandidate(who, params.task, body),
});
