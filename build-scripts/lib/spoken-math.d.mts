export function spokenMath(mathml: string): string;
export function withSpokenMath(html: string): string;
