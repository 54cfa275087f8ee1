import { expect, it } from "vitest";
import type { EndpointParams } from "../e2e/endpoints/endpoints.ts";
import { listReads } from "../e2e/endpoints/list-reads.ts";

it("the list of addresses that are requested has the files of a reopened study", () => {
  const reads = listReads([{ study: "reopened" } as EndpointParams]);
  expect(reads).toContain("/api/v1/studies/reopened/course/cells.csv?of=flow-reopened");
  expect(reads).toContain("/api/v1/studies/reopened/course/cells.csv?of=checks-reopened");
});
