import type { ChildProcess } from "node:child_process";
import { AggregatorRegistry, type Registry } from "prom-client";
import { metricsAnswerSchema, type ReportedMetric } from "./process-metrics.ts";

/** How long a process has to answer; one whose event loop is blocked is left out. */
export const patienceMs = 1_000;

let questions = 0;

/** Asks a process for its metrics; null if it does not answer in time. */
export function askProcess(child: ChildProcess, waitMs: number): Promise<ReportedMetric[] | null> {
  questions += 1;
  const question = questions;
  return new Promise((resolve) => {
    const end = (metrics: ReportedMetric[] | null) => {
      clearTimeout(timer);
      child.off("message", read);
      resolve(metrics);
    };
    const read = (message: unknown) => {
      const answer = metricsAnswerSchema.safeParse(message);
      if (answer.success && answer.data.parallaxMetricsAnswer === question) end(answer.data.metrics);
    };
    const timer = setTimeout(() => end(null), waitMs);
    child.on("message", read);
    if (!child.connected) end(null);
    else child.send({ parallaxMetricsQuestion: question }, (error) => error && end(null));
  });
}

/**
 * The metrics of several processes as one text. Each value gets the label `process`: a sum over processes would fall
 * when one of them starts again, and Prometheus would take that for a restart of all.
 */
export async function joinMetrics(reports: readonly (readonly [string, ReportedMetric[]])[]): Promise<string> {
  const labelled = reports.map(([name, metrics]) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: "sum" as const,
      values: metric.values.map((value) => ({ ...value, labels: { process: name, ...value.labels } })),
    })),
  );
  const joined: Registry = AggregatorRegistry.aggregate(labelled);
  return await joined.metrics();
}
