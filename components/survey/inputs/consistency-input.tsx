import { renderedStory } from "@/lib/domain/words/rendered-story.ts";
import { worded } from "@/lib/domain/words/words.ts";
import { Segments } from "../segments.tsx";
import { ChoiceInput } from "./choice-input.tsx";
import type { ItemInputProps } from "./item-input-props.ts";

/**
 * Whether a story has a logical error, and where. Every sentence has a box to tick, which needs no script; the
 * enhancement script adds the adjustment to the word and sends it in `spans`.
 */
export function ConsistencyInput({ stimulus, given, problems }: ItemInputProps) {
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message;
  const ticked = given.sentence?.split(" ") ?? [];
  const story = worded(stimulus.story ?? "");
  return (
    <>
      <ChoiceInput
        name="choice"
        legend={stimulus.question ?? "Is there a logical error?"}
        isLegendHidden
        options={stimulus.options}
        chosen={given.choice}
        problem={problemOf("choice")}
      />
      <fieldset className="word-selection" id="field-spans" data-word-selection>
        <legend>Where is the error?</legend>
        <p className="help">Tick every sentence that is wrong. Leave all empty if the story holds together.</p>
        {problemOf("spans") && <p className="problem">{problemOf("spans")}</p>}
        <input type="hidden" name="spans" defaultValue={given.spans ?? ""} data-spans />
        {renderedStory(story, stimulus.highlights ?? []).map((paragraph) => (
          <div className="paragraph" key={paragraph.sentences[0]?.number ?? paragraph.lead}>
            {paragraph.sentences.map((sentence) => (
              <label key={sentence.number} className="sentence">
                <input
                  type="checkbox"
                  name="sentence"
                  value={sentence.number}
                  defaultChecked={ticked.includes(String(sentence.number))}
                  data-from={sentence.from}
                  data-to={sentence.to}
                />
                <span className="story-text">
                  <Segments segments={sentence.segments} />
                </span>
              </label>
            ))}
          </div>
        ))}
        <p className="selection-status" role="status" aria-live="polite" />
      </fieldset>
    </>
  );
}
