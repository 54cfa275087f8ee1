/** A colour in OKLCH: lightness 0 to 1, chroma, hue in degrees. */
export interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Reads `oklch(0.64 0.165 42)`; throws a RangeError for anything else. */
export function parseOklch(text: string): Oklch {
  const match = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(text);
  if (!match) throw new RangeError(`expected oklch(lightness chroma hue), not ${text}`);
  const [lightness, chroma, hue] = match.slice(1).map(Number) as [number, number, number];
  return { lightness, chroma, hue };
}

/** The contrast ratio of WCAG 2 between two opaque colours, 1 to 21. */
export function contrast(one: Oklch, other: Oklch): number {
  const [darker, lighter] = [luminance(one), luminance(other)].sort((left, right) => left - right) as [number, number];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Whether an sRGB screen can show the colour without clipping it. */
export function isInGamut(colour: Oklch): boolean {
  return toLinearRgb(colour).every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

/** Relative luminance, the Y of sRGB's primaries. */
function luminance(colour: Oklch): number {
  const [red, green, blue] = toLinearRgb(colour).map((channel) => Math.min(1, Math.max(0, channel))) as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

type Rgb = [red: number, green: number, blue: number];

/** Ottosson's OKLab to linear sRGB (https://bottosson.github.io/posts/oklab/, as CSS Color 4 cites it). */
function toLinearRgb({ lightness, chroma, hue }: Oklch): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180);
  const b = chroma * Math.sin((hue * Math.PI) / 180);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}
