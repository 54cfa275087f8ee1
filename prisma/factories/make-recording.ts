/** Samples a second of made recordings. */
const rate = 8_000;

/** A WAV recording of a tone, with the name of an artist in its metadata. */
export function makeRecording(seconds: number, { artist = "", hertz = 440 } = {}): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * rate) * 2);
  for (let at = 0; at < samples.length / 2; at += 1)
    samples.writeInt16LE(Math.round(8_000 * Math.sin((2 * Math.PI * hertz * at) / rate)), at * 2);
  const named = Buffer.from(`${artist}${artist.length % 2 === 0 ? "" : "\0"}`);
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(rate * 2, 8);
  format.writeUInt16LE(2, 12);
  format.writeUInt16LE(16, 14);
  const info = artist === "" ? [] : [chunk("LIST", Buffer.concat([Buffer.from("INFO"), chunk("IART", named)]))];
  return chunk("RIFF", Buffer.concat([Buffer.from("WAVE"), chunk("fmt ", format), ...info, chunk("data", samples)]));
}

function chunk(name: string, content: Buffer): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt32LE(content.length);
  return Buffer.concat([Buffer.from(name), size, content]);
}
