/** The five genres of the data set (Yang et al. 2026, section 4.1), as the released files spell them. */
export const genres = ["romance", "fantasy", "science-fiction", "mystery", "kids"] as const;
export type Genre = (typeof genres)[number];

/** A genre with its label. */
export const genreLabels: Readonly<Record<Genre, string>> = {
  romance: "Romance",
  fantasy: "Fantasy",
  "science-fiction": "Science fiction",
  mystery: "Mystery",
  kids: "For children",
};

/** The genre for a spelling ("Science Fiction", "sci-fi"), or null. */
export function parseGenre(text: string): Genre | null {
  const plain = text
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/gu, "-");
  if (plain === "sci-fi" || plain === "scifi") return "science-fiction";
  if (plain === "children" || plain === "for-children") return "kids";
  return genres.find((genre) => genre === plain) ?? null;
}

/** The label of the genre that a text names; the text itself if it names none. */
export function formatGenre(text: string): string {
  const genre = parseGenre(text);
  return genre === null ? text : genreLabels[genre];
}
