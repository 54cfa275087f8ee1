"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style.ts";
import { useControl } from "./field-context.ts";

/** A text field with several lines. It grows with its content in browsers that support this. */
export function TextArea({ className, rows = 4, ...rest }: ComponentProps<"textarea">) {
  const connection = useControl(rest);
  return (
    <textarea
      rows={rows}
      {...connection}
      {...rest}
      className={clsx(controlStyle, "field-sizing-content min-h-24 leading-normal", className)}
    />
  );
}
