export function renderMarkdown(source: string): string;
export function renderInline(source: string): string;
