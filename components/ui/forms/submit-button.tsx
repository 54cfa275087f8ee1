"use client";

import { LoaderCircle } from "lucide-react";
import { useContext } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { FormStateContext } from "./field-context.ts";

/** Sends the form around it and shows that it is on its way. It stays focusable while it waits. */
export function SubmitButton({ children, look = "primary", ...rest }: ButtonProps) {
  const { isSending } = useContext(FormStateContext);
  return (
    <Button type="submit" look={look} aria-disabled={isSending || undefined} {...rest}>
      {isSending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
      {children}
    </Button>
  );
}
