import type { ComponentProps } from "react";
import { type ButtonSize, type ButtonVariant, buttonStyle } from "./button-style.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonVariant;
  size?: ButtonSize;
}

/** A button with an action on this page. For navigation use `LinkButton`, to submit a form `SubmitButton`. */
export function Button({ look, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonStyle(look, size, className)} {...rest} />;
}
