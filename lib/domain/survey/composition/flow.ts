/**
 * Integral flows with lower and upper bounds on every edge: if the margins form a network, a feasible fractional
 * solution implies an integral one (Hoffman and Kruskal 1956). Uses Dinic's algorithm after the usual reduction of
 * lower bounds to a super source and sink. Edges that were added earlier are tried first.
 */
export class BoundedFlow {
  private readonly heads: number[] = [];
  private readonly to: number[] = [];
  private readonly left: number[] = [];
  private readonly next: number[] = [];
  private readonly low: number[] = [];
  private readonly excess: number[] = [];

  addNode(): number {
    this.heads.push(-1);
    this.excess.push(0);
    return this.heads.length - 1;
  }

  /** Adds an edge with a flow between `low` and `high` whole units and returns its number; `low <= high`. */
  addEdge(from: number, to: number, low: number, high: number): number {
    if (!(low >= 0 && low <= high)) throw new RangeError(`an edge needs 0 <= low <= high, not ${low} and ${high}`);
    const edge = this.to.length;
    this.push(from, to, high - low);
    this.push(to, from, 0);
    this.low[edge] = low;
    this.excess[to] = (this.excess[to] ?? 0) + low;
    this.excess[from] = (this.excess[from] ?? 0) - low;
    return edge;
  }

  /** Finds a circulation within all bounds; false if there is none. Call it once, after all edges were added. */
  solve(): boolean {
    const nodes = this.heads.length;
    const source = this.addNode();
    const sink = this.addNode();
    let requiredFlow = 0;
    for (let node = 0; node < nodes; node += 1) {
      const excess = this.excess[node] ?? 0;
      if (excess > 0) {
        requiredFlow += excess;
        this.push(source, node, excess);
        this.push(node, source, 0);
      } else if (excess < 0) {
        this.push(node, sink, -excess);
        this.push(sink, node, 0);
      }
    }
    return this.maximum(source, sink) === requiredFlow;
  }

  /** The flow of an edge after `solve` returned true. */
  carried(edge: number): number {
    return (this.low[edge] ?? 0) + (this.left[edge ^ 1] ?? 0);
  }

  private push(from: number, to: number, capacity: number): void {
    this.to.push(to);
    this.left.push(capacity);
    this.low.push(0);
    this.next.push(this.heads[from] ?? -1);
    this.heads[from] = this.to.length - 1;
  }

  private maximum(source: number, sink: number): number {
    // Linked lists have the newest edge first; after one reversal, the first edge added is tried first.
    this.reverseLists();
    let total = 0;
    const level = new Int32Array(this.heads.length);
    while (this.levels(source, sink, level)) {
      const current = Int32Array.from(this.heads);
      for (;;) {
        const amount = this.augment(source, sink, Number.POSITIVE_INFINITY, level, current);
        if (amount === 0) break;
        total += amount;
      }
    }
    return total;
  }

  private reverseLists(): void {
    for (let node = 0; node < this.heads.length; node += 1) {
      let previous = -1;
      let edge = this.heads[node] ?? -1;
      while (edge !== -1) {
        const following = this.next[edge] ?? -1;
        this.next[edge] = previous;
        previous = edge;
        edge = following;
      }
      this.heads[node] = previous;
    }
  }

  private levels(source: number, sink: number, level: Int32Array): boolean {
    level.fill(-1);
    level[source] = 0;
    const queue = [source];
    for (let at = 0; at < queue.length; at += 1) {
      const node = queue[at] as number;
      for (let edge = this.heads[node] ?? -1; edge !== -1; edge = this.next[edge] ?? -1) {
        const target = this.to[edge] as number;
        if ((this.left[edge] ?? 0) > 0 && level[target] === -1) {
          level[target] = (level[node] ?? 0) + 1;
          queue.push(target);
        }
      }
    }
    return level[sink] !== -1;
  }

  private augment(node: number, sink: number, most: number, level: Int32Array, current: Int32Array): number {
    if (node === sink) return most;
    for (; (current[node] ?? -1) !== -1; current[node] = this.next[current[node] as number] ?? -1) {
      const edge = current[node] as number;
      const target = this.to[edge] as number;
      const room = this.left[edge] ?? 0;
      if (room <= 0 || level[target] !== (level[node] ?? 0) + 1) continue;
      const sent = this.augment(target, sink, Math.min(most, room), level, current);
      if (sent > 0) {
        this.left[edge] = room - sent;
        this.left[edge ^ 1] = (this.left[edge ^ 1] ?? 0) + sent;
        return sent;
      }
    }
    return 0;
  }
}
