import * as z from "zod";
import { boundedText, requiredText } from "@/lib/domain/text.ts";
import { eraseFoundSessions } from "@/lib/server/sessions/erasure/erase-found.ts";
import { setErasureConfirmation } from "@/lib/server/sessions/erasure/erasure-confirmation.ts";
import { decideErasure, listErasureRequests } from "@/lib/server/sessions/erasure/erasure-requests.ts";
import { findErasable } from "@/lib/server/sessions/erasure/find-erasable.ts";
import { getRetention, readCertificate, setRetention } from "@/lib/server/sessions/erasure/set-retention.ts";
import { dateTime, operation, projectParams, studyParams } from "./operation.ts";

const tag = "Erasure";
const count = z.int().min(0);
const erasableSession = z.object({
  id: z.uuid(),
  project: z.string(),
  study: z.object({ id: z.uuid(), name: z.string() }),
  startedAt: dateTime,
  outcome: z.string().nullable(),
  erasedAt: dateTime.nullable(),
  isLocked: z.boolean(),
  needsConfirmation: z.boolean(),
  requestedAt: dateTime.nullable(),
  values: z.object({
    responses: count,
    forms: count,
    ids: count,
    reports: count,
    refusals: count,
    notes: count,
  }),
});

export const erasureOperations = [
  operation({
    id: "findSessionsToErase",
    method: "POST",
    path: "/projects/{project}/erasure-searches",
    tag,
    summary: "Find a participant's sessions by completion code, link or recruiter's ID, with what an erasure removes",
    params: projectParams,
    body: z.strictObject({ person: requiredText(2_000) }),
    result: z.object({
      sessions: z.array(erasableSession),
    }),
    work: async ({ actor, params, body }) => ({ sessions: await findErasable(actor, body.person, params.project) }),
  }),
  operation({
    id: "eraseSessions",
    method: "POST",
    path: "/projects/{project}/erasures",
    tag,
    summary: "Erase sessions of a project, or request it where a second person must confirm",
    params: projectParams,
    body: z.strictObject({
      sessions: z.array(z.uuid()).min(1).max(100),
      reason: boundedText(2_000).default(""),
    }),
    result: z.object({ erased: count, requested: count }),
    work: ({ actor, params, body }) => eraseFoundSessions(actor, body.sessions, body.reason, params.project),
  }),
  operation({
    id: "listErasureRequests",
    method: "GET",
    path: "/projects/{project}/erasure-requests",
    tag,
    summary: "List requests for erasure that wait for a second person",
    params: projectParams,
    result: z.object({
      requests: z.array(
        z.object({
          session: erasableSession,
          reason: z.string(),
          requestedBy: z.string().nullable(),
          isOwn: z.boolean(),
        }),
      ),
    }),
    work: async ({ actor, params }) => ({ requests: await listErasureRequests(actor, params.project) }),
  }),
  operation({
    id: "decideErasureRequest",
    method: "POST",
    path: "/projects/{project}/erasure-requests/{session}/decision",
    tag,
    summary: "Confirm another person's request for erasure, which erases the session, or decline it",
    params: projectParams.extend({ session: z.uuid() }),
    body: z.strictObject({ decision: z.enum(["confirm", "decline"]) }),
    work: ({ actor, params, body }) => decideErasure(actor, params.session, body.decision, params.project),
  }),
  operation({
    id: "setErasureConfirmation",
    method: "PUT",
    path: "/projects/{project}/erasure-confirmation",
    tag,
    summary: "Set whether a second person must confirm each erasure in a project",
    params: projectParams,
    body: z.strictObject({ required: z.boolean() }),
    work: ({ actor, params, body }) => setErasureConfirmation(actor, params.project, body.required),
  }),
  operation({
    id: "getRetention",
    method: "GET",
    path: "/studies/{study}/retention",
    tag,
    summary: "Read the retention date of a study and list the certificates of its purges",
    params: studyParams,
    result: z.object({
      until: z.iso.date().nullable(),
      setBy: z.string().nullable(),
      setAt: dateTime.nullable(),
      certificates: z.array(z.object({ id: z.uuid(), at: dateTime, sha256: z.string() })),
    }),
    work: ({ actor, params }) => getRetention(actor, params.study),
  }),
  operation({
    id: "setRetention",
    method: "PUT",
    path: "/studies/{study}/retention",
    tag,
    summary: "Set the last day on which a study's answers and IDs are kept, or remove it",
    params: studyParams,
    body: z.strictObject({ until: z.iso.date().nullable() }),
    work: ({ actor, params, body }) => setRetention(actor, params.study, body.until),
  }),
  operation({
    id: "getPurgeCertificate",
    method: "GET",
    path: "/studies/{study}/purge-certificates/{certificate}",
    tag,
    summary: "Download a purge certificate (its SHA-256 is in the list)",
    params: studyParams.extend({ certificate: z.uuid() }),
    result: z.object({
      format: z.literal("parallax-purge-certificate/1"),
      study: z.object({ id: z.uuid(), name: z.string() }),
      retainedUntil: z.iso.date(),
      setBy: z.string(),
      setAt: z.iso.datetime(),
      purgedAt: z.iso.datetime(),
      counts: z.object({ sessions: count, responses: count, forms: count, ids: count }),
      sessionsSha256: z.string(),
    }),
    work: async ({ actor, params }) =>
      new Response(await readCertificate(actor, params.study, params.certificate), {
        headers: {
          "Content-Type": "application/json",
          "Content-Disposition": 'attachment; filename="purge-certificate.json"',
        },
      }),
  }),
];
