import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@playwright/test";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { expectWellMade } from "../look.ts";
import { signIn } from "../sign-in.ts";

test("Outgoing events: an address is added, tested, listed with its deliveries and removed", async ({ page }) => {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request) body += chunk;
    received.push(body);
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/parallax`;
  try {
    const study = await makeStudy({ items: 1 });
    const { claims } = await makePerson({ projectId: study.projectId, role: "admin" });
    await signIn(page.context(), claims);
    await page.goto(`/research/studies/${study.id}/settings`);
    await page.getByRole("link", { name: "Outgoing events" }).click();
    await expect(page.getByText("No addresses")).toBeVisible();
    await expect(page.getByText("No deliveries")).toBeVisible();
    await page.getByLabel("Address", { exact: true }).fill(address);
    await page.getByRole("button", { name: "Add address" }).click();
    await expect(page.getByText("Please choose at least one event.")).toBeVisible();
    await page.getByLabel("Session completed").check();
    await page.getByLabel("Drop-out rate above a limit").check();
    await page.getByRole("button", { name: "Add address" }).click();
    await expect(page.getByText(/^whsec_/)).toBeVisible();
    const row = page.getByRole("row", { name: address });
    await expect(row).toContainText("Session completed; Drop-out rate above a limit of 50%");
    await expectWellMade(page);

    await row.getByRole("button", { name: "Send a test" }).first().click();
    await expect
      .poll(() => received.map((body) => JSON.parse(body)))
      .toMatchObject([
        { event: "test", study: { id: study.id, url: expect.stringContaining(`/research/studies/${study.id}`) } },
      ]);
    await page.reload();
    await expect(page.getByRole("row", { name: /Test message/ })).toContainText("delivered");
    await expectWellMade(page);

    await page.getByRole("table", { name: "Addresses" }).getByRole("button", { name: "Remove" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
    await expect(page.getByText("No addresses")).toBeVisible();
  } finally {
    server.close();
  }
});
