"use client";

import { Plus, Trash2 } from "lucide-react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { itemKinds } from "@/lib/domain/items/kinds/registry.ts";
import { optionsOf } from "@/lib/domain/items/stimulus.ts";
import type { PracticeStep } from "@/lib/domain/survey/screens.ts";
import { removeListEntry } from "@/lib/domain/survey/studies/edit-draft.ts";
import {
  goldOfOption,
  goldOfTexts,
  newPracticeItem,
  type PracticeItem,
  rightOption,
  textsOfGold,
  wrongWordsOf,
} from "@/lib/domain/survey/studies/practice-items.ts";
import { useDraft } from "./draft-context.tsx";
import { DraftNumber, DraftRefusal, DraftText } from "./draft-fields.tsx";
import { MissedFields } from "./missed-fields.tsx";

/** The editor for practice items, the feedback after answers, and the consequences of too few correct answers. */
export function PracticeEditor({
  step,
  path,
  kind = "true-false",
}: {
  step: PracticeStep;
  path: string;
  /** The kind of a new item. */
  kind?: string | undefined;
}) {
  const { set } = useDraft();
  const setItems = (items: PracticeItem[]) => set(`${path}.items`, items);
  return (
    <div className="grid grid-cols-1 gap-5">
      {step.layout === "story-then-question" && (
        <DraftNumber path={`${path}.dwellSeconds`} label="Seconds to read a story" unit="seconds" min={0} max={3_600} />
      )}
      <Checkbox
        label="Show feedback after each answer"
        checked={step.training !== undefined}
        onChange={(event) =>
          set(`${path}.training`, event.target.checked ? { policy: "flag", tries: 2, needed: 1 } : undefined)
        }
      />
      {step.training && (
        <div className="grid grid-cols-1 gap-4 border-l-2 border-rule pl-4">
          <DraftNumber
            path={`${path}.training.needed`}
            label="Required correct items"
            unit={`of ${step.items.length}`}
            min={0}
            max={step.items.length}
          />
          <MissedFields path={`${path}.training`} />
        </div>
      )}
      <DraftRefusal path={`${path}.items`} />
      {step.items.map((item, place) => (
        <PracticeItemFields
          // biome-ignore lint/suspicious/noArrayIndexKey: items may be equal while they are edited.
          key={place}
          item={item}
          path={`${path}.items.${place}`}
          place={place}
          isTraining={step.training !== undefined}
          onRemove={step.items.length > 1 ? () => setItems(removeListEntry(step.items, place)) : null}
        />
      ))}
      <div>
        <Button size="small" onClick={() => setItems([...step.items, newPracticeItem(kind)])}>
          <Plus aria-hidden="true" />
          Practice item
        </Button>
      </div>
    </div>
  );
}

interface ItemFieldsProps {
  item: PracticeItem;
  path: string;
  place: number;
  isTraining: boolean;
  onRemove: (() => void) | null;
}

function PracticeItemFields({ item, path, place, isTraining, onRemove }: ItemFieldsProps) {
  const { set } = useDraft();
  const kind = itemKinds[item.kind];
  return (
    <fieldset className="grid grid-cols-1 min-w-0 gap-4 border-l-2 border-rule pl-4">
      <legend className="sr-only">Practice item {place + 1}</legend>
      <DraftText path={`${path}.story.text`} label={`Practice item ${place + 1}: story`} lines={4} />
      <DraftText path={`${path}.text`} label="Statement or question" />
      {item.options.map((_option, index) => (
        <DraftText
          // biome-ignore lint/suspicious/noArrayIndexKey: options are identified by their index.
          key={index}
          path={`${path}.options.${index}`}
          label={`Option ${index + 1}`}
        />
      ))}
      {kind?.optionSource === "item" && kind.optionCount === undefined && (
        <div className="flex flex-wrap gap-2">
          <Button size="small" onClick={() => set(`${path}.options`, [...item.options, ""])}>
            <Plus aria-hidden="true" />
            Option
          </Button>
          {item.options.length > 2 && (
            <Button size="small" onClick={() => set(`${path}.options`, item.options.slice(0, -1))}>
              Remove the last option
            </Button>
          )}
        </div>
      )}
      {isTraining && <RightAnswerField item={item} path={path} />}
      {isTraining && (
        <DraftText
          path={`${path}.explanation`}
          label="Feedback"
          hint="Shown below “right” or “wrong”. It can explain the right answer."
          isOptional
          lines={2}
        />
      )}
      {onRemove && (
        <div>
          <Button size="small" aria-label={`Remove practice item ${place + 1}`} onClick={onRemove}>
            <Trash2 aria-hidden="true" />
            Remove
          </Button>
        </div>
      )}
    </fieldset>
  );
}

/** The field for the answer key of a practice item. It depends on the item kind. */
function RightAnswerField({ item, path }: { item: PracticeItem; path: string }) {
  const { set } = useDraft();
  const name = `${path}.gold`;
  const options = optionsOf(item);
  if (options.length === 0) {
    return (
      <Field name={name} label="Right answers" hint="Separate alternatives with commas. Case and articles are ignored.">
        <TextInput
          required={false}
          defaultValue={textsOfGold(item.gold).join(", ")}
          onBlur={(event) => {
            const texts = event.target.value.split(",").map((text) => text.trim());
            set(name, goldOfTexts(texts.filter((text) => text !== "")));
          }}
        />
      </Field>
    );
  }
  return (
    <>
      <Field name={name} label="Right answer" hint="It is never sent to participants.">
        <Select
          required={false}
          value={rightOption(item, item.gold) ?? ""}
          options={[{ value: "", label: "Please choose" }, ...options]}
          onChange={(event) => set(name, goldOfOption(item, event.target.value, item.story.text))}
        />
      </Field>
      {itemKinds[item.kind]?.isLocalised && rightOption(item, item.gold) === "error" && (
        <Field
          name={`${name}.spans`}
          label="Error span"
          hint="Copy the words from the story. Separate two spans with “…”."
        >
          <TextInput
            required={false}
            defaultValue={wrongWordsOf(item, item.gold)}
            onBlur={(event) => set(name, goldOfOption(item, "error", event.target.value))}
          />
        </Field>
      )}
    </>
  );
}
