export function develop(
  site: string,
  options?: { port?: number },
): Promise<{ address: string; close(): Promise<unknown> }>;
