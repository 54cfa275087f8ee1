import { expect, it } from "vitest";
import { createApiToken } from "@/lib/server/platform/auth/tokens/api-token.ts";
import { answer, close, collected } from "@/prisma/factories/attacked-study.ts";
import { withTestDatabase } from "@/prisma/factories/with-test-database.ts";
import { GET } from "./[file]/route.ts";

withTestDatabase();

it("marks the files of a pilot's report and of the flow as interim until the data are locked", async () => {
  const attacked = await collected();
  const { study, actor } = attacked;
  const form = { name: "notebook", role: "researcher", study: "", days: 30 } as const;
  const { secret } = await createApiToken(actor, study.projectId, form);
  const fileOf = async (file: string, of: string) => {
    const request = new Request(`http://localhost:3000/api/v1/studies/${study.id}/course/${file}?of=${of}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    const response = await GET(request, { params: Promise.resolve({ study: study.id, file }) });
    expect(response.status, file).toBe(200);
    return response.text();
  };
  const files = async () => [
    await fileOf("items.csv", "stages"),
    await fileOf("rewording.csv", "stages"),
    await fileOf("arms.csv", "flow"),
    await fileOf("places.csv", "flow"),
    await fileOf("consort.svg", "flow"),
    await fileOf("drop-out.svg", "flow"),
  ];
  await answer(study, 1);
  for (const file of await files()) expect(file).toContain("interim, data not locked");
  expect(await fileOf("drop-out.csv", "flow")).not.toContain("Drop-out, p");
  await close(attacked);
  for (const file of await files()) {
    expect(file).toContain("exploratory");
    expect(file).not.toContain("interim");
  }
  expect(await fileOf("drop-out.csv", "flow")).toContain("Drop-out, p");
});
