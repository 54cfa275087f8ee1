import type { ChildProcess } from "node:child_process";
import { AggregatorRegistry, type Registry } from "prom-client";
import { metricsAnswerSchema, type ReportedMetric } from "./process-metrics.ts";

/** How long to wait for the metrics of a process. A process with a blocked event loop is omitted. */
export const metricsTimeoutMs = 1_000;

let questionCount = 0;

/** Requests the metrics of a process; null if the process does not respond in time. */
export function requestMetrics(child: ChildProcess, waitMs: number): Promise<ReportedMetric[] | null> {
  questionCount += 1;
  const question = questionCount;
  return new Promise((resolve) => {
    const end = (metrics: ReportedMetric[] | null) => {
      clearTimeout(timer);
      child.off("message", onMessage);
      resolve(metrics);
    };
    const onMessage = (message: unknown) => {
      const answer = metricsAnswerSchema.safeParse(message);
      if (answer.success && answer.data.parallaxMetricsAnswer === question) end(answer.data.metrics);
    };
    const timer = setTimeout(() => end(null), waitMs);
    child.on("message", onMessage);
    if (!child.connected) end(null);
    else child.send({ parallaxMetricsQuestion: question }, (error) => error && end(null));
  });
}

/**
 * Joins the metrics of several processes to one text. Each value has the label `process`: a sum over processes would
 * decrease when one of them restarts, and Prometheus would take this for a restart of all processes.
 */
export async function joinMetrics(reports: readonly (readonly [string, ReportedMetric[]])[]): Promise<string> {
  const labelled = reports.map(([name, metrics]) =>
    metrics.map((metric) => ({
      ...metric,
      aggregator: "sum" as const,
      values: metric.values.map((value) => ({ ...value, labels: { process: name, ...value.labels } })),
    })),
  );
  const combinedMetrics: Registry = AggregatorRegistry.aggregate(labelled);
  return await combinedMetrics.metrics();
}
