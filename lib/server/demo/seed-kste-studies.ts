import * as z from "zod";
import type { ItemKind } from "@/lib/domain/items/kinds/item-kind.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import type { Random } from "@/lib/domain/random.ts";
import { presetCorrespondence } from "@/lib/domain/results/plan/preset-correspondence.ts";
import { presetPlan } from "@/lib/domain/results/plan/preset-plans.ts";
import {
  nextActions,
  nextActionsDraft,
  storyErrors,
  storyErrorsDraft,
} from "@/lib/domain/survey/presets/kste-evaluation.ts";
import { designOf, type PresetDraft } from "@/lib/domain/survey/studies/study-draft.ts";
import { withNewestWords } from "@/lib/domain/survey/translate-protocol.ts";
import { manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { withTx } from "../platform/database/with-transaction.ts";
import { enqueueJob } from "../platform/jobs/enqueue-job.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { createStudy } from "../studies/draft/create-study.ts";
import { openStudy } from "../studies/run/open-study.ts";
import { ksteDemoJobKind } from "./demo-parts.ts";
import { fillStudy } from "./simulation/fill-study.ts";
import { findEndpoints, type OpenEndpoints } from "./simulation/public-endpoints.ts";

interface DemoStudy {
  slug: string;
  name: string;
  draft: () => PresetDraft;
  /** Answers per item; must be divisible by the session length of twelve. */
  perStratumItem: number;
  preset: string;
  accuracy: number;
}

const itemsPerSession = 12;

const demoStudies: readonly DemoStudy[] = [
  {
    slug: "demo-story-errors",
    name: "Find the error in a story (simulated)",
    preset: storyErrors.id,
    draft: storyErrorsDraft,
    perStratumItem: 4,
    accuracy: 0.76,
  },
  {
    slug: "demo-next-actions",
    name: "What happens next (simulated)",
    preset: nextActions.id,
    draft: nextActionsDraft,
    perStratumItem: 8,
    accuracy: 0.92,
  },
];

/** The demo's two studies of story understanding: both tasks of Yang et al., with synthetic people. Idempotent. */
export async function seedKsteStudies(projectId: string, benchmarkId: string): Promise<void> {
  for (const study of demoStudies) await openStudy(await ensureStudy(projectId, benchmarkId, study));
  await enqueueJob({
    kind: ksteDemoJobKind,
    payload: {},
    projectId,
    createdById: null,
    dedupeKey: ksteDemoJobKind,
  });
}

const idRow = z.strictObject({ id: z.string() });

function ensureStudy(projectId: string, benchmarkId: string, demo: DemoStudy): Promise<string> {
  return withTx(async (client) => {
    const existing = await maybeRow(client, idRow, sql`SELECT id FROM study WHERE slug = ${demo.slug}`);
    if (existing) return existing.id as string;
    const preset = demo.draft();
    const kind: ItemKind = requireKind(preset.itemKind);
    const items = await manyRows(
      client,
      idRow,
      sql`SELECT id FROM item_version WHERE benchmark_id = ${benchmarkId} AND kind = ${kind.name} ORDER BY ordinal`,
    );
    const studyFields = {
      name: demo.name,
      slug: demo.slug,
      description: "Synthetic participants, so that the results have something to show. Not data about people.",
      benchmarkId,
    };
    const draft = {
      ...preset,
      perStratumItem: demo.perStratumItem,
      itemsPerSession,
      ...(preset.composition && { composition: { ...preset.composition, draw: null } }),
    };
    return createStudy(client, {
      ...studyFields,
      projectId,
      createdById: null,
      language: draft.language,
      stage: "simulation",
      itemIds: items.map(({ id }) => id),
      design: designOf({ ...draft, ...studyFields, seed: demo.slug }, kind),
      protocol: withNewestWords(draft.protocol),
      correspondence: presetCorrespondence(demo.preset, []),
      plan: presetPlan(demo.preset),
      isDemo: true,
    });
  });
}

/**
 * Fills both studies with synthetic people and closes the studies.
 *
 * @param openEndpoints returns the endpoints of the study with this slug
 */
export async function simulateKste(
  job: Parameters<JobHandler>[0],
  openEndpoints: OpenEndpoints = findEndpoints,
): Promise<{ finished: number }> {
  let finishedCount = 0;
  for (const { slug, accuracy } of demoStudies) {
    const createJudge = (_number: number, random: Random) => () => random.next() < accuracy;
    finishedCount += await fillStudy(job, slug, { seed: slug, judgeOf: createJudge }, openEndpoints);
  }
  return { finished: finishedCount };
}
