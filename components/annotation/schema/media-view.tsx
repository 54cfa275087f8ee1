"use client";

import { type SyntheticEvent, useState } from "react";
import type { MediaField, MediaValue } from "@/lib/domain/tasks/schema/stimulus-field.ts";
import { readPlayback } from "../../../lib/client/playback.ts";

/** An image, or a recording with controls. A note states whether the recording must be played completely. */
export function MediaView({ field, media, base }: { field: MediaField; media: MediaValue; base: string }) {
  const [isPlayed, setPlayed] = useState(false);
  const address = `${base}/${media.sha256}`;
  if (field.type === "image")
    // biome-ignore lint/performance/noImgElement: the file is served with access checks and is not optimised.
    return <img src={address} alt={media.alt} className="max-h-[70dvh] max-w-full rounded-md border border-rule" />;
  const isRequired = field.playback === "complete";
  const updatePlayed = ({ currentTarget }: SyntheticEvent<HTMLMediaElement>) =>
    setPlayed(readPlayback([currentTarget]) !== "partial");
  const player = {
    controls: true,
    preload: "metadata",
    src: address,
    "aria-label": media.alt,
    className: "w-full max-w-measure rounded-md",
    ...(isRequired
      ? {
          "data-playback": "complete",
          onTimeUpdate: updatePlayed,
          onEnded: updatePlayed,
          onError: updatePlayed,
          onLoadedMetadata: updatePlayed,
        }
      : {}),
  };
  return (
    <figure className="grid gap-1">
      {field.type === "audio" ? <audio {...player} /> : <video {...player} />}
      {isRequired && (
        <p className="text-sm font-medium">
          {isPlayed ? "Played completely." : "Play the whole recording before you submit your answers."}
        </p>
      )}
      <figcaption className="text-sm text-ink-soft">{media.alt}</figcaption>
    </figure>
  );
}
