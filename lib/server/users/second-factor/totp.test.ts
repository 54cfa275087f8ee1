import { expect, it } from "vitest";
import { drawQrCode } from "./draw-qr-code.ts";
import { findTotpStep, newTotpSecret, totpUri } from "./totp.ts";

/** "12345678901234567890" in Base32, the secret of RFC 6238's test vectors. */
const secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const at = (seconds: number) => new Date(seconds * 1_000);

it.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
])("knows the code of RFC 6238 at %i s", (seconds, code) => {
  expect(findTotpStep(secret, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

it("accepts the step before and the one after, with their own numbers, and no others", () => {
  expect(findTotpStep(secret, "287082", at(30 + 59))).toBe(1);
  expect(findTotpStep(secret, "287082", at(29))).toBe(1);
  expect(findTotpStep(secret, "287082", at(90))).toBeNull();
  expect(findTotpStep(secret, "287083", at(59))).toBeNull();
});

it("makes secrets of 160 bits that differ, and an address that apps read", () => {
  expect(newTotpSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpSecret()).not.toBe(newTotpSecret());
  const uri = totpUri(secret, { issuer: "Parallax example.org", email: "ada@example.org" });
  expect(uri).toMatch(/^otpauth:\/\/totp\/Parallax%20example\.org:ada%40example\.org\?/);
  expect(new URL(uri).searchParams.get("secret")).toBe(secret);
  expect(drawQrCode(uri).path).toMatch(/^M4 4h1v1h-1z/);
});
