/**
 * Runs once before the server accepts requests: with invalid settings the process prints an error and does not start.
 */
export async function register(): Promise<void> {
  // biome-ignore lint/style/noProcessEnv: a constant of the build, not a variable.
  if (process.env.NEXT_RUNTIME !== "nodejs") return;
  const { environment } = await import("@/lib/server/platform/environment.ts");
  const { registerShutdownHandlers } = await import("@/lib/server/platform/http/readiness.ts");
  const { jobHandlers } = await import("@/lib/server/background/job-handlers.ts");
  const { startJobWorker } = await import("@/lib/server/platform/jobs/job-worker.ts");
  const { requestReparse } = await import("@/lib/server/models/reparse-job.ts");
  const { stopBeforeExit } = await import("@/lib/server/platform/jobs/stop-before-exit.ts");
  const { forgetNonParticipants } = await import("@/lib/server/sessions/refused-arrivals.ts");
  const { startPurgeTimer } = await import("@/lib/server/sessions/erasure/purge-study.ts");
  const { keepExtendingChains } = await import("@/lib/server/platform/audit/chain/extend-chains.ts");
  const { startLockTimer } = await import("@/lib/server/studies/lock/lock-data.ts");
  const { startStudyChecks } = await import("@/lib/server/events/watch-studies.ts");
  const { applyAllPlanRules } = await import("@/lib/server/studies/rules/apply-plan-rules.ts");
  const { setDirectRoutes } = await import("@/lib/server/platform/http/direct-routes.ts");
  const { routes } = await import("@/app/direct-routes.ts");
  setDirectRoutes(routes);
  const { forgetIdsDays, jobs } = environment();
  registerShutdownHandlers();
  const hour = 3_600_000;
  setInterval(() => forgetNonParticipants(forgetIdsDays).catch(() => undefined), hour).unref();
  // Texts that cannot be requested now are requested at the next start.
  await requestReparse().catch(() => undefined);
  keepExtendingChains();
  await applyAllPlanRules().catch(() => undefined);
  startLockTimer();
  startStudyChecks();
  startPurgeTimer();
  const worker = startJobWorker(jobHandlers, jobs);
  stopBeforeExit(worker.stop);
}
