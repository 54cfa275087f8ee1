import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PoolClient } from "pg";
import type { ExportLevel } from "@/lib/domain/interchange/export-study-columns.ts";
import { formatChangeLog } from "@/lib/domain/release/change-log.ts";
import { checkWideTable } from "@/lib/domain/release/check-wide-table.ts";
import { missingForNeurips } from "@/lib/domain/release/croissant.ts";
import {
  type ReleaseDataset,
  type ReleaseFile,
  type ReleaseLevel,
  releaseCsvPath,
  releaseParquetPath,
} from "@/lib/domain/release/release-dataset.ts";
import { anonymousDescription, type ReleaseDescription } from "@/lib/domain/release/release-description.ts";
import type { ReleaseReport } from "@/lib/domain/release/release-finding.ts";
import { dataStatus, statusLabel } from "@/lib/domain/results/plan/result-status.ts";
import type { Protocol } from "@/lib/domain/survey/protocol.ts";
import { listDistinctFiles, mediaPath } from "@/lib/domain/tasks/schema/media-path.ts";
import manifest from "@/package.json" with { type: "json" };
import { readFileBytes } from "../items/media/read-bytes.ts";
import { installation } from "../platform/access/access.ts";
import { recordAudit } from "../platform/audit/record-audit.ts";
import { pool } from "../platform/database/pool.ts";
import { withSnapshot } from "../platform/database/with-snapshot.ts";
import { getStudyPlan } from "../studies/draft/study-plan.ts";
import { type ExportContext, readExportContext } from "../studies/export/export-context.ts";
import { mediaFields } from "../studies/export/export-files.ts";
import { checkDescription } from "./description-findings.ts";
import { finishRelease } from "./finish-release.ts";
import { releaseK } from "./project-k.ts";
import { readChecklistFacts } from "./read-checklist-facts.ts";
import { buildDocuments } from "./release-documents.ts";
import { writeNumbers } from "./release-numbers.ts";
import { listReleaseTables, releaseRecords } from "./release-records.ts";
import { readChanges } from "./release-versions.ts";
import { type ReleaseSurvey, surveyRelease } from "./survey-release.ts";
import { writeQualtrics } from "./write-qualtrics.ts";
import { writeReleaseTable } from "./write-table.ts";

export interface ReleaseOptions {
  /** The user who creates the release; null for the command line. */
  actorId: string | null;
  level: ReleaseLevel;
  description: ReleaseDescription;
  /** Columns to drop, and attributes whose rare levels become `other`. */
  drop: readonly string[];
  merge: readonly string[];
  /** People who must share all attributes. */
  k: number | null;
  /** Why a release is written despite error findings; recorded in the audit log. */
  reason: string | null;
  /** For blind review: omits authors, contact, addresses and identifiers in all files. */
  isAnonymous: boolean;
  /** Only runs the checks. */
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
 * format, numbers and checksums; then reads the files and checks them by the rules of the validators. All data come
 * from one snapshot. Time grows with the number of answers, memory use with the number of people and items
 * (`surveyRelease`).
 *
 * @param say called with a description of each step
 * @throws RangeError for a column that does not exist, and if the content of a file differs from what was written
 */
export async function writeRelease(
  study: { id: string; projectId: string },
  folder: string,
  given: ReleaseOptions,
  say: (doing: string) => void,
): Promise<WrittenRelease> {
  return withSnapshot(async (client) => {
    const context = await readExportContext(client, study.id, exportLevel[given.level]);
    const options = { ...given, description: withStudyEthics(given.description, newestConsent(context)) };
    say("Checking the data");
    const required = await releaseK(client, study.projectId, options.k);
    const survey = await surveyRelease(client, context, { ...options, required });
    const findings = [
      ...survey.findings,
      ...checkDescription({ ...options, canary: context.canary }),
      ...checkWideTable(context.shape),
    ];
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
    const status = dataStatus(context.study.stage, context);
    const { published: numbers } = await writeNumbers(folder, dataset, statusLabel(status), options.analysis);
    const { version, published, changes = "" } = options.description;
    const studyPlan = await getStudyPlan(installation, study.id);
    const plan = studyPlan && options.isAnonymous ? { ...studyPlan, registration: "" } : studyPlan;
    const earlierChanges = await readChanges(client, { type: "study", id: study.id }, options.level);
    const files = await finishRelease(
      folder,
      dataset,
      {
        documents: buildDocuments(context, dataset, plan, readChecklistFacts(context, plan), options),
        numbers,
        changes: formatChangeLog([{ version, date: published, changes }, ...earlierChanges]),
        isAnonymous: options.isAnonymous,
      },
      say,
    );
    const { language, collected } = dataset.facts;
    const tables = dataset.tables.map(({ table, rows }) => ({ name: table.name, rows }));
    return { ...report, files, tables, facts: { language, collected } };
  });
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
  const orderedTables = listReleaseTables(context, coarsening);
  // Participants are written first, because the rows of checks and exclusions are selected by participant.
  for (const table of [...orderedTables].sort((left, right) => writingOrder(left.name) - writingOrder(right.name))) {
    say(`Writing ${table.name}`);
    const paths = { csv: releaseCsvPath(study.slug, table.name), parquet: releaseParquetPath(table.name) };
    const records = releaseRecords(client, context, table.name, coarsening, people);
    const metadata = [
      { key: "release", value: `${study.slug} ${options.description.version}` },
      { key: "licence", value: options.description.licence },
      { key: "canary", value: context.canary },
      { key: "times", value: "UTC" },
    ];
    const writtenTable = await writeReleaseTable(folder, table, paths, records, metadata);
    if (writtenTable.rows > 0 || !["checks", "exclusions"].includes(table.name)) tables.push(writtenTable);
    else for (const path of Object.values(paths)) await rm(join(folder, path));
  }
  for (const media of listDistinctFiles(mediaFields(context))) {
    const path = join(folder, mediaPath(media));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, await readFileBytes(client, study.projectId, media.sha256), { flag: "wx" });
  }
  const ethicsFile = options.isAnonymous ? undefined : newestConsent(context)?.ethics?.file;
  if (ethicsFile) {
    await mkdir(join(folder, "documentation"), { recursive: true });
    const bytes = await readFileBytes(client, study.projectId, ethicsFile.sha256);
    await writeFile(join(folder, ethicsFilePath), bytes, { flag: "wx" });
  }
  const hasQualtrics = options.level !== "public" && (await writeQualtrics(client, context, folder, coarsening));
  return {
    description: options.isAnonymous ? anonymousDescription(options.description) : options.description,
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
      consent: `version ${newestConsent(context)?.version ?? ""} of the consent form`,
      ...(ethicsFile ? { ethicsFile: ethicsFilePath } : {}),
      isSynthetic: study.isDemo || study.stage === "simulation",
      lock: context.locks[0] ?? null,
      dropped: [...coarsening.dropped],
      hasQualtrics,
      texts: null,
    },
  };
}

const ethicsFilePath = "documentation/ethics-approval.pdf";

/** The consent of the newest protocol. */
function newestConsent({ protocols }: ExportContext): Protocol["consent"] | undefined {
  return [...protocols.values()].at(-1)?.document.consent;
}

/** The description with the study's ethics approval, unless it names one itself. */
function withStudyEthics(
  description: ReleaseDescription,
  consent: Protocol["consent"] | undefined,
): ReleaseDescription {
  if (description.ethics || !consent?.ethics) return description;
  const { file: _, ...ethics } = consent.ethics;
  return { ...description, ethics };
}

const writingOrder = (name: string) => (name === "participants" ? 0 : 1);
