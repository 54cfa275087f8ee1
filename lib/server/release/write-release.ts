import { createReadStream } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { parquetMetadataAsync } from "hyparquet";
import { asyncBufferFromFile } from "hyparquet/src/node.js";
import type { PoolClient } from "pg";
import type { ExportLevel } from "@/lib/domain/interchange/export-study-columns.ts";
import { formatCsvHeader, formatCsvRecord } from "@/lib/domain/interchange/export-table.ts";
import { widestTable, wideTable } from "@/lib/domain/interchange/wide-table.ts";
import { accuracyTable } from "@/lib/domain/release/accuracy.ts";
import { changeLog } from "@/lib/domain/release/change-log.ts";
import { checkCroissant, croissantDocument, missingForNeurips } from "@/lib/domain/release/croissant.ts";
import { type CheckedFile, checkPsychDs } from "@/lib/domain/release/psych-ds.ts";
import {
  type ReleaseDataset,
  type ReleaseFile,
  type ReleaseLevel,
  releaseCsvPath,
  releaseParquetPath,
} from "@/lib/domain/release/release-dataset.ts";
import type { ReleaseDescription } from "@/lib/domain/release/release-description.ts";
import type { ReleaseFinding, ReleaseReport } from "@/lib/domain/release/release-finding.ts";
import manifest from "@/package.json" with { type: "json" };
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { openTable } from "../platform/tables/open-table.ts";
import { type ExportContext, readExportContext } from "../studies/export/export-context.ts";
import { listFiles } from "./list-files.ts";
import { readChecklistFacts } from "./read-checklist-facts.ts";
import { releaseDocuments, releaseMetadata } from "./release-documents.ts";
import { accuraciesOfRelease, accuracyPath, numbersOf, type PublishedNumbers } from "./release-numbers.ts";
import { releaseRecords, releaseTables } from "./release-records.ts";
import { readChanges } from "./release-versions.ts";
import { type ReleaseSurvey, surveyRelease } from "./survey-release.ts";
import { writeQualtrics } from "./write-qualtrics.ts";
import { hashFile, writeReleaseTable, writeReleaseText } from "./write-table.ts";

export interface ReleaseOptions {
  /** Who releases it; null for the command line. */
  actorId: string | null;
  level: ReleaseLevel;
  description: ReleaseDescription;
  /** Columns to leave out, and attributes whose rare levels become `other`. */
  drop: readonly string[];
  merge: readonly string[];
  /** People who must share all attributes. */
  k: number;
  /** Why a release with error findings is written all the same; recorded in the audit log. */
  reason: string | null;
  /** Without authors, addresses and identifiers in Croissant. */
  isAnonymous: boolean;
  /** Checks only. */
  isDryRun: boolean;
  /** Files of the analysis, from its stored result. */
  analysis: readonly { name: string; content: string }[];
}

/** The report of a release; `files` is null if nothing was written. */
export type WrittenRelease = ReleaseReport & { files: ReleaseFile[] | null };

const exportLevel: Record<ReleaseLevel, ExportLevel> = {
  public: "anonymous",
  coded: "coded",
  identified: "identified",
};

/**
 * Writes the release of a study to an empty folder: checks, tables (CSV and Parquet), analyses, metadata of every
 * format, numbers and checksums; then reads everything back and checks it by the rules of the validators. All data are
 * of one snapshot. Time grows with the answers; memory with people and items (`surveyRelease`).
 *
 * @param say called with a description of each step
 * @throws RangeError for a column that does not exist, and if a file does not have what was written
 */
export async function writeRelease(
  study: { id: string; projectId: string },
  folder: string,
  options: ReleaseOptions,
  say: (doing: string) => void,
): Promise<WrittenRelease> {
  return withSnapshot(async (client) => {
    const context = await readExportContext(client, study.id, exportLevel[options.level]);
    say("Checking the data");
    const survey = await surveyRelease(client, context, { ...options, required: options.k });
    const findings = [...survey.findings, ...descriptionFindings(options)];
    if (!wideTable(context.shape)) say(`The person x item table is omitted: it would have over ${widestTable} columns`);
    const report = {
      findings,
      tables: [],
      missingForNeurips: missingForNeurips(options.description),
      anonymity: survey.anonymity,
      facts: null,
    };
    const isRefused = findings.some(({ severity }) => severity === "error") && options.reason === null;
    if (options.isDryRun || isRefused) return { ...report, files: null };
    await recordAudit(pool(), {
      actorId: options.actorId,
      projectId: study.projectId,
      action: "study.release",
      subjectType: "study",
      subjectId: study.id,
      after: { level: options.level, version: options.description.version, k: survey.facts.k },
      ...(options.reason === null ? {} : { reason: options.reason }),
    });
    const dataset = await writeTables(client, context, folder, options, survey, say);
    say("Writing the metadata");
    const numbers = await writeNumbers(folder, dataset, options.analysis);
    const { version, published, changes = "" } = options.description;
    const earlier = await readChanges(client, study.id, options.level);
    const log = changeLog([{ version, date: published, changes }, ...earlier]);
    for (const [path, text] of [
      ...releaseDocuments(context, dataset, await readChecklistFacts(context), options.analysis),
      ...releaseMetadata(dataset, numbers, log, options.isAnonymous),
    ])
      await writeReleaseText(folder, path, text);
    const files = await writeChecksums(folder);
    say("Reading it back");
    await readBack(folder, dataset, files, options.isAnonymous);
    const { language, collected } = dataset.facts;
    const tables = dataset.tables.map(({ table, rows }) => ({ name: table.name, rows }));
    return { ...report, files, tables, facts: { language, collected } };
  });
}

