import * as z from "zod";
import { canonicalJson, fingerprint } from "@/lib/domain/fingerprint.ts";
import { analysisPlanSchema } from "@/lib/domain/results/plan/analysis-plan.ts";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { protocolHash, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { json, manyRows, maybeRow, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { copyLists, hasLists } from "../../studies/draft/copy-lists.ts";
import { createStudy } from "../../studies/draft/create-study.ts";
import { withFreeSlug } from "../../studies/draft/with-free-slug.ts";
import { removeDwell } from "./without-dwell.ts";

const sourceRow = z.strictObject({
  project_id: z.string(),
  name: z.string(),
  language: z.string(),
  benchmark_id: z.string(),
  is_demo: z.boolean(),
  design: json(),
  document: json(),
  plan: json().nullable(),
});

const itemVersionIdRow = z.strictObject({ item_version_id: z.string() });

const idRow = z.strictObject({ id: z.string() });

/**
 * The ID of the copy of a study in the stage "simulation". An existing copy is used again if it is not full and has the same
 * design, items, texts and analysis plan.
 */
export function copyForSimulation(studyId: string, address: string, withBehaviours: boolean): Promise<string> {
  return withFreeSlug(async (client, freeSlug) => {
    const source = await oneRow(
      client,
      sourceRow,
      sql`SELECT study.project_id, study.name, study.language, study.benchmark_id, study.is_demo, study.design,
         protocol_version.document, study_plan.document - 'modelsFixed' AS plan
       FROM study
       JOIN protocol_version ON protocol_version.id = study.protocol_version_id
       LEFT JOIN study_plan ON study_plan.study_id = study.id WHERE study.id = ${studyId}
       FOR UPDATE OF study`,
    );
    const itemQuery = sql`SELECT item_version_id FROM study_item WHERE study_id = ${studyId} ORDER BY ordinal`;
    const itemIds = (await manyRows(client, itemVersionIdRow, itemQuery)).map((row) => row.item_version_id);
    const design = designSchema.parse(source.design);
    const protocol = removeDwell(protocolSchema.parse(source.document));
    const plan = source.plan === null ? null : analysisPlanSchema.parse(source.plan);
    const hash = fingerprint(
      canonicalJson({
        design,
        itemIds,
        protocol: protocolHash(protocol),
        ...(plan ? { plan } : {}),
        ...(withBehaviours ? { withBehaviours } : {}),
        ...((await hasLists(client, studyId)) ? { isListed: true } : {}),
      }),
    );
    const existingCopy = await maybeRow(
      client,
      idRow,
      sql`SELECT id FROM study WHERE simulation_of_id = ${studyId} AND simulation_hash = ${hash} AND status <> 'closed'
       ORDER BY created_at DESC LIMIT 1`,
    );
    if (existingCopy) return existingCopy.id;
    const id = await createStudy(client, {
      projectId: source.project_id,
      createdById: null,
      name: `${source.name} (${withBehaviours ? "scripted behaviours" : "simulation"})`.slice(0, 200),
      slug: await freeSlug(`${address.slice(0, 40).replace(/-+$/, "")}-simulation`),
      description: "Scripted participants. Not data about people.",
      language: source.language,
      stage: "simulation",
      benchmarkId: source.benchmark_id,
      itemIds,
      design,
      protocol,
      correspondence: { sameAs: studyId },
      plan,
      isDemo: source.is_demo,
    });
    await copyLists(client, studyId, id, id);
    await client.query(sql`UPDATE study SET simulation_of_id = ${studyId}, simulation_hash = ${hash} WHERE id = ${id}`);
    return id;
  });
}
