import { describe, expect, it } from "vitest";
import { itemKinds } from "../../items/kinds/registry.ts";
import { previewItem } from "./preview-item.ts";

const story = { title: "The parcel", genre: "", text: "Ana gave the parcel to Ben." };

describe("the page of one item", () => {
  it.each(Object.keys(itemKinds).filter((kind) => kind !== "task"))(
    "shows story and question of the kind %s",
    (kind) => {
      const options = kind === "choice" || kind === "two-choice" ? ["Ana", "Ben"] : [];
      const { screen } = previewItem({ kind, story, text: "Who has it?", options });
      expect(screen).toMatchObject({ kind: "answer", stimulus: { story: story.text } });
      expect(JSON.stringify(screen)).toContain("Who has it?");
    },
  );
});
