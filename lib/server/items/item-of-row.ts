import type { Item } from "@/lib/domain/items/item.ts";

/** The columns by which a statement names an item version and its story. */
export interface ItemColumns {
  kind: string;
  title: string;
  genre: string;
  /** The text of the story. */
  story: string;
  text: string;
  options: string[];
  attributes: NonNullable<Item["attributes"]>;
}

/** The item of a row, whole: a reader or scorer that was given half of it might read or score otherwise than another. */
export function itemOfRow({ kind, title, genre, story, text, options, attributes }: ItemColumns): Item {
  return { kind, story: { title, genre, text: story }, text, options, attributes };
}
