import * as z from "zod";
import type { EndpointPolicy } from "@/lib/domain/network/endpoint-policy.ts";
import type { Schema } from "@/lib/domain/schema.ts";
import { AppError } from "../../platform/errors/app-error.ts";
import { ForbiddenAddressError, guardedFetch } from "../../platform/network/guarded-fetch.ts";

/** An archive's server and the researcher's token, which is used for the requests of one deposit and never stored. */
export interface DepositTarget {
  /** Origin, without a trailing slash: "https://zenodo.org". */
  server: string;
  token: string;
  /** The addresses that may be called. */
  reach: EndpointPolicy;
}

/** A file to upload. */
export interface DepositFile {
  name: string;
  bytes: number;
  /** Checksum of the content, in hexadecimal digits. */
  sha256: string;
  open: () => AsyncIterable<Buffer>;
}

interface Content {
  json?: unknown;
  /** The media type of `json`. */
  type?: string;
  file?: DepositFile;
}

/**
 * InvenioRDM's own format. With only `application/json`, Zenodo responds in the format of its earlier API, without
 * identifiers.
 */
const accept = "application/vnd.inveniordm.v1+json, application/vnd.api+json, application/json;q=0.9";

const requestTimeoutMs = 60_000;
const uploadTimeoutMs = 6 * 3_600_000;

/**
 * Sends one request to an archive and returns its JSON response. Of an error response, only the names of rejected
 * fields are shown.
 *
 * @param address absolute, or a path below the server
 * @throws AppError if the archive rejects the request or cannot be reached; at the field `token` for 401 and 403
 */
export async function depositRequest<Answer>(
  target: DepositTarget,
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE",
  address: string,
  answer: Schema<Answer>,
  { json, type = "application/json", file }: Content = {},
): Promise<Answer> {
  const url = new URL(address, target.server);
  if (!isOfArchive(url, new URL(target.server)))
    throw new AppError("unavailable", `The archive refers to another server (${url.host}).`);
  const headers: Record<string, string> = {
    authorization: `Bearer ${target.token}`,
    accept,
    "user-agent": "Parallax",
    ...(json === undefined ? {} : { "content-type": type }),
    ...(file ? { "content-type": "application/octet-stream", "content-length": String(file.bytes) } : {}),
  };
  const response = await guardedFetch(url.href, target.reach, {
    method,
    headers,
    ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    ...(file ? { body: file.open() } : {}),
    signal: AbortSignal.timeout(file ? uploadTimeoutMs : requestTimeoutMs),
  }).catch((error: unknown) => {
    if (error instanceof ForbiddenAddressError) throw new AppError("invalid", error.message, "address");
    throw new AppError("unavailable", `${target.server} could not be reached.`);
  });
  const text = await response.text();
  if (!response.ok) throw depositError(response.status, url, text);
  const parsed = answer.safeParse(text === "" ? null : parseJson(text));
  if (!parsed.success) throw new AppError("unavailable", `The response of ${url.pathname} has an unknown format.`);
  return parsed.data;
}

/**
 * Whether an address is on the archive's own host or on a host of the same domain, such as files.osf.io for api.osf.io.
 * Only these may receive the token.
 */
function isOfArchive(url: URL, server: URL): boolean {
  if (url.origin === server.origin) return true;
  const domain = server.hostname.split(".").slice(1).join(".");
  return url.protocol === "https:" && domain.includes(".") && url.hostname.endsWith(`.${domain}`);
}

const problemSchema = z.object({ errors: z.array(z.object({ field: z.string().max(200) })) });

function depositError(status: number, { host }: URL, text: string): AppError {
  if (status === 401 || status === 403)
    return new AppError("invalid", `${host} refused the token (status ${status}).`, "token");
  const fields = problemSchema.safeParse(parseJson(text)).data?.errors.map(({ field }) => field) ?? [];
  const rejectedFields = fields.length > 0 ? `: ${[...new Set(fields)].join(", ")}` : "";
  return new AppError("unavailable", `${host} refused the deposit (status ${status})${rejectedFields}.`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
