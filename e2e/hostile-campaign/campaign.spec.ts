import { expect, test } from "@playwright/test";
import { watchLoops } from "../load-test/loop-watch.ts";
import { demoDatabase, withOwnApplication } from "../own-application.ts";
import { runCampaign } from "./run-campaign.ts";

/** `npm run campaign:hostile -- --requests 20000 --seed 1` is the same, longer. */
test("three hundred hostile requests meet no server error, end no process and hold nobody up", async () => {
  const watch = await watchLoops();
  try {
    await withOwnApplication(
      { template: demoDatabase, prepare: async () => undefined, environment: watch.environment },
      async (url, _prepared, ends) => {
        const began = Date.now();
        const { statuses, serverErrors } = await runCampaign(url, url, 300, 1);
        expect(serverErrors, JSON.stringify(statuses)).toEqual([]);
        expect(ends()).toBe(0);
        expect((await watch.since(began)).longestMs).toBeLessThan(1_000);
      },
    );
  } finally {
    await watch.remove();
  }
});
