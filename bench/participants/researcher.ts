import { cookieOf } from "../../e2e/endpoints/visitors.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import type { MadeStudy } from "../../prisma/factories/make-study.ts";

/** A researcher who imports, exports and looks at results, one after the other without a pause. */
export async function startBusyResearcher(
  url: string,
  origin: string,
  study: MadeStudy,
): Promise<{ stop(): Promise<Record<string, number>> }> {
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const headers = { cookie: await cookieOf(claims), origin };
  const done: Record<string, number> = { imports: 0, exports: 0, pages: 0, refused: 0 };
  let isOver = false;
  const ask = async (what: string, path: string, body?: string) => {
    if (isOver) return;
    const reply = await fetch(url + path, { headers, ...(body === undefined ? {} : { method: "POST", body }) });
    await reply.arrayBuffer();
    const name = reply.ok ? what : "refused";
    done[name] = (done[name] ?? 0) + 1;
  };
  const work = (async () => {
    for (let round = 0; !isOver; round += 1) {
      await ask(
        "imports",
        `/api/v1/projects/${study.projectId}/items?benchmark=Busy-${round}&fileName=a.jsonl`,
        itemFile(2_000, round),
      );
      await ask("exports", `/api/v1/studies/${study.id}/export?format=csv`);
      for (const page of ["results", "live", "responses", "design"])
        await ask("pages", `/research/studies/${study.id}/${page}`);
    }
  })();
  return {
    stop: async () => {
      isOver = true;
      await work;
      return done;
    },
  };
}

function itemFile(lines: number, round: number): string {
  return Array.from({ length: lines }, (_, line) =>
    JSON.stringify({
      id: `busy-${round}-${line}`,
      kind: "true-false",
      story: {
        id: `story-${round}-${line >> 2}`,
        title: "Busy",
        genre: "mystery",
        text: `Story ${line >> 2}. ${"She knew it all along. ".repeat(40)}`,
      },
      text: "She knew it.",
      gold: "true",
      attributes: {},
    }),
  ).join("\n");
}
