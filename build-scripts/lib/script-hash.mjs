// The hash by which a page's policy knows its inline script.
import { createHash } from 'node:crypto';

export function hashOf(text) {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}
