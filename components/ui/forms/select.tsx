"use client";

import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { Children, type ComponentProps, isValidElement, type ReactNode, useId, useRef, useState } from "react";
import { formatCount } from "@/lib/domain/format/figures.ts";
import { controlStyle } from "./control-style.ts";
import { useControl } from "./field-context.ts";

/** Lists with this number of options or more have a search field. */
const minSearchableOptions = 16;

interface Choice {
  value: string;
  label: string;
  /** The group heading. */
  group: string | null;
}

/**
 * A native select with `options` or `<option>` children. Long lists have a search field. The selected option always
 * stays in the list, so a search never changes the selection.
 */
export function Select({
  className,
  options,
  children,
  ...rest
}: ComponentProps<"select"> & { options?: readonly { value: string; label: string }[] }) {
  const connection = useControl(rest);
  const select = useRef<HTMLSelectElement>(null);
  const [search, setSearch] = useState("");
  const choices = options?.map((option) => ({ ...option, group: null })) ?? readChoices(children);
  const isLong = choices.length >= minSearchableOptions;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const selectedValue = rest.value ?? select.current?.value ?? rest.defaultValue;
  const matchesSearch = ({ label, group }: Choice) =>
    words.every((word) => `${group ?? ""} ${label}`.toLowerCase().includes(word));
  const visibleChoices = choices.filter((choice) => matchesSearch(choice) || choice.value === selectedValue);
  return (
    <span className="grid min-w-0 grid-cols-1 gap-1.5">
      {isLong && (
        <Search search={search} found={choices.filter(matchesSearch).length} of={choices.length} onSearch={setSearch} />
      )}
      <span className="relative block min-w-0">
        <select
          ref={select}
          {...connection}
          {...rest}
          className={clsx(controlStyle, "appearance-none pr-9", className)}
        >
          {isLong ? <Options choices={visibleChoices} /> : (options?.map(toOption) ?? children)}
        </select>
        <ChevronDown
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
        />
      </span>
    </span>
  );
}

/** The search field. It is not submitted with the form, because it has no name. Enter does not submit the form. */
function Search({
  search,
  found,
  of,
  onSearch,
}: {
  search: string;
  found: number;
  of: number;
  onSearch: (search: string) => void;
}) {
  const id = useId();
  return (
    <span className="grid grid-cols-1 gap-1">
      <input
        type="search"
        aria-label="Search in this list"
        aria-describedby={id}
        placeholder={`Search ${formatCount(of)} options`}
        value={search}
        className={controlStyle}
        onChange={(event) => onSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") event.preventDefault();
        }}
      />
      <span id={id} role="status" className={search ? "text-sm text-ink-soft" : "sr-only"}>
        {search && `${formatCount(found)} of ${formatCount(of)} in the list`}
      </span>
    </span>
  );
}

function Options({ choices }: { choices: readonly Choice[] }) {
  const groups = [...new Set(choices.map(({ group }) => group))];
  return groups.map((group) => {
    const inGroup = choices.filter((choice) => choice.group === group).map(toOption);
    if (group === null) return inGroup;
    return (
      <optgroup key={group} label={group}>
        {inGroup}
      </optgroup>
    );
  });
}

function toOption({ value, label }: { value: string; label: string }) {
  return (
    <option key={value} value={value}>
      {label}
    </option>
  );
}

function readChoices(children: ReactNode, group: string | null = null): Choice[] {
  return Children.toArray(children).flatMap((child) => {
    if (!isValidElement<{ value?: string | number; label?: string; children?: ReactNode }>(child)) return [];
    const { value, label, children: inside } = child.props;
    if (child.type === "optgroup") return readChoices(inside, label ?? "");
    const text = Children.toArray(inside).join("");
    return [{ value: String(value ?? text), label: label ?? text, group }];
  });
}
