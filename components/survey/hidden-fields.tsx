/** The hidden fields of a form. A name with several values becomes several fields. */
export function HiddenFields({ fields }: { fields: Readonly<Record<string, string | readonly string[]>> }) {
  return Object.entries(fields)
    .flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
    .map(({ name, value }) => <input key={`${name} ${value}`} type="hidden" name={name} value={value} />);
}
