"use client";

import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style.ts";
import { useControl } from "./field-context.ts";

/** A choice from a list, the browser's own. Either `options` or `<option>` children. */
export function Select({
  className,
  options,
  children,
  ...rest
}: ComponentProps<"select"> & { options?: readonly { value: string; label: string }[] }) {
  const connection = useControl(rest);
  return (
    <span className="relative block min-w-0">
      <select {...connection} {...rest} className={clsx(controlStyle, "appearance-none pr-9", className)}>
        {options?.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-ink-soft"
      />
    </span>
  );
}