function descriptionFindings({ description, level }: ReleaseOptions): ReleaseFinding[] {
  const warning = (check: ReleaseFinding["check"], message: string): ReleaseFinding => ({
    severity: "warning",
    check,
    message,
    rows: [],
  });
  return [
    ...(description.ethics
      ? []
      : [warning("ethics", "The description has no ethics approval (institution, number, date).")]),
    ...(description.doi || level === "identified"
      ? []
      : [warning("author", "No DOI is reserved: the card and Croissant cannot name one.")]),
  ];
}

async function writeTables(
  client: PoolClient,
  context: ExportContext,
  folder: string,
  options: ReleaseOptions,
  { coarsening, facts }: ReleaseSurvey,
  say: (doing: string) => void,
): Promise<ReleaseDataset> {
  const { study } = context;
  const people = new Set<unknown>();
  const tables: ReleaseDataset["tables"] = [];
  const listed = releaseTables(context, coarsening);
  // Participants first: checks and exclusions are selected by them.
  for (const table of [...listed].sort((left, right) => rank(left.name) - rank(right.name))) {
    say(`Writing ${table.name}`);
    const paths = { csv: releaseCsvPath(study.slug, table.name), parquet: releaseParquetPath(table.name) };
    const records = releaseRecords(client, context, table.name, coarsening, people);
    const metadata = [
      { key: "release", value: `${study.slug} ${options.description.version}` },
      { key: "licence", value: options.description.licence },
      { key: "canary", value: context.canary },
      { key: "times", value: "UTC" },
    ];
    const written = await writeReleaseTable(folder, table, paths, records, metadata);
    if (written.rows > 0 || !["checks", "exclusions"].includes(table.name)) tables.push(written);
    else for (const path of Object.values(paths)) await rm(join(folder, path));
  }
  if (options.level !== "public") await writeQualtrics(client, context, folder, coarsening);
  return {
    description: options.description,
    tables,
    facts: {
      ...facts,
      study: study.name,
      slug: study.slug,
      benchmark: study.benchmark,
      language: study.language,
      stage: study.stage,
      software: `Parallax ${manifest.version}`,
      level: options.level,
      canary: context.canary,
      consent: `version ${[...context.protocols.values()].at(-1)?.document.consent.version ?? ""} of the consent form`,
      isSynthetic: study.isDemo || study.stage === "simulation",
      lock: context.locks[0]?.sha256 ?? null,
      dropped: [...coarsening.dropped],
    },
  };
}

const rank = (name: string) => (name === "participants" ? 0 : 1);

async function writeNumbers(folder: string, { facts, tables }: ReleaseDataset, analysis: ReleaseOptions["analysis"]) {
  const path = (name: string) => tables.find(({ table }) => table.name === name)?.csv.path ?? "";
  const data = { responses: path("responses"), models: path("models") };
  const records = await accuraciesOfRelease(folder, data, facts.stage);
  const style = { forSpreadsheet: false };
  const lines = records.map((record) => formatCsvRecord(accuracyTable, record, style));
  await writeReleaseText(folder, accuracyPath, formatCsvHeader(accuracyTable, style) + lines.join(""));
  const numbers: PublishedNumbers = {
    software: facts.software,
    tolerance: { sameVersion: 0, otherVersions: 1e-9 },
    data,
    stage: facts.stage,
    numbers: numbersOf(records),
    notRecomputed: analysis
      .filter(({ name }) => /\.(?:csv|json)$/.test(name))
      .map(({ name }) => ({
        file: name,
        reason: "needs the analysis plan on the coded data of the installation: parallax analyse",
      })),
  };
  return numbers;
}

/** Writes `checksums.sha256` in the format of sha256sum, and returns every file of the folder. */
async function writeChecksums(folder: string): Promise<ReleaseFile[]> {
  const files: ReleaseFile[] = [];
  for (const path of await listFiles(folder)) files.push(await hashFile(folder, path));
  await writeReleaseText(folder, "checksums.sha256", files.map(({ sha256, path }) => `${sha256}  ${path}\n`).join(""));
  return files;
}

/** Compares what the files contain with what was written. */
async function readBack(folder: string, dataset: ReleaseDataset, files: readonly ReleaseFile[], isAnonymous: boolean) {
  const checked: CheckedFile[] = [];
  for (const { path } of files) {
    const isData = path.startsWith("data/") && path.endsWith(".csv");
    const isText = path.startsWith("data/") || path === "dataset_description.json";
    const read = isData ? await readTable(join(folder, path)) : null;
    const table = dataset.tables.find(({ csv }) => csv.path === path);
    if (read && table && read.rows !== table.rows)
      throw new RangeError(`${path} has ${read.rows} rows instead of ${table.rows}`);
    const text = !isData && isText ? await readFile(join(folder, path), "utf8") : null;
    checked.push({ path, header: read?.header ?? null, widths: read?.widths ?? new Set(), text });
  }
  for (const { parquet, rows } of dataset.tables) {
    const { num_rows: found } = await parquetMetadataAsync(await asyncBufferFromFile(join(folder, parquet.path)));
    if (found !== BigInt(rows)) throw new RangeError(`${parquet.path} has ${found} rows instead of ${rows}`);
  }
  const hashes = new Map(files.map(({ path, sha256 }) => [path, sha256]));
  const problems = [...checkPsychDs(checked), ...checkCroissant(croissantDocument(dataset, isAnonymous), hashes)];
  if (problems.length > 0) throw new RangeError(`the release breaks a rule of its formats: ${problems.join("; ")}`);
}

async function readTable(path: string) {
  const { header, records } = await openTable(createReadStream(path));
  const widths = new Set<number>();
  let rows = 0;
  for await (const { cells } of records) {
    rows += 1;
    if (cells) widths.add(cells.length);
  }
  return { header, widths, rows };
}
