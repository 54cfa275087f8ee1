import type { Item } from "@/lib/domain/items/item.ts";
import { conditionKey } from "@/lib/domain/items/stimulus.ts";
import { decideParity, type Evidence } from "@/lib/domain/models/decide-parity.ts";
import { type LanguageAnswers, type LanguageResults, scoreLanguage } from "@/lib/domain/results/language-results.ts";
import type { AnswerCount, ScoredItem } from "@/lib/domain/results/score-run.ts";
import type { ResultItem } from "@/lib/domain/results/study-results.ts";
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
import { readResultItems } from "./read-result-items.ts";

/**
 * The languages of a study, its own first: people's answers and how many are right, and models that were asked in each,
 * translation against translation. Empty for a study of one language and for those who may not read research.
 *
 * @param itemVersionId of the study's own item, to look at that one only; null for all
 */
export async function listLanguages(
  actor: Actor,
  address: string,
  itemVersionId: string | null = null,
): Promise<LanguageResults[]> {
  const study = await db().study.findFirst({
    where: studyWhere(actor, "research.read", address),
    select: { id: true, language: true, protocol: { select: { document: true } } },
  });
  if (!study?.protocol) return [];
  const protocol = protocolSchema.parse(study.protocol.document);
  const offered = offeredLanguages(study.language, protocol);
  if (offered.length < 2) return [];
  const [answers, texts, items] = await Promise.all([
    countAnswers(study.id, study.language, itemVersionId),
    readTexts(study.id, study.language, offered, itemVersionId),
    readResultItems(study.id, null, itemVersionId),
  ]);
  const scored = new Map(items.map(({ result }) => [result.id, scoredItem(result)]));
  return offered.map((language) => {
    const inLanguage = texts.filter((text) => text.language === language);
    const shown = translateProtocol(protocol, study.language, language);
    const predictions = inLanguage.flatMap(({ original, item, predictions: given }) => {
      const presentation = presentationOf(shown, item.kind, language);
      return given.map(({ model, condition, answerKey, ...evidence }) => ({
        model,
        item: original,
        condition: conditionKey(condition),
        answerKey,
        parity: decideParity(item, condition, evidence, presentation).parity,
      }));
    });
    const head = { language, isOwn: language === study.language, items: inLanguage.length };
    return scoreLanguage(head, answers.get(language) ?? nobody, predictions, scored);
  });
}

const nobody: LanguageAnswers = { answers: 0, people: 0, readTranslated: 0, counts: [] };

function scoredItem({ storyId, rightAnswers, attributes }: ResultItem): ScoredItem {
  return { story: storyId, rightKeys: rightAnswers.length === 0 ? null : rightAnswers, attributes };
}

/** The counted answers of each language: all of them with their people, and how often which answer was given to what. */
async function countAnswers(
  studyId: string,
  own: string,
  itemVersionId: string | null,
): Promise<Map<string, LanguageAnswers>> {
  const choice = countedByDefault(await readShownStage(studyId));
  const { rows } = await pool().query<CountedRow>(
    `SELECT coalesce(session.language, $2) AS language, counted.item_version_id AS item, counted.condition_id AS condition,
       response.answer_key AS "answerKey", grouping(counted.item_version_id) = 1 AS "isTotal", count(*)::int AS count,
       count(DISTINCT counted.session_id)::int AS people,
       (count(*) FILTER (WHERE response.shown_item_version_id IS NOT NULL))::int AS "readTranslated"
     FROM counted_response AS counted JOIN response ON response.id = counted.id
     JOIN session ON session.id = counted.session_id
     WHERE counted.study_id = $1 AND counted.stage = $3::stage AND ${countedWhere(choice)}
       AND ($4::uuid IS NULL OR counted.item_version_id = $4)
     GROUP BY GROUPING SETS ((1), (1, 2, 3, 4))`,
    [studyId, own, choice.stage, itemVersionId],
  );
  return new Map(
    rows
      .filter(({ isTotal }) => isTotal)
      .map(({ language, count, people, readTranslated }) => {
        const counts = rows.filter((row) => row.language === language && !row.isTotal);
        return [language, { answers: count, people, readTranslated, counts }];
      }),
  );
}

interface CountedRow extends AnswerCount {
  language: string;
  /** Whether the row sums up its language. */
  isTotal: boolean;
  people: number;
  readTranslated: number;
}

interface ShownText {
  language: string;
  /** The study's own item. */
  original: string;
  /** As it is shown in the language. */
  item: Item;
  predictions: (Evidence & { model: string; answerKey: string | null; condition: Record<string, string> })[];
}

/** What is shown in each language: the originals in the study's own, their translations in the others. */
async function readTexts(
  studyId: string,
  own: string,
  languages: readonly string[],
  itemVersionId: string | null,
): Promise<ShownText[]> {
  const { rows } = await pool().query(
    `SELECT shown.language, study_item.item_version_id AS original, item.kind, item.text, item.options, item.attributes, story.title, story.genre, story.text AS story,
       coalesce((SELECT json_agg(json_build_object('model', model.name, 'answerKey', answer_key, 'condition', condition, 'prompt', prompt, 'contentFingerprint', content_fingerprint, 'presentationFingerprint', presentation_fingerprint))
         FROM prediction JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
         WHERE item_version_id = item.id), '[]') AS predictions
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
    original: row.original,
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
