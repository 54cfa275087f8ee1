import * as z from "zod";
import { exclusionReasons } from "@/lib/domain/survey/studies/exclusion.ts";
import { boundedText } from "@/lib/domain/text.ts";
import { requestBehaviours } from "@/lib/server/demo/simulation/simulation-job.ts";
import { notFoundError } from "@/lib/server/platform/errors/app-error.ts";
import { markPaid, withdrawForParticipant } from "@/lib/server/sessions/manage-session.ts";
import { startReview } from "@/lib/server/studies/cleaning/start-review.ts";
import { openRecordStream, recordTables } from "@/lib/server/studies/export/open-record-stream.ts";
import { recordInterimViewAt } from "@/lib/server/studies/interim-views.ts";
import { excludePerson, excludeResponse } from "@/lib/server/studies/responses/exclude-response.ts";
import { findSessionIdByCode } from "@/lib/server/studies/responses/find-coded-session.ts";
import { listResponses } from "@/lib/server/studies/responses/list-responses.ts";
import {
  formatCursor,
  parseCursor,
  responseFilterSchema,
  responseOrderSchema,
} from "@/lib/server/studies/responses/response-filter.ts";
import { restorePerson, restoreResponse } from "@/lib/server/studies/responses/restore-response.ts";
import { dateTime, operation, studyParams } from "./operation.ts";

const tag = "Responses";
const responseParams = studyParams.extend({ response: z.uuid() });
const sessionParams = studyParams.extend({ session: z.uuid() });

export const responseOperations = [
  operation({
    id: "listResponses",
    method: "GET",
    path: "/studies/{study}/responses",
    tag,
    summary: "List the responses of a study, filtered and sorted, by cursor",
    params: studyParams,
    query: responseFilterSchema.extend({ ...responseOrderSchema.shape, cursor: z.string().max(120).optional() }),
    result: z.object({
      responses: z.array(
        z.object({
          id: z.uuid(),
          sessionId: z.uuid(),
          savedAt: dateTime,
          item: z.object({ id: z.string(), label: z.string(), story: z.string(), text: z.string() }),
          condition: z.string(),
          stratum: z.string(),
          stage: z.string(),
          position: z.int(),
          revision: z.int(),
          answer: z.string().nullable(),
          isCorrect: z.boolean().nullable(),
          explanation: z.string().nullable(),
          elapsedMs: z.number(),
          isSurplus: z.boolean(),
          isErased: z.boolean(),
          notCounted: z.array(z.string()),
        }),
      ),
      /** The `cursor` of the next page; null on the last page. */
      next: z.string().nullable(),
    }),
    work: async ({ actor, params, query: { cursor, sort, order, ...filter } }) => {
      await recordInterimViewAt(actor, params.study);
      const after = parseCursor(cursor, { sort });
      const page = await listResponses(actor, params.study, filter, { sort, order }, { after });
      if (!page) throw notFoundError();
      return { responses: page.lines, next: page.next ? formatCursor(page.next) : null };
    },
  }),
  operation({
    id: "streamRecords",
    method: "GET",
    path: "/studies/{study}/records/{table}",
    tag,
    summary: "Stream a table of the study's export as JSON lines, with coded participants",
    params: studyParams.extend({ table: z.enum(recordTables) }),
    result: null,
    work: async ({ actor, params }) => {
      await recordInterimViewAt(actor, params.study);
      return openRecordStream(actor, params.study, params.table);
    },
  }),
  operation({
    id: "excludeResponse",
    method: "POST",
    path: "/studies/{study}/responses/{response}/exclusion",
    tag,
    summary: "Exclude a response from the results, with a reason",
    params: responseParams,
    body: z.strictObject({
      reason: z.enum(exclusionReasons.map(({ value }) => value)),
      note: boundedText(2_000).default(""),
    }),
    work: ({ actor, params, body }) => excludeResponse(actor, params.response, body),
  }),
  operation({
    id: "restoreResponse",
    method: "DELETE",
    path: "/studies/{study}/responses/{response}/exclusion",
    tag,
    summary: "Revoke the exclusion of a response",
    params: responseParams,
    query: z.object({ reason: boundedText(2_000).optional() }),
    work: ({ actor, params, query }) => restoreResponse(actor, params.response, query.reason),
  }),
  operation({
    id: "excludePerson",
    method: "POST",
    path: "/studies/{study}/sessions/{session}/exclusion",
    tag,
    summary: "Exclude all responses of a session, with a reason",
    params: sessionParams,
    body: z.strictObject({
      reason: z.enum(exclusionReasons.map(({ value }) => value)),
      note: boundedText(2_000).default(""),
    }),
    result: z.object({ excluded: z.int() }),
    work: async ({ actor, params, body }) => ({ excluded: await excludePerson(actor, params.session, body) }),
  }),
  operation({
    id: "restorePerson",
    method: "DELETE",
    path: "/studies/{study}/sessions/{session}/exclusion",
    tag,
    summary: "Revoke the exclusions of all responses of a session",
    params: sessionParams,
    query: z.object({ reason: boundedText(2_000).optional() }),
    result: z.object({ restored: z.int() }),
    work: async ({ actor, params, query }) => ({ restored: await restorePerson(actor, params.session, query.reason) }),
  }),
  operation({
    id: "startReview",
    method: "POST",
    path: "/studies/{study}/review",
    tag,
    summary: "Add flagged responses and a random sample to the review by two raters",
    params: studyParams,
    result: z.object({ flagged: z.int(), sampled: z.int() }),
    work: ({ actor, params }) => startReview(actor, params.study),
  }),
  operation({
    id: "runBehaviours",
    method: "POST",
    path: "/studies/{study}/behaviours",
    tag,
    summary: "Simulate participants to measure the rates of the cleaning rules",
    params: studyParams,
    work: ({ actor, params }) => requestBehaviours(actor, params.study),
  }),
  operation({
    id: "findSession",
    method: "GET",
    path: "/studies/{study}/session-codes/{code}",
    tag,
    summary: "Find the session of a completion code",
    params: studyParams.extend({ code: z.string().max(60) }),
    result: z.object({ sessionId: z.uuid() }),
    work: async ({ actor, params }) => ({ sessionId: await findSessionIdByCode(actor, params.study, params.code) }),
  }),
  operation({
    id: "markPaid",
    method: "PUT",
    path: "/studies/{study}/sessions/{session}/paid",
    tag,
    summary: "Mark a session as paid or unpaid",
    params: sessionParams,
    body: z.strictObject({ paid: z.boolean() }),
    work: ({ actor, params, body }) => markPaid(actor, params.session, body.paid),
  }),
  operation({
    id: "withdrawSession",
    method: "POST",
    path: "/studies/{study}/sessions/{session}/withdrawal",
    tag,
    summary: "Withdraw a session for its participant and keep or erase its answers",
    params: sessionParams,
    body: z.strictObject({ answers: z.enum(["keep", "erase"]) }),
    result: z.object({ outcome: z.string().nullable() }),
    work: async ({ actor, params, body }) => ({
      outcome: await withdrawForParticipant(actor, params.session, body.answers),
    }),
  }),
];
