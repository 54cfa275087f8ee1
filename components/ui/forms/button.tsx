import type { ComponentProps } from "react";
import { type ButtonLook, type ButtonSize, buttonStyle } from "./button-style.ts";

export interface ButtonProps extends ComponentProps<"button"> {
  look?: ButtonLook;
  size?: ButtonSize;
}

/** A button that does something here. What leads elsewhere is a `LinkButton`; what sends a form, a `SubmitButton`. */
export function Button({ look, size, className, type = "button", ...rest }: ButtonProps) {
  return <button type={type} className={buttonStyle(look, size, className)} {...rest} />;
}
