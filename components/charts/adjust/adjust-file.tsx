"use client";

import { useState } from "react";
import { Callout } from "@/components/ui/callout.tsx";
import { Button } from "@/components/ui/forms/button.tsx";
import { Field } from "@/components/ui/forms/field.tsx";
import { Select } from "@/components/ui/forms/select.tsx";
import { TextInput } from "@/components/ui/forms/text-input.tsx";
import {
  type FileOptions,
  noFileOptions,
  paletteNames,
  printedFont,
  printedWidth,
} from "@/lib/domain/results/figures/file-options.ts";
import { FileLinks } from "../file-links.tsx";
import { type ChosenPart, PartList } from "./part-list.tsx";
import { type FileParts, useParts } from "./use-parts.ts";

const paletteLabels = {
  screen: "Screen colours",
  "okabe-ito": "Colour-blind safe (Okabe-Ito)",
  grey: "Grey",
} as const;
const figureFormats = { svg: "SVG", pdf: "PDF", png: "PNG", "vl.json": "Vega-Lite" } as const;
const tableFormats = { csv: "CSV", xlsx: "XLSX", tex: "LaTeX", md: "Markdown" } as const;

/**
 * The form that adjusts a table or figure for a paper, with a preview. Nothing is stored: the settings are query
 * parameters of the files' addresses.
 *
 * @param base the address of the file, without its extension
 * @param query the parameters of the results that the file shows
 */
export function AdjustFile(props: { base: string; query: string; isFigure: boolean }) {
  const parts = useParts(fileAddress(props, "parts.json", noFileOptions));
  if (parts === null) return <p role="status">Loading…</p>;
  if ("failure" in parts) return <Callout tone="bad" title={parts.failure} />;
  return <AdjustForm key={`${props.base}${props.query}`} {...props} parts={parts} />;
}

function AdjustForm({
  base,
  query,
  isFigure,
  parts,
}: {
  base: string;
  query: string;
  isFigure: boolean;
  parts: FileParts;
}) {
  const allParts = (isFigure ? parts.rows : parts.columns).map((name) => ({ name, label: name, isShown: true }));
  const [chosen, setChosen] = useState<ChosenPart[]>(allParts);
  const [style, setStyle] = useState<FileOptions>({
    ...noFileOptions,
    ...(isFigure ? { widthMm: printedWidth.usual } : {}),
  });
  const [title, setTitle] = useState(parts.title);
  const shownParts = chosen.filter((part) => part.isShown);
  const options: FileOptions = {
    ...style,
    ...(title.trim() === parts.title ? {} : { title }),
    ...(isFigure ? { rows: shownParts.map(({ name }) => name) } : { columns: shownParts.map(({ name }) => name) }),
    labels: Object.fromEntries(
      shownParts.filter(({ name, label }) => label !== name).map(({ name, label }) => [name, label]),
    ),
  };
  const links = Object.entries(isFigure ? figureFormats : tableFormats).map(([ending, label]) => ({
    label,
    ending,
    href: fileAddress({ base, query }, ending, options),
  }));
  const name = base.split("/").at(-1) ?? "file";
  return (
    <div className="grid gap-8 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
      <form className="grid content-start gap-5" onSubmit={(event) => event.preventDefault()}>
        <Field name="title" label={isFigure ? "Title" : "Caption"}>
          <TextInput value={title} maxLength={400} onChange={(event) => setTitle(event.target.value)} />
        </Field>
        {isFigure ? <FigureStyleFields {...{ style, setStyle }} /> : <TableStyleField {...{ style, setStyle }} />}
        <PartList legend={isFigure ? "Rows" : "Columns"} parts={chosen} onChange={setChosen} />
        <p>
          <Button
            look="quiet"
            onClick={() => {
              setChosen(allParts);
              setTitle(parts.title);
              setStyle(noFileOptions);
            }}
          >
            Reset
          </Button>
        </p>
      </form>
      <section aria-label="Preview" className="grid min-w-0 content-start gap-4">
        <FileLinks name={name} called={name} links={links} canAdjust={false} />
        {isFigure ? (
          // biome-ignore lint/performance/noImgElement: the server renders the image; there is nothing to optimise.
          <img
            src={fileAddress({ base, query }, "svg", options)}
            alt={`Preview: ${title}`}
            className="max-w-full rounded-md border border-rule bg-white"
          />
        ) : (
          <TablePreview address={fileAddress({ base, query }, "parts.json", options)} />
        )}
      </section>
    </div>
  );
}

/** A preview of the table as text, in the format of the Markdown download. */
function TablePreview({ address }: { address: string }) {
  const parts = useParts(address);
  if (parts !== null && "failure" in parts) return <Callout tone="bad" title={parts.failure} />;
  return (
    <pre
      aria-busy={parts === null}
      className="max-h-[32rem] overflow-auto rounded-md border border-rule bg-surface p-4 text-sm"
    >
      {parts?.preview ?? ""}
    </pre>
  );
}

interface StyleProps {
  style: FileOptions;
  setStyle: (style: FileOptions) => void;
}

function FigureStyleFields({ style, setStyle }: StyleProps) {
  return (
    <>
      <Field name="palette" label="Colours">
        <Select
          value={style.palette}
          onChange={(event) => setStyle({ ...style, palette: event.target.value as FileOptions["palette"] })}
          options={paletteNames.map((value) => ({ value, label: paletteLabels[value] }))}
        />
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field name="width" label="Width in mm">
          <TextInput
            type="number"
            min={printedWidth.least}
            max={printedWidth.most}
            value={style.widthMm ?? printedWidth.usual}
            onChange={(event) => setStyle({ ...style, widthMm: clamp(event.target.valueAsNumber, printedWidth) })}
          />
        </Field>
        <Field name="font" label="Font size in points">
          <TextInput
            type="number"
            step="0.5"
            min={printedFont.least}
            max={printedFont.most}
            value={style.fontPt}
            onChange={(event) => setStyle({ ...style, fontPt: clamp(event.target.valueAsNumber, printedFont) })}
          />
        </Field>
      </div>
    </>
  );
}

function TableStyleField({ style, setStyle }: StyleProps) {
  return (
    <Field name="style" label="LaTeX style">
      <Select
        value={style.style}
        onChange={(event) => setStyle({ ...style, style: event.target.value as FileOptions["style"] })}
        options={[
          { value: "booktabs", label: "Booktabs" },
          { value: "apa", label: "APA, 7th edition" },
        ]}
      />
    </Field>
  );
}

function clamp(value: number, { least, most, usual }: { least: number; most: number; usual: number }): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : usual;
}

function fileAddress({ base, query }: { base: string; query: string }, ending: string, options: FileOptions): string {
  const parameters = new URLSearchParams(query);
  if (options !== noFileOptions) parameters.set("options", JSON.stringify(options));
  const text = parameters.toString();
  return `${base}.${ending}${text === "" ? "" : `?${text}`}`;
}
