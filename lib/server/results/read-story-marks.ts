import * as z from "zod";
import { findQuotes } from "@/lib/domain/models/read-output/quotes.ts";
import { markStory, type StoryMarking, type StoryPiece } from "@/lib/domain/results/model/story-marks.ts";
import type { WordSpan } from "@/lib/domain/statistics/agreement/word-overlap.ts";
import { locateQuotes } from "@/lib/domain/stories/solving/locate-quotes.ts";
import { parseWords, type WordedText } from "@/lib/domain/words/words.ts";
import { countedRowsView, countedWhere } from "../counting/counted-where.ts";
import { chooseCounted, readShownStage } from "../counting/read-counts.ts";
import { reasonOfAnswerSql } from "../counting/reason-of-answer.ts";
import { studyReading } from "../models/study-reading.ts";
import type { Actor } from "../platform/access/access.ts";
import { db } from "../platform/database/client.ts";
import { pool } from "../platform/database/pool.ts";
import { json, manyRows, maybeRow } from "../platform/database/rows.ts";
import { sql } from "../platform/database/sql.ts";
import { studyWhere } from "../studies/study-where.ts";

const spansSchema = z.array(z.tuple([z.number(), z.number()])).catch([]);
const goldSchema = z.object({ spans: spansSchema }).catch({ spans: [] });

/** Maximum number of people's answers whose marks are drawn; the newest ones are used. */
const maxAnswers = 2_000;

const itemRow = z.strictObject({ text: z.string(), gold: json().nullable() });

const peopleRow = z.strictObject({ spans: json().nullable(), words: z.string().nullable() });

const modelRow = z.strictObject({ label: z.string(), spans: json().nullable(), words: z.string().nullable() });

/**
 * The story of an item with the words that people and models marked, or quoted in their reasons and answers; null for
 * users who may not read research.
 */
export async function readStoryMarks(
  actor: Actor,
  address: string,
  itemVersionId: string,
): Promise<StoryPiece[] | null> {
  if (!z.uuid().safeParse(itemVersionId).success) return null;
  const studyItem = await db().studyItem.findFirst({
    where: { itemVersionId, study: studyWhere(actor, "research.read", address) },
    select: { studyId: true },
  });
  if (!studyItem) return null;
  const choice = await chooseCounted(studyItem.studyId, await readShownStage(studyItem.studyId));
  const [item, people, models] = await Promise.all([
    maybeRow(
      pool(),
      itemRow,
      sql`SELECT story.text, (SELECT gold FROM item_key WHERE item_version_id = item.id ORDER BY version DESC
       LIMIT 1) AS gold
       FROM item_version AS item JOIN story_version AS story ON story.id = item.story_version_id
       WHERE item.id = ${itemVersionId}`,
    ),
    manyRows(
      pool(),
      peopleRow,
      sql`SELECT counted.answer -> 'spans' AS spans, reason.words
       FROM ${countedRowsView(choice)} AS counted
       ${reasonOfAnswerSql("counted")}
       WHERE counted.study_id = ${studyItem.studyId} AND counted.item_version_id = ${itemVersionId}
         AND counted.stage = ${choice.stage}::stage AND ${countedWhere(choice)}
       ORDER BY counted.saved_at DESC, counted.id LIMIT ${maxAnswers}`,
    ),
    manyRows(
      pool(),
      modelRow,
      sql`SELECT model.name AS label, reading.answer -> 'spans' AS spans, prediction.output AS words
       FROM prediction JOIN run ON run.id = prediction.run_id JOIN model ON model.id = run.model_id
       ${studyReading(studyItem.studyId)}
       WHERE prediction.item_version_id = ${itemVersionId}
       ORDER BY model.name, run.source, prediction.condition_key, prediction.repeat LIMIT 500`,
    ),
  ]);
  if (!item) return null;
  const wordedStory = parseWords(item.text);
  const markings: StoryMarking[] = [
    ...people.map((row) => ({ side: "people" as const, label: "", spans: findSpans(wordedStory, row) })),
    ...models.map((row) => ({ side: "models" as const, label: row.label, spans: findSpans(wordedStory, row) })),
  ];
  return markStory(item.text, markings, goldSchema.parse(item.gold).spans);
}

/** Minimum number of words of a quotation; a shorter quotation could occur anywhere. */
const minWords = 3;

/** The marks of an answer; if it has no marks, the sentences of the story that its text quotes. */
function findSpans(story: WordedText, { spans, words }: { spans: unknown; words: string | null }): readonly WordSpan[] {
  const markedSpans = spansSchema.parse(spans ?? []);
  if (markedSpans.length > 0 || !words) return markedSpans;
  return locateQuotes(story, findQuotes(words)).spans.filter(([start, end]) => end - start >= minWords);
}
