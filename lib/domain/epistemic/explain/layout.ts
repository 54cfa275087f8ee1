import { maxExplainedPersons } from "./explain-problem.ts";

/** Whether the panels are side by side (wide screens) or stacked (phones). */
export type LayoutShape = "wide" | "narrow";

export interface Point {
  x: number;
  y: number;
}

/** A block of eight worlds with the same facts about the fourth and later persons. */
export interface WorldBlock extends Point {
  width: number;
  height: number;
  facts: { person: number; fact: boolean }[];
}

/** The positions of the worlds' tiles in a drawing of `width` by `height` units. */
export interface WorldLayout {
  width: number;
  height: number;
  tile: { width: number; height: number; columns: number };
  /** Centres of the tiles, by world number. */
  places: Point[];
  /**
   * One panel for each combination of the facts about the fourth and later persons; a single panel for up to three
   * persons.
   */
  panels: WorldBlock[];
}

/** Size of a person's figure in a tile, and height of the strip with the world's number above the figures. */
export const figureSize = { width: 26, height: 38 };
export const tileHead = 17;
const tilePadding = 7;
const rowGap = 54;
const panelHead = 26;
const margin = 10;

/**
 * Arranges the worlds of a problem so that each person's fact is one direction of the picture: parallel lines join
 * worlds that differ only in the fact about one person. The first row has the world in which every fact is false; each
 * further row has one more true fact. Up to three persons form one lattice; each further person doubles the number of
 * panels. Throws RangeError for unsupported numbers of persons.
 */
export function layoutWorlds(persons: number, shape: LayoutShape): WorldLayout {
  if (!Number.isInteger(persons) || persons < 2 || persons > maxExplainedPersons) {
    throw new RangeError(`a layout is for 2 to ${maxExplainedPersons} persons, not ${persons}`);
  }
  const columns = persons <= 3 ? persons : persons === 4 ? 2 : 3;
  const tile = {
    width: columns * figureSize.width + 2 * tilePadding,
    height: tileHead + Math.ceil(persons / columns) * figureSize.height + tilePadding,
    columns,
  };
  const personsInPanel = Math.min(persons, 3);
  const columnPitch = tile.width + (shape === "narrow" ? 12 : persons <= 3 ? 74 : 34);
  const rowPitch = tile.height + rowGap;
  const head = persons > 3 ? panelHead : 0;
  const panel = {
    width: 2 * columnPitch + tile.width + 2 * margin,
    height: personsInPanel * rowPitch + tile.height + 2 * margin + head,
  };
  const panels = Array.from({ length: 2 ** (persons - personsInPanel) }, (_, number): WorldBlock => {
    const panelColumns = shape === "narrow" ? 1 : persons === 6 ? 4 : Math.min(2, 2 ** (persons - personsInPanel));
    return {
      x: (number % panelColumns) * (panel.width + margin),
      y: Math.floor(number / panelColumns) * (panel.height + margin),
      ...panel,
      facts: Array.from({ length: persons - personsInPanel }, (_unused, bit) => ({
        person: personsInPanel + bit,
        fact: ((number >> bit) & 1) === 1,
      })),
    };
  });
  const directions = personsInPanel === 2 ? [-1, 1] : [-1, 0, 1];
  const places = Array.from({ length: 2 ** persons }, (_, world): Point => {
    const { x, y } = panels[world >> personsInPanel]!;
    const set = directions.filter((_direction, person) => ((world >> person) & 1) === 1);
    return {
      x: x + panel.width / 2 + columnPitch * set.reduce((sum, direction) => sum + direction, 0),
      y: y + margin + head + tile.height / 2 + rowPitch * set.length,
    };
  });
  const last = panels.at(-1)!;
  return { width: last.x + panel.width, height: last.y + panel.height, tile, places, panels };
}
