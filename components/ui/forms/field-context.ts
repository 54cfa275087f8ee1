"use client";

import { createContext, useContext } from "react";
import type { FormState } from "@/lib/domain/form-state.ts";

/** The values that a field provides to its control, which refers to the label, hint and error by ID. */
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

/** The attributes that connect a control to its field. Empty if the control is not in a field. */
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
