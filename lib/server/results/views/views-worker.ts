import type { SingleAnswers } from "@/lib/domain/results/model/single-answers.ts";
import type { StudyResults } from "@/lib/domain/results/model/study-results.ts";
import { type Material, prepareMaterial } from "@/lib/domain/results/views/material.ts";
import { computeViews, type ViewProgress } from "@/lib/domain/results/views/study-views.ts";
import type { View } from "@/lib/domain/results/views/view.ts";
import { finish } from "@/lib/domain/steps.ts";
import { serveThread } from "../../platform/threads/serve-thread.ts";

/** The input of the views. */
export type ViewsWork = { results: StudyResults; single: SingleAnswers } & Pick<
  Material,
  "planned" | "population" | "probabilities" | "seed" | "rules"
>;

/** Computes the views of single answers in a thread; reports each step. */
export const script = serveThread<ViewsWork, never, ViewProgress, View[]>(({ results, single, ...rest }, { report }) =>
  finish(computeViews(prepareMaterial(results, single, rest)), report),
);
