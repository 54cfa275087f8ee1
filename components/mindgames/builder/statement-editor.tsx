"use client";

import { Minus, Plus } from "lucide-react";
import { Button } from "@/components/ui/forms/button.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { factLabels } from "@/lib/domain/epistemic/explain/observations.ts";
import { type Quantifier, quantifiers, type Setup, type Statement } from "@/lib/domain/epistemic/mindgames/problem.ts";

/** Maximum nesting of knowledge. Deeper statements are hard to read. */
const maxDepth = 4;

const verbs = [
  { value: "that", label: "knows that" },
  { value: "whether", label: "knows whether" },
  { value: "not-that", label: "does not know that" },
  { value: "not-whether", label: "does not know whether" },
];

/**
 * Edits a statement with a row of select fields that reads like a sentence: "Ann · does not know whether · Bob · is
 * muddy".
 */
export function StatementEditor({
  label,
  statement,
  names,
  setup,
  onChange,
}: {
  /** The label of the group. It is also the prefix of each field's label for screen readers. */
  label: string;
  statement: Statement;
  names: readonly string[];
  setup: Setup;
  onChange: (statement: Statement) => void;
}) {
  const depth = statementDepth(statement);
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-2">
      <legend className="sr-only">{label}</legend>
      <Parts {...{ label, statement, names, setup, onChange }} />
      <span className="flex gap-1">
        {depth < maxDepth && (
          <Button
            size="small"
            look="quiet"
            aria-label={`${label}: add “knows” around it`}
            onClick={() => onChange({ kind: "knows", person: 0, mode: "whether", negated: false, of: statement })}
          >
            <Plus aria-hidden="true" />
            knows
          </Button>
        )}
        {statement.kind === "knows" && (
          <Button
            size="small"
            look="quiet"
            aria-label={`${label}: remove the outer “knows”`}
            onClick={() => onChange(statement.of)}
          >
            <Minus aria-hidden="true" />
            knows
          </Button>
        )}
      </span>
    </fieldset>
  );
}

function Parts({
  label,
  statement,
  names,
  setup,
  onChange,
}: {
  label: string;
  statement: Statement;
  names: readonly string[];
  setup: Setup;
  onChange: (statement: Statement) => void;
}) {
  if (statement.kind === "knows") {
    return (
      <>
        <LabelledSelect
          label={`${label}: who knows`}
          value={String(statement.person)}
          options={names.map((name, person) => ({ value: String(person), label: name }))}
          onChange={(value) => onChange({ ...statement, person: Number(value) })}
        />
        <LabelledSelect
          label={`${label}: knows that or whether`}
          value={`${statement.negated ? "not-" : ""}${statement.mode}`}
          options={verbs}
          onChange={(value) =>
            onChange({
              ...statement,
              negated: value.startsWith("not-"),
              mode: value.endsWith("that") ? "that" : "whether",
            })
          }
        />
        <Parts
          label={`${label}: known statement`}
          statement={statement.of}
          {...{ names, setup }}
          onChange={(of) => onChange({ ...statement, of })}
        />
      </>
    );
  }
  const { subject, negated } = statement;
  const isPerson = typeof subject === "number";
  return (
    <>
      <LabelledSelect
        label={`${label}: about whom`}
        value={String(subject)}
        options={[
          ...names.map((name, person) => ({ value: String(person), label: name })),
          ...quantifiers.map((quantifier) => ({ value: quantifier, label: quantifier })),
        ]}
        onChange={(value) => {
          const person = /^\d+$/.test(value) ? Number(value) : null;
          onChange(
            person === null
              ? { kind: "fact", subject: value as Quantifier, negated: false }
              : { ...statement, subject: person },
          );
        }}
      />
      <LabelledSelect
        label={`${label}: fact`}
        value={negated ? "false" : "true"}
        options={[
          { value: "true", label: formatFact(setup, true) },
          // The English fragment cannot express "someone is not muddy": only the quantifier can be negated.
          ...(isPerson ? [{ value: "false", label: formatFact(setup, false) }] : []),
        ]}
        onChange={(value) => onChange({ ...statement, negated: value === "false" })}
      />
    </>
  );
}

function formatFact(setup: Setup, fact: boolean): string {
  const factLabel = factLabels[setup][fact ? "true" : "false"];
  return setup === "explicit" ? `has a ${factLabel}` : `is ${factLabel}`;
}

function LabelledSelect({
  label,
  value,
  options,
  onChange,
}: {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  onChange: (value: string) => void;
}) {
  return (
    <span className="inline-block min-w-0">
      <Select
        aria-label={label}
        value={value}
        options={options}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </span>
  );
}

function statementDepth(statement: Statement): number {
  return statement.kind === "fact" ? 0 : 1 + statementDepth(statement.of);
}
