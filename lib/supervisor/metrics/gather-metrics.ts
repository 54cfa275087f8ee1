import type { ChildProcess } from "node:child_process";
import { AggregatorRegistry, type Registry } from "prom-client";
import { metricsAnswerSchema, type ReportedMetric } from "./process-metrics.ts";

/** How long a process may take to respond; a process whose event loop is blocked is omitted. */
export const metricsTimeoutMs = 1_000;

let questionCount = 0;

/** Requests the metrics of a process; null if it does not respond in time. */
export function requestMetrics(child: ChildProcess, waitMs: number): Promise<ReportedMetric[] | null> {
  questionCount += 1;
  const question = questionCount;
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
 * The metrics of several processes as one text. Each value has the label `process`: a sum over processes would decrease
 * when one of them restarts, and Prometheus would interpret this as a restart of all.
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
