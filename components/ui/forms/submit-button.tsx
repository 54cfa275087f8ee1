"use client";

import { LoaderCircle } from "lucide-react";
import { useContext } from "react";
import { Button, type ButtonProps } from "./button.tsx";
import { FormStateContext } from "./field-context.ts";

/**
 * The button that submits the surrounding form. During the submission, it shows a progress state and keeps the focus.
 */
export function SubmitButton({ children, look = "primary", ...rest }: ButtonProps) {
  const { isSending } = useContext(FormStateContext);
  return (
    <Button type="submit" look={look} aria-disabled={isSending || undefined} {...rest}>
      {isSending && <LoaderCircle aria-hidden="true" className="animate-spin" />}
      {children}
    </Button>
  );
}
