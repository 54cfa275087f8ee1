import { lookup as resolve } from "node:dns";
import http, { type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { normalizeAddress } from "@/lib/domain/network/address.ts";
import {
  type AddressPolicy,
  type EndpointPolicy,
  findAddressProblem,
  policyForServer,
} from "@/lib/domain/network/endpoint-policy.ts";

/** The policy forbids the address; the message is for the user who entered it. */
export class ForbiddenAddressError extends Error {}

interface GuardedRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  headers: Record<string, string>;
  /** The body; a stream needs a `content-length` in the headers. */
  body?: string | AsyncIterable<Buffer>;
  signal?: AbortSignal;
}

/**
 * Like `fetch`, but connects only to addresses that the policy allows: the name is resolved once, and the resolved
 * address is checked and used, so changing the DNS record after the check has no effect. Redirects are not followed.
 */
export async function guardedFetch(
  address: string,
  policy: EndpointPolicy,
  request: GuardedRequest,
): Promise<Response> {
  const url = new URL(address);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  // Node connects to a numeric address without a DNS lookup, so the address is checked here.
  const serverPolicy = policyForServer(policy, url);
  if (isIP(host) !== 0) requireAllowedIpAddress(normalizeAddress(host) ?? host, host, serverPolicy);
  const message = await send(url, serverPolicy, request);
  const headers = new Headers();
  for (const [name, value] of Object.entries(message.headers))
    for (const one of Array.isArray(value) ? value : [value ?? ""]) headers.append(name, one);
  const status = message.statusCode ?? 502;
  const isEmpty = status === 204 || status === 205 || status === 304;
  if (isEmpty) message.resume();
  return new Response(isEmpty ? null : (Readable.toWeb(message) as ReadableStream<Uint8Array>), { status, headers });
}

function send(
  url: URL,
  policy: AddressPolicy,
  { method, headers, body, signal }: GuardedRequest,
): Promise<IncomingMessage> {
  const { request } = url.protocol === "https:" ? https : http;
  return new Promise((resolveAnswer, reject) => {
    const outgoingRequest = request(url, {
      method,
      // Opens a new connection, because a pooled one may have been checked with another policy.
      agent: false,
      headers: {
        ...headers,
        ...(typeof body === "string" ? { "content-length": String(Buffer.byteLength(body)) } : {}),
      },
      lookup: createGuardedLookup(policy),
      ...(signal ? { signal } : {}),
    });
    outgoingRequest.once("response", resolveAnswer);
    outgoingRequest.once("error", (error) => reject(signal?.aborted ? signal.reason : error));
    if (body === undefined || typeof body === "string") outgoingRequest.end(body);
    else pipeline(Readable.from(body, { objectMode: false }), outgoingRequest).catch(reject);
  });
}

/** Resolves a name and drops forbidden addresses; if all of them are forbidden, fails with a message that says so. */
function createGuardedLookup(policy: AddressPolicy): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, resolvedAddresses) => {
      if (error) return callback(error, []);
      const allowed = resolvedAddresses.filter(({ address }) => findAddressProblem(address, policy) === null);
      const [first] = allowed;
      if (!first) return callback(forbiddenAddressError(resolvedAddresses[0]?.address ?? "", hostname, policy), []);
      if (options.all) return callback(null, allowed);
      return callback(null, first.address, first.family);
    });
  };
}

function requireAllowedIpAddress(address: string, host: string, policy: AddressPolicy): void {
  if (findAddressProblem(address, policy) !== null) throw forbiddenAddressError(address, host, policy);
}

function forbiddenAddressError(address: string, host: string, policy: AddressPolicy): ForbiddenAddressError {
  const reason = findAddressProblem(address, policy) ?? "may not be called";
  return new ForbiddenAddressError(address === host ? `${host} ${reason}.` : `${host} (${address}) ${reason}.`);
}
