import type { Protocol } from "./protocol.ts";

/** The protocol without the contact, the ethics approval and the addresses of frames, for blind review. */
export function redactProtocol(protocol: Protocol): Protocol {
  const { ethics: _, ...consent } = protocol.consent;
  const translations = Object.entries(protocol.translations ?? {}).map(([language, translation]) => {
    const { contact: __, ...texts } = translation.texts;
    return [language, { ...translation, texts }];
  });
  return {
    ...protocol,
    consent,
    contact: "",
    frameAncestors: [],
    ...(protocol.translations ? { translations: Object.fromEntries(translations) } : {}),
  };
}

/** A change of a frozen document, without its values if they are in a part that `redactProtocol` removes. */
export function redactChange<Change extends { path: string; before: string; after: string }>(change: Change): Change {
  return removedParts.test(change.path) ? { ...change, before: "", after: "" } : change;
}

const removedParts =
  /^protocol\.(?:contact$|consent\.ethics(?:$|\.)|frameAncestors(?:$|\.)|translations(?:$|\.[^.]+(?:$|\.texts(?:$|\.contact$))))/;
