import { type ChatReply, says } from "./chat-server.ts";

/**
 * A model that performs the three construction prompts on any given text: it retells a story, inserts an error, or asks
 * a question, in the requested format.
 */
export const constructs: ChatReply = (request, response) => {
  const [system, user] = (request.body.messages as { content: string }[]).map(({ content }) => content);
  const told = sentencesOf(givenIn(user ?? ""));
  const reply = system?.startsWith("You condense")
    ? retold(told)
    : user?.includes("<original_story>")
      ? erroneous(told)
      : question(told);
  says(reply)(request, response);
};

/** The story in a prompt: between its tags, or after the first colon in a prompt without tags. */
function givenIn(prompt: string): string {
  return (/<(original_story|story)>\n([\s\S]*?)\n<\/\1>/u.exec(prompt)?.[2] ?? prompt.replace(/^[^:]*:/u, "")).trim();
}

function sentencesOf(story: string): string[] {
  return story.split(/(?<=[.!?])\s+/u);
}

const arrival = "In the evening Jonas came home and found the door shut.";
const faulty = "Jonas came home at once, as if somebody had told him all of it.";

function retold(told: readonly string[]): string {
  return `${told.join(" ")} Rain fell all night.`;
}

function erroneous(told: readonly string[]): string {
  const [knowledge = "", ...others] = told;
  const event = others.at(-1) ?? knowledge;
  return `<response>
<original_event>${event}</original_event>
<character>Jonas</character>
<implausible_knowledge>${knowledge}</implausible_knowledge>
<knowledge_explanation>Nobody was near, and nobody told him.</knowledge_explanation>
<modified_explanation>He acts as if he knew it.</modified_explanation>
<modified_event>${event} <modified>${faulty}</modified></modified_event>
<modified_story>${told.join(" ")} ${faulty}</modified_story>
</response>`;
}

function question(told: readonly string[]): string {
  const [knowledge = "", ...others] = told;
  return `<response>
<previous_story><knowledge>${knowledge}</knowledge> ${[...others, arrival].join(" ")}</previous_story>
<character>Jonas</character>
<question>What does Jonas do to get in?</question>
<implausible_knowledge>Nobody was near, and nobody told him.</implausible_knowledge>
<answer_without_knowledge>He asks the neighbours whether they can help.</answer_without_knowledge>
<answer_with_knowledge>He reaches under the third step of the stair.</answer_with_knowledge>
<explanation>Jonas has no way of finding out where the key is.</explanation>
</response>`;
}
