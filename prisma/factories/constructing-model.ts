import { type ChatReply, says } from "./chat-server.ts";

/**
 * A model that does what the three construction prompts ask for: it retells, puts in an error, or asks a question, in the
 * form that is asked for, about whatever it is given.
 */
export const constructs: ChatReply = (request, response) => {
  const [system, user] = (request.body.messages as { content: string }[]).map(({ content }) => content);
  const reply = system?.startsWith("You condense") ? retold : user?.includes("<original_story>") ? erroneous : question;
  says(reply)(request, response);
};

const opening =
  "Mira hid the mill's spare key under the third step while nobody was near. Then she left for the coast.";
const sound = "In the evening Jonas came home, found the door shut and went to ask the neighbours.";
const faulty = "In the evening Jonas came home, found the door shut and reached under the third step.";
const closing = "Rain came down on the yard, and the wheel of the mill turned slowly.";

const retold = `${opening} ${sound} ${closing}`;

const erroneous = `<response>
<original_event>${sound}</original_event>
<character>Jonas</character>
<implausible_knowledge>Mira hid the mill's spare key under the third step while nobody was near.</implausible_knowledge>
<knowledge_explanation>Nobody saw where the key went, and Mira is away.</knowledge_explanation>
<modified_explanation>He goes straight to the place where the key is.</modified_explanation>
<modified_event>In the evening Jonas came home, found the door shut and <modified>reached under the third step.</modified></modified_event>
<modified_story>${opening} ${faulty} ${closing}</modified_story>
</response>`;

const question = `<response>
<previous_story><knowledge>Mira hid the mill's spare key under the third step while nobody was near.</knowledge> Then she left for the coast. In the evening Jonas came home and found the door shut.</previous_story>
<character>Jonas</character>
<question>What does Jonas do to get in?</question>
<implausible_knowledge>Nobody saw where the key went, and Mira is away.</implausible_knowledge>
<answer_without_knowledge>He asks the neighbours whether they can help.</answer_without_knowledge>
<answer_with_knowledge>He reaches under the third step of the stair.</answer_with_knowledge>
<explanation>Jonas has no way of finding out where the key is.</explanation>
</response>`;
