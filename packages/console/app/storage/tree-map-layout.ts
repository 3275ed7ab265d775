import { hierarchy, treemap, treemapSquarify } from 'd3-hierarchy';

export interface Area {
  /** Where its tile is, in hundredths of the whole. */
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Weight {
  readonly weight: number;
  readonly children?: readonly Weight[];
}

const percent = 100;

/** A tile for each weight, as large as its share and as square as it can be, in a box `ratio` times as wide as it is high. In the order of the weights, which fall. */
export const tilesOf = (weights: readonly number[], ratio: number): readonly Area[] => {
  const root = hierarchy<Weight>({ weight: 0, children: weights.map((weight) => ({ weight })) }).sum(({ weight }) => weight);
  const placed = treemap<Weight>()
    .tile(treemapSquarify)
    .size([percent * ratio, percent])(root);
  return (placed.children ?? []).map(({ x0, x1, y0, y1 }) => ({
    left: x0 / ratio,
    top: y0,
    width: (x1 - x0) / ratio,
    height: y1 - y0,
  }));
};
