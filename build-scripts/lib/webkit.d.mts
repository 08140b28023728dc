export interface WebKitWindow {
  readonly version: string;
  /** A command of WebDriver, with its path below the session's. */
  send(method: string, path: string, body?: object): Promise<unknown>;
  goto(address: string): Promise<void>;
  evaluate(expression: string): Promise<unknown>;
  close(): Promise<void>;
}
export declare function startWebKit(
  driver?: string,
): Promise<{ open(): Promise<WebKitWindow>; close(): Promise<void> }>;
