import { join } from "node:path";
import { installation } from "../platform/access/access.ts";
import { AppError } from "../platform/errors/app-error.ts";
import { withTemporaryFolder } from "../platform/files/temporary-folder.ts";
import { InterruptedJobError, type JobHandler, PermanentJobError, type RunningJob } from "../platform/jobs/run-job.ts";
import { requireSubject } from "../release/release-subject.ts";
import { getStoredReport } from "../release/release-versions.ts";
import { type ReleaseOutcome, releasePayloadSchema } from "../release/request-release.ts";
import { writeVersion } from "../sharing/write-version.ts";

/** Checks a release, then writes and stores its version. Files are written to a temporary folder. */
export const runReleaseJob: JobHandler = async (job): Promise<ReleaseOutcome> => {
  const { subject, releaseId, isDryRun, request } = releasePayloadSchema.parse(job.payload);
  const storedReport = await getStoredReport(releaseId);
  if (storedReport) return { report: storedReport, isWritten: true };
  const options = { releaseId, request, actorId: job.createdById, isDryRun };
  try {
    const facts = await requireSubject(installation, "read", subject);
    return await withTemporaryFolder(async (parent) => {
      const { files, ...report } = await writeVersion(facts, join(parent, "release"), options, reportSteps(job));
      return { report, isWritten: files !== null };
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
