import type { ResultItem } from "./study-results.ts";

/** A statement that is true, for tests: they name what they are about, and the rest is the same everywhere. */
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
