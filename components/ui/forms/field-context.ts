"use client";

import { createContext, useContext } from "react";
import type { FormState } from "@/lib/domain/form-state.ts";

/** The context that a field provides to its control, so that label, hint and error refer to it by ID. */
export interface FieldConnection {
  id: string;
  name: string;
  describedBy: string | undefined;
  isInvalid: boolean;
  isRequired: boolean;
}

export const FieldContext = createContext<FieldConnection | null>(null);
export const FormStateContext = createContext<{ state: FormState; isSending: boolean }>({
  state: null,
  isSending: false,
});

/** The attributes that connect a control to its field; empty outside a field. */
export function useControl(own: { id?: string; name?: string }) {
  const field = useContext(FieldContext);
  if (!field) return own;
  return {
    id: own.id ?? field.id,
    name: own.name ?? field.name,
    required: field.isRequired,
    "aria-describedby": field.describedBy,
    "aria-invalid": field.isInvalid || undefined,
  };
}
