import type { PoolClient } from "pg";
import * as z from "zod";
import type { CollectionSettings } from "@/lib/domain/annotation/collection-settings.ts";
import { type BlindAnswer, evaluateReSolve, type GateResult } from "@/lib/domain/annotation/judge-gate.ts";
import { itemStatuses } from "@/lib/domain/annotation/task.ts";
import type { Answer } from "@/lib/domain/items/item.ts";
import { requireKind } from "@/lib/domain/items/kinds/registry.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { groupBy } from "../../../domain/group-by.ts";
import { countedWhere } from "../../counting/counted-where.ts";
import { itemOfRow, itemRowColumns } from "../../items/item-of-row.ts";
import type { Actor } from "../../platform/access/access.ts";
import { projectScope } from "../../platform/access/project-scope.ts";
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { json, manyRows, rowCountOf } from "../../platform/database/rows.ts";
import { sql } from "../../platform/database/sql.ts";
import { withTx } from "../../platform/database/with-transaction.ts";
import { notFoundError } from "../../platform/errors/app-error.ts";
import { recordAcceptance } from "../items/acceptance.ts";

/** Which answers of solvers count for the decision: complete, in their slot, and not excluded. */
const countedChoice = countedByDefault("re-solve");

export interface DecidedGate {
  itemId: string;
  externalId: string;
  result: GateResult;
}

const gateRow = z.strictObject({
  id: z.string(),
  item_id: z.string(),
  item_version_id: z.string(),
  external_id: z.string(),
  status: z.enum(itemStatuses),
  project_id: z.string(),
  settings: json<CollectionSettings>(),
  ...itemRowColumns,
  gold: json().nullable(),
});

/**
 * Decides the items of a blind re-solve that have all answers. An item is accepted if people who had not seen it solved
 * it, otherwise rejected. Each item is decided once; items with missing answers wait. Excluded answers do not count.
 * Answers of people who had seen the item in the collection do not count either; a team member may have used an entry
 * link.
 */
export async function decideReSolve(
  actor: Actor,
  studyId: string,
): Promise<{ decided: DecidedGate[]; waiting: number }> {
  const scope = projectScope(actor, "annotation.manage");
  return withTx(async (client) => {
    const rows = await manyRows(
      client,
      gateRow,
      sql`SELECT gate.id, gate.item_id, gate.item_version_id, item.external_id, item.status::text,
         collection.project_id,
         collection.settings, version.kind, version.text, version.options, version.attributes,
       item_task(version.task_schema_version_id, version.task_fields) AS task, story.title, story.genre,
         story.text AS story,
         (SELECT gold FROM item_key WHERE item_version_id = version.id ORDER BY version DESC LIMIT 1) AS gold
       FROM annotation_gate AS gate
       JOIN annotation_item AS item ON item.id = gate.item_id
       JOIN annotation_collection AS collection ON collection.id = item.collection_id
       JOIN item_version AS version ON version.id = gate.item_version_id
       JOIN story_version AS story ON story.id = version.story_version_id
       WHERE gate.study_id = ${studyId} AND gate.decided_at IS NULL
         AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope}))
       ORDER BY item.ordinal FOR UPDATE OF gate, item`,
    );
    if (rows.length === 0) await requireGate(client, studyId, scope);
    const answers = await readAnswers(client, studyId);
    const decidedGates: DecidedGate[] = [];
    for (const gate of rows) {
      const result = decideItem(gate, answers.get(gate.item_version_id) ?? []);
      if (result === null) continue;
      await storeDecision(client, actor, gate, result);
      decidedGates.push({ itemId: gate.item_id, externalId: gate.external_id, result });
    }
    return { decided: decidedGates, waiting: rows.length - decidedGates.length };
  });
}

type GateRow = z.infer<typeof gateRow>;

function decideItem(gate: GateRow, answers: readonly Answer[]): GateResult | null {
  const kind = requireKind(gate.kind);
  const item = itemOfRow(gate);
  const scoredAnswers = answers.flatMap((answer): BlindAnswer[] => {
    const { correct, measures } = kind.score(answer, gate.gold, item);
    return correct === null ? [] : [{ isRight: correct, overlap: measures.positional ?? null }];
  });
  const hasError = (gate.gold as { consistent?: boolean } | null)?.consistent === false;
  return evaluateReSolve(scoredAnswers, hasError, gate.settings);
}

async function storeDecision(client: PoolClient, actor: Actor, gate: GateRow, result: GateResult): Promise<void> {
  await client.query(
    sql`UPDATE annotation_gate
      SET result = ${JSON.stringify(result)}, passed = ${result.passed}, decided_at = clock_timestamp()
      WHERE id = ${gate.id}`,
  );
  // An item that was requeued in the meantime is not changed, but the result is stored.
  const updatedCount = await rowCountOf(
    client,
    sql`UPDATE annotation_item SET status = ${result.passed ? "accepted" : "rejected"}::annotation_item_status,
       accepted_at = CASE WHEN ${result.passed}::boolean THEN clock_timestamp() END
     WHERE id = ${gate.item_id} AND status = 'reviewed'`,
  );
  if (result.passed && updatedCount === 1) {
    const reason = "People who had not seen the item answered it according to its key.";
    await recordAcceptance(client, { itemId: gate.item_id, acceptedById: actor.userId, cause: "re-solve", reason });
  }
  await recordAudit(client, {
    actorId: actor.userId,
    projectId: gate.project_id,
    action: result.passed ? "re-solve.pass" : "re-solve.reject",
    subjectType: "annotation-item",
    subjectId: gate.item_id,
    after: { ...result },
  });
}

async function requireGate(client: PoolClient, studyId: string, scope: string[] | null): Promise<void> {
  const rowCount = await rowCountOf(
    client,
    sql`SELECT FROM annotation_gate AS gate JOIN annotation_item AS item ON item.id = gate.item_id
     JOIN annotation_collection AS collection ON collection.id = item.collection_id
     WHERE gate.study_id = ${studyId} AND (${scope}::uuid[] IS NULL OR collection.project_id = ANY(${scope})) LIMIT 1`,
  );
  if (rowCount === 0) throw notFoundError();
}

const answerRow = z.strictObject({ item_version_id: z.string(), answer: json<Answer>() });

/**
 * The counted answer of each solver to each item version of the study. Solvers who had seen the item before are left
 * out.
 */
async function readAnswers(client: PoolClient, studyId: string): Promise<Map<string, Answer[]>> {
  const rows = await manyRows(
    client,
    answerRow,
    sql`SELECT counted.item_version_id, counted.answer FROM counted_response AS counted
     JOIN annotation_gate AS gate ON gate.study_id = counted.study_id AND gate.item_version_id = counted.item_version_id
     LEFT JOIN entry_identity AS identity ON identity.session_id = counted.session_id
     WHERE counted.study_id = ${studyId} AND counted.stage = ${countedChoice.stage}::stage AND ${countedWhere(countedChoice)}
       AND NOT EXISTS (SELECT FROM annotation_seen AS seen
                       WHERE seen.item_id = gate.item_id AND seen.user_id::text = identity.external_id)
     ORDER BY counted.saved_at`,
  );
  const answersByItem = groupBy(rows, ({ item_version_id }) => item_version_id);
  return new Map([...answersByItem].map(([item, own]) => [item, own.map(({ answer }) => answer)]));
}
