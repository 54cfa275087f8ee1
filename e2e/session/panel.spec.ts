import { expect, test } from "@playwright/test";
import { openArrivalRules } from "../../lib/domain/survey/arrival-rules.ts";
import type { Protocol } from "../../lib/domain/survey/protocol.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { decryptStoredSecret } from "../../lib/server/platform/settings/stored-secret.ts";
import { signEntry, signReturnLink } from "../../lib/server/studies/entry/entry-signature.ts";
import { makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { expectFit, expectScreen, modes, openLink, walk } from "./walk.ts";

/** A study of a panel with custom names for its link parameters. */
function recruited(protocol: Protocol): Protocol {
  return {
    ...withoutDwell(protocol),
    recruiter: { kind: "panel", name: "Good Panel", idParameter: "rid", otherParameters: ["wave"] },
    ends: {
      ...protocol.ends,
      complete: {
        ...protocol.ends.complete,
        returnUrl: "https://panel.example/back?r={rid}&w={wave}&o={outcome}&sig={sig}",
      },
    },
  };
}

for (const { name, options } of modes) {
  test(`${name}, a panel's signed link begins, continues on a second device, and leads back signed`, async ({
    browser,
  }) => {
    const study = await makeStudy({ protocol: recruited });
    // This panel's IDs contain a space, so the study has a custom pattern.
    const rules = JSON.stringify({ ...openArrivalRules, idPattern: "[a-z ]{1,20}" });
    const { rows } = await pool().query("UPDATE study SET arrival_rules = $2 WHERE id = $1 RETURNING entry_secret", [
      study.id,
      rules,
    ]);
    const secret = await decryptStoredSecret("entry-links", rows[0].entry_secret);
    const link = `/s/${study.slug}?rid=a%20b&wave=2&sig=${signEntry(secret, "rid=a%20b&wave=2")}`;
    const first = await browser.newContext(options);
    const page = await openLink(first, link);
    await walk(page, "0", "3");
    await first.close();

    const second = await browser.newContext(options);
    const again = await openLink(second, link);
    await again.getByRole("button", { name: "Continue where you stopped" }).click();
    await walk(again, "3", "end");
    await expectFit(again);
    const back = await again.locator('a[href^="https://panel.example/back"]').getAttribute("href");
    const signed = "o=complete&r=a%20b&w=2";
    expect(back).toBe(`https://panel.example/back?r=a%20b&w=2&o=complete&sig=${signReturnLink(secret, signed)}`);
    // Its link opens the same end page, and no second session is started.
    await again.goto(link);
    await again.locator("main form button, .resume a").first().click();
    await expectScreen(again, "end");
    const { rows: sessions } = await pool().query(
      "SELECT external_id FROM entry_identity JOIN session ON session.id = session_id WHERE entry_identity.study_id = $1",
      [study.id],
    );
    expect(sessions).toEqual([{ external_id: "a b" }]);
    await second.close();
  });
}
