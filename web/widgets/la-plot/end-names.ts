// Where the names of lines stand: each beside the place where its line ends, and none over another.

/** In px of the drawing. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

export interface NamedEnd extends Place {
  /** Of the name, px. */
  readonly width: number;
}

/**
 * Where a line is last seen between `top` and `bottom`: at its last point, or where it leaves the drawing for good; of a line
 * that is never seen, what is nearest to its last point. `points`: along the line; undefined where there are none.
 */
export function endOf(points: readonly Place[], top: number, bottom: number): Place | undefined {
  const inside = ({ y }: Place) => y >= top && y <= bottom;
  let last = points.length - 1;
  while (last > 0 && !inside(points[last]!)) --last;
  const [seen, next] = [points[last], points[last + 1]];
  if (seen === undefined) return undefined;
  if (!inside(seen)) {
    const { x, y } = points.at(-1)!;
    return { x, y: Math.min(Math.max(y, top), bottom) };
  }
  if (next === undefined) return seen;
  const y = next.y < top ? top : bottom;
  return { x: seen.x + ((y - seen.y) / (next.y - seen.y)) * (next.x - seen.x), y };
}

/** The height of each name: that of its line's end, or as near as `gap` allows where names stand above one another. */
export function namePlaces(ends: readonly NamedEnd[], gap: number, low: number, high: number): number[] {
  const places = ends.map(({ y }) => y);
  for (const group of groupsOf(ends)) {
    const wanted = group.map((i) => ends[i]!.y);
    spread(wanted, gap, low, high).forEach((place, i) => {
      places[group[i]!] = place;
    });
  }
  return places;
}

/** Names that share a column, by index; two are in one group where a third lies over both. */
function groupsOf(ends: readonly NamedEnd[]): number[][] {
  const groups: number[][] = [];
  let right = Number.NEGATIVE_INFINITY;
  for (const i of ends.map((_, index) => index).sort((a, b) => ends[a]!.x - ends[b]!.x)) {
    const { x, width } = ends[i]!;
    if (x > right) groups.push([]);
    groups.at(-1)!.push(i);
    right = Math.max(right, x + width);
  }
  return groups;
}

/**
 * Places on one line at least `gap` apart, in the order of `wanted` and between `low` and `high`, moved as little as that
 * takes: the sum of the squared moves is the least. Where there is too little room they go on before `low`.
 */
export function spread(wanted: readonly number[], gap: number, low: number, high: number): number[] {
  const order = wanted.map((_, i) => i).sort((a, b) => wanted[a]! - wanted[b]!);
  // Without the gaps, places only have to rise: neighbours that would fall stand together at their mean.
  const blocks: { sum: number; count: number }[] = [];
  order.forEach((i, rank) => {
    let block = { sum: wanted[i]! - rank * gap, count: 1 };
    for (;;) {
      const before = blocks.at(-1);
      if (before === undefined || before.sum / before.count <= block.sum / block.count) break;
      blocks.pop();
      block = { sum: before.sum + block.sum, count: before.count + block.count };
    }
    blocks.push(block);
  });
  const most = high - (wanted.length - 1) * gap;
  const places = [...wanted];
  let rank = 0;
  for (const { sum, count } of blocks) {
    const first = Math.min(Math.max(sum / count, low), most);
    for (let i = 0; i < count; ++i, ++rank) places[order[rank]!] = first + rank * gap;
  }
  return places;
}
