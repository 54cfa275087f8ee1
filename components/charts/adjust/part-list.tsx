"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import { Button } from "@/components/ui/forms/button.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";

/** A row, line or column: its name in the data, its label in the file, and whether the file includes it. */
export interface ChosenPart {
  name: string;
  label: string;
  isShown: boolean;
}

/** A list of parts that can be selected, renamed and reordered. At least one part always remains selected. */
export function PartList({
  legend,
  parts,
  onChange,
}: {
  legend: string;
  parts: readonly ChosenPart[];
  onChange: (parts: ChosenPart[]) => void;
}) {
  const shown = parts.filter(({ isShown }) => isShown).length;
  const changePart = (index: number, part: Partial<ChosenPart>) =>
    onChange(parts.map((own, place) => (place === index ? { ...own, ...part } : own)));
  const movePart = (index: number, by: -1 | 1) => {
    const moved = [...parts];
    [moved[index], moved[index + by]] = [moved[index + by]!, moved[index]!];
    onChange(moved);
  };
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-2 font-medium">{legend}</legend>
      <ol className="grid max-h-96 gap-1.5 overflow-y-auto p-1">
        {parts.map(({ name, label, isShown }, index) => (
          <li key={name} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-2">
            <input
              type="checkbox"
              aria-label={`Show ${name}`}
              className="size-5 accent-ink"
              checked={isShown}
              disabled={isShown && shown === 1}
              onChange={(event) => changePart(index, { isShown: event.target.checked })}
            />
            <TextInput
              aria-label={`Label of ${name}`}
              value={label}
              maxLength={200}
              onChange={(event) => changePart(index, { label: event.target.value })}
            />
            <span className="flex gap-1">
              <Button
                look="quiet"
                size="small"
                aria-label={`Move ${name} up`}
                disabled={index === 0}
                onClick={() => movePart(index, -1)}
              >
                <ArrowUp aria-hidden="true" className="size-4" />
              </Button>
              <Button
                look="quiet"
                size="small"
                aria-label={`Move ${name} down`}
                disabled={index === parts.length - 1}
                onClick={() => movePart(index, 1)}
              >
                <ArrowDown aria-hidden="true" className="size-4" />
              </Button>
            </span>
          </li>
        ))}
      </ol>
    </fieldset>
  );
}
