import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { findViolations, folderTable, listImports, tableInDocs } from "./check-imports.js";

const declared = ["zod", "react", "@prisma/client", "fast-check", "pg"];
const check = (...pairs: [string, string][]) =>
  findViolations(
    pairs.map(([from, to]) => ({ from, to })),
    declared,
  );

describe("the import rules", () => {
  it.each([
    ["lib/server/platform/threads/run-in-thread.ts", "node:worker_threads"],
    ["lib/domain/results/compare.ts", "lib/domain/survey/slot.ts"],
    ["lib/domain/models/prompt.ts", "lib/domain/items/stimulus.ts"],
    ["lib/domain/survey/slot.ts", "lib/domain/statistics/proportions/wilson.ts"],
    ["lib/domain/survey/slot.ts", "npm:zod"],
    ["lib/domain/items/kinds.test.ts", "npm:fast-check"],
    ["components/survey/screen.tsx", "lib/domain/survey/view.ts"],
    ["components/survey/screen.tsx", "components/ui/forms/button.tsx"],
    ["app/s/page.tsx", "lib/server/sessions/view.ts"],
    ["app/s/[study]/route.ts", "app/participant/respond.tsx"],
    ["app/direct-routes.ts", "app/s/[study]/route.ts"],
    ["lib/server/sessions/view.test.ts", "prisma/test-database.ts"],
  ])("let %s import %s", (from, to) => {
    expect(check([from, to])).toEqual([]);
  });

  it.each([
    ["lib/server/imports/read-table.ts", "node:worker_threads"],
    ["lib/domain/survey/slot.ts", "lib/domain/results/compare.ts"],
    ["lib/domain/survey/slot.ts", "lib/domain/annotation/task.ts"],
    ["lib/domain/annotation/task.ts", "lib/domain/survey/slot.ts"],
    ["lib/domain/beliefs/score.ts", "lib/domain/epistemic/formula.ts"],
    ["lib/domain/items/stimulus.ts", "lib/domain/survey/slot.ts"],
    ["lib/domain/statistics/proportions/wilson.ts", "lib/domain/items/stimulus.ts"],
    ["lib/domain/leases/lease.ts", "lib/domain/survey/slot.ts"],
    ["lib/domain/items/stimulus.ts", "npm:react"],
    ["lib/domain/items/stimulus.ts", "node:fs"],
    ["lib/domain/items/stimulus.ts", "lib/server/platform/database/pool.ts"],
    ["lib/domain/items/stimulus.test.ts", "lib/server/platform/database/pool.ts"],
    ["components/survey/screen.tsx", "lib/server/sessions/view.ts"],
    ["lib/client/uploads/upload.ts", "npm:react"],
    ["lib/client/uploads/upload.ts", "components/ui/forms/button.tsx"],
    ["lib/client/uploads/upload.ts", "lib/server/sessions/view.ts"],
    ["lib/client/uploads/upload.ts", "npm:pg"],
    ["components/survey/screen.tsx", "app/participant/respond.tsx"],
    ["components/ui/forms/button.tsx", "components/survey/screen.tsx"],
    ["app/s/page.tsx", "lib/server/platform/database/generated/client.ts"],
    ["app/s/page.tsx", "npm:@prisma/client"],
    ["app/s/page.tsx", "lib/cli/main.ts"],
    ["lib/server/sessions/view.ts", "components/survey/screen.tsx"],
    ["lib/server/sessions/view.ts", "prisma/test-database.ts"],
    ["lib/cli/stats.ts", "npm:left-pad"],
    ["app/s/page.tsx", "npm:pg"],
    ["app/s/page.tsx", "lib/server/platform/database/pool.ts"],
    ["components/ui/forms/button.tsx", "npm:pg"],
    ["components/ui/forms/button.tsx", "npm:next/link"],
    ["app/s/page.tsx", "npm:next/link"],
    ["components/charts/gap-row.tsx", "components/results/items/verdict.tsx"],
    ["lib/cli/simulate.ts", "app/s/own-endpoints.ts"],
    ["lib/cli/find-project.ts", "lib/server/platform/database/pool.ts"],
    ["app/api/v1/studies/route.ts", "app/research/studies/actions.ts"],
    ["lib/server/users/invite.ts", "lib/server/studies/get-study.ts"],
    ["lib/new-folder/file.ts", "lib/domain/slug.ts"],
    ["lib/cli/stats.ts", "npm:pg"],
    ["lib/domain/text.ts", "lib/domain/results/compare.ts"],
    ["lib/supervisor/supervise.ts", "lib/server/annotation/work/next-task.ts"],
    ["lib/server/platform/jobs/run-job.ts", "lib/server/annotation/work/next-task.ts"],
    ["components/mindgames/studies.tsx", "components/studies/study-list.tsx"],
    ["components/survey/screen.tsx", "components/annotation/panel.tsx"],
    ["app/api/v1/sessions/route.ts", "app/s/session-page.ts"],
    ["app/participant/respond.tsx", "app/s/[study]/route.ts"],
    ["app/research/studies/new/preview/route.ts", "app/s/session-page.ts"],
    ["lib/server/items/read.ts", "computed"],
  ])("do not let %s import %s", (from, to) => {
    expect(check([from, to])).not.toEqual([]);
  });

  it("are the table of docs/architecture.md (npm run architecture writes it)", () => {
    expect(tableInDocs.exec(readFileSync("docs/architecture.md", "utf8"))?.[0]).toBe(folderTable());
  });

  it("find two files that need each other, however many stand between them", () => {
    const circle = [
      { from: "lib/domain/a.ts", to: "lib/domain/b.ts" },
      { from: "lib/domain/b.ts", to: "lib/domain/c.ts" },
      { from: "lib/domain/c.ts", to: "lib/domain/a.ts" },
    ];
    expect(findViolations(circle, [])).toEqual([
      "lib/domain/a.ts -> lib/domain/b.ts -> lib/domain/c.ts -> lib/domain/a.ts: move the shared code to a separate file",
    ]);
  });

  it("find folders of the server that need each other, by a type as well", () => {
    const back = { from: "lib/server/demo/a.ts", to: "lib/server/background/b.ts" };
    const forth = { from: "lib/server/background/c.ts", to: "lib/server/demo/d.ts" };
    expect(findViolations([back], [])).toEqual([]);
    expect(findViolations([back, forth], [])).toEqual([
      "lib/server/demo needs itself through other folders: features form a line",
      "lib/server/background needs itself through other folders: features form a line",
    ]);
  });

  it("find parts of one feature that need each other, but not a part and what stands beside it", () => {
    const back = { from: "lib/server/annotation/work/a.ts", to: "lib/server/annotation/claim/b.ts" };
    const forth = { from: "lib/server/annotation/claim/c.ts", to: "lib/server/annotation/work/d.ts" };
    const beside = { from: "lib/server/annotation/claim/c.ts", to: "lib/server/annotation/e.ts" };
    expect(findViolations([back, beside], [])).toEqual([]);
    expect(findViolations([back, forth], [])).toHaveLength(2);
  });

  it("read type imports, re-exports and import() out of real files", () => {
    const root = fileURLToPath(new URL("..", import.meta.url));
    const found = listImports(root, ["lib/cli"]).filter(({ from }) => from === "lib/cli/main.ts");
    expect(found).toContainEqual({ from: "lib/cli/main.ts", to: "npm:commander" });
    expect(found).toContainEqual({ from: "lib/cli/main.ts", to: "lib/cli/stats.ts" });
  });
});
