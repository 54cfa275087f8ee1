"use client";

import { Plus, Trash2 } from "lucide-react";
import { useId, useState } from "react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Checkbox } from "@/components/ui/forms/checkbox.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import { maxExplainedPersons } from "@/lib/domain/epistemic/explain/explain-problem.ts";
import {
  addPerson,
  changeSetup,
  removePerson,
  renamePerson,
  setSees,
} from "@/lib/domain/epistemic/mindgames/change-problem.ts";
import { type Problem, type Setup, type Statement, setups } from "@/lib/domain/epistemic/mindgames/problem.ts";
import { setupLabels } from "@/lib/domain/epistemic/mindgames/setup-labels.ts";
import { StatementEditor } from "./statement-editor.tsx";

/** Maximum number of announcements. More announcements would be hard to read, and too long for an address. */
const maxAnnouncements = 8;

/** A form that builds a problem from select fields. After each change the problem is complete and valid. */
export function ProblemBuilder({ problem, onChange }: { problem: Problem; onChange: (problem: Problem) => void }) {
  const { setup, names, sees, announcements, hypothesis } = problem;
  const statements = { names, setup };
  const changeAnnouncement = (index: number, statement: Statement) =>
    onChange({ ...problem, announcements: announcements.map((old, place) => (place === index ? statement : old)) });
  return (
    <div className="no-print grid gap-6 rounded-lg border border-rule bg-surface p-4 shadow-sm sm:p-6">
      <div className="grid items-start gap-6 md:grid-cols-[minmax(0,18rem)_minmax(0,1fr)]">
        <Field name="setup" label="Setup" hint={setupLabels[setup].about}>
          <Select
            value={setup}
            options={setups.map((value) => ({ value, label: setupLabels[value].name }))}
            onChange={(event) => onChange(changeSetup(problem, event.currentTarget.value as Setup))}
          />
        </Field>
        <fieldset className="grid min-w-0 gap-2">
          <legend className="mb-1 font-medium leading-snug">Persons</legend>
          <div className="flex flex-wrap items-start gap-2">
            {names.map((name, person) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: persons are identified by their index.
              <NameInput key={person} problem={problem} person={person} name={name} onChange={onChange} />
            ))}
            <span className="flex gap-2">
              <Button
                size="small"
                aria-disabled={names.length === maxExplainedPersons}
                onClick={() => onChange(addPerson(problem))}
              >
                <Plus aria-hidden="true" />
                Add a person
              </Button>
              <Button size="small" aria-disabled={names.length === 2} onClick={() => onChange(removePerson(problem))}>
                Remove a person
              </Button>
            </span>
          </div>
        </fieldset>
      </div>
      {setup === "explicit" && (
        <fieldset className="min-w-0">
          <legend className="mb-1 font-medium leading-snug">Who sees whose card</legend>
          <div className="grid gap-x-8 sm:grid-cols-2 lg:grid-cols-3">
            {names.map((seer, row) => (
              <fieldset key={seer} className="min-w-0">
                <legend className="text-sm text-ink-soft">{seer} sees the card of</legend>
                <div className="flex flex-wrap gap-x-5">
                  {names.map((seen, column) => (
                    <Checkbox
                      key={seen}
                      label={seen}
                      checked={sees[row]?.[column] ?? false}
                      onChange={(event) => onChange(setSees(problem, row, column, event.currentTarget.checked))}
                    />
                  ))}
                </div>
              </fieldset>
            ))}
          </div>
        </fieldset>
      )}
      <AnnouncementList {...{ announcements, statements, changeAnnouncement, onChange, problem }} />
      <div className="grid gap-2">
        <p className="font-medium leading-snug">Hypothesis</p>
        <div className="border-l-3 border-ink pl-3">
          <StatementEditor
            {...statements}
            label="Hypothesis"
            statement={hypothesis}
            onChange={(changed) => onChange({ ...problem, hypothesis: changed })}
          />
        </div>
      </div>
    </div>
  );
}

/** The public announcements of a problem. */
function AnnouncementList({
  announcements,
  statements,
  changeAnnouncement,
  onChange,
  problem,
}: {
  announcements: readonly Statement[];
  statements: { names: readonly string[]; setup: Setup };
  changeAnnouncement: (index: number, statement: Statement) => void;
  onChange: (problem: Problem) => void;
  problem: Problem;
}) {
  return (
    <div className="grid gap-2">
      <p className="font-medium leading-snug">It is publicly announced that …</p>
      {announcements.length === 0 && <p className="text-ink-soft">Nothing is announced.</p>}
      <ol className="grid gap-3">
        {announcements.map((statement, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: announcements are identified by their index.
          <li key={index} className="flex flex-wrap items-center gap-2 border-l-3 border-rule pl-3">
            <StatementEditor
              {...statements}
              label={`Announcement ${index + 1}`}
              statement={statement}
              onChange={(changed) => changeAnnouncement(index, changed)}
            />
            <Button
              size="small"
              look="quiet"
              aria-label={`Remove announcement ${index + 1}`}
              onClick={() =>
                onChange({ ...problem, announcements: announcements.filter((_, place) => place !== index) })
              }
            >
              <Trash2 aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      {announcements.length < maxAnnouncements && (
        <div>
          <Button
            size="small"
            onClick={() =>
              onChange({
                ...problem,
                announcements: [...announcements, { kind: "fact", subject: "someone", negated: false }],
              })
            }
          >
            <Plus aria-hidden="true" />
            Announcement
          </Button>
        </div>
      )}
    </div>
  );
}

/** A name field. It calls `onChange` only with valid names. */
function NameInput({
  problem,
  person,
  name,
  onChange,
}: {
  problem: Problem;
  person: number;
  name: string;
  onChange: (problem: Problem) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const hintId = useId();
  const enteredName = typed ?? name;
  const isRefused = renamePerson(problem, person, enteredName) === null;
  return (
    <span className="grid w-32 gap-1">
      <TextInput
        aria-label={`Name of person ${person + 1}`}
        aria-invalid={isRefused || undefined}
        aria-describedby={isRefused ? hintId : undefined}
        autoComplete="off"
        value={enteredName}
        onChange={(event) => {
          const changedProblem = renamePerson(problem, person, event.currentTarget.value);
          setTyped(event.currentTarget.value);
          if (changedProblem) onChange(changedProblem);
        }}
        onBlur={() => setTyped(null)}
      />
      {isRefused && (
        <span id={hintId} role="alert" className="text-sm text-bad">
          already used, empty, or not a name
        </span>
      )}
    </span>
  );
}
