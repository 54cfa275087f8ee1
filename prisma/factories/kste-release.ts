import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const genres = ["romance", "fantasy", "science-fiction", "mystery", "kids"];

/** The defects of an erroneous story, as they occur in the released folder of Yang et al. 2026. */
type Defect = "none" | "two-spans" | "straightened" | "not-in-story" | "no-span" | "paraphrased";
const defects: readonly Defect[] = ["none", "two-spans", "straightened", "not-in-story", "no-span", "paraphrased"];

/**
 * A folder in the layout of the release (Data/IKD/original, Data/IKD/errors, Data/KNP) with stories written for tests,
 * and every defect that the release has: marks that do not occur in the story, a broken item without marks, spans
 * joined without a separator, several spans, curly and straight quotes mixed, knowledge that is not a quotation, an
 * erroneous story without its original, files of other kinds, and copies that macOS adds to archives.
 *
 * @param groups the numbers of originals, erroneous stories and questions
 * @returns the IDs of the erroneous stories that cannot be asked
 */
export function writeKsteRelease(folder: string, groups: number): { unusable: string[] } {
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const unusable: string[] = [];
  for (let number = 1; number <= groups; number += 1) {
    const defect = defects[(number - 1) % defects.length]!;
    const genre = genres[number % genres.length]!;
    const names = { who: `Ada ${roman(number)}`, other: `Ben ${roman(number)}` };
    const before = `${names.other} hid the key of hut ${number} under the third stone. “No one saw me,” he said, and left.\n\n`;
    const after = `\n\nIn the evening both of them ate soup on the porch of hut ${number}.`;
    const sound = `${names.who} came home, searched the shelf of hut ${number}, and waited for him.`;
    const wrong = `${names.who} came home, lifted the third stone of hut ${number}, and took the “lost” key.`;
    write(`Data/IKD/original/story_${number}.json`, json({ genre, story: before + sound + after }));
    const erroneous = errorOf(defect, wrong);
    if (erroneous.isUnusable) unusable.push(`erroneous_story_${number}`);
    const knowledge =
      defect === "paraphrased"
        ? `- "the key lies somewhere near the hut"\n- "${names.other} hid it"`
        : `"${names.other} hid the key of hut ${number} under the third stone."`;
    write(
      `Data/IKD/errors/erroneous_story_${number}.json`,
      json({
        genre,
        character: names.who,
        implausible_knowledge: knowledge,
        error: erroneous.error,
        erroneous_event: erroneous.event,
        story: before + wrong + after,
      }),
    );
    write(
      `Data/KNP/qa_${number}.json`,
      json({
        genre,
        story: `${names.other} hid the key of box ${number} in the jar while ${names.who} was out fishing.`,
        character: names.who,
        implausible_knowledge: `${names.other} hid the key of box ${number} in the jar`,
        question: `What does ${names.who} do to open box ${number}?`,
        answer_with_knowledge: `${names.who} takes the key of box ${number} out of the jar.`,
        answer_without_knowledge: `${names.who} asks where the key of box ${number} is.`,
      }),
    );
  }
  // An erroneous story without its original, and unrelated files in the folder.
  const lonely = "Cleo opened the sealed letter at once because she knew its secret sign.";
  write(
    "Data/IKD/errors/erroneous_story_900.json",
    json({
      genre: "mystery",
      character: "Cleo",
      implausible_knowledge: "the secret sign",
      error: "because she knew its secret sign",
      erroneous_event: "Cleo opened the sealed letter at once <error>because she knew its secret sign</error>.",
      story: `A letter lay on the table, sealed with a sign that only the sender knew. ${lonely}`,
    }),
  );
  write("Data/IKD/original/._story_1.json", "\u0000\u0005\u0016\u0007");
  write("__MACOSX/Data/KNP/._qa_1.json", "\u0000\u0005\u0016\u0007");
  write("Readme.md", "# A release\n");
  write("codes/prompt_templates/IKD.txt", "Reasoning: \n");
  return { unusable };
}

function errorOf(defect: Defect, wrong: string): { error: string; event: string; isUnusable: boolean } {
  const [first, second] = [wrong.slice(0, wrong.indexOf(", and took")), wrong.slice(wrong.indexOf("and took"))];
  switch (defect) {
    case "two-spans":
      // The field joins the spans without a separator.
      return {
        error: first + second,
        event: `<error>${first}</error>, <error>${second}</error>`,
        isUnusable: false,
      };
    case "straightened":
      return {
        error: second.replaceAll(/[“”]/g, '"'),
        event: `${first}, <error>${second.replaceAll(/[“”]/g, '"')}</error>`,
        isUnusable: false,
      };
    case "not-in-story":
      return {
        error: "and danced on the roof",
        event: `${first}, <error>and danced on the roof</error>`,
        isUnusable: true,
      };
    case "no-span":
      return { error: "", event: `${wrong.toLowerCase()}</modifIed>`, isUnusable: true };
    default:
      return { error: second, event: `${first}, <error>${second}</error>`, isUnusable: false };
  }
}

function roman(number: number): string {
  return "I".repeat(number % 4) + "V".repeat(1 + (number % 3)) + "X".repeat(Math.floor(number / 12));
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
