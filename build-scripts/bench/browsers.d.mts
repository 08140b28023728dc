export declare function namesOf(text: string): string[];
