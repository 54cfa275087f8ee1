import { environment } from "../environment.ts";
import { AppError } from "../errors/app-error.ts";

let taken = 0;

/**
 * A place for one download or upload that holds a database connection for as long as its other end takes. Half of the
 * process's connections may be held so; the rest is for people who answer and annotate, whom no slow reader may keep
 * waiting. Returns how to give the place back, which may be called twice; throws when there is none.
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

/** Does work that needs such a place, and gives it back afterwards. */
export async function inTransferPermit<Result>(work: () => Promise<Result>): Promise<Result> {
  const giveBack = takeTransferPermit();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
