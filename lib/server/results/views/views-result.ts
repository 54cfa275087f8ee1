import * as z from "zod";
import type { View } from "@/lib/domain/results/views/view.ts";
import { choiceKey, type ViewChoice, viewChoiceSchema } from "@/lib/domain/results/views/view-choice.ts";
import { readDataHash } from "../../counting/read-data-hash.ts";
import { installation } from "../../platform/access/access.ts";
import { db } from "../../platform/database/client.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import type { ResultDefinition } from "../../stored-results/result-definition.ts";
import { maxComputedWhileWaiting } from "../../stored-results/stored-result.ts";
import { tallyPredictions } from "../../studies/parity/tally-predictions.ts";
import { loadResults } from "../load-results.ts";
import { computeInWorker } from "./compute-in-worker.ts";
import { readViewsWork } from "./read-views-work.ts";

/**
 * Every view of a study's single answers by its ID, under one choice of which answers count. The subject is
 * "STUDY/CHOICE". Answers are read in chunks and processed in a thread.
 */
export const viewsResult: ResultDefinition<Record<string, View>> = {
  kind: "views",
  ruleVersion: 11,
  isOnRequest: true,
  facts: async (subject) => {
    const { studyId, choice } = readViewsSubject(subject);
    if (!choice || !z.uuid().safeParse(studyId).success) return null;
    const study = await db().study.findUnique({ where: { id: studyId }, select: { projectId: true } });
    if (!study) return null;
    const dataHash = await readDataHash(studyId, choice);
    return { projectId: study.projectId, dataHash, answers: maxComputedWhileWaiting + 1, studyId, runId: null };
  },
  compute: async (subject, { step }) => {
    const { studyId, choice } = readViewsSubject(subject);
    if (!choice) throw notFoundError();
    const dataHash = await readDataHash(studyId, choice);
    await tallyPredictions(studyId);
    const page = await loadResults(installation, studyId, choice);
    if (!page) throw notFoundError();
    const views = await computeInWorker(await readViewsWork(page, choice, dataHash), step);
    return Object.fromEntries(views.map((view) => [view.id, view]));
  },
};

/** The subject of the views of a study under a choice. */
export function viewsSubject(studyId: string, choice: ViewChoice): string {
  return `${studyId}/${choiceKey(choice)}`;
}

function readViewsSubject(subject: string): { studyId: string; choice: ViewChoice | null } {
  const [studyId = ""] = subject.split("/", 1);
  try {
    const choice: unknown = JSON.parse(subject.slice(studyId.length + 1));
    return { studyId, choice: viewChoiceSchema.safeParse(choice).data ?? null };
  } catch {
    return { studyId, choice: null };
  }
}
