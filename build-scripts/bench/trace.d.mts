export interface TraceEvent {
  readonly name: string;
  readonly ts: number;
  readonly dur: number;
  readonly tdur?: number;
}
export interface Task {
  readonly wall: number;
  readonly computing: number;
  readonly scripts: number;
}
export declare const CATEGORIES: readonly string[];
export declare function tasksOf(events: readonly TraceEvent[]): Task[];
