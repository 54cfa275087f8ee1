/** A file of an archive, as listed in the archive's description. */
export interface CrateFile {
  path: string;
  name: string;
  encoding: string;
  sha256: string;
  /** Number of rows of a table; null for another file. */
  rows: number | null;
}

/** The facts about the archive as a whole. */
export interface CrateFacts {
  name: string;
  description: string;
  /** ISO time at which it was written. */
  published: string;
  /** Terms of use by benchmark name; empty texts are omitted. */
  licences: readonly { name: string; licence: string }[];
  files: readonly CrateFile[];
}

/** File name of the description, as the RO-Crate specification requires it. */
export const crateName = "ro-crate-metadata.json";

/**
 * The description of an archive as RO-Crate 1.2: the descriptor, the root with its licence, and every file with its
 * SHA-256. The same facts give the same text.
 */
export function roCrateDocument({ name, description, published, licences, files }: CrateFacts): object {
  const statedLicences = licences.filter(({ licence }) => licence !== "");
  return {
    "@context": ["https://w3id.org/ro/crate/1.2/context", { sha256: "http://schema.org/sha256" }],
    "@graph": [
      {
        "@id": crateName,
        "@type": "CreativeWork",
        conformsTo: { "@id": "https://w3id.org/ro/crate/1.2" },
        about: { "@id": "./" },
      },
      {
        "@id": "./",
        "@type": "Dataset",
        name,
        description,
        datePublished: published,
        license: { "@id": "#licence" },
        hasPart: files.map(({ path }) => ({ "@id": path })),
      },
      {
        "@id": "#licence",
        "@type": "CreativeWork",
        name: "Terms of use",
        description:
          statedLicences.length === 0
            ? "Not stated. The archive is for transfer between installations, not for publication."
            : `The archive is for transfer between installations, not for publication. Licences of the benchmarks: ${statedLicences
                .map((one) => `${one.name}: ${one.licence}`)
                .join("; ")}.`,
      },
      ...files.map((file) => ({
        "@id": file.path,
        "@type": "File",
        name: file.name,
        encodingFormat: file.encoding,
        sha256: file.sha256,
        ...(file.rows === null ? {} : { description: `${file.rows} rows` }),
      })),
    ],
  };
}
