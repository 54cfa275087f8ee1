import * as z from "zod";
import { installation } from "../../lib/server/platform/access/access.ts";
import { hashUserToken, newToken } from "../../lib/server/platform/auth/token.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { oneRow } from "../../lib/server/platform/database/rows.ts";
import { createSharedView } from "../../lib/server/sharing/shared-view.ts";
import { copyStudy } from "../../lib/server/studies/draft/copy-study.ts";
import { getStudyDraft } from "../../lib/server/studies/draft/get-study-draft.ts";
import { invite } from "../../lib/server/users/invite.ts";
import { createResetLink } from "../../lib/server/users/reset-link.ts";
import { makeEvaluation } from "../../prisma/factories/make-evaluation.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";
import { speaksEnglish, startWalker } from "../../prisma/factories/walk-session.ts";
import type { Rows } from "./actions.ts";

/** A study besides the demo, which is closed: its background work would count as stored here. */
export async function prepareRows(): Promise<MadeStudy> {
  await pool().query("DELETE FROM job");
  return await makeStudy();
}

const knownRow = z.strictObject({
  invitation: z.string(),
  response: z.string(),
  session: z.string(),
  problems: z.string(),
  beliefs: z.string(),
});

const registeredRow = z.strictObject({
  benchmark: z.string(),
  model: z.string(),
  looseModel: z.string(),
  prediction: z.string(),
  run: z.string(),
  looseRun: z.string(),
});

/** Rows for every form of `forms`, in the project of the study. */
export async function makeRows(study: MadeStudy, collection: string, story: string): Promise<Rows> {
  const { projectId } = study;
  const admin = await makePerson({ projectId, role: "admin" });
  const { userId } = await makePerson({ projectId, role: "annotator" });
  const newToken_ = newToken();
  const { path } = await invite(admin.actor, { projectId, email: "invited@example.org", role: "viewer" });
  const walker = await startWalker(study);
  const answers = [{ consent: "yes" }, speaksEnglish, { age: "18-29", gender: "female" }, {}, { choice: "true" }];
  for (const [screen, fields] of answers.entries()) await walker.post(screen, fields as Record<string, string>);
  const draft = await copyStudy({ ...installation, userId: admin.userId }, study.id);
  const form = await getStudyDraft(installation, draft.id);
  await pool().query(
    "INSERT INTO setup_token (id, token_hash, expires_at) VALUES (gen_random_uuid(), $1, now() + interval '1 hour')",
    [hashUserToken(newToken_)],
  );
  const known = await oneRow(
    pool(),
    knownRow,
    `SELECT (SELECT id FROM invitation WHERE project_id = $1) AS invitation,
            (SELECT id FROM response WHERE study_id = $2) AS response,
            (SELECT session_id FROM response WHERE study_id = $2) AS session,
            (SELECT id FROM benchmark WHERE slug = 'mindgames-demo') AS problems,
            (SELECT id FROM benchmark WHERE slug = 'expressions-of-belief-demo') AS beliefs`,
    [projectId, study.id],
  );
  const { id: question } = await oneRow(
    pool(),
    z.strictObject({ id: z.string() }),
    `INSERT INTO annotation_question (id, collection_id, asked_by_id, text)
     VALUES (gen_random_uuid(), $1, $2, 'May a ghost know it?') RETURNING id`,
    [collection, userId],
  );
  const { id: eventAddress } = await oneRow(
    pool(),
    z.strictObject({ id: z.string() }),
    `INSERT INTO event_address (id, study_id, kind, address, label, events)
     VALUES (gen_random_uuid(), $1, 'slack', 'https://events.example.org', 'https://events.example.org', '{}') RETURNING id`,
    [study.id],
  );
  const { id: sharedView } = await createSharedView(installation, study.id, {
    label: "Reviewer 2",
    days: 30,
    isBlinded: false,
  });
  const { id: review } = await oneRow(
    pool(),
    z.strictObject({ id: z.string() }),
    `INSERT INTO cleaning_review (id, study_id, response_id, rules, ordinal, measures)
     VALUES (gen_random_uuid(), $1, $2, '{}', 1, '{}') RETURNING id`,
    [study.id, known.response],
  );
  const { id: release } = await oneRow(
    pool(),
    z.strictObject({ id: z.string() }),
    `INSERT INTO release (id, study_id, level, version, changes, request, report, bytes, sha256)
     VALUES (gen_random_uuid(), $1, 'public', '0.0.1', '', '{}', '{}', 0, '') RETURNING id`,
    [study.id],
  );
  const registered = await oneRow(
    pool(),
    registeredRow,
    `WITH made AS (
       INSERT INTO benchmark (id, project_id, name, slug, canary)
       VALUES (gen_random_uuid(), $1, 'Registered', 'registered', 'canary') RETURNING id
     ), models AS (
       INSERT INTO model (id, project_id, name)
       SELECT gen_random_uuid(), $1, name FROM unnest(ARRAY['with runs', 'without runs']) AS name RETURNING id, name
     ), runs AS (
       INSERT INTO run (id, model_id, benchmark_id, source)
       SELECT gen_random_uuid(), models.id, made.id, source FROM models, made, unnest(ARRAY['kept', 'given up']) AS source
       WHERE models.name = 'with runs' RETURNING id, source
     ), answered AS (
       INSERT INTO prediction (id, run_id, item_version_id, condition_key, condition, repeat, row_hash)
       SELECT gen_random_uuid(), runs.id, (SELECT item_version_id FROM study_item WHERE study_id = $2 LIMIT 1), '', '{}', 0, ''
       FROM runs WHERE source = 'kept' RETURNING id
     )
     SELECT (SELECT id FROM made) AS benchmark, (SELECT id FROM models WHERE name = 'with runs') AS model,
       (SELECT id FROM models WHERE name = 'without runs') AS "looseModel",
       (SELECT id FROM answered) AS prediction, (SELECT id FROM runs WHERE source = 'kept') AS run, (SELECT id FROM runs WHERE source = 'given up') AS "looseRun"`,
    [projectId, study.id],
  );
  return {
    ...known,
    ...registered,
    eventAddress,
    sharedView,
    review,
    release,
    ...(await makeEvaluation(projectId)),
    project: projectId,
    member: userId,
    study: study.id,
    draftStudy: draft.id,
    draft: JSON.stringify(form && { ...form.draft, protocol: { ...form.draft.protocol, publicTitle: "Stories" } }),
    revision: form?.revision ?? "",
    collection,
    // No job is in progress: the response is that for another project.
    batch: study.id,
    item: story,
    question,
    setupToken: newToken_,
    invitationToken: path.split("/").at(-1) as string,
    resetToken: (await createResetLink(admin.actor, projectId, userId)).split("=").at(-1) as string,
  };
}
