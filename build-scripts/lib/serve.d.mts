export interface ServeOptions {
  port?: number;
  headers?: Record<string, string>;
  prefix?: string;
  types?: Record<string, string>;
  cors?: boolean;
}
export function serve(
  folder: string,
  options?: ServeOptions,
): Promise<{ address: string; close(): Promise<void> }>;
