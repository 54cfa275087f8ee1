import {
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from "prom-client";
import * as z from "zod";
import { countConnections } from "../../server/platform/database/pool.ts";
import { readVariable } from "../../server/platform/environment.ts";

/** A metric as a process reports it. */
export type ReportedMetric = MetricObjectWithValues<MetricValue<string>>;

/** The message in which the supervisor requests metrics. */
const questionSchema = z.object({ parallaxMetricsQuestion: z.number() });
export const metricsAnswerSchema = z.object({
  parallaxMetricsAnswer: z.number(),
  metrics: z.array(z.custom<ReportedMetric>((metric) => typeof metric === "object" && metric !== null)),
});

/** The metrics of a process, and the histogram of its requests. */
export interface ProcessMetrics {
  requests: Histogram<"kind" | "method" | "status">;
}

/**
 * Sends the metrics of this process whenever the supervisor requests them. Returns null if metrics are disabled or the
 * process was not started by a supervisor.
 */
export function reportMetrics(): ProcessMetrics | null {
  if (readVariable("PARALLAX_METRICS_PORT") === null || !process.send) return null;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "parallax_http_request_duration_seconds",
    help: "Time from a request's headers to the end of its response.",
    labelNames: ["kind", "method", "status"] as const,
    buckets: [0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 15, 60],
    registers: [registry],
  });
  new Gauge({
    name: "parallax_database_connections",
    help: "Connections of this process to the database, by pool and state; waiting: requests without a connection.",
    labelNames: ["pool", "state"] as const,
    registers: [registry],
    collect() {
      for (const { pool, state, count } of countConnections()) this.set({ pool, state }, count);
    },
  });
  process.on("message", async (message) => {
    const question = questionSchema.safeParse(message);
    if (!question.success) return;
    const metrics = await registry.getMetricsAsJSON();
    if (process.connected) process.send?.({ parallaxMetricsAnswer: question.data.parallaxMetricsQuestion, metrics });
  });
  return { requests };
}
