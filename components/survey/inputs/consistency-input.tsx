import type { Highlight } from "@/lib/domain/items/kinds/item-kind.ts";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import { splitStoryIntoPieces, type WordPiece } from "@/lib/domain/words/word-pieces.ts";
import { parseWords } from "@/lib/domain/words/words.ts";
import { spokenMarks } from "../segments.tsx";
import { SameStory } from "../story-text.tsx";
import { studyText } from "../study-text.ts";
import { ChoiceInput } from "./choice-input.tsx";
import type { ItemInputProps } from "./item-input-props.ts";

/**
 * Asks whether a story has a logical error, and where. The story is shown once, as running text. Each sentence is a
 * checkbox, so that tapping it selects it without a script. The enhancement script also allows the selection of single
 * words, by the positions that the server counted. The question is next to the story or below it; on a phone the order
 * is story, instruction, question.
 */
export function ConsistencyInput({ say, stimulus, isSameStory, given, problems }: ItemInputProps) {
  const problemOf = (field: string) => problems.find((problem) => problem.field === field)?.message;
  const ticked = given.sentence?.split(" ") ?? [];
  const spansProblem = problemOf("spans");
  return (
    <div className="beside">
      {stimulus.instruction !== "" && (
        <p className="instruction" {...studyText(say, stimulus.instruction)}>
          {stimulus.instruction}
        </p>
      )}
      <fieldset className="error-finder" id="field-spans" aria-describedby="finder-help" data-error-finder>
        <legend>{say("whereIsTheError")}</legend>
        <p className="help" id="finder-help">
          {say("tapSentences")}
          <span className="words-help" hidden>
            {" "}
            {say("tapWords")}
          </span>
        </p>
        {spansProblem && <p className="problem">{spansProblem}</p>}
        <input type="hidden" name="spans" defaultValue={given.spans ?? ""} data-spans />
        <SameStory say={say} isSameStory={isSameStory}>
          {stimulus.title && <h2 {...studyText(say, stimulus.title)}>{stimulus.title}</h2>}
          <div className="story story-text">
            {splitStoryIntoPieces(parseWords(stimulus.story ?? ""), stimulus.highlights ?? []).map((paragraph) => (
              <p key={paragraph.sentences[0]?.number ?? paragraph.lead} {...studyText(say, stimulus.story ?? "")}>
                {paragraph.lead}
                {paragraph.sentences.map((sentence) => (
                  <span key={sentence.number} className="sentence">
                    <input
                      type="checkbox"
                      name="sentence"
                      id={`sentence-${sentence.number}`}
                      value={sentence.number}
                      defaultChecked={ticked.includes(String(sentence.number))}
                      className="visually-hidden"
                    />
                    <label htmlFor={`sentence-${sentence.number}`}>
                      <WordPieces say={say} pieces={sentence.pieces} />
                    </label>
                    {sentence.gap}
                  </span>
                ))}
              </p>
            ))}
          </div>
        </SameStory>
        <p className="selection-status" role="status" aria-live="polite" />
      </fieldset>
      <div className="beside-question">
        {stimulus.question && (
          <p className="question" {...studyText(say, stimulus.question)}>
            {stimulus.question}
          </p>
        )}
        <ChoiceInput
          say={say}
          name="choice"
          legend={stimulus.question ?? say("answerTitle")}
          isLegendHidden
          options={stimulus.options}
          chosen={given.choice}
          problem={problemOf("choice")}
        />
      </div>
    </div>
  );
}

/** The words of a sentence with their positions in the story, and the text between the words. */
function WordPieces({ say, pieces }: { say: Say; pieces: readonly WordPiece<Highlight["mark"]>[] }) {
  return groupByMark(pieces).map(({ mark, inside }, index) => {
    const words = inside.map((piece, place) =>
      piece.word === null ? (
        piece.text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a fixed text never change their order
        <span key={place} className="word" data-word={piece.word}>
          {piece.text}
        </span>
      ),
    );
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    if (!mark) return <span key={index}>{words}</span>;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: as above
      <mark key={index} className={mark} aria-roledescription={say(spokenMarks[mark])}>
        {words}
      </mark>
    );
  });
}

/** Joins adjacent pieces that have the same mark. */
function groupByMark(pieces: readonly WordPiece<Highlight["mark"]>[]) {
  const groups: { mark: Highlight["mark"] | undefined; inside: WordPiece<Highlight["mark"]>[] }[] = [];
  for (const piece of pieces) {
    const [mark] = piece.marks;
    const last = groups.at(-1);
    if (last && last.mark === mark) last.inside.push(piece);
    else groups.push({ mark, inside: [piece] });
  }
  return groups;
}
