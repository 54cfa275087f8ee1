"use client";

import clsx from "clsx";
import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Button } from "@/components/ui/forms/button.tsx";

const steps = [
  { name: "items", label: "Items" },
  { name: "session", label: "Session" },
  { name: "people", label: "People" },
  { name: "plan", label: "Plan" },
] as const;

export type FormStepName = (typeof steps)[number]["name"];

/** Returns the step of the form that contains an element. */
export function findStep(element: Element): FormStepName | null {
  const name = element.closest<HTMLElement>("[data-step]")?.dataset.step;
  return steps.find((step) => step.name === name)?.name ?? null;
}

/**
 * The current step of the form. The initial step contains the element whose ID is in the address; otherwise it is the
 * first step.
 */
export function useFormStep() {
  const [step, setState] = useState<FormStepName>("items");
  // Rendered synchronously, so that a field of the step can be focused immediately afterwards.
  const setStep = (name: FormStepName) => flushSync(() => setState(name));
  useEffect(() => {
    const target = document.getElementById(location.hash.slice(1));
    const name = target && findStep(target);
    if (!name) return;
    setState(name);
    requestAnimationFrame(() => target.scrollIntoView());
  }, []);
  // Browsers report an invalid field only if it is visible, so the step of the field is shown.
  const showInvalid = (event: FormEvent<HTMLElement>) => {
    const first = event.currentTarget.querySelector(":is(input,select,textarea):invalid");
    const name = first && findStep(first);
    if (event.target !== first || !first) return;
    for (let part = first.closest("details"); part; part = part.parentElement?.closest("details") ?? null)
      part.open = true;
    if (name && name !== step) setStep(name);
  };
  return { step, setStep, showInvalid };
}

/** The navigation between the steps of the form. All steps are rendered, but only the current one is visible. */
export function FormSteps({ current, onChoose }: { current: FormStepName; onChoose: (step: FormStepName) => void }) {
  return (
    <nav aria-label="Steps of the design" className="no-print">
      <ol className="flex flex-wrap gap-2">
        {steps.map(({ name, label }, index) => (
          <li key={name}>
            <button
              type="button"
              aria-current={name === current ? "step" : undefined}
              onClick={() => onChoose(name)}
              className={clsx(
                "flex min-h-10 items-center gap-2 rounded-full border px-4 transition-colors pointer-coarse:min-h-11",
                name === current ? "border-ink bg-ink font-semibold text-on-ink" : "border-edge hover:border-ink",
              )}
            >
              <span aria-hidden="true" className="tabular-nums">
                {index + 1}
              </span>
              {label}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** One step of the form, with a button that goes to the next step. */
export function FormStep({
  name,
  current,
  onChoose,
  children,
}: {
  name: FormStepName;
  current: FormStepName;
  onChoose: (step: FormStepName) => void;
  children: ReactNode;
}) {
  const next = steps[steps.findIndex((step) => step.name === name) + 1];
  return (
    <div data-step={name} hidden={name !== current}>
      {children}
      {next && (
        <div className="mt-8">
          <Button
            onClick={() => {
              onChoose(next.name);
              scrollTo({ top: 0 });
            }}
          >
            Next: {next.label}
          </Button>
        </div>
      )}
    </div>
  );
}
