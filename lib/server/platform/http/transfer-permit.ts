import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";

let taken = 0;

/**
 * A permit for one download or upload that uses a database connection until the client has finished. Downloads and
 * uploads get at most half of the process's connections; the rest is reserved for people who answer and annotate.
 * Returns the release function, which may be called several times; throws if no permit is available.
 */
export function takeTransferPermit(): () => void {
  if (taken >= Math.max(1, Math.floor(environment().poolSize / 2))) {
    throw new AppError("unavailable", "Other downloads and uploads are running. Please try again soon.", undefined, 30);
  }
  taken += 1;
  let isMine = true;
  return () => {
    if (isMine) taken -= 1;
    isMine = false;
  };
}

/** Runs `work` with a transfer permit, and releases the permit afterwards. */
export async function inTransferPermit<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveBack = takeTransferPermit();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
