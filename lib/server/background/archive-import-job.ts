import { importArchive } from "../archive/request-import.ts";
import { environment } from "../platform/environment.ts";
import type { JobHandler } from "../platform/jobs/run-job.ts";
import { replayErasures } from "../sessions/erasure/replay-erasures.ts";

/** Imports a project archive; people who were erased here, by the ledger of erasures, are erased again. */
export const runArchiveImport: JobHandler = (job) =>
  importArchive(job, async () => {
    const { erasureLedger } = environment();
    return erasureLedger === null ? 0 : await replayErasures(erasureLedger);
  });
