type Seconds = () => Promise<Map<number, number>>;
export declare function secondsBelow(parent: number): Promise<Map<number, number>>;
export declare function sharesWhile(seconds: Seconds, work: () => Promise<unknown>): Promise<number[]>;
