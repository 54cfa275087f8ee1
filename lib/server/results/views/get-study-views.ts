import * as z from "zod";
import type { ResultsQuery } from "@/lib/domain/results/model/results-query.ts";
import { type StoredPlan, storedPlan } from "@/lib/domain/results/plan/plan-record.ts";
import { type View, viewSchema } from "@/lib/domain/results/views/view.ts";
import { choiceKey, type ViewChoice } from "@/lib/domain/results/views/view-choice.ts";
import { chooseStage } from "@/lib/domain/survey/choose-stage.ts";
import { readStages } from "../../counting/read-counts.ts";
import { readDataHash } from "../../counting/read-data-hash.ts";
import { type Actor, requireRight } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { JobState } from "../../platform/database/generated/enums.ts";
import { pool } from "../../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../../platform/database/rows.ts";
import { notThere } from "../../platform/errors/app-error.ts";
import { enqueueJob } from "../../platform/jobs/enqueue-job.ts";
import { studyWhere } from "../../studies/study-where.ts";
import { viewsJobKind } from "./compute-views-job.ts";

/** What a page knows of one stored view. */
export interface StudyView {
  choice: ViewChoice;
  stages: string[];
  /** The study's saved plan, and whether this choice counts other answers than it does. */
  plan: StoredPlan | null;
  isOtherThanPlanned: boolean;
  /** The work under way; null when none is. */
  working: { share: number; doing: string } | null;
  /** Why the last attempt came to nothing; null when it did not, or no one has tried. */
  failed: string | null;
  /** Null until it has been computed. */
  stored: { view: View; dataHash: string; computedAt: Date; isStale: boolean } | null;
}

type Asked = Pick<ResultsQuery, "stage" | "surplus" | "excluded" | "openStratum" | "key">;

const storedRow = z.strictObject({
  data_hash: z.string(),
  document: json(),
  computed_at: z.date(),
});

const viewRow = storedRow.extend({ view: z.string() });

/** One stored view of a study's single answers, whether its data have changed since, and how far a new one is. */
export async function getStudyView(
  actor: Actor,
  address: string,
  query: Asked,
  view: string,
): Promise<StudyView | null> {
  const study = await findStudy(actor, address);
  if (!study) return null;
  const { choice, stages } = await choose(study, query);
  const [dataHash, row, job] = await Promise.all([
    readDataHash(study.id, choice),
    maybeRow(
      pool(),
      storedRow,
      "SELECT data_hash, document, computed_at FROM stored_view WHERE study_id = $1 AND choice = $2 AND view = $3",
      [study.id, choiceKey(choice), view],
    ),
    readJob(study.id, choice),
  ]);
  return {
    choice,
    stages,
    plan: study.plan,
    isOtherThanPlanned: study.plan !== null && countsOthers(choice, study.plan),
    ...job,
    stored: row ? storedOf(row, dataHash) : null,
  };
}

/** Several stored views under one choice, by their ids; those that are not computed are missing. Null like `getStudyView`. */
export async function getStoredViews(
  actor: Actor,
  address: string,
  query: Asked,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NonNullable<StudyView["stored"]>> | null> {
  const study = await findStudy(actor, address);
  if (!study) return null;
  const { choice } = await choose(study, query);
  const rows = await manyRows(
    pool(),
    viewRow,
    "SELECT view, data_hash, document, computed_at FROM stored_view WHERE study_id = $1 AND choice = $2 AND view = ANY($3)",
    [study.id, choiceKey(choice), ids],
  );
  if (rows.length === 0) return new Map();
  const dataHash = await readDataHash(study.id, choice);
  return new Map(rows.map((row) => [row.view, storedOf(row, dataHash)]));
}

function storedOf(row: z.infer<typeof storedRow>, dataHash: string): NonNullable<StudyView["stored"]> {
  return {
    view: viewSchema.parse(row.document),
    dataHash: row.data_hash,
    computedAt: row.computed_at,
    isStale: row.data_hash !== dataHash,
  };
}

/** How far the computation is, for anyone who waits for it. */
export async function getViewsProgress(
  actor: Actor,
  address: string,
  query: Asked,
): Promise<{ working: StudyView["working"] }> {
  const study = await findStudy(actor, address);
  if (!study) throw notThere();
  const { choice } = await choose(study, query);
  const { working } = await readJob(study.id, choice);
  return { working };
}

/** Asks for all views of a study under a choice of what counts. Asking twice makes one piece of work. */
export async function requestStudyViews(actor: Actor, address: string, query: Asked): Promise<void> {
  const study = await findStudy(actor, address);
  if (!study) throw notThere();
  requireRight(actor, "research.read", study.projectId);
  const { choice } = await choose(study, query);
  await enqueueJob({
    kind: viewsJobKind,
    payload: { studyId: study.id, choice },
    projectId: study.projectId,
    createdById: actor.userId,
    dedupeKey: jobKey(study.id, choice),
    maxAttempts: 2,
  });
}

async function findStudy(actor: Actor, address: string) {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: {
      id: true,
      projectId: true,
      stage: true,
      plan: { select: { document: true, registration: true } },
      freezes: { orderBy: { number: "desc" }, take: 1, select: { number: true, hasData: true, createdAt: true } },
    },
  });
  if (!study) return null;
  const { plan, freezes, ...facts } = study;
  return { ...facts, plan: plan ? storedPlan(plan, freezes[0] ?? null) : null };
}

function countsOthers(choice: ViewChoice, { plan }: StoredPlan): boolean {
  const { openStratum, surplus, excluded } = plan.exclusions;
  const isSame = choice.openStratum === openStratum && choice.surplus === surplus && choice.excluded === excluded;
  return !isSame || choice.key !== null;
}

async function choose(
  study: { id: string; stage: string },
  query: Asked,
): Promise<{ choice: ViewChoice; stages: string[] }> {
  const stages = await readStages(study.id);
  const { surplus, excluded, openStratum, key } = query;
  const stage = chooseStage(stages, query.stage, study.stage.replace("_", "-"));
  return { choice: { stage, surplus, excluded, openStratum, key }, stages };
}

function jobKey(studyId: string, choice: ViewChoice): string {
  return `${viewsJobKind}/${studyId}/${choiceKey(choice)}`;
}

const jobRow = z.strictObject({
  state: z.enum(JobState),
  progress: json<{ share?: unknown; doing?: unknown }>(),
  last_error: z.string().nullable(),
});

async function readJob(studyId: string, choice: ViewChoice): Promise<Pick<StudyView, "working" | "failed">> {
  const job = await maybeRow(
    pool(),
    jobRow,
    "SELECT state::text, progress, last_error FROM job WHERE dedupe_key = $1",
    [jobKey(studyId, choice)],
  );
  if (!job || job.state === "done") return { working: null, failed: null };
  if (job.state === "dead") return { working: null, failed: job.last_error ?? "" };
  const { share, doing } = job.progress;
  return { working: { share: Number(share ?? 0), doing: String(doing ?? "Waiting for a worker") }, failed: null };
}
