// Lit draws in a microtask, and Firefox runs none between `beforeprint` and the paper.
import { LitElement } from 'lit';

/** Draws what is pending in `element`, and in the elements that it has then. */
export function drawAtOnce(element: LitElement): void {
  // Lit means it to be called for this, and protects it in its type.
  (element as unknown as { performUpdate(): void }).performUpdate();
  for (const child of element.renderRoot.querySelectorAll('*')) {
    if (child instanceof LitElement) drawAtOnce(child);
  }
}
