/** What a participant's form carries along unseen: the hidden fields by name, whatever other attributes they have. */
export function readHiddenFields(html: string): Record<string, string> {
  return Object.fromEntries(
    [...html.matchAll(/<input type="hidden"[^>]*? name="([^"]+)" value="([^"]*)"/g)].map((match) => [
      match[1],
      match[2],
    ]),
  );
}
