import { choice } from "./choice/choice.ts";
import { yesNo } from "./eob/yes-no.ts";
import { consistency } from "./ikd/consistency.ts";
import type { ItemKind } from "./item-kind.ts";
import { twoChoice } from "./knp/two-choice.ts";
import { openText } from "./open-text/open-text.ts";
import { task } from "./task/task.ts";
import { trueFalse } from "./true-false/true-false.ts";

/** Item kinds by their names in files and tables. The object has no prototype, so that "toString" is not a kind. */
export const itemKinds: Readonly<Record<string, ItemKind>> = Object.assign(Object.create(null), {
  [trueFalse.name]: trueFalse,
  [yesNo.name]: yesNo,
  [twoChoice.name]: twoChoice,
  [consistency.name]: consistency,
  [choice.name]: choice,
  [openText.name]: openText,
  [task.name]: task,
});

/** The names of the kinds with a property. */
export function itemKindNames(has: (kind: ItemKind) => boolean): string[] {
  return Object.values(itemKinds)
    .filter(has)
    .map(({ name }) => name);
}

/** The kind of that name. Throws for an unknown name, because imports reject such items. */
export function requireKind(name: string): ItemKind {
  const kind = itemKinds[name];
  if (!kind) throw new RangeError(`unknown item kind "${name}"; known: ${Object.keys(itemKinds).join(", ")}`);
  return kind;
}
