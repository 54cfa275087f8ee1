import { expect, test } from "@playwright/test";
import { openVisitors } from "./visitors.ts";

test("addresses of earlier versions lead to the pages that replaced them", async ({ playwright }) => {
  const { places, clients } = await openVisitors(playwright);
  const study = `/research/studies/${places.study}`;
  const moved: [before: string, after: string][] = [
    ["/research/admin/people", "/research/admin/users"],
    ["/research/admin/recruiters", "/research/admin/settings"],
    [`${study}/edit`, `${study}/design/edit`],
    [`${study}/protocol`, `${study}/design/protocol`],
    [`${study}/recruiting`, `${study}/recruit`],
    [`${study}/live`, `${study}/collect`],
    [`${study}/flow`, `${study}/collect/flow`],
    [`${study}/ledger`, `${study}/collect/ledger`],
    [`${study}/parity`, `${study}/results/parity`],
    [`${study}/errors`, `${study}/results/errors`],
    [`${study}/mindgames`, `${study}/results/raters`],
    [`${study}/release`, `${study}/results/release`],
  ];
  for (const [before, after] of moved) {
    const redirect = await clients.admin.get(`${before}?page=2`, { maxRedirects: 0 });
    expect([before, redirect.status(), redirect.headers().location]).toEqual([before, 308, `${after}?page=2`]);
    // Pages for some kinds of items are absent from studies of other kinds.
    const isOptional = /\/(errors|raters)$/.test(after);
    const page = await clients.admin.get(after);
    expect([200, ...(isOptional ? [404] : [])], after).toContain(page.status());
  }
  for (const client of Object.values(clients)) await client.dispose();
});
