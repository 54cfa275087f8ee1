import type { ReactNode } from "react";
import type { Say } from "@/lib/domain/survey/languages/messages.ts";
import type { ShownField } from "@/lib/domain/tasks/screens/task-screen.ts";
import { MarkdownText } from "./markdown-text.tsx";
import { Prose } from "./prose.tsx";
import { studyText } from "./study-text.ts";

interface TaskStimulusProps {
  say: Say;
  fields: readonly ShownField[];
  /** The URL prefix of files. The SHA-256 of a file is appended. */
  media: string;
}

/** The fields of a task that form the stimulus, in the order of the schema. */
export function TaskStimulus({ say, fields, media }: TaskStimulusProps) {
  return fields.map((field) => (
    <section key={field.name} className="task-field" aria-label={field.label || undefined}>
      {field.label && (
        <h2 className="field-label" {...studyText(say, field.label)}>
          {field.label}
        </h2>
      )}
      <FieldValue say={say} field={field} media={media} />
    </section>
  ));
}

function FieldValue({ say, field, media }: { say: Say; field: ShownField; media: string }): ReactNode {
  const { type, value } = field;
  if (typeof value === "string") {
    if (type === "markdown") return <MarkdownText say={say} text={value} />;
    if (type === "title")
      return (
        <h2 className="task-title" {...studyText(say, value)}>
          {value}
        </h2>
      );
    return <Prose say={say} text={value} className="story-text" />;
  }
  if (!Array.isArray(value)) return <MediaFile field={field} file={value} media={media} />;
  return value.map((part, index) => {
    const at = `${field.name}-${index}`;
    if (typeof part === "string")
      return (
        <div key={at} className="task-part">
          <h3 {...studyText(say, field.names?.[index] ?? "")}>{field.names?.[index]}</h3>
          <Prose say={say} text={part} className="story-text" />
        </div>
      );
    const [name, text] = "speaker" in part ? [part.speaker, part.text] : [part.key, part.value];
    return (
      <div key={at} className="task-turn" {...studyText(say, text)}>
        <b>{name}</b> <span>{text}</span>
      </div>
    );
  });
}

/** An image, or a recording with controls. Below a recording, its alternative text is shown. */
function MediaFile(props: { field: ShownField; file: { sha256: string; type: string; alt: string }; media: string }) {
  const { field, file, media } = props;
  const source = `${media}${file.sha256}`;
  // biome-ignore lint/performance/noImgElement: participants' screens are plain HTML without Next's image component
  if (field.type === "image") return <img className="task-image" src={source} alt={file.alt} />;
  const player = {
    controls: true,
    preload: "metadata",
    "data-playback": field.isPlayedCompletely ? "complete" : undefined,
  };
  return (
    <figure className="task-media" id={field.isPlayedCompletely && "playback"}>
      {field.type === "video" ? <video {...player} src={source} /> : <audio {...player} src={source} />}
      <figcaption>{file.alt}</figcaption>
    </figure>
  );
}
