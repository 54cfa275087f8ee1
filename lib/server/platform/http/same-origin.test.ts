import { afterEach, describe, expect, it } from "vitest";
import { assertNotCrossSite, assertNotForeign, assertSameOrigin } from "./same-origin.ts";

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

function passes(publicUrl: string | undefined, headers: Record<string, string>): boolean {
  process.env.DATABASE_URL = "postgresql://localhost/none";
  if (publicUrl === undefined) delete process.env.PARALLAX_URL;
  else process.env.PARALLAX_URL = publicUrl;
  try {
    assertSameOrigin(new Headers(headers));
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: "forbidden", status: 403 });
    return false;
  }
}

describe("the origin of a change", () => {
  const site = "https://parallax.example.org";

  it("is the public address", () => {
    expect(passes(site, { origin: site })).toBe(true);
    expect(passes(`${site}/`, { origin: site })).toBe(true);
  });

  it.each([
    ["another site", { origin: "https://evil.example" }],
    ["a site whose name begins like ours", { origin: "https://parallax.example.org.evil.example" }],
    ["another scheme", { origin: "http://parallax.example.org" }],
    ["another port", { origin: "https://parallax.example.org:8443" }],
    ["null", { origin: "null" }],
    ["nothing", {}],
    ["nothing, from another site", { "sec-fetch-site": "cross-site" }],
    ["nothing, from a sister site", { "sec-fetch-site": "same-site" }],
    [
      "another site with a forwarded host to match",
      { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
    ],
    ["another site with a host to match", { origin: "https://evil.example", host: "evil.example" }],
  ])("is not %s", (_what, headers) => {
    expect(passes(site, headers as Record<string, string>)).toBe(false);
  });

  it("may be missing when the browser vouches that the request is our own", () => {
    expect(passes(site, { "sec-fetch-site": "same-origin" })).toBe(true);
  });

  it("is any name of this machine as long as the public address is this machine", () => {
    expect(passes(undefined, { origin: "http://127.0.0.1:3000", host: "127.0.0.1:3000" })).toBe(true);
    expect(passes(undefined, { origin: "http://192.0.2.5:3000", host: "192.0.2.5:3000" })).toBe(true);
    expect(passes(undefined, { origin: "http://evil.example", host: "127.0.0.1:3000" })).toBe(false);
    expect(passes("http://localhost:3000", { origin: "null", host: "localhost:3000" })).toBe(false);
  });
});

describe("a question that takes a lease", () => {
  it("is refused when a page of another site asks it, and answered to our pages, an address bar and programs", () => {
    const ask = (site: string | null) => () =>
      assertNotCrossSite(new Headers(site === null ? {} : { "sec-fetch-site": site }));
    for (const site of ["cross-site", "same-site"]) expect(ask(site)).toThrow("another site");
    for (const site of ["same-origin", "none", null]) expect(ask(site)).not.toThrow();
  });
});

describe("the origin of a participant's post", () => {
  const site = "https://parallax.example.org";
  const isAccepted = (headers: Record<string, string>) => {
    process.env.DATABASE_URL = "postgresql://localhost/none";
    process.env.PARALLAX_URL = site;
    try {
      assertNotForeign(new Headers(headers));
      return true;
    } catch (error) {
      expect(error).toMatchObject({ code: "invalid" });
      return false;
    }
  };

  it("is the public address, null in a sandboxed frame, or not stated", () => {
    expect([isAccepted({ origin: site }), isAccepted({ origin: "null" }), isAccepted({})]).toEqual([true, true, true]);
  });

  it("is not the same host without TLS", () => {
    expect(isAccepted({ origin: "http://parallax.example.org", host: "parallax.example.org" })).toBe(false);
  });
});
