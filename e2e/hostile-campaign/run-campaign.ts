import { connect } from "node:net";
import fc from "fast-check";
import { hashPassword } from "../../lib/server/platform/auth/password.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { listActions } from "../endpoints/list-actions.ts";
import { makeRows } from "../endpoints/make-rows.ts";
import { cookieOf, findPlaces } from "../endpoints/visitors.ts";
import { addressRequests, brokenRequests } from "./hostile-addresses.ts";
import { fileRequests } from "./hostile-files.ts";
import { actionRequests } from "./hostile-forms.ts";
import { participantRequests } from "./hostile-participants.ts";
import type { HostileRequest } from "./hostile-values.ts";

export interface CampaignResult {
  requests: number;
  statuses: Record<string, number>;
  /** Method, address and status of every answer from 500 on but 503, with the number of its request. */
  serverErrors: string[];
}

const atOnce = 16;
/**
 * The number of requests generated and sent at a time: some have hundreds of kilobytes, and some end their session.
 */
const perTurn = 500;

/**
 * Sends generated requests to every address, action and import of a Parallax that no one else uses and whose demo is in
 * the database of the environment. The same seed gives the same requests, except for the IDs of rows in them.
 */
export async function runCampaign(
  url: string,
  publicUrl: string,
  requests: number,
  seed: number,
): Promise<CampaignResult> {
  const { requestArbitrary, projectId } = await prepareRequests(url, publicUrl);
  // A password that no request contains: a change of the password would end the session of the other requests.
  const passwordHash = await hashPassword("eleven grey herons at dusk", 10);
  const result: CampaignResult = { requests, statuses: {}, serverErrors: [] };
  for (let sent = 0; sent < requests; sent += perTurn) {
    const numRuns = Math.min(perTurn, requests - sent);
    const made = fc.sample(requestArbitrary, { numRuns, seed: seed * 100_000 + sent });
    const cookie = await cookieOf((await makePerson({ projectId, role: "admin", isOwner: true, passwordHash })).claims);
    let next = 0;
    const work = async () => {
      for (let index = next++; index < made.length; index = next++) {
        const request = made[index] as HostileRequest;
        const status = await send(url, request, cookie);
        result.statuses[status] = (result.statuses[status] ?? 0) + 1;
        if (typeof status === "number" && status >= 500 && status !== 503)
          result.serverErrors.push(`#${sent + index} ${request.method} ${request.path.slice(0, 200)} ${status}`);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }
  return result;
}

async function prepareRequests(
  url: string,
  publicUrl: string,
): Promise<{ requestArbitrary: fc.Arbitrary<HostileRequest>; projectId: string }> {
  // A study that is simulated in the background gives its sessions to the addresses.
  let places = await findPlaces();
  for (let look = 0; look < 120 && !places?.session; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    places = await findPlaces();
  }
  const study = await makeStudy();
  const rows = await makeRows(study, places.collection, places.story);
  const requestArbitrary = fc.oneof(
    { weight: 5, arbitrary: addressRequests(places) },
    { weight: 4, arbitrary: actionRequests(listActions(), rows, publicUrl) },
    { weight: 2, arbitrary: await fileRequests(places, publicUrl) },
    { weight: 3, arbitrary: participantRequests(study, publicUrl) },
    { weight: 1, arbitrary: brokenRequests(new URL(url).host) },
  );
  return { requestArbitrary, projectId: places.project };
}

/** The status of the response, or the name of the event that occurred instead of a response. */
async function send(url: string, request: HostileRequest, cookie: string): Promise<number | string> {
  if (request.raw !== undefined) return sendRaw(url, request.raw);
  const { method, path, headers, body, isSignedIn } = request;
  try {
    const takesBody = method !== "GET" && method !== "HEAD";
    const answer = await fetch(url + path, {
      method,
      headers: isSignedIn ? { ...headers, cookie } : headers,
      redirect: "manual",
      signal: AbortSignal.timeout(60_000),
      ...(takesBody && body !== null ? { body: body as BodyInit } : {}),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    return (error as Error).name;
  }
}

function sendRaw(url: string, bytes: string): Promise<number | string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    let answer = "";
    // A request that announces a body and sends none would wait until the server ends it after fifteen seconds.
    socket.setTimeout(1_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      answer += chunk.toString("latin1");
    });
    socket.on("error", () => undefined);
    socket.on("close", () => resolve(Number(answer.match(/^HTTP\/1\.1 (\d{3})/)?.[1] ?? 0) || "no answer"));
    socket.end(bytes, "latin1");
  });
}
