import type { Protocol } from "@/lib/domain/survey/protocol.ts";

/** A protocol without minimum times, because scripted participants do not read. */
export function removeDwell(protocol: Protocol): Protocol {
  return {
    ...protocol,
    steps: protocol.steps.map((step) => ("dwellSeconds" in step ? { ...step, dwellSeconds: 0 } : step)),
  };
}
