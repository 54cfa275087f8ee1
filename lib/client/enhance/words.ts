/** The messages of the script in the page's language. The page contains them. */
const words: Readonly<Record<string, string>> = JSON.parse(document.querySelector("main")?.dataset.words ?? "{}");

/** Returns a message in the page's language, with its placeholders (in braces) replaced. */
export function say(key: string, values: Readonly<Record<string, string | number>> = {}): string {
  return Object.entries(values).reduce(
    (text, [name, value]) => text.replace(`{${name}}`, typeof value === "number" ? formatDigits(value) : value),
    words[key] ?? "",
  );
}

/** A number in the digits of the page's language. */
function formatDigits(value: number): string {
  return value.toLocaleString(document.documentElement.lang || undefined);
}
