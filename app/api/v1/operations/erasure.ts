import * as z from "zod";
import { requiredText } from "@/lib/domain/text.ts";
import { eraseFound } from "@/lib/server/sessions/erasure/erase-found.ts";
import { findErasable } from "@/lib/server/sessions/erasure/find-erasable.ts";
import { dateTime, inProject, operation } from "./operation.ts";

const tag = "Erasure";
const count = z.int().min(0);

export const erasureOperations = [
  operation({
    id: "findSessionsToErase",
    method: "POST",
    path: "/projects/{project}/erasure-searches",
    tag,
    summary: "Find a participant's sessions by completion code, link or recruiter's ID, with what an erasure removes",
    params: inProject,
    body: z.strictObject({ person: requiredText(2_000) }),
    result: z.object({
      sessions: z.array(
        z.object({
          id: z.uuid(),
          project: z.string(),
          study: z.object({ id: z.uuid(), name: z.string() }),
          startedAt: dateTime,
          outcome: z.string().nullable(),
          erasedAt: dateTime.nullable(),
          isLocked: z.boolean(),
          values: z.object({
            responses: count,
            forms: count,
            ids: count,
            reports: count,
            refusals: count,
            notes: count,
          }),
        }),
      ),
    }),
    work: async ({ actor, params, body }) => ({ sessions: await findErasable(actor, body.person, params.project) }),
  }),
  operation({
    id: "eraseSessions",
    method: "POST",
    path: "/projects/{project}/erasures",
    tag,
    summary: "Withdraw sessions of a project and erase their values permanently",
    params: inProject,
    body: z.strictObject({ sessions: z.array(z.uuid()).min(1).max(100) }),
    result: z.object({ erased: count }),
    work: async ({ actor, params, body }) => ({ erased: await eraseFound(actor, body.sessions, params.project) }),
  }),
];
