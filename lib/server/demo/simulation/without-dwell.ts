import type { Protocol } from "@/lib/domain/survey/protocol.ts";

/** A protocol whose screens may be left at once: scripted participants do not read. */
export function withoutDwell(protocol: Protocol): Protocol {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => ("dwellSeconds" in step ? { ...step, dwellSeconds: 0 } : step)),
  };
}
