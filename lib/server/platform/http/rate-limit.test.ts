import { afterEach, describe, expect, it } from "vitest";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { pool } from "../database/pool.ts";
import { countAttempt, deleteAttempts, networkOf } from "./rate-limit.ts";

withTestDatabase();

const rule = { limit: 3, windowSeconds: 60 };

describe("counting attempts", () => {
  it("lets through exactly as many as the rule says, however many come at once", async () => {
    const tries = Array.from({ length: 10 }, () =>
      countAttempt("test", "one", rule).then(
        () => true,
        () => false,
      ),
    );
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(3);
  });

  it("tells how long to wait, and begins anew after that", async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await countAttempt("test", "two", rule);
    const refusal = await countAttempt("test", "two", rule).catch((error) => error);
    expect(refusal).toMatchObject({ code: "too-many", status: 429 });
    expect(refusal.retryAfterSeconds).toBeGreaterThan(0);
    expect(refusal.retryAfterSeconds).toBeLessThanOrEqual(60);
    await pool().query("UPDATE rate_limit SET window_start = window_start - interval '61 seconds'");
    await countAttempt("test", "two", rule);
  });

  it("counts subjects and kinds apart, and forgets one when told", async () => {
    for (let attempt = 0; attempt < 3; attempt += 1) await countAttempt("test", "three", rule);
    await countAttempt("test", "four", rule);
    await countAttempt("other", "three", rule);
    await deleteAttempts("test", "three");
    await countAttempt("test", "three", rule);
  });
});

describe("the network of a request", () => {
  const network = (address?: string) => networkOf(new Headers(address ? { "x-forwarded-for": address } : {}));
  afterEach(() => {
    delete process.env.PARALLAX_PROXY;
  });

  it("is the address that the listener found out, an IPv6 address cut to what a household has", () => {
    expect(network("203.0.113.7")).toBe("203.0.113.7/32");
    expect(network("2001:db8:1:2:aaaa::1")).toBe("2001:db8:1:2::/64");
    expect(network("::ffff:203.0.113.7")).toBe("203.0.113.7/32");
  });

  it("cannot be told without an address, or behind a proxy that nobody has named", () => {
    expect(network()).toBe("");
    expect(network("10.9.9.9, 203.0.113.7")).toBe("");
    expect(network("127.0.0.1")).toBe("");
    process.env.PARALLAX_PROXY = "127.0.0.1";
    expect(network("10.1.2.3")).toBe("10.1.2.3/32");
  });
});
