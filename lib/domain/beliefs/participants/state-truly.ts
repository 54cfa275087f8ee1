import { capitalize } from "../../format/capitalize.ts";
import type { BeliefItem } from "../../items/kinds/eob/belief-item.ts";

/** The categories whose texts name a condition, which is about another fact. */
const conditional: ReadonlySet<string | null> = new Set(["material_conditional", "counterfactual"]);

/** The start of a claim, "the capital of ", from the words about one subject. */
export function relationPhrase(subject: string, subjectRelation: string): string {
  return subjectRelation.endsWith(subject) ? subjectRelation.slice(0, -subject.length) : subjectRelation;
}

/**
 * The items after an expression, with the true object instead of the false one; null if the expression cannot state the
 * true object. It can if it names the false object once and the true object nowhere. An expression that makes another
 * claim about the false object (the authors' "extra information") cannot; conditions are about other facts.
 *
 * @param items both queries after the expression
 * @param relations the starts of the claims of all facts, such as "the capital of "
 */
export function stateTruly(
  items: readonly BeliefItem[],
  subjectRelation: string,
  relations: ReadonlySet<string>,
): BeliefItem[] | null {
  const [first] = items;
  if (!first) return null;
  const { object_pri: truth, object_ctx: asserted, category } = first.attributes;
  const { text } = first.story;
  const [place, ...more] = findObject(text, asserted);
  if (place === undefined || more.length > 0 || findObject(text, truth).length > 0) return null;
  const ownClaims = count(text, subjectRelation);
  const allClaims = [...relations].reduce((sum, relation) => sum + count(text, relation), 0);
  if (ownClaims === 0 || (allClaims > ownClaims && !conditional.has(category))) return null;
  const object = place === 0 && text.startsWith(capitalize(asserted)) ? capitalize(truth) : truth;
  const statement = `${text.slice(0, place)}${object}${text.slice(place + asserted.length)}`;
  return items.map((item) => {
    const story = { ...item.story, id: `${item.story.id}-filler`, text: statement };
    return {
      ...item,
      id: `${story.id}-${item.attributes.query_type}`,
      story,
      attributes: { ...item.attributes, role: "filler" },
    };
  });
}

/** The places of an object in a text as whole words; at the start also with a capital letter. */
function findObject(text: string, object: string): number[] {
  const places: number[] = [];
  const isWordAt = (index: number) => /[\p{L}\p{N}]/u.test(text.charAt(index));
  const atStart = text.startsWith(capitalize(object)) ? `${object}${text.slice(object.length)}` : text;
  for (let at = atStart.indexOf(object); at >= 0; at = atStart.indexOf(object, at + 1))
    if (!isWordAt(at - 1) && !isWordAt(at + object.length)) places.push(at);
  return places;
}

function count(text: string, part: string): number {
  return text.toLowerCase().split(part.toLowerCase()).length - 1;
}
