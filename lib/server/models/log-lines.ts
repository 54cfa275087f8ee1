import type { LogRecord, ReadRecord } from "@/lib/domain/interchange/model-logs/log-record.ts";
import { refuseRepeated } from "@/lib/domain/interchange/model-logs/summarise.ts";
import type { ImportLine } from "../items/import-lines.ts";
import type { ItemMatcher } from "./item-matcher.ts";

/** What whoever imports a log says about it. */
export interface LogImport {
  records: AsyncIterable<ReadRecord>;
  /** The model, where the file does not name it. */
  model: string | null;
  condition: Readonly<Record<string, string>>;
  matcher: ItemMatcher;
}

/** What became of records that are no rows of their own. */
export interface LogNotes {
  /** Records of further filters, whose text is that of the first one. */
  otherFilters: number;
}

/**
 * The records of a log as lines of a prediction file, one for each record, so that a report's line is a record's number.
 * Of several filters over one answer the first one is taken: the text is the same, and it is read here anyway.
 */
export async function* logLines(
  { records, model, condition, matcher }: LogImport,
  notes: LogNotes,
): AsyncGenerator<ImportLine> {
  const taken = new Map<string, string>();
  const seen = new Set<string>();
  for await (const record of records) {
    if ("rejected" in record) {
      yield { refused: record.rejected };
      continue;
    }
    refuseRepeated(record, seen);
    const key = JSON.stringify([String(record.id), record.repeat, record.model]);
    const first = taken.get(key) ?? record.variant;
    taken.set(key, first);
    if (isHarnessLine(record) && first !== record.variant) {
      notes.otherFilters += 1;
      yield "";
      continue;
    }
    const name = record.model ?? model;
    if (name === null) {
      yield { refused: "names no model, and neither does the file; say which with --model" };
      continue;
    }
    const item = matcher.find(record.id, record.prompt);
    yield item === null
      ? { refused: "belongs to no item of the benchmark, neither by id nor by its text" }
      : JSON.stringify({
          model: name,
          item,
          condition,
          repeat: record.repeat,
          prompt: record.prompt,
          ...answerOf(record),
        });
  }
}

function isHarnessLine({ variant }: LogRecord): boolean {
  return variant.startsWith("stored") || variant.startsWith("in memory");
}

/** A choice by likelihood is an answer that the log states; words are read by the reader of model texts. */
function answerOf(record: LogRecord) {
  if (record.choice !== null) return { answer: record.recorded, logprobs: record.logprobs };
  const text = record.isRecordedRead ? record.recorded : (record.text ?? record.recorded);
  return { output: text ?? "" };
}
