"use client";

import clsx from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style.ts";
import { useControl } from "./field-context.ts";

/** A text field with one line. The surrounding Field provides its name and description. */
export function TextInput({ className, ...rest }: ComponentProps<"input">) {
  const connection = useControl(rest);
  return <input type="text" {...connection} {...rest} className={clsx(controlStyle, className)} />;
}
