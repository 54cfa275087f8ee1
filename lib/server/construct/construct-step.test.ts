import { afterEach, describe, expect, it } from "vitest";
import { type ChatServer, says, startChatServer } from "@/prisma/factories/chat-server.ts";
import { constructStep } from "./construct-step.ts";
import { callDefaults } from "./endpoint.ts";

const original = `Mira hid the letter under the clock while Tom was at sea.\n\nWhen he came home, he asked where the post was.`;
const erroneous = original.replace("he asked where the post was", "he went straight to the clock for the letter");

const answer = `Here it is:
<response>
<original_event>When he came home, he asked where the post was.</original_event>
<character>Tom</character>
<implausible_knowledge>Mira hid the letter under the clock while Tom was at sea.</implausible_knowledge>
<knowledge_explanation>He was away.</knowledge_explanation>
<modified_explanation>He looks where it is hidden.</modified_explanation>
<modified_event>When he came home, <modified>he went straight to the clock for the letter</modified>.</modified_event>
<modified_story>${erroneous}</modified_story>
</response>`;

let server: ChatServer | undefined;
afterEach(() => server?.stop());

async function construct(step: "summarise" | "erroneous-story" | "next-action", output: string, finish = "stop") {
  server = await startChatServer([says(output, { finish })]);
  const endpoint = {
    url: server.url,
    model: "m",
    key: null,
    promptUsdPerMillion: null,
    completionUsdPerMillion: null,
    ...callDefaults,
  };
  return constructStep(endpoint, { step, story: original, id: "tale-1", genre: "mystery", seed: 3 });
}

describe("a construction step", () => {
  it("reads an erroneous story with everything the prompt asks for", async () => {
    const made = await construct("erroneous-story", answer);
    expect(made.problems).toEqual([]);
    expect(made.item).toMatchObject({
      kind: "error",
      id: "tale-1",
      genre: "mystery",
      character: "Tom",
      story: erroneous,
      error: "he went straight to the clock for the letter",
      knowledgeExplanation: "He was away.",
      modifiedExplanation: "He looks where it is hidden.",
    });
    expect(made.prompt.id).toMatch(/^erroneous-story@\d+$/);
    expect(server?.requests[0]?.body).toMatchObject({ seed: 3, messages: [{ role: "system" }, { role: "user" }] });
  });

  it("keeps output that is no item, and says what is wrong with it", async () => {
    const made = await construct("next-action", "I would rather not.");
    expect(made).toMatchObject({ item: null, output: "I would rather not." });
    expect(made.problems).not.toEqual([]);
  });

  it("takes a summary as a new original, without the model's greeting", async () => {
    const retold = original.replace("Mira hid", "While Tom was away, Mira hid");
    const made = await construct("summarise", `Here is the summary:\n\n${retold}`);
    expect(made.item).toMatchObject({ kind: "original", story: retold });
    expect(made.problems).not.toEqual([]);
  });

  it("refuses a retelling that is identical to its source", async () => {
    const made = await construct("summarise", `Here is the summary:\n\n${original.replaceAll("\n\n", "\n")}`);
    expect(made.item).toBeNull();
    expect(made.problems[0]).toBe("The retelling is identical to its source.");
  });

  it("takes no part of a story for one, and keeps it", async () => {
    expect(await construct("summarise", original, "length")).toMatchObject({
      item: null,
      isCut: true,
      output: original,
      problems: ["The model's answer was cut off at the token limit."],
    });
  });

  it("never takes a refusal for a story, and keeps it", async () => {
    const refusal = "I'm sorry, but I can't help with that story.";
    expect(await construct("summarise", refusal)).toMatchObject({
      item: null,
      output: refusal,
      problems: expect.arrayContaining(["The model refused."]),
    });
  });
});
