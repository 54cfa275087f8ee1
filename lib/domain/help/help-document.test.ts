import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { findSections, helpDocuments, hrefOfLink, splitDocument } from "./help-document.ts";

const documents = helpDocuments.map((name) => splitDocument(name, readFileSync(`docs/${name}.md`, "utf8")));

describe("splitting a document", () => {
  it("keeps every line below its heading, and no heading of a code block", () => {
    const source =
      "# Title\n\nLead.\n\n## First `part`\n\nText.\n\n```sh\n# comment\n## no heading\n```\n\n### Inner\n\nMore.\n";
    expect(splitDocument("sample", source)).toEqual({
      name: "sample",
      title: "Title",
      lead: "\nLead.\n\n",
      sections: [
        {
          id: "first-part",
          title: "First `part`",
          level: 2,
          text: "\nText.\n\n```sh\n# comment\n## no heading\n```\n\n",
        },
        { id: "inner", title: "Inner", level: 3, text: "\nMore.\n\n" },
      ],
    });
  });
});

describe("the documents", () => {
  it("have a title and sections with unique fragments", () => {
    for (const { name, title, sections } of documents) {
      expect(title, name).not.toBe(name);
      expect(sections.length, name).toBeGreaterThan(1);
      expect(new Set(sections.map(({ id }) => id)).size, name).toBe(sections.length);
    }
  });

  it("link only to sections and documents that are there", () => {
    const addresses = new Set(
      documents.flatMap(({ name, sections }) => [`/help/${name}`, ...sections.map(({ id }) => `/help/${name}#${id}`)]),
    );
    const links = documents.flatMap(({ name, lead, sections }) =>
      [lead, ...sections.map(({ text }) => text)].flatMap((text) =>
        [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => hrefOfLink(target!, name)),
      ),
    );
    const own = links.filter((href): href is string => href?.startsWith("/help/") === true);
    expect(own.length).toBeGreaterThan(3);
    expect(own.filter((href) => !addresses.has(href))).toEqual([]);
  });

  it("are found by the titles of their sections first", () => {
    expect(findSections(documents, "interim analyses", 6)[0]).toMatchObject({
      label: expect.stringMatching(/interim analyses/i),
      href: expect.stringMatching(/^\/help\//),
    });
    expect(findSections(documents, "Reverse Proxy", 6)[0]).toEqual({
      label: "Reverse proxy",
      detail: documents.find(({ name }) => name === "operating")!.title,
      href: "/help/operating#reverse-proxy",
    });
    expect(findSections(documents, "no such words anywhere", 6)).toEqual([]);
  });
});

describe("the address of a link", () => {
  it("is the served page, the address elsewhere, or null for a file that is not served", () => {
    expect(hrefOfLink("formats.md#item-file", "statistics")).toBe("/help/formats#item-file");
    expect(hrefOfLink("glossary.md", "statistics")).toBe("/help/glossary");
    expect(hrefOfLink("#few-clusters", "statistics")).toBe("/help/statistics#few-clusters");
    expect(hrefOfLink("https://osf.io", "statistics")).toBe("https://osf.io");
    expect(hrefOfLink("../README.md", "statistics")).toBeNull();
    expect(hrefOfLink("javascript:alert(1)", "statistics")).toBeNull();
  });
});
