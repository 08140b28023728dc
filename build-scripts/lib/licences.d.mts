export declare const BUNDLED: readonly string[];
export declare const LICENCES: string;
export declare function licences(): string;
