import { describe, expect, it } from "vitest";
import type { ErroneousStory } from "../../stories/items/kste-item.ts";
import { lintImportedItem } from "./import-findings.ts";

const story =
  "Mira hid the letter under the clock. Nobody saw her leave the house. Tom came home and went straight to the clock.";

function withKnowledge(implausibleKnowledge: string): ErroneousStory {
  const error = "went straight to the clock.";
  return {
    ...{ kind: "error", id: "erroneous_story_1", sourceId: null, genre: "mystery", provenance: null, extra: {}, story },
    ...{ character: "Tom", implausibleKnowledge, error, erroneousEvent: `Tom came home and <error>${error}</error>` },
    ...{ originalEvent: null, knowledgeExplanation: null, modifiedExplanation: null },
  };
}

const problems = (field: string) => lintImportedItem(withKnowledge(field), null).map(({ problem }) => problem);

describe("what is told of knowledge that comes in", () => {
  it("is nothing where the story holds every piece of it", () => {
    for (const field of [
      "Mira hid the letter under the clock.",
      '- "Mira hid the letter under the clock."\n- "Nobody saw her leave the house."',
      '"Mira hid the letter" and "Nobody saw her leave"',
      '"Mira hid the letter ... leave the house."',
    ])
      expect([field, problems(field)]).toEqual([field, []]);
  });

  it("is that it is not in the story, where it or a piece of it is told in other words", () => {
    for (const field of ["The letter is behind a clock.", '- "Mira hid the letter"\n- "It was put behind a clock."'])
      expect([field, problems(field)]).toEqual([field, ["knowledge-not-in-story"]]);
  });
});
