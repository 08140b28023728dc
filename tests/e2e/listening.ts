// What a page has read out by itself: the texts that come into its live regions, inside shadow roots too.
import type { Page } from 'playwright-core';

/** From now on; each call of what comes back gives the texts since the last one, in order. Call it once a page has loaded. */
export async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const heard: string[] = [];
    Object.assign(window, { heardHere: heard });
    const LIVE = '[role="status"], [role="alert"], [aria-live]:not([aria-live="off"])';
    /** The region that a change is in, through shadow roots. */
    const regionOf = (node: Node): Element | null => {
      for (let at: Node | null = node; at !== null; ) {
        const near: Element | null = (at instanceof Element ? at : at.parentElement)?.closest(LIVE) ?? null;
        if (near !== null) return near;
        const root: Node = at.getRootNode();
        at = root instanceof ShadowRoot ? root.host : null;
      }
      return null;
    };
    const seen = new WeakSet<Node>();
    const watch = (root: Node): void => {
      if (seen.has(root)) return;
      seen.add(root);
      new MutationObserver((changes) => {
        const regions = new Set<Element>();
        for (const { target, addedNodes } of changes) {
          const region = regionOf(target);
          // A status is read as a whole; of another region, what was added.
          if (region?.matches('[role="status"], [role="alert"]')) regions.add(region);
          else if (region !== null) for (const node of addedNodes) regions.add(node as Element);
          for (const node of addedNodes) {
            if (!(node instanceof Element)) continue;
            open(node);
            // An alert is read when it comes.
            for (const alert of [node, ...node.querySelectorAll('[role="alert"]')])
              if (alert.matches('[role="alert"]')) regions.add(alert);
          }
        }
        for (const region of regions) {
          const text = (region.textContent ?? '').replace(/\s+/g, ' ').trim();
          if (text !== '') heard.push(text);
        }
      }).observe(root, { subtree: true, childList: true, characterData: true });
    };
    const open = (from: Element): void => {
      for (const one of [from, ...from.querySelectorAll('*')]) {
        if (one.shadowRoot === null) continue;
        watch(one.shadowRoot);
        for (const inside of one.shadowRoot.children) open(inside);
      }
    };
    // Closed roots are heard as others are.
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, { ...init, mode: 'open' });
      watch(root);
      return root;
    };
    watch(document);
    open(document.documentElement);
  });
  return () => page.evaluate(() => (window as unknown as { heardHere: string[] }).heardHere.splice(0));
}
