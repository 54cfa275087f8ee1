import * as z from "zod";
import { releaseLevels } from "@/lib/domain/release/release-dataset.ts";
import { maxReleaseK, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { setProjectK } from "@/lib/server/release/project-k.ts";
import { listReleases, withdrawRelease } from "@/lib/server/release/release-versions.ts";
import { getReleaseState, requestRelease } from "@/lib/server/release/request-release.ts";
import { setReleasePage } from "@/lib/server/sharing/release-page.ts";
import { createdId, dateTime, operation, projectParams, studyParams } from "./operation.ts";

const tag = "Releases";

const report = z.object({
  findings: z.array(
    z.object({
      severity: z.enum(["error", "warning"]),
      check: z.string(),
      message: z.string(),
      rows: z.array(z.object({ text: z.string(), session: z.uuid().nullable() })),
      remedies: z.array(z.object({ drop: z.array(z.string()), merge: z.array(z.string()) })).optional(),
    }),
  ),
  tables: z.array(z.object({ name: z.string(), rows: z.int() })),
  missingForNeurips: z.array(z.string()),
  anonymity: z.object({ k: z.int(), people: z.int(), exposed: z.int() }).nullable(),
});

export const releaseOperations = [
  operation({
    id: "setReleaseK",
    method: "PUT",
    path: "/projects/{project}/release-k",
    tag,
    summary: "Set the minimum number of people with the same attributes (k-anonymity) in the releases of a project",
    params: projectParams,
    body: z.strictObject({ k: z.int().min(1).max(maxReleaseK) }),
    work: ({ actor, params, body }) => setProjectK(actor, params.project, body.k),
  }),
  operation({
    id: "requestRelease",
    method: "POST",
    path: "/studies/{study}/releases",
    tag,
    summary: "Check a release, or write a version of it; the result is the latest release",
    params: studyParams,
    body: releaseRequestSchema.extend({ isDryRun: z.boolean().default(false) }),
    result: createdId,
    work: ({ actor, params, body: { isDryRun, ...request } }) => requestRelease(actor, params.study, request, isDryRun),
  }),
  operation({
    id: "getLatestRelease",
    method: "GET",
    path: "/studies/{study}/releases/latest",
    tag,
    summary: "Get the progress and the report of the latest request; null if there was none",
    params: studyParams,
    result: z
      .object({
        id: z.uuid(),
        isDryRun: z.boolean(),
        state: z.enum(["working", "done", "failed"]),
        doing: z.string(),
        problem: z.string(),
        report: report.nullable(),
        isWritten: z.boolean(),
      })
      .nullable(),
    work: ({ params }) => getReleaseState(params.study),
  }),
  operation({
    id: "listReleases",
    method: "GET",
    path: "/studies/{study}/releases",
    tag,
    summary: "List the versions of a study's releases, newest first",
    params: studyParams,
    result: z.object({
      releases: z.array(
        z.object({
          id: z.uuid(),
          level: z.enum(releaseLevels),
          version: z.string(),
          changes: z.string(),
          bytes: z.int(),
          sha256: z.string(),
          createdAt: dateTime,
          createdBy: z.string().nullable(),
          withdrawnAt: dateTime.nullable(),
          withdrawnReason: z.string(),
          pageSince: dateTime.nullable(),
        }),
      ),
    }),
    work: async ({ params }) => ({ releases: await listReleases(params.study) }),
  }),
  operation({
    id: "withdrawRelease",
    method: "POST",
    path: "/studies/{study}/releases/{release}/withdrawal",
    tag,
    summary: "Withdraw a version: its archive is deleted, its entry stays with the reason",
    params: studyParams.extend({ release: z.uuid() }),
    body: z.strictObject({ reason: requiredText(2_000) }),
    work: ({ actor, params, body }) => withdrawRelease(actor, params.study, params.release, body.reason),
  }),
  operation({
    id: "setReleasePage",
    method: "PUT",
    path: "/studies/{study}/releases/{release}/page",
    tag,
    summary: "Switch the public page of a version on or off",
    params: studyParams.extend({ release: z.uuid() }),
    body: z.strictObject({ isPublic: z.boolean() }),
    work: ({ actor, params, body }) => setReleasePage(actor, params.study, params.release, body.isPublic),
  }),
];
