import { type JobHandler, runNextJob } from "./run-job.ts";

const idleMs = 2_000;

/**
 * Works through the job table until it is told to stop; every application process runs one. Errors of the database are
 * waited out: the table is the memory, nothing is lost with a process.
 */
export function startJobWorker(handlers: Readonly<Record<string, JobHandler>>): { stop: () => Promise<void> } {
  let isStopping = false;
  let wake: () => void = () => undefined;
  const work = async () => {
    while (!isStopping) {
      const didWork = await runNextJob(handlers).catch(() => false);
      if (didWork || isStopping) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, idleMs);
        // Waiting for work must not keep a process alive that is otherwise done.
        timer.unref();
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  };
  const ended = work();
  return {
    stop: async () => {
      isStopping = true;
      wake();
      await ended;
    },
  };
}
