import type { Item } from "@/lib/domain/items/item.ts";
import { decideParity, type Evidence } from "@/lib/domain/models/decide-parity.ts";
import type { LanguageParity } from "@/lib/domain/results/language-parity.ts";
import { countedByDefault } from "@/lib/domain/survey/counted-response.ts";
import { protocolSchema } from "@/lib/domain/survey/protocol.ts";
import { presentationOf } from "@/lib/domain/survey/step-presentation.ts";
import { offeredLanguages, translateProtocol } from "@/lib/domain/survey/translate-protocol.ts";
import { countedWhere } from "../counting/counted-where.ts";
import { readShownStage } from "../counting/read-counts.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { studyWhere } from "../studies/study-where.ts";

/**
 * The languages of a study, its own first, each with its answers and with the parity of models that were asked in it: what
 * they were shown against what people read there, translation against translation. Empty for a study of one language and
 * for those who may not read research.
 *
 * @param itemVersionId of the study's own item, to look at that one only; null for all
 */
export async function listLanguages(
  actor: Actor,
  address: string,
  itemVersionId: string | null = null,
): Promise<LanguageParity[]> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true, language: true, protocol: { select: { document: true } } },
  });
  if (!study?.protocol) return [];
  const protocol = protocolSchema.parse(study.protocol.document);
  const offered = offeredLanguages(study.language, protocol);
  if (offered.length < 2) return [];
  const [answers, texts] = await Promise.all([
    countAnswers(study.id, study.language, itemVersionId),
    readTexts(study.id, study.language, offered, itemVersionId),
  ]);
  return offered.map((language) => {
    const inLanguage = texts.filter((text) => text.language === language);
    const shown = translateProtocol(protocol, study.language, language);
    const parity = { verified: 0, mismatch: 0, unverified: 0 };
    for (const { item, predictions } of inLanguage) {
      const presentation = presentationOf(shown, item.kind, language);
      for (const { condition, ...evidence } of predictions) {
        parity[decideParity(item, condition, evidence, presentation).parity] += 1;
      }
    }
    const counted = answers.get(language) ?? { answers: 0, people: 0, readTranslated: 0 };
    return { language, isOwn: language === study.language, ...counted, items: inLanguage.length, parity };
  });
}

async function countAnswers(studyId: string, own: string, itemVersionId: string | null) {
  const choice = countedByDefault(await readShownStage(studyId));
  const { rows } = await pool().query(
    `SELECT coalesce(session.language, $2) AS language, count(*)::int AS answers,
       count(DISTINCT counted.session_id)::int AS people,
       (count(*) FILTER (WHERE response.shown_item_version_id IS NOT NULL))::int AS "readTranslated"
     FROM counted_response AS counted JOIN response ON response.id = counted.id
     JOIN session ON session.id = counted.session_id
     WHERE counted.study_id = $1 AND counted.stage = $3::stage AND ${countedWhere(choice)}
       AND ($4::uuid IS NULL OR counted.item_version_id = $4)
     GROUP BY 1`,
    [studyId, own, choice.stage, itemVersionId],
  );
  return new Map(rows.map(({ language, ...counts }) => [language as string, counts as Counted]));
}

type Counted = Pick<LanguageParity, "answers" | "people" | "readTranslated">;

interface ShownText {
  language: string;
  item: Item;
  predictions: (Evidence & { condition: Record<string, string> })[];
}

/** What is shown in each language: the originals in the study's own, their translations in the others. */
async function readTexts(
  studyId: string,
  own: string,
  languages: readonly string[],
  itemVersionId: string | null,
): Promise<ShownText[]> {
  const { rows } = await pool().query(
    `SELECT shown.language, item.kind, item.text, item.options, item.attributes, story.title, story.genre, story.text AS story,
       coalesce((SELECT json_agg(json_build_object('condition', condition, 'prompt', prompt, 'contentFingerprint', content_fingerprint, 'presentationFingerprint', presentation_fingerprint))
         FROM prediction WHERE item_version_id = item.id), '[]') AS predictions
     FROM study_item
     CROSS JOIN LATERAL (
       SELECT $2 AS language, study_item.item_version_id AS id
       WHERE NOT EXISTS (SELECT FROM item_translation WHERE item_version_id = study_item.item_version_id AND language = $2)
       UNION ALL
       SELECT language, translated_id FROM item_translation
       WHERE item_version_id = study_item.item_version_id AND language = ANY($3)
     ) AS shown
     JOIN item_version AS item ON item.id = shown.id
     JOIN story_version AS story ON story.id = item.story_version_id
     WHERE study_item.study_id = $1 AND ($4::uuid IS NULL OR study_item.item_version_id = $4)`,
    [studyId, own, languages, itemVersionId],
  );
  return rows.map((row) => ({
    language: row.language,
    item: {
      kind: row.kind,
      story: { title: row.title, genre: row.genre, text: row.story },
      text: row.text,
      options: row.options,
      attributes: row.attributes,
    },
    predictions: row.predictions,
  }));
}
