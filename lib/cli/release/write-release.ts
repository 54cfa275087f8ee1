import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Option } from "commander";
import * as z from "zod";
import type { ReleaseLevel } from "../../domain/release/release-dataset.ts";
import { releaseLevels } from "../../domain/release/release-dataset.ts";
import { releaseDescriptionSchema } from "../../domain/release/release-description.ts";
import { maxReleaseK, releaseRequestSchema } from "../../domain/release/release-request.ts";
import { installation } from "../../server/platform/access/access.ts";
import type { SubjectFacts } from "../../server/release/release-subject.ts";
import { requireNewVersion } from "../../server/release/release-versions.ts";
import { findReleaseSubjects } from "../../server/release/tables/find-release-subject.ts";
import { writeVersion } from "../../server/sharing/write-version.ts";
import { getStudy } from "../../server/studies/get-study.ts";
import { recordInterimView } from "../../server/studies/interim-views.ts";
import { lockEndedData } from "../../server/studies/lock/lock-data.ts";
import { withDatabase } from "../database.ts";
import { prepareFolder } from "../export/write-file.ts";
import { InputError, UsageError, writeLine } from "../io.ts";
import type { RegisterCommand } from "../register-command.ts";

interface Options {
  description: string;
  out: string;
  level: ReleaseLevel;
  drop: string[];
  merge: string[];
  k?: string;
  reason?: string;
  anonymous?: boolean;
  dryRun?: boolean;
  language: string;
  json?: boolean;
}

/** `parallax release`: writes one folder that is valid in all formats for publishing baselines. */
export const register: RegisterCommand = (program, io, finish) => {
  program
    .command("release")
    .description(
      "Write a study, a benchmark or a collection as a dataset to publish: Psych-DS, Hugging Face, Croissant, deposit metadata, checksums.",
    )
    .argument("<subject>", "a study by its name in links (demo) or id; a benchmark or a collection by name, slug or id")
    .requiredOption("--description <file>", "the authors' description of the release (JSON, docs/formats.md)")
    .requiredOption("--out <dir>", "folder to write to; created if missing; must be empty")
    .addOption(
      new Option("--level <level>", "how much is revealed about people").choices([...releaseLevels]).default("public"),
    )
    .option("--drop <columns...>", "columns to omit", [])
    .option("--merge <columns...>", "attributes whose rare levels are written as “other”", [])
    .option("--k <number>", "people who must share all attributes; the project's number is the minimum and the default")
    .option("--reason <text>", "release although a check failed; recorded in the audit log")
    .option("--anonymous", "for blind review: no authors, contact, DOI and addresses in the metadata")
    .option("--dry-run", "only run the checks")
    .option("--language <tag>", "language of a benchmark's or a collection's texts", "en")
    .option("--json", "print the report as JSON")
    .addHelpText("after", help)
    .action(async (subject: string, options: Options) => {
      const description = await readDescription(options.description);
      const k = z.coerce.number().int().min(1).max(maxReleaseK).optional().safeParse(options.k);
      if (!k.success) throw new UsageError("--k must be a whole number from 1 to 1,000");
      if (!releaseRequestSchema.shape.language.safeParse(options.language).success)
        throw new UsageError("--language must be a language tag such as en or pt-BR");
      if (!options.dryRun) await prepareFolder(options.out);
      const say = (doing: string) => options.json || io.stderr.write(`${doing} …\n`);
      const report = await withDatabase(async () => {
        const found = await findSubject(subject);
        const { drop, merge, language, reason = null, anonymous = false, dryRun = false } = options;
        const level = found.type === "study" ? options.level : "public";
        const request = {
          description,
          level,
          drop,
          merge,
          k: k.data ?? null,
          reason,
          language,
          isAnonymous: anonymous,
        };
        if (!dryRun) await requireNewVersion(found, request);
        const version = { releaseId: randomUUID(), request, actorId: null, isDryRun: dryRun };
        const report = writeVersion(found, options.out, version, say);
        return report.catch((error) => {
          if (error instanceof RangeError) throw new InputError(error.message);
          throw error;
        });
      });
      const isRefused = report.findings.some(({ severity }) => severity === "error") && options.reason === undefined;
      if (options.json) await writeLine(io.stdout, JSON.stringify(report));
      else {
        for (const { severity, message, rows } of report.findings) {
          await writeLine(io.stdout, `${severity}: ${message}`);
          for (const { text } of rows) await writeLine(io.stdout, `  ${text}`);
        }
        if (report.missingForNeurips.length > 0)
          await writeLine(
            io.stdout,
            `NeurIPS 2026 also requires in the description: ${report.missingForNeurips.join(", ")}.`,
          );
        for (const { name, rows } of report.tables) await writeLine(io.stdout, `${name}: ${rows} records`);
        await writeLine(
          io.stdout,
          report.files ? `${report.files.length + 1} files written to ${options.out}.` : "Nothing was written.",
        );
      }
      finish(isRefused ? 1 : 0);
    });
};

/** The study, benchmark or collection that the argument names. */
async function findSubject(named: string): Promise<SubjectFacts> {
  const study = await getStudy(installation, named);
  if (study) {
    // The lock precedes the record of the view, so that a view of locked data is recorded as such.
    await lockEndedData(study.id);
    await recordInterimView(installation, study);
    const { id, projectId, slug, name } = study;
    return { type: "study", id, projectId, slug, name };
  }
  const [subject, ...others] = await findReleaseSubjects(named);
  if (!subject) throw new UsageError(`there is no study, benchmark or collection "${named}"`);
  if (others.length > 0)
    throw new UsageError(
      `several have this name; use an id: ${[subject, ...others].map(({ type, id, project }) => `${type} ${id} (${project})`).join(", ")}`,
    );
  return subject;
}

async function readDescription(file: string) {
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError(`${file} cannot be read`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new UsageError(`${file} is not JSON`);
  }
  const parsedDescription = releaseDescriptionSchema.safeParse(value);
  if (parsedDescription.success) return parsedDescription.data;
  const [issue] = parsedDescription.error.issues;
  throw new UsageError(`${file}: ${issue?.path.join(".")}: ${issue?.message}`);
}

const help = `
The folder is at the same time a Psych-DS dataset (dataset_description.json, data/), a Hugging Face dataset (README.md,
parquet/) and a Croissant 1.1 dataset (croissant.json). numbers.json lists the published counts and accuracies; parallax
verify recomputes them. Only answers of the study's stage are part of it.

A benchmark is released with its items, keys and the answers of models; a collection with its accepted items, or with
the answers of every annotator, who are numbered. --level, --drop, --merge and --k concern studies only.

Checks before anything is written: k-anonymity over all attributes of people, free text with addresses or numbers,
recruiters' ids, data lock, ethics approval. Errors refuse the release unless --reason is given.

A version is also stored in the installation: the page of the study, benchmark or collection lists it, an erasure
withdraws it, and the next version needs another number.

Exit: 0 written, or a dry run without errors; 1 refused by a check; 2 usage error.

Example:
  parallax release demo-simulated --description description.json --level public --drop answer_age --out release`;
