/** A part of a document with a property, or without it for `undefined`. */
export function withProperty<Part extends object, Name extends keyof Part>(
  part: Part,
  name: Name,
  value: Part[Name] | undefined,
): Part {
  if (value !== undefined) return { ...part, [name]: value };
  const { [name]: _, ...others } = part;
  return others as Part;
}
