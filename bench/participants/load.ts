import { Agent, request as httpRequest } from "node:http";
import { readHiddenFields } from "../../e2e/load-test/hidden-fields.ts";

export interface LoadResult {
  sessions: number;
  seconds: number;
  errors: number;
  requests: number;
  /** Milliseconds of every step, by its name in order. */
  steps: Record<string, number[]>;
}

/** One participant's way through a server: the steps in order, each from the reply to the one before. */
export interface Flow {
  steps: { name: string; body: (carried: Record<string, string>) => Record<string, string> | null }[];
  /** The first address. */
  path: string;
}

/** Street's session as the enhancement script walks it. */
export const streetFlow = (slug: string): Flow => ({
  path: `/s/${slug}`,
  steps: [
    { name: "open", body: () => null },
    { name: "consent", body: (carried) => ({ ...carried, consent: "yes" }) },
    {
      name: "english",
      body: (carried) => ({ ...carried, residence: "uk", "first-language": "yes", "most-used-language": "english" }),
    },
    { name: "about you", body: (carried) => ({ ...carried, ...drawPerson() }) },
    { name: "story", body: (carried) => ({ ...carried, "visible-ms": "61000", "focus-losses": "0" }) },
    { name: "answer", body: (carried) => ({ ...carried, choice: "true" }) },
    { name: "why", body: (carried) => ({ ...carried, explanation: "It says in the story that she knew about it." }) },
  ],
});

const ages = ["18-29", "30-39", "40-49", "50-65"];

function drawPerson(): Record<string, string> {
  const draw = Math.floor(Math.random() * 8);
  return { age: ages[draw % 4] as string, gender: draw < 4 ? "female" : "male" };
}

let lastNetwork = 0;

/**
 * The address of a participant in a network of their own (/24), as a trusted proxy reports it. Participants of one
 * network would claim their slots one after the other, because the limit of unanswered slots per network is exact.
 */
export function drawAddress(): string {
  lastNetwork += 1;
  return `${20 + (lastNetwork >> 16)}.${(lastNetwork >> 8) & 255}.${lastNetwork & 255}.7`;
}

/** The period within which the participants of a run arrive, in milliseconds. */
const arrivalMs = 1_000;

/**
 * Runs a flow in a closed loop: `concurrency` participants at a time without pauses, for some seconds. The first
 * participants arrive one after the other within a second; `openAtOnce` measures arrivals at the same instant.
 */
export async function runLoad(base: string, flow: Flow, concurrency: number, seconds: number): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const result: LoadResult = { sessions: 0, seconds: 0, errors: 0, requests: 0, steps: {} };
  for (const step of flow.steps) result.steps[step.name] = [];
  const began = performance.now();
  const end = began + seconds * 1000;
  const participant = async (_: unknown, place: number) => {
    await new Promise((resolve) => setTimeout(resolve, (arrivalMs * place) / concurrency));
    while (performance.now() < end) {
      let path = flow.path;
      let carried: Record<string, string> = {};
      let html = "";
      const address = drawAddress();
      for (const step of flow.steps) {
        const body = step.body(carried);
        const stepBegan = performance.now();
        const reply = await send(agent, base + path, body, address);
        result.requests += 1;
        result.steps[step.name]?.push(performance.now() - stepBegan);
        if (reply.status !== 200) {
          result.errors += 1;
          break;
        }
        html = body ? (JSON.parse(reply.text).html ?? "") : reply.text;
        path = html.match(/action="([^"]+)"/)?.[1] ?? path;
        carried = readHiddenFields(html);
      }
      if (html.includes("Your code:")) result.sessions += 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, participant));
  result.seconds = (performance.now() - began) / 1000;
  agent.destroy();
  return result;
}

/** Milliseconds of the first screen for each of `count` participants who open it in the same instant; null without it. */
export async function openAtOnce(base: string, flow: Flow, count: number): Promise<(number | null)[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: count });
  const times = await Promise.all(
    Array.from({ length: count }, async () => {
      const began = performance.now();
      const reply = await send(agent, base + flow.path, null, drawAddress());
      return reply.status === 200 ? performance.now() - began : null;
    }),
  );
  agent.destroy();
  return times;
}

/** Sends a step from an address; without a reply its status is 0. */
export function send(
  agent: Agent,
  url: string,
  body: Record<string, string> | null,
  address: string,
): Promise<{ status: number; text: string }> {
  const payload = body && JSON.stringify(body);
  return new Promise((resolve) => {
    const outgoing = httpRequest(
      url,
      {
        agent,
        method: payload ? "POST" : "GET",
        headers: {
          "x-forwarded-for": address,
          ...(payload ? { "content-type": "application/json", "content-length": Buffer.byteLength(payload) } : {}),
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
        incoming.on("end", () =>
          resolve({ status: incoming.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
      },
    );
    outgoing.on("error", () => resolve({ status: 0, text: "" }));
    outgoing.end(payload ?? undefined);
  });
}
