import * as z from "zod";
import { releaseLevels } from "@/lib/domain/release/release-dataset.ts";
import { maxReleaseK, releaseRequestSchema } from "@/lib/domain/release/release-request.ts";
import type { ReleaseSubject, ReleaseSubjectType } from "@/lib/domain/release/release-subject.ts";
import { requiredText } from "@/lib/domain/text.ts";
import { setProjectK } from "@/lib/server/release/project-k.ts";
import { requireSubject } from "@/lib/server/release/release-subject.ts";
import { listReleases, withdrawRelease } from "@/lib/server/release/release-versions.ts";
import { getReleaseState, requestRelease } from "@/lib/server/release/request-release.ts";
import { setReleasePage } from "@/lib/server/sharing/release-page.ts";
import { collectionParams } from "../annotation/collection-params.ts";
import { benchmarkParams, createdId, dateTime, operation, projectParams, studyParams } from "./operation.ts";

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

const releaseState = z.object({
  id: z.uuid(),
  isDryRun: z.boolean(),
  state: z.enum(["working", "done", "failed"]),
  doing: z.string(),
  problem: z.string(),
  report: report.nullable(),
  isWritten: z.boolean(),
});

const releaseVersion = z.object({
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
});

/** The operations on the releases of one type of subject. */
function operationsOf<Params extends z.ZodObject>({
  type,
  name,
  path,
  params: subjectParams,
  idOf,
}: {
  type: ReleaseSubjectType;
  /** The part of the operations' names that distinguishes the types; empty for a study. */
  name: string;
  path: string;
  params: Params;
  idOf: (params: z.output<Params>) => string;
}) {
  const subjectOf = (params: z.output<Params>): ReleaseSubject => ({ type, id: idOf(params) });
  const versionParams = subjectParams.extend({ release: z.uuid() });
  return [
    operation({
      id: `request${name}Release`,
      method: "POST",
      path: `${path}/releases`,
      tag,
      summary: `Check a release of a ${type}, or write a version of it; the result is the latest release`,
      params: subjectParams,
      body: releaseRequestSchema.extend({ isDryRun: z.boolean().default(false) }),
      result: createdId,
      work: ({ actor, params, body: { isDryRun, ...request } }) =>
        requestRelease(actor, subjectOf(params), request, isDryRun),
    }),
    operation({
      id: `getLatest${name}Release`,
      method: "GET",
      path: `${path}/releases/latest`,
      tag,
      summary: `Get the progress and the report of the latest request for a ${type}; null if there was none`,
      params: subjectParams,
      result: releaseState.nullable(),
      work: async ({ actor, params }) => getReleaseState(await requireSubject(actor, "read", subjectOf(params))),
    }),
    operation({
      id: `list${name}Releases`,
      method: "GET",
      path: `${path}/releases`,
      tag,
      summary: `List the versions of a ${type}, newest first`,
      params: subjectParams,
      result: z.object({ releases: z.array(releaseVersion) }),
      work: async ({ actor, params }) => ({
        releases: await listReleases(await requireSubject(actor, "read", subjectOf(params))),
      }),
    }),
    operation({
      id: `withdraw${name}Release`,
      method: "POST",
      path: `${path}/releases/{release}/withdrawal`,
      tag,
      summary: `Withdraw a version of a ${type}: its archive and results are deleted, its entry stays with the reason`,
      params: versionParams,
      body: z.strictObject({ reason: requiredText(2_000) }),
      work: ({ actor, params, body }) =>
        withdrawRelease(actor, subjectOf(params as z.output<Params>), String(params.release), body.reason),
    }),
    operation({
      id: `set${name}ReleasePage`,
      method: "PUT",
      path: `${path}/releases/{release}/page`,
      tag,
      summary: `Switch the public page of a version of a ${type} on or off`,
      params: versionParams,
      body: z.strictObject({ isPublic: z.boolean() }),
      work: ({ actor, params, body }) =>
        setReleasePage(actor, subjectOf(params as z.output<Params>), String(params.release), body.isPublic),
    }),
  ];
}

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
  ...operationsOf({
    type: "study",
    name: "",
    path: "/studies/{study}",
    params: studyParams,
    idOf: ({ study }) => study,
  }),
  ...operationsOf({
    type: "benchmark",
    name: "Benchmark",
    path: "/benchmarks/{benchmark}",
    params: benchmarkParams,
    idOf: ({ benchmark }) => benchmark,
  }),
  ...operationsOf({
    type: "collection",
    name: "Collection",
    path: "/collections/{collection}",
    params: collectionParams,
    idOf: ({ collection }) => collection,
  }),
];
