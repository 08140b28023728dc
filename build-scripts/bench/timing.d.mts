export interface Way {
  readonly run: () => unknown;
  readonly times: number[];
  runs: number;
  elapsed: number;
  cpu: number;
}
export declare function clockStep(): number;
export declare function timed(
  way: Way,
  lengths: { measure: number; leastRuns: number },
  sample: number,
): Promise<void>;
