import type { LogRecord, ReadRecord } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { conflictingContent, repeatOf } from "@/lib/domain/interchange/model-logs/summarise.ts";
import type { TextLine } from "../items/import-lines.ts";
import type { ItemMatcher } from "./item-matcher.ts";
import type { MatchCounts } from "./match-counts.ts";
import { SeenNames } from "./seen-names.ts";

/** What the user states about an imported log. */
export interface LogImport {
  records: AsyncIterable<ReadRecord>;
  /** The model, if the file does not name it. */
  model: string | null;
  condition: Readonly<Record<string, string>>;
  matcher: ItemMatcher;
  mapping: MatchCounts;
}

/** Counts of records that are not stored as separate rows. */
export interface LogNotes {
  /** Number of records of additional filters, whose text equals that of the first filter. */
  otherFilters: number;
}

/**
 * The records of a log as lines of a prediction file, one per record, so that a line number in a report is the record's
 * number. If an answer has several filters, the first one is used, because all of them have the same text, which is
 * parsed again here.
 */
export async function* logLines(
  { records, model, condition, matcher, mapping }: LogImport,
  notes: LogNotes,
): AsyncGenerator<TextLine> {
  const firstVariants = new SeenNames();
  const variants: string[] = [];
  const seenRecords = new SeenNames();
  let line = 0;
  for await (const record of records) {
    line += 1;
    if ("rejected" in record) {
      yield { refused: record.rejected };
      continue;
    }
    // A repeated record is stored once and counts as unchanged.
    if (repeatOf(record, seenRecords) === "other") {
      yield { refused: `${conflictingContent} (${String(record.id).slice(0, 100)})` };
      continue;
    }
    if (isHarnessLine(record)) {
      if (!variants.includes(record.variant)) variants.push(record.variant);
      const variant = variants.indexOf(record.variant);
      if (
        firstVariants.firstOf(JSON.stringify([String(record.id), record.repeat, record.model]), variant) !== variant
      ) {
        notes.otherFilters += 1;
        yield "";
        continue;
      }
    }
    const name = record.model ?? model;
    if (name === null) {
      yield {
        refused:
          "names no model, and neither does the file; enter it in the field Model, or with --model on the command line",
      };
      continue;
    }
    const { prompt, asked, contentFingerprint } = record;
    const conditionOfRecord = { ...condition, ...record.levels };
    const matchedItem = matcher.find({
      name: record.id,
      prompt,
      asked,
      contentFingerprint,
      condition: conditionOfRecord,
    });
    if (matchedItem === null) {
      yield { refused: "belongs to no item of the benchmark, neither by id nor by its fingerprint or text" };
      continue;
    }
    mapping.add(line, String(record.id), matchedItem.by);
    yield JSON.stringify({
      model: name,
      item: matchedItem.item,
      condition: { ...conditionOfRecord, ...matchedItem.levels },
      repeat: record.repeat,
      prompt,
      contentFingerprint,
      ...buildAnswer(record),
    });
  }
}

function isHarnessLine({ variant }: LogRecord): boolean {
  return variant.startsWith("stored") || variant.startsWith("in memory");
}

/**
 * The answer of a record. A choice by likelihood is imported as stated in the log; a text is parsed by the parser of
 * model texts.
 */
function buildAnswer(record: LogRecord) {
  if (record.choice !== null) return { answer: record.recorded, logprobs: record.logprobs };
  const text = record.isRecordedRead ? record.recorded : (record.text ?? record.recorded);
  return { output: text ?? "" };
}
