import { escapeTags } from "../format/escape.ts";
import type { ReleaseDataset, ReleaseFacts } from "./release-dataset.ts";
import { releaseLicences } from "./release-description.ts";

/** Metadata of DataCite 4.7 in its JSON form. */
export function dataCite({ description, facts, tables }: ReleaseDataset) {
  return {
    ...(description.doi ? { identifiers: [{ identifier: description.doi, identifierType: "DOI" }] } : {}),
    creators: description.authors.map(({ given, family, orcid, affiliation }) => ({
      name: `${family}, ${given}`,
      nameType: "Personal",
      givenName: given,
      familyName: family,
      ...(orcid ? { nameIdentifiers: [{ nameIdentifier: orcid, nameIdentifierScheme: "ORCID" }] } : {}),
      ...(affiliation ? { affiliation: [{ name: affiliation }] } : {}),
    })),
    titles: [{ title: description.title }],
    publisher: { name: description.publisher },
    publicationYear: description.published.slice(0, 4),
    types: { resourceTypeGeneral: "Dataset", resourceType: "Human baseline" },
    subjects: description.keywords.map((subject) => ({ subject })),
    dates: [
      { date: description.published, dateType: "Issued" },
      ...(facts.collected ? [{ date: `${facts.collected.first}/${facts.collected.last}`, dateType: "Collected" }] : []),
    ],
    language: facts.language,
    version: description.version,
    formats: ["text/csv", "application/vnd.apache.parquet", "application/json"],
    sizes: [`${tables.reduce((sum, { csv, parquet }) => sum + csv.bytes + parquet.bytes, 0)} bytes`],
    rightsList: [
      {
        rights: releaseLicences[description.licence].name,
        rightsUri: releaseLicences[description.licence].url,
        rightsIdentifier: description.licence.toLowerCase(),
        rightsIdentifierScheme: "SPDX",
      },
    ],
    descriptions: [{ description: description.summary, descriptionType: "Abstract" }],
    ...(description.funder ? { fundingReferences: [{ funderName: description.funder }] } : {}),
    schemaVersion: "http://datacite.org/schema/kernel-4",
  };
}

/** The body of Zenodo's deposit API (legacy). */
export function zenodoDeposit({ description, facts }: ReleaseDataset) {
  return {
    metadata: {
      upload_type: "dataset",
      title: description.title,
      creators: description.authors.map(({ given, family, orcid, affiliation }) => ({
        name: `${family}, ${given}`,
        ...(affiliation ? { affiliation } : {}),
        ...(orcid ? { orcid } : {}),
      })),
      description: `<p>${escapeTags(description.summary)}</p>`,
      publication_date: description.published,
      access_right: "open",
      license: description.licence.toLowerCase(),
      version: description.version,
      keywords: description.keywords,
      ...languageOf(facts, (language) => ({ language })),
      ...(facts.collected
        ? { dates: [{ start: facts.collected.first, end: facts.collected.last, type: "Collected" }] }
        : {}),
      prereserve_doi: true,
    },
  };
}

/** What a deposit states. */
interface DepositFacts {
  description: ReleaseDataset["description"];
  facts: Pick<ReleaseFacts, "language" | "collected">;
}

/** The body of Zenodo's records API (InvenioRDM). */
export function zenodoRecord({ description, facts }: DepositFacts) {
  return {
    access: { record: "public", files: "public" },
    files: { enabled: true },
    metadata: {
      resource_type: { id: "dataset" },
      title: description.title,
      publication_date: description.published,
      publisher: description.publisher,
      creators: description.authors.map(({ given, family, orcid, affiliation }) => ({
        person_or_org: {
          type: "personal",
          given_name: given,
          family_name: family,
          ...(orcid ? { identifiers: [{ scheme: "orcid", identifier: orcid }] } : {}),
        },
        ...(affiliation ? { affiliations: [{ name: affiliation }] } : {}),
      })),
      description: escapeTags(description.summary),
      rights: [{ id: description.licence.toLowerCase() }],
      version: description.version,
      subjects: description.keywords.map((subject) => ({ subject })),
      ...languageOf(facts, (id) => ({ languages: [{ id }] })),
      ...(facts.collected
        ? { dates: [{ date: `${facts.collected.first}/${facts.collected.last}`, type: { id: "collected" } }] }
        : {}),
    },
  };
}

/** The two request bodies for OSF's API: a node, and the metadata record that is patched afterwards. */
export function osfDeposit({ description, facts }: DepositFacts) {
  return {
    node: {
      data: {
        type: "nodes",
        attributes: {
          title: description.title,
          category: "data",
          description: description.summary,
          tags: description.keywords,
          public: false,
        },
      },
    },
    metadata: {
      data: {
        type: "custom-item-metadata-records",
        attributes: {
          ...languageOf(facts, (language) => ({ language })),
          resource_type_general: "Dataset",
          funders: description.funder ? [{ funder_name: description.funder }] : [],
        },
      },
    },
  };
}

/** `CITATION.cff` 1.2 as an object. */
export function citationFile({ description }: ReleaseDataset) {
  return {
    "cff-version": "1.2.0",
    message: "Cite this dataset as below.",
    type: "dataset",
    title: description.title,
    version: description.version,
    "date-released": description.published,
    license: description.licence,
    ...(description.doi ? { doi: description.doi } : {}),
    ...(description.url ? { url: description.url } : {}),
    authors: description.authors.map(({ given, family, orcid, affiliation }) => ({
      "given-names": given,
      "family-names": family,
      ...(orcid ? { orcid: `https://orcid.org/${orcid}` } : {}),
      ...(affiliation ? { affiliation } : {}),
    })),
    keywords: description.keywords,
  };
}

/** How to deposit the folder by hand. */
export const depositInstructions = `# Deposit by hand

1. Reserve a DOI: on Zenodo choose "New upload" and "Get a DOI now"; then write the release again with this \`doi\` in
   its description, so that the card, Croissant and the citation name it.
2. Upload the whole folder as one zip file. Copy the fields from \`zenodo.json\` (deposit API) or
   \`zenodo-record.json\` (records API); \`datacite.json\` has the same facts for other repositories.
3. On OSF: create a component of the category "Data" with the fields of \`osf.json\`, then add its metadata record.
4. On Hugging Face: push the folder as a dataset; \`README.md\` is its card.
5. Publish, and compare the repository's checksums with \`checksums.sha256\`.
`;

/** ISO 639-3 codes, which deposits require, by the two-letter codes of common languages. */
const threeLetterCodes: Readonly<Record<string, string>> = {
  ar: "ara",
  cs: "ces",
  da: "dan",
  de: "deu",
  en: "eng",
  es: "spa",
  fi: "fin",
  fr: "fra",
  he: "heb",
  hi: "hin",
  it: "ita",
  ja: "jpn",
  ko: "kor",
  nl: "nld",
  no: "nor",
  pl: "pol",
  pt: "por",
  ru: "rus",
  sv: "swe",
  tr: "tur",
  uk: "ukr",
  zh: "zho",
};

function languageOf<Field extends object>(
  { language }: Pick<ReleaseFacts, "language">,
  field: (code: string) => Field,
): Field | object {
  const code = threeLetterCodes[language.slice(0, 2)];
  return code ? field(code) : {};
}
