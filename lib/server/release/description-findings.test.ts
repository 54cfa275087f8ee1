import { expect, it } from "vitest";
import { releaseDescriptionSchema } from "@/lib/domain/release/release-description.ts";
import { checkDescription } from "./description-findings.ts";

const description = releaseDescriptionSchema.parse({
  title: "Short stories",
  summary: "Adults judge statements.",
  version: "1.0.0",
  published: "2026-11-23",
  authors: [{ given: "Ann", family: "Example" }],
  licence: "CC-BY-4.0",
  doi: "10.5281/zenodo.1",
  ethics: { institution: "University", number: "7", date: "2026-01-02" },
});

it("warns of an open licence below the public level, and of a missing canary", () => {
  expect(checkDescription({ description, level: "public", canary: "canary" })).toEqual([]);
  expect(checkDescription({ description, level: "coded", canary: " " }).map(({ check }) => check)).toEqual([
    "licence",
    "canary",
  ]);
  const { doi: _, ethics: __, ...rest } = description;
  expect(checkDescription({ description: rest, level: "public", canary: "canary" })).toMatchObject([
    { severity: "warning", check: "ethics" },
    { severity: "warning", check: "author" },
  ]);
});
