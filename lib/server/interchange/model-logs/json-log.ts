import { readdir, readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseBoundedJson } from "@/lib/domain/bounded-json.ts";
import {
  isObject,
  type LogFormat,
  type LogObject,
  type ReadRecord,
  UnusableLogError,
} from "@/lib/domain/interchange/model-logs/log-record.ts";
import { parsePythonJson } from "@/lib/domain/interchange/model-logs/parse-json.ts";
import { readInspectHeader, readInspectSample } from "@/lib/domain/interchange/model-logs/read-inspect.ts";
import { readLmEvalModel, readLmEvalSample } from "@/lib/domain/interchange/model-logs/read-lm-eval.ts";
import { readOpenAiBatchLine, readOpenAiBody } from "@/lib/domain/interchange/model-logs/read-openai.ts";
import { readParallaxRow } from "@/lib/domain/interchange/model-logs/read-parallax.ts";
import { type RecognisedFormat, recogniseRecord } from "@/lib/domain/interchange/model-logs/recognise.ts";
import { makeImportSource } from "../../items/import-lines.ts";
import { arrayEntries } from "./json-array.ts";
import {
  createGapRemarks,
  createUnfinishedRemarks,
  type LogOptions,
  type ModelLog,
  type TotalsFile,
} from "./model-log.ts";
import { readDocument } from "./read-document.ts";

/** Maximum length of a line. Even samples with long contexts are shorter; longer lines are damaged or malicious. */
const maxLineLength = 64 * 1024 * 1024;

/** Opens a JSON array, entry by entry, regardless of its file name. */
export async function openJsonArray(path: string, bytes: () => AsyncIterable<Uint8Array>): Promise<ModelLog> {
  let first: LogObject | null = null;
  for await (const value of arrayEntries(bytes())) {
    if (!isObject(value)) continue;
    first = value;
    break;
  }
  if (first === null) throw new UnusableLogError("it is a list without a single record");
  const { format } = requireKnownFormat(recogniseRecord(first));
  if (format === "inspect-json")
    throw new UnusableLogError("it is a list of Inspect logs; import each log as a separate file");
  const values = () => arrayEntries(bytes());
  return {
    format,
    model: format === "lm-eval" ? await readModelOfResults(path) : null,
    records: recordsOf(values(), format),
    isLines: false,
    values,
    remarks: [],
  };
}

/** Opens JSON Lines or one JSON document, regardless of its file name. */
export async function openJsonLog(
  path: string,
  bytes: () => AsyncIterable<Uint8Array>,
  options: LogOptions = {},
): Promise<ModelLog | TotalsFile> {
  const first = await readFirstLine(bytes());
  const line = first === null ? null : tryParse(first.text);
  if (line === null || first?.isOnly)
    return openDocument(line === null ? await parseDocument(path) : line.value, options);
  const recognised = requireKnownFormat(recogniseRecord(line.value));
  const { format } = recognised;
  return {
    format,
    model: format === "lm-eval" ? await readModelOfResults(path) : null,
    records: lineRecords(bytes(), format),
    isLines: true,
    values: null,
    remarks: [],
  };
}

interface FirstLine {
  text: string;
  /** Whether only blank lines follow. */
  isOnly: boolean;
}

async function readFirstLine(bytes: AsyncIterable<Uint8Array>): Promise<FirstLine | null> {
  let first: string | null = null;
  for await (const line of makeImportSource("", bytes, maxLineLength).lines) {
    if (typeof line !== "string") return first === null ? null : { text: first, isOnly: false };
    if (line.trim() === "") continue;
    if (first !== null) return { text: first, isOnly: false };
    first = line;
  }
  return first === null ? null : { text: first, isOnly: true };
}

function tryParse(text: string): { value: unknown } | null {
  try {
    return { value: parsePythonJson(text) };
  } catch {
    return null;
  }
}

/** Parses a document that spans many lines. */
async function parseDocument(path: string): Promise<unknown> {
  const text = await readDocument(path);
  const parsedText = tryParse(text);
  if (parsedText === null) throw new UnusableLogError(describeJsonProblem(text));
  return parsedText.value;
}

function describeJsonProblem(text: string): string {
  try {
    parseBoundedJson(text);
  } catch (error) {
    const errorPosition = Number(/at position (\d+)/u.exec(String(error))?.[1] ?? -1);
    if (/end of JSON input|Unterminated/iu.test(String(error)) || errorPosition >= text.trimEnd().length)
      return "it is truncated: its JSON has no end";
  }
  return "it is not JSON";
}

function openDocument(document: unknown, options: LogOptions): ModelLog | TotalsFile {
  if (!isObject(document)) throw new UnusableLogError("it is JSON, but neither an object nor a list of objects");
  const recognised = recogniseRecord(document);
  if (recognised !== null && "results" in recognised) return { totals: true, model: readLmEvalModel(document) };
  const { format } = requireKnownFormat(recognised);
  if (format === "inspect-json") return openInspectDocument(document, options);
  if (format === "lm-eval" && isObject(document.samples)) return openEvaluateDump(document, document.samples);
  const values = () => [document];
  return { format, model: null, records: recordsOf(values(), format), isLines: false, values, remarks: [] };
}

