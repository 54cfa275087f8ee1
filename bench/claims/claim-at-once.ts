import { Agent } from "node:http";
import { readHiddenFields } from "../../e2e/load-test/hidden-fields.ts";
import { drawAddress, type Flow, send } from "../participants/load.ts";

/** The step that claims a slot: the last questions before the items. */
const claimingStep = "about you";

/** Number of participants who arrive at a time, before all of them claim at once. */
const arriving = 50;

/**
 * Walks `count` participants to the claim, then sends all claims in one instant. Returns the milliseconds of each claim,
 * from the instant to its reply, and how many were not answered with a slot.
 */
export async function claimAtOnce(
  base: string,
  flow: Flow,
  count: number,
  onProgress: (done: number) => void,
): Promise<{ times: number[]; errors: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const before = flow.steps.slice(
    0,
    flow.steps.findIndex(({ name }) => name === claimingStep),
  );
  const claim = flow.steps[before.length];
  if (!claim) throw new RangeError(`the flow has no step "${claimingStep}"`);
  const ready: { path: string; carried: Record<string, string>; address: string }[] = [];
  const arrive = async () => {
    while (ready.length < count) {
      const place = { path: flow.path, carried: {} as Record<string, string>, address: drawAddress() };
      ready.push(place);
      for (const step of before) {
        const body = step.body(place.carried);
        const reply = await send(agent, base + place.path, body, place.address);
        if (reply.status !== 200) throw new Error(`the step "${step.name}" was answered ${reply.status}`);
        const html = body ? (JSON.parse(reply.text).html ?? "") : reply.text;
        place.path = html.match(/action="([^"]+)"/)?.[1] ?? place.path;
        place.carried = readHiddenFields(html);
      }
      if (ready.length % 1_000 === 0) onProgress(ready.length);
    }
  };
  await Promise.all(Array.from({ length: Math.min(arriving, count) }, arrive));
  let errors = 0;
  const instant = performance.now();
  const times = await Promise.all(
    ready.map(async ({ path, carried, address }) => {
      const reply = await send(agent, base + path, claim.body(carried), address);
      if (reply.status !== 200) errors += 1;
      return performance.now() - instant;
    }),
  );
  agent.destroy();
  return { times, errors };
}
