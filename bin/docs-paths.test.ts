import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

// Documentation with outdated paths is worse than none.

const pages = ["docs/architecture.md", "CONTRIBUTING.md"];

/** Paths between backquotes that begin with one of our folders; placeholders and generated files are excluded. */
function pathsOf(page: string): string[] {
  const named = [
    ...readFileSync(page, "utf8").matchAll(
      /`((?:app|bench|bin|components|content|docs|e2e|lib|prisma|public)\/[^`\s]*)`/g,
    ),
  ];
  return named
    .map(([, path]) => path ?? "")
    .filter((path) => !/[<*{]|\.generated\.|^lib\/server\/platform\/database\/generated/.test(path));
}

describe.each(pages)("%s", (page) => {
  it("names files and folders that are there", () => {
    const paths = pathsOf(page);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !existsSync(path))).toEqual([]);
  });
});
