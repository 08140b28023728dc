// The page as Chromium hands it to a screen reader: what is in its accessibility tree, in the order in which it is read.
import type { Page } from 'playwright-core';

export interface Heard {
  readonly role: string;
  readonly name: string;
  /** What is said besides: the text that describes it. '' without one. */
  readonly description: string;
}

/** For `useSite`: with a screen reader running, the tree is kept from the beginning, and of what is off the screen too. */
export const READER = ['--force-renderer-accessibility'];

/** Everything on the page that is read, shadow roots included; the text of a formula once, as its name. */
export async function heardOn(page: Page): Promise<Heard[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const heard: Heard[] = [];
  const visit = (id: string): void => {
    const node = byId.get(id);
    if (node === undefined) return;
    const role = String(node.role?.value ?? '');
    if (!node.ignored)
      heard.push({
        role,
        // Chromium parts inline pieces of a name by spaces; no voice makes a pause of them.
        name: String(node.name?.value ?? '').replace(/\s+(?=[,.;:?!)]|$)/g, ''),
        description: String(node.description?.value ?? ''),
      });
    if (role !== 'MathMLMath' && role !== 'StaticText') node.childIds?.forEach(visit);
  };
  visit(nodes[0]!.nodeId);
  return heard;
}

/** The names of all that has a role. */
export const namesOf = (heard: readonly Heard[], role: string): string[] =>
  heard.filter((one) => one.role === role).map(({ name }) => name);
