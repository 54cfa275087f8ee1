import fc from "fast-check";
import { type EndpointParams, endpoints } from "../endpoints/endpoints.ts";
import { type HostileRequest, hostileBody, hostileText, inAddress, wellFormed } from "./hostile-values.ts";

/** Any method with any headers and body at every address of `e2e/endpoints`, with real ids or hostile texts in it. */
export function addressRequests(places: EndpointParams): fc.Arbitrary<HostileRequest> {
  const paths = Object.values(endpoints).flatMap((methods) => Object.values(methods).map(({ path }) => path));
  return fc
    .record({
      path: fc.constantFrom(...paths),
      values: fc.option(fc.array(hostileText, { minLength: 1, maxLength: 4 })),
      query: fc.option(fc.dictionary(fc.constantFrom(...queryNames), hostileText)),
      method: fc.constantFrom(
        "GET",
        "GET",
        "GET",
        "POST",
        "POST",
        "PUT",
        "PATCH",
        "DELETE",
        "OPTIONS",
        "HEAD",
        "MKCOL",
      ),
      type: fc.constantFrom(
        "application/json",
        "application/x-www-form-urlencoded",
        "text/plain",
        "multipart/form-data",
        "multipart/form-data; boundary=x",
        "",
      ),
      headers: fc.dictionary(fc.constantFrom(...headerNames), fc.constantFrom(...headerValues)),
      body: hostileBody,
      isSignedIn: fc.boolean(),
    })
    .map(({ path, values, query, method, type, headers, body, isSignedIn }) => ({
      method,
      path: withQuery(path(values ? hostilePlaces(values) : places), query ?? {}),
      headers: { ...headers, ...(type === "" ? {} : { "content-type": type }) },
      body: wellFormed(body),
      isSignedIn,
    }));
}

/** Lines that are no HTTP, or HTTP that no client sends. */
export function brokenRequests(host: string): fc.Arbitrary<HostileRequest> {
  const line = fc.constantFrom(
    "GET / HTTP/1.1",
    "POST /sign-in HTTP/1.1",
    "GET http://[ HTTP/1.1",
    "GET  HTTP/9",
    "\u0001",
  );
  const header = fc.constantFrom(
    `Host: ${host}`,
    "Host: ",
    "Content-Length: -1",
    "Content-Length: 5\r\nContent-Length: 6",
    "Transfer-Encoding: chunked",
    "Transfer-Encoding: x",
    "X: \u0000",
    `X: ${"x".repeat(20_000)}`,
    "Connection: upgrade\r\nUpgrade: websocket",
    "Cookie: \u00ff\u00fe=; ;;=;",
    "Content-Type: multipart/form-data; boundary=\u00ff",
    "Next-Action: \u00ff",
    "Expect: 200-ok",
    "Range: bytes=9-1",
  );
  return fc
    .record({ line, headers: fc.array(header, { maxLength: 5 }), body: fc.constantFrom("", "zz\r\n", "5\r\nabc", "x") })
    .map(({ line: first, headers, body }) => ({
      method: "raw",
      path: `${first} ${headers.join(" | ")}`.slice(0, 200),
      headers: {},
      body: null,
      isSignedIn: false,
      raw: `${[first, ...headers, "Connection: close"].join("\r\n")}\r\n\r\n${body}`,
    }));
}

/** A hostile text under every name. */
function hostilePlaces(values: string[]): EndpointParams {
  return new Proxy(
    {},
    { get: (_, name) => inAddress(values[String(name).length % values.length] ?? "x") },
  ) as EndpointParams;
}

export function withQuery(path: string, query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([name, value]) => [name, wellFormed(value).slice(0, 1_500)]);
  if (pairs.length === 0) return path;
  return `${path}${path.includes("?") ? "&" : "?"}${new URLSearchParams(pairs)}`;
}

const queryNames = [
  ..."pid sig token to page format early q stage counts condition answer item model view order cursor".split(" "),
  ..."PROLIFIC_PID source lang fileName benchmark collection session from until seed".split(" "),
];
const headerNames = [
  ..."origin x-forwarded-for x-forwarded-host x-forwarded-proto next-action next-router-state-tree rsc".split(" "),
  ..."next-router-prefetch authorization accept-language accept accept-encoding x-middleware-subrequest".split(" "),
  ..."if-none-match range referer content-encoding x-http-method-override".split(" "),
];
const headerValues = [
  "null",
  "https://evil.example",
  "1",
  "Bearer x",
  "x".repeat(2_000),
  "%00",
  "%5B%22%22%5D",
  "../../",
  "gzip",
  "bytes=0-1,5-9999999999999",
];
