import { join } from "node:path";
import { installation } from "../platform/access/access.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { InterruptedJobError, type JobHandler, PermanentJobError, type RunningJob } from "../platform/jobs/run-job.ts";
import { getStoredReport, storeRelease } from "../release/release-versions.ts";
import { type ReleaseOutcome, releasePayloadSchema } from "../release/request-release.ts";
import { writeRelease } from "../release/write-release.ts";
import { listAnalysisExtras } from "../results/analysis-result.ts";
import { computeResult } from "../stored-results/stored-result.ts";
import { getStudy } from "../studies/get-study.ts";
import { lockEndedData } from "../studies/lock/lock-data.ts";

/**
 * Checks a release, then writes and stores its version. The data are locked first; files are written to a temporary
 * folder.
 */
export const runReleaseJob: JobHandler = async (job): Promise<ReleaseOutcome> => {
  const { studyId, releaseId, isDryRun, request } = releasePayloadSchema.parse(job.payload);
  const storedReport = await getStoredReport(releaseId);
  if (storedReport) return { report: storedReport, isWritten: true };
  const study = await getStudy(installation, studyId);
  if (!study) throw new PermanentJobError("The study no longer exists.");
  const reportStep = reportSteps(job);
  try {
    await lockEndedData(studyId);
    if (!isDryRun) reportStep("Computing the analysis");
    const analysis = isDryRun ? [] : await listAnalysisExtras(installation, studyId, computeResult);
    const options = { ...request, actorId: job.createdById, isDryRun, analysis };
    return await withTemporaryFolder(async (parent) => {
      const folder = join(parent, "release");
      const { files, ...report } = await writeRelease(study, folder, options, reportStep);
      if (files === null) return { report, isWritten: false };
      reportStep("Storing the archive");
      await storeRelease(folder, study, { id: releaseId, request, report, actorId: job.createdById });
      return { report, isWritten: true };
    });
  } catch (error) {
    if (error instanceof AppError || error instanceof RangeError) throw new PermanentJobError(error.message);
    throw error;
  }
};

/** Reports each step. Throws at the next step if the process is about to end. */
function reportSteps(job: RunningJob): (doing: string) => void {
  return (doing) => {
    if (job.signal.aborted) throw new InterruptedJobError();
    // The progress report is not awaited, and its failure does not stop the release.
    job.progress({ doing }).catch(() => undefined);
  };
}
