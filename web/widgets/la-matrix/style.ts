import { css } from 'lit';

export const matrixStyle = css`
  .figure {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 4px var(--la-unit);
    min-width: 0;
  }

  .name {
    display: grid;
    flex: none;
    justify-items: end;
    line-height: 1.3;
  }

  .letter {
    color: var(--colour);
    font: italic 600 1.25rem / 1.3 var(--la-prose);
  }

  /* inline-block: the line below a letter does not go on below its equals sign. */
  .letter::after {
    content: ' =';
    display: inline-block;
    white-space: pre;
    font-style: normal;
    font-weight: 400;
  }

  .scroll {
    border-inline: 3px var(--edge) var(--colour);
    border-radius: var(--la-radius);
    min-width: 0;
    padding: 3px;
  }

  td {
    padding: 2px;
    text-align: end;
  }

  :host([readonly]) td[data-at] {
    border-radius: var(--la-radius);
    font-size: 0.9375rem;
    min-width: 2.75em;
    padding: 4px 8px;
    white-space: nowrap;
  }

  td.marked {
    background: color-mix(in srgb, var(--mark) 16%, transparent);
    box-shadow: inset 0 0 0 2px var(--mark);
  }

  input {
    field-sizing: content;
    font-size: 0.9375rem;
    min-width: 3.25em;
    padding-inline: 6px;
    text-align: end;
    width: calc(var(--letters) * 1ch + 1.25em);
  }

  .problem {
    max-width: 0;
    min-width: 14em;
    text-align: start;
  }

  /* Over what follows, while a cell is read: a line kept free below every matrix would pull a chain of them apart. */
  :host {
    position: relative;
  }

  .status {
    background: var(--la-surface);
    inset-block-start: 100%;
    margin: 0;
    max-width: 32rem;
    outline: 1px solid var(--la-rule);
    overflow-wrap: anywhere;
    padding: 4px 8px;
    position: absolute;
    width: max-content;
    z-index: 1;
  }

  .status:empty {
    outline: 0;
    padding: 0;
  }

  :host(:not(:hover, :focus-within)) .status {
    visibility: hidden;
  }

  .controls {
    margin-top: var(--la-unit);
  }

  /* iOS zooms into a field whose letters are smaller than 16 px. */
  @media (pointer: coarse) {
    input {
      font-size: 1rem;
    }
  }

  @media (forced-colors: active) {
    td.marked {
      outline: 2px solid Highlight;
    }
  }
`;
