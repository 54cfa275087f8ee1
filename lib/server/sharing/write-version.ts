import type { ReleaseRequest } from "@/lib/domain/release/release-request.ts";
import { summarizeResults } from "@/lib/domain/results/sharing/results-summary.ts";
import { installation } from "../platform/access/access.ts";
import type { ReleaseResults } from "../release/release-results.ts";
import type { SubjectFacts } from "../release/release-subject.ts";
import { storeRelease } from "../release/release-versions.ts";
import { writeTableRelease } from "../release/tables/write-table-release.ts";
import { type WrittenRelease, writeRelease } from "../release/write-release.ts";
import { listAnalysisExtras } from "../results/analysis-result.ts";
import { computeResult } from "../stored-results/stored-result.ts";
import { lockEndedData } from "../studies/lock/lock-data.ts";
import { listSharedFiles, loadSharedResults } from "./load-shared-results.ts";
import { viewerOfProject } from "./open-shared-view.ts";

interface VersionOptions {
  /** The ID of the version. */
  releaseId: string;
  request: ReleaseRequest;
  /** The user who creates the version; null for the command line. */
  actorId: string | null;
  isDryRun: boolean;
}

/**
 * Checks a release of a study, a benchmark or a collection; then writes it to an empty folder and stores it as a version
 * with the results of its public page, unless `isDryRun` or an error refuses it. The data of an ended study are locked
 * first.
 *
 * @param say called with a description of each step
 */
export async function writeVersion(
  subject: SubjectFacts,
  folder: string,
  options: VersionOptions,
  say: (doing: string) => void,
): Promise<WrittenRelease> {
  const written = await (subject.type === "study" ? writeStudyRelease : writeTables)(subject, folder, options, say);
  const { files, results, ...report } = written;
  if (files !== null) {
    say("Storing the archive");
    const { releaseId: id, request, actorId } = options;
    await storeRelease(folder, subject, { id, request, report, results, actorId });
  }
  return { files, ...report };
}

type WithResults = WrittenRelease & { results: ReleaseResults | null };

async function writeTables(
  subject: SubjectFacts,
  folder: string,
  { request, actorId, isDryRun }: VersionOptions,
  say: (doing: string) => void,
): Promise<WithResults> {
  const written = await writeTableRelease(subject, folder, { ...request, actorId, isDryRun }, say);
  return { ...written, results: written.results && { of: "tables", ...written.results } };
}

async function writeStudyRelease(
  study: SubjectFacts,
  folder: string,
  { request, actorId, isDryRun }: VersionOptions,
  say: (doing: string) => void,
): Promise<WithResults> {
  await lockEndedData(study.id);
  if (!isDryRun) say("Computing the analysis");
  const analysis = isDryRun ? [] : await listAnalysisExtras(installation, study.id, computeResult);
  const written = await writeRelease(study, folder, { ...request, actorId, isDryRun, analysis }, say);
  const hasPage = written.files !== null && request.level === "public";
  return { ...written, results: hasPage ? await computeStudyResults(study) : null };
}

/** The results of the study's shared view, as they are now. */
async function computeStudyResults({ id, projectId }: SubjectFacts): Promise<ReleaseResults | null> {
  const access = { studyId: id, actor: viewerOfProject(projectId), isBlinded: false };
  const shared = await loadSharedResults(access, computeResult);
  const files = await listSharedFiles(access, computeResult);
  return (
    shared && {
      of: "study",
      summary: summarizeResults(shared.page, shared.prepared),
      flow: shared.flow,
      methods: shared.methods ?? [],
      files: files ?? [],
    }
  );
}
