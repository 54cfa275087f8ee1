import type { PoolClient } from "pg";
import * as z from "zod";
import { designSchema } from "@/lib/domain/survey/design.ts";
import { draftItemKind, findStudyItemKind, listVariants } from "@/lib/domain/survey/kinds/asked-kind.ts";
import { type Protocol, protocolHash, protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { updateConsentVersion } from "@/lib/domain/survey/studies/consent-version.ts";
import { reviewDraft } from "@/lib/domain/survey/studies/review-draft.ts";
import {
  draftOfDesign,
  type OpenedStudyChange,
  openedStudySchema,
  type StudyDraft,
  studyDraftSchema,
} from "@/lib/domain/survey/studies/study-draft.ts";
import type { Actor } from "../../platform/access/access.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, oneRow } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { fieldError, readDraft } from "../read-draft.ts";
import { readStudyItems } from "../study-items.ts";
import { type LockedStudy, lockStudy } from "../study-where.ts";
import { reportUsedSlug } from "./create-from-draft.ts";
import { addProtocolVersion, requireEthicsFile } from "./create-study.ts";
import { amendProtocol } from "./freeze-protocol.ts";
import { resolveDraft } from "./resolve-draft.ts";
import { storeStage } from "./set-stage.ts";
import { lockedRevision } from "./study-revision.ts";

/**
 * Saves a study's form. In a draft everything can change. After the design was generated, only the name, description
 * and protocol can change. A changed protocol is stored as a new version, which sessions in progress do not use. A
 * changed name also creates a version, because participants see the name at the top of every page.
 *
 * @param basedOn the revision with which the form was filled
 * @param reason why a frozen protocol is amended; required for a change
 */
export async function updateStudy(
  actor: Actor,
  studyId: string,
  basedOn: string,
  input: unknown,
  reason = "",
): Promise<{ id: string; protocolVersionId: string }> {
  const isWhole = typeof input === "object" && input !== null && "slug" in input;
  const wholeDraft = isWhole ? readDraft(studyDraftSchema, input) : null;
  const change = wholeDraft ? null : readDraft(openedStudySchema, input);
  return reportUsedSlug({ slug: wholeDraft?.slug ?? "" }, () =>
    withTx(async (client) => {
      const study = await lockStudy(client, actor, "research.write", studyId);
      if (lockedRevision(study) !== basedOn) throw concurrentChangeError();
      if (study.is_frozen === (wholeDraft !== null)) throw concurrentChangeError();
      if (wholeDraft) await saveDraft(client, study, wholeDraft);
      if (change) await saveChange(client, study, change);
      const { protocol: submittedProtocol } = wholeDraft ?? (change as OpenedStudyChange);
      const protocol = wholeDraft
        ? submittedProtocol
        : updateConsentVersion(await readProtocol(client, study), submittedProtocol);
      const protocolVersionId =
        change && change.name.trim() !== study.name
          ? await repeatProtocolVersion(client, studyId, protocol, actor.userId)
          : await addProtocolVersion(client, studyId, protocol, actor.userId);
      await amendProtocol(client, studyId, actor.userId, reason);
      await recordAudit(client, {
        actorId: actor.userId,
        projectId: study.project_id,
        action: "study.update",
        subjectType: "study",
        subjectId: studyId,
        before: { name: study.name, slug: study.slug, protocolVersionId: study.protocol_version_id },
        after: { name: (wholeDraft ?? change)?.name ?? "", slug: wholeDraft?.slug ?? study.slug, protocolVersionId },
      });
      return { id: studyId, protocolVersionId };
    }),
  );
}

function concurrentChangeError(): AppError {
  return new AppError(
    "conflict",
    "This study was changed or opened after you loaded this page. Nothing was saved. Your text is still in this form; open the study in another tab to compare.",
  );
}

async function saveDraft(client: PoolClient, study: LockedStudy, draft: StudyDraft): Promise<void> {
  const { items, design } = await resolveDraft(client, study.project_id, draft, study.id);
  await client.query(
    sql`UPDATE study SET name = ${draft.name.trim()}, slug = ${draft.slug}, description = ${draft.description},
       language = ${draft.language}, benchmark_id = ${draft.benchmarkId},
       design = ${JSON.stringify(design)}
     WHERE id = ${study.id}`,
  );
  await storeStage(client, study.id, draft.stage);
  await client.query(sql`DELETE FROM study_item WHERE study_id = ${study.id}`);
  await client.query(
    sql`INSERT INTO study_item (study_id, item_version_id, ordinal)
     SELECT ${study.id}, id, ordinal - 1
     FROM unnest(${items.map((item) => item.id)}::uuid[]) WITH ORDINALITY AS listed (id, ordinal)`,
  );
}

const documentRow = z.strictObject({ document: json() });

async function readProtocol(client: PoolClient, study: LockedStudy): Promise<Protocol> {
  const row = await oneRow(
    client,
    documentRow,
    sql`SELECT document FROM protocol_version WHERE id = ${study.protocol_version_id}`,
  );
  return protocolSchema.parse(row.document);
}

const idRow = z.strictObject({ id: z.string() });

/** Adds a protocol version even if the document is unchanged, so that no process uses a cached name. */
async function repeatProtocolVersion(
  client: PoolClient,
  studyId: string,
  protocol: Protocol,
  createdById: string | null,
): Promise<string> {
  await requireEthicsFile(client, studyId, protocol);
  const row = await oneRow(
    client,
    idRow,
    sql`INSERT INTO protocol_version (id, study_id, version, hash, document, created_by_id)
     SELECT gen_random_uuid(), ${studyId}, coalesce(max(version), 0) + 1, ${protocolHash(protocol)},
     ${JSON.stringify(protocol)}, ${createdById} FROM protocol_version WHERE study_id = ${studyId}
     RETURNING id`,
  );
  await client.query(sql`UPDATE study SET protocol_version_id = ${row.id} WHERE id = ${studyId}`);
  return row.id;
}

/**
 * Saves the change of an opened study. The new protocol must still ask the questions of the generated groups, and still
 * distinguish the conditions.
 */
async function saveChange(client: PoolClient, study: LockedStudy, change: OpenedStudyChange): Promise<void> {
  const items = await readStudyItems(study.id, client);
  const storedDesign = designSchema.parse(study.design);
  const name = draftItemKind({ itemKind: items[0]?.item.kind ?? null, design: storedDesign });
  const kind = findStudyItemKind(name, listVariants(items.map(({ item }) => item)));
  const { quotas, ...design } = draftOfDesign(storedDesign);
  if (kind && quotas) {
    const [problem] = reviewDraft(
      {
        ...change,
        ...design,
        quotas,
        slug: study.slug,
        stage: "main",
        language: study.language,
        benchmarkId: study.benchmark_id,
        itemKind: kind.name,
        itemFilter: null,
      },
      kind,
      items.map((item) => item.item),
    );
    if (problem)
      throw fieldError(problem.field, `${problem.message} The design is fixed, and the protocol must match it.`);
  }
  await client.query(
    sql`UPDATE study SET name = ${change.name.trim()}, description = ${change.description} WHERE id = ${study.id}`,
  );
}
