import type * as z from "zod";
import type { Method } from "./operation.ts";

/** A route with a separate file that programs may use: uploads and downloads. */
export interface DescribedRoute {
  id: string;
  method: Method;
  path: string;
  tag: string;
  summary: string;
  /** The query as an object schema; a schema with a transformation is described by its input. */
  query?: z.ZodObject;
  /** The media type of the response. */
  sends: string;
  /** The media type of the request's body, for uploads. */
  receives?: string;
}

export const octets = "application/octet-stream";

/** A route that reads a file from the body of the request. */
export function describeUpload(
  id: string,
  path: string,
  tag: string,
  summary: string,
  query?: z.ZodObject,
): DescribedRoute {
  return {
    id,
    method: "POST",
    path,
    tag,
    summary,
    ...(query ? { query } : {}),
    sends: "application/json",
    receives: octets,
  };
}

/** A route that sends a file. */
export function describeDownload(
  id: string,
  path: string,
  tag: string,
  summary: string,
  sends: string,
): DescribedRoute {
  return { id, method: "GET", path, tag, summary, sends };
}
