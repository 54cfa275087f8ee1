import { describe, expect, it } from "vitest";
import { makePerson } from "@/prisma/factories/make-person.ts";
import { makeStudy } from "@/prisma/factories/make-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { searchWorkspace } from "./search-workspace.ts";

withTestDatabase();

describe("the search of the workspace", () => {
  it("finds studies and items of one's projects, pages and terms, and nothing of other projects", async () => {
    const study = await makeStudy({ items: 2 });
    const { actor } = await makePerson({ projectId: study.projectId, role: "researcher" });
    const { actor: stranger } = await makePerson({ projectId: (await makeStudy()).projectId });
    const hrefs = async (who: typeof actor, text: string) =>
      (await searchWorkspace(who, text)).map(({ kind, href }) => `${kind} ${href}`);
    expect(await hrefs(actor, study.slug)).toEqual([`Study /research/studies/${study.id}`]);
    expect(await hrefs(stranger, study.slug)).toEqual([]);
    expect(await hrefs(actor, "item-1")).toContain(`Item /research/benchmarks/${study.benchmarkId}`);
    expect(await hrefs(stranger, "item-1")).not.toContain(`Item /research/benchmarks/${study.benchmarkId}`);
    expect(await hrefs(actor, "human level")).toContain("Page /research/results");
    expect(await hrefs(actor, "benchmark")).toContain("Help /help/glossary#designs");
    expect(await hrefs(actor, "reverse proxy")).toEqual(["Help /help/operating#reverse-proxy"]);
    expect(await hrefs(actor, "interim analyses")).toContain("Help /help/formats#interim-analyses");
    expect(await hrefs(actor, "100%_")).toEqual([]);
    expect(await hrefs(actor, " ")).toEqual([]);
  });
});