function openInspectDocument(log: LogObject, { isPartial }: LogOptions): ModelLog {
  const header = readInspectHeader(log, isPartial);
  const samples = Array.isArray(log.samples) ? log.samples : [];
  if (samples.length === 0) throw new UnusableLogError("it is the header of an Inspect log without samples");
  const records = samples.map((sample) =>
    isObject(sample) ? readInspectSample(sample, header) : { rejected: "a sample is not an object" },
  );
  return {
    format: "inspect-json",
    model: header.model,
    records: eachOf(records),
    isLines: false,
    values: null,
    remarks: [...createUnfinishedRemarks(header.unfinished), ...createGapRemarks(header.declared, samples.length)],
    unfinished: header.unfinished,
  };
}

/** The result of `simple_evaluate` (lm-evaluation-harness), written to one file: samples by task. */
function openEvaluateDump(document: LogObject, samples: LogObject): ModelLog {
  const tasks = Object.entries(samples).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]));
  const records = tasks.flatMap(([task, lines]) =>
    lines.map((line, index): ReadRecord => {
      const record = isObject(line) ? readLmEvalSample(line, index) : { rejected: `a sample of ${task} is invalid` };
      return "rejected" in record || tasks.length === 1 ? record : { ...record, id: `${task}/${record.id}` };
    }),
  );
  if (records.length === 0) throw new UnusableLogError("its samples are empty");
  const model = readLmEvalModel(document);
  return { format: "lm-eval", model, records: eachOf(records), isLines: false, values: null, remarks: [] };
}

/** The records of JSON Lines. A malformed line in a generated log means that the file is damaged. */
async function* lineRecords(bytes: AsyncIterable<Uint8Array>, format: LogFormat): AsyncGenerator<ReadRecord> {
  let number = 0;
  let malformedLine: { number: number; why: string } | null = null;
  for await (const line of makeImportSource("", bytes, maxLineLength).lines) {
    number += 1;
    if (typeof line === "string" && line.trim() === "") continue;
    if (malformedLine !== null) {
      if (format !== "parallax") throw new UnusableLogError(`line ${malformedLine.number} ${malformedLine.why}`);
      yield { rejected: `line ${malformedLine.why}` };
      malformedLine = null;
    }
    if (typeof line !== "string") {
      if (line.refused.includes("UTF-8")) throw new UnusableLogError(`line ${number} is not UTF-8 text`);
      malformedLine = { number, why: line.refused };
      continue;
    }
    const parsed = tryParse(line);
    if (parsed === null) malformedLine = { number, why: "is not JSON" };
    else yield* readRecord(parsed.value, format, number - 1);
  }
  // An incomplete last line means that the file was truncated when it was written or copied.
  if (malformedLine !== null) throw new UnusableLogError(`it is truncated in line ${malformedLine.number}`);
}

async function* recordsOf(
  values: AsyncIterable<unknown> | Iterable<unknown>,
  format: LogFormat,
): AsyncGenerator<ReadRecord> {
  let index = 0;
  for await (const value of values) {
    yield* readRecord(value, format, index);
    index += 1;
  }
}

function readRecord(value: unknown, format: LogFormat, recordIndex: number): ReadRecord[] {
  if (!isObject(value)) return [{ rejected: "a record is not an object" }];
  switch (format) {
    case "lm-eval":
      return [readLmEvalSample(value, recordIndex)];
    case "openai-batch":
      return readOpenAiBatchLine(value);
    case "openai-chat":
    case "openai-completions":
      return readOpenAiBody(value, typeof value.id === "string" ? value.id : recordIndex);
    default:
      return [readParallaxRow(value)];
  }
}

async function* eachOf(records: readonly ReadRecord[]): AsyncGenerator<ReadRecord> {
  yield* records;
}

function requireKnownFormat(recognised: RecognisedFormat | null): { format: LogFormat } {
  if (recognised === null)
    throw new UnusableLogError("its records are of no known format; predictions need at least model, item and answer");
  if ("unsupported" in recognised)
    throw new UnusableLogError(`it is ${recognised.unsupported}, a format that is not read`);
  if ("results" in recognised)
    throw new UnusableLogError("it contains totals of lm-evaluation-harness and no answers; use its samples_*.jsonl");
  return recognised;
}

/** The model from the results file next to the samples, where lm-evaluation-harness stores it. */
async function readModelOfResults(path: string): Promise<string | null> {
  const date = /_(\d{4}-\d\d-\d\dT[\d.-]+)\.jsonl?$/u.exec(basename(path))?.[1];
  const folder = dirname(path);
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^results.*\.json$/u.test(name));
  const name =
    names.find((candidate) => date !== undefined && candidate.includes(date)) ??
    (names.length === 1 ? names[0] : undefined);
  if (name === undefined) return null;
  const file = join(folder, name);
  const { size } = await stat(file);
  if (size > maxLineLength) return null;
  const results = tryParse(await readFile(file, "utf8"))?.value;
  return isObject(results) ? readLmEvalModel(results) : null;
}
