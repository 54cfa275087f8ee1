import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";

let permitsInUse = 0;

/**
 * A permit for one download or upload that uses a database connection until the client has finished. Downloads and
 * uploads use at most half of the process's connections; the rest is reserved for people who answer and annotate.
 * Returns the release function, which may be called several times; throws if no permit is available.
 */
export function takeTransferPermit(): () => void {
  if (permitsInUse >= Math.max(1, Math.floor(environment().poolSize / 2))) {
    throw new AppError("unavailable", "Other downloads and uploads are running. Please try again soon.", undefined, 30);
  }
  permitsInUse += 1;
  let isAcquired = true;
  return () => {
    if (isAcquired) permitsInUse -= 1;
    isAcquired = false;
  };
}

/** Runs `work` with a transfer permit, and releases the permit afterwards. */
export async function withTransferPermit<Result>(work: () => Promise<Result>): Promise<Result> {
  const releasePermit = takeTransferPermit();
  try {
    return await work();
  } finally {
    releasePermit();
  }
}
