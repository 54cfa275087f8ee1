import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { textToSign } from "@/lib/domain/survey/recruiters/recruiter.ts";
import { deriveStudyKey, isSigned, signEntry, signReturnLink } from "./entry-signature.ts";

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");

it("signs entry links with the secret itself, so that links of earlier versions stay valid", () => {
  expect(signEntry("s3cret", "rid=a%20b&wave=2")).toBe(hmac("s3cret", "rid=a%20b&wave=2"));
});

it("signs return links with a key of its own, as docs/formats.md says", () => {
  expect(signReturnLink("s3cret", "rid=17")).toBe(hmac(hmac("s3cret", "parallax link back"), "rid=17"));
  expect(deriveStudyKey("s3cret", "link back")).not.toBe(deriveStudyKey("s3cret", "anonymous export"));
});

it("takes no signature of a link back for that of an entry link", () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (entrySecret, externalId) => {
      const toSign = textToSign({ pid: externalId });
      const entry = { source: "pid" as const, externalId, parameters: {}, toSign };
      expect(isSigned({ entrySecret }, { ...entry, signature: signReturnLink(entrySecret, toSign) })).toBe(false);
      expect(isSigned({ entrySecret }, { ...entry, signature: signEntry(entrySecret, toSign) })).toBe(true);
    }),
  );
});
