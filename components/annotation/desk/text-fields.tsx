"use client";

import { useId } from "react";
import type { Layer } from "../story/layers.ts";
import { StoryEditor } from "../story/story-editor.tsx";
import type { DeskField, FieldName } from "./desk-fields.ts";
import { type DeskState, type DeskStep, textOf } from "./desk-state.ts";

const nothing: readonly Layer[] = [];

/** The texts of an item besides its story, each with the same persistent undo as the story itself. */
export function TextFields({
  fields,
  state,
  isReadOnly,
  dispatch,
}: {
  fields: readonly DeskField[];
  state: DeskState;
  isReadOnly: boolean;
  dispatch: (step: DeskStep) => void;
}) {
  return fields.map((field) => <TextField key={field.name} {...{ field, state, isReadOnly, dispatch }} />);
}

function TextField({
  field,
  state,
  isReadOnly,
  dispatch,
}: {
  field: DeskField;
  state: DeskState;
  isReadOnly: boolean;
  dispatch: (step: DeskStep) => void;
}) {
  const id = useId();
  const { name } = field;
  return (
    <div className="grid gap-1" data-field={name}>
      <p aria-hidden="true" className="text-sm font-medium">
        {field.label}
      </p>
      {field.hint && (
        <p id={`${id}-hint`} className="-mt-0.5 text-xs text-ink-soft">
          {field.hint}
        </p>
      )}
      <div className="desk-frame rounded-md border border-edge bg-surface">
        <StoryEditor
          isShort
          label={field.label}
          {...(field.hint ? { describedBy: `${id}-hint` } : {})}
          text={textOf(state, name)}
          layers={nothing}
          caret={state.caret?.field === name ? state.caret : null}
          isReadOnly={isReadOnly}
          {...editorSteps(name, dispatch)}
        />
      </div>
    </div>
  );
}

/** What an editor of a field reports, as steps of the desk. */
export function editorSteps(field: FieldName, dispatch: (step: DeskStep) => void) {
  return {
    onEdit: (edit: { start: number; end: number; text: string }) => dispatch({ does: "type", field, edit }),
    onUndo: () => dispatch({ does: "undo", field }),
    onRedo: () => dispatch({ does: "redo", field }),
    onRest: () => dispatch({ does: "rest", field }),
  };
}

/** The field that an element belongs to, for keys that act where the focus is. */
export function fieldOf(element: Element | null): FieldName | null {
  return (element?.closest<HTMLElement>("[data-field]")?.dataset.field as FieldName | undefined) ?? null;
}
