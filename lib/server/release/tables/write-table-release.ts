import { formatChangeLog } from "@/lib/domain/release/change-log.ts";
import { missingForNeurips } from "@/lib/domain/release/croissant.ts";
import { findPersonalText } from "@/lib/domain/release/privacy.ts";
import { psychDsSidecar } from "@/lib/domain/release/psych-ds.ts";
import { type ReleaseDataset, releaseCsvPath, releaseParquetPath } from "@/lib/domain/release/release-dataset.ts";
import { anonymousDescription } from "@/lib/domain/release/release-description.ts";
import { type FindingRow, maxFindingRows, type ReleaseFinding } from "@/lib/domain/release/release-finding.ts";
import type { TableResults } from "@/lib/domain/release/table-results.ts";
import manifest from "@/package.json" with { type: "json" };
import { recordAudit } from "../../platform/audit/record-audit.ts";
import { pool } from "../../platform/database/pool.ts";
import { withSnapshot } from "../../platform/database/with-snapshot.ts";
import { checkDescription } from "../description-findings.ts";
import { finishRelease } from "../finish-release.ts";
import { writeNumbers } from "../release-numbers.ts";
import { auditTypes, type SubjectFacts } from "../release-subject.ts";
import { readChanges } from "../release-versions.ts";
import type { ReleaseOptions, WrittenRelease } from "../write-release.ts";
import { writeReleaseTable } from "../write-table.ts";
import { readBenchmarkRelease } from "./read-benchmark.ts";
import { readCollectionRelease } from "./read-collection.ts";
import type { TableRelease } from "./table-release.ts";

/** Options of a release without participants, in which nothing is coarsened. */
type TableReleaseOptions = Pick<ReleaseOptions, "actorId" | "description" | "reason" | "isAnonymous" | "isDryRun"> & {
  /** The language tag of the texts. */
  language: string;
};

/**
 * Writes the release of a benchmark or a collection to an empty folder, in the same formats as for a study, but without
 * participants. Also returns what the public page of the version shows; null if nothing was
 * written.
 *
 * @param say called with a description of each step
 */
export async function writeTableRelease(
  subject: SubjectFacts,
  folder: string,
  options: TableReleaseOptions,
  say: (doing: string) => void,
): Promise<WrittenRelease & { results: TableResults | null }> {
  return withSnapshot(async (client) => {
    const read = subject.type === "benchmark" ? readBenchmarkRelease : readCollectionRelease;
    const release = await read(client, subject.id);
    const { description, reason, isAnonymous } = options;
    say("Checking the data");
    const findings = [
      ...(await findPersonalTexts(release)),
      ...checkDescription({ description, level: "public", canary: release.canary }),
    ];
    const report = {
      findings,
      tables: [],
      missingForNeurips: missingForNeurips(description),
      anonymity: null,
      facts: null,
    };
    const isRefused = findings.some(({ severity }) => severity === "error") && reason === null;
    if (options.isDryRun || isRefused) return { ...report, files: null, results: null };
    await recordAudit(pool(), {
      actorId: options.actorId,
      projectId: subject.projectId,
      action: `${auditTypes[subject.type]}.release`,
      subjectType: auditTypes[subject.type],
      subjectId: subject.id,
      after: { version: description.version },
      ...(reason === null ? {} : { reason }),
    });
    const dataset = await writeTables(folder, release, options, say);
    const { published: numbers, accuracies } = await writeNumbers(folder, dataset, "", []);
    const documents = [
      ...dataset.tables.map(({ table, csv }): [string, string] => [
        csv.path.replace(/csv$/, "json"),
        `${JSON.stringify(psychDsSidecar({ table }), null, 2)}\n`,
      ]),
      ...release.documents,
    ];
    const { version, published, changes = "" } = description;
    const earlierChanges = await readChanges(client, subject, "public");
    const changeLog = formatChangeLog([{ version, date: published, changes }, ...earlierChanges]);
    const files = await finishRelease(folder, dataset, { documents, numbers, changes: changeLog, isAnonymous }, say);
    const tables = dataset.tables.map(({ table: { name, description }, rows }) => ({ name, description, rows }));
    return {
      ...report,
      files,
      tables: tables.map(({ name, rows }) => ({ name, rows })),
      facts: { language: options.language, collected: null },
      results: { tables, texts: release.texts, accuracies },
    };
  });
}

async function writeTables(
  folder: string,
  { tables: sources, texts, ...release }: TableRelease,
  { description, language, isAnonymous }: TableReleaseOptions,
  say: (doing: string) => void,
): Promise<ReleaseDataset> {
  const tables: ReleaseDataset["tables"] = [];
  for (const { table, read } of sources) {
    say(`Writing ${table.name}`);
    const paths = { csv: releaseCsvPath(release.slug, table.name), parquet: releaseParquetPath(table.name) };
    const metadata = [
      { key: "release", value: `${release.slug} ${description.version}` },
      { key: "licence", value: description.licence },
      { key: "canary", value: release.canary },
      { key: "times", value: "UTC" },
    ];
    tables.push(await writeReleaseTable(folder, table, paths, read(), metadata));
  }
  return {
    description: isAnonymous ? anonymousDescription(description) : description,
    tables,
    facts: {
      study: release.name,
      slug: release.slug,
      benchmark: release.name,
      language,
      stage: "",
      software: `Parallax ${manifest.version}`,
      level: "public",
      canary: release.canary,
      collected: null,
      started: 0,
      completed: 0,
      outcomes: {},
      counted: 0,
      excluded: 0,
      answersPerItem: null,
      consent: "",
      recruiters: [],
      models: release.models,
      isSynthetic: release.isDemo,
      lock: null,
      dropped: [],
      k: null,
      hasQualtrics: false,
      texts,
    },
  };
}

/**
 * Access credentials are errors. Addresses and numbers are only warnings, because a benchmark's texts may contain
 * invented addresses and numbers.
 */
async function findPersonalTexts({ tables }: TableRelease): Promise<ReleaseFinding[]> {
  const rowsBySeverity = { error: [] as FindingRow[], warning: [] as FindingRow[] };
  const counts = { error: 0, warning: 0 };
  for (const { table, read } of tables) {
    let row = 0;
    for await (const record of read()) {
      row += 1;
      for (const { name, type } of table.columns) {
        const value = record[name] ?? null;
        if (value === null || name === "canary" || (type !== "text" && type !== "json")) continue;
        const findingKind = findPersonalText(typeof value === "string" ? value : JSON.stringify(value));
        if (!findingKind) continue;
        const severity = findingKind === "secret" ? "error" : "warning";
        counts[severity] += 1;
        if (rowsBySeverity[severity].length < maxFindingRows)
          rowsBySeverity[severity].push({ text: `${table.name}, row ${row}, ${name}: ${findingKind}`, session: null });
      }
    }
  }
  return (["error", "warning"] as const).flatMap((severity) =>
    counts[severity] === 0
      ? []
      : [
          {
            severity,
            check: "free text" as const,
            message:
              severity === "error"
                ? `${counts.error} texts may contain access credentials.`
                : `${counts.warning} texts contain addresses or numbers.`,
            rows: rowsBySeverity[severity],
          },
        ],
  );
}
