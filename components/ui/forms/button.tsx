import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonVariant;
  size?: ButtonSize;
}

/**
 * A button for an action on the current page. For navigation use `LinkButton`, and for submitting a form
 * `SubmitButton`.
 */
export function Button({ look, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonStyle(look, size, className)} {...rest} />;
}
