import type { ResultItem } from "./study-results.ts";

/** A true statement for tests, which override only the relevant fields. */
export function sampleItem({ id, ...named }: Pick<ResultItem, "id"> & Partial<ResultItem>): ResultItem {
  return {
    id,
    name: id,
    version: 1,
    kind: "true-false",
    storyId: "s",
    storyTitle: "",
    text: "",
    attributes: {},
    options: [
      { value: "true", label: "True" },
      { value: "false", label: "False" },
    ],
    rightAnswers: ["true"],
    keyVersion: 1,
    ...named,
  };
}
