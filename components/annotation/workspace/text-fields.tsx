"use client";

import { useId } from "react";
import { Select } from "@/components/ui/forms/select.tsx";
import type { FieldName, WorkspaceField } from "@/lib/domain/items/kinds/story-kind.ts";
import {
  fieldText,
  type WorkspaceState,
  type WorkspaceStep,
} from "../../../lib/domain/annotation/workspace/workspace-state.ts";
import type { Layer } from "../story/layers.ts";
import { StoryEditor } from "../story/story-editor.tsx";

const noLayers: readonly Layer[] = [];

/** The text fields of an item except its story. Their undo is persistent, as in the story. */
export function TextFields({
  fields,
  state,
  isReadOnly,
  dispatch,
}: {
  fields: readonly WorkspaceField[];
  state: WorkspaceState;
  isReadOnly: boolean;
  dispatch: (step: WorkspaceStep) => void;
}) {
  return fields.map((field) => <TextField key={field.name} {...{ field, state, isReadOnly, dispatch }} />);
}

function TextField({
  field,
  state,
  isReadOnly,
  dispatch,
}: {
  field: WorkspaceField;
  state: WorkspaceState;
  isReadOnly: boolean;
  dispatch: (step: WorkspaceStep) => void;
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
      {field.choices && (
        <Select
          aria-label={field.label}
          aria-describedby={field.hint ? `${id}-hint` : undefined}
          value={fieldText(state, name)}
          disabled={isReadOnly}
          options={includeCurrentValue(field.choices, fieldText(state, name))}
          onChange={({ target }) => {
            const end = fieldText(state, name).length;
            dispatch({ does: "apply", field: name, edit: { start: 0, end, text: target.value } });
          }}
        />
      )}
      {!field.choices && (
        <div className="workspace-frame rounded-md border border-edge bg-surface">
          <StoryEditor
            isShort
            label={field.label}
            {...(field.hint ? { describedBy: `${id}-hint` } : {})}
            text={fieldText(state, name)}
            layers={noLayers}
            caret={state.caret?.field === name ? state.caret : null}
            isReadOnly={isReadOnly}
            {...createEditorHandlers(name, dispatch)}
          />
        </div>
      )}
    </div>
  );
}

/** Adds the current value to the options if it is missing, because an import can contain any value. */
function includeCurrentValue(
  choices: NonNullable<WorkspaceField["choices"]>,
  value: string,
): NonNullable<WorkspaceField["choices"]> {
  return choices.some((choice) => choice.value === value)
    ? choices
    : [{ value, label: value || "Not stated" }, ...choices];
}

/** Creates the handlers of a field's editor, which dispatch steps of the workspace. */
export function createEditorHandlers(field: FieldName, dispatch: (step: WorkspaceStep) => void) {
  return {
    onEdit: (edit: { start: number; end: number; text: string }) => dispatch({ does: "type", field, edit }),
    onUndo: () => dispatch({ does: "undo", field }),
    onRedo: () => dispatch({ does: "redo", field }),
    onRest: () => dispatch({ does: "rest", field }),
  };
}

/** Returns the field that contains an element, for shortcuts that act on the focused field. */
export function findFieldName(element: Element | null): FieldName | null {
  return (element?.closest<HTMLElement>("[data-field]")?.dataset.field as FieldName | undefined) ?? null;
}
