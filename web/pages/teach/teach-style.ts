import { css } from 'lit';

export const teachStyle = css`
  h2 {
    font: 600 1.375rem / 1.2 var(--la-prose);
    margin: calc(var(--la-unit) * 5) 0 calc(var(--la-unit) * 2);
  }

  .ordinal {
    color: var(--la-muted);
    margin-inline-end: var(--la-unit);
  }

  p {
    margin: 0 0 calc(var(--la-unit) * 2);
    max-width: 66ch;
  }

  .text {
    align-content: start;
    display: grid;
    gap: 2px;
    grid-template-columns: minmax(0, 1fr);
    justify-items: start;
    margin: 0 0 calc(var(--la-unit) * 2);
    max-width: 100%;
    min-width: 0;
  }

  .text select {
    max-width: 100%;
  }

  .flag {
    align-items: center;
    display: flex;
    gap: var(--la-unit);
    min-height: var(--la-touch);
  }

  fieldset {
    border: 0;
    margin: 0 0 calc(var(--la-unit) * 2);
    min-width: 0;
    padding: 0;
  }

  fieldset:not(.row) {
    display: grid;
    gap: 0 calc(var(--la-unit) * 3);
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
  }

  legend {
    margin-bottom: 4px;
    padding: 0;
  }

  .controls:not(.row) {
    display: flex;
    flex-wrap: wrap;
    gap: calc(var(--la-unit) * 2) calc(var(--la-unit) * 4);
    margin-bottom: calc(var(--la-unit) * 3);
  }

  .choices {
    display: grid;
    gap: 0 calc(var(--la-unit) * 3);
    grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr));
  }

  .preview {
    background: var(--la-tint);
    border: 1px solid var(--la-rule);
    border-radius: var(--la-radius);
    margin-bottom: calc(var(--la-unit) * 2);
    padding: calc(var(--la-unit) * 2);
  }

  .shown {
    margin-inline: auto;
    overflow: hidden;
  }

  iframe {
    border: 0;
    display: block;
    transform-origin: 0 0;
  }

  .block {
    margin: 0 0 calc(var(--la-unit) * 3);
  }

  figcaption {
    font-size: var(--la-small);
    margin-bottom: 4px;
  }

  pre {
    background: var(--la-tint);
    border-block: 1px solid var(--la-rule);
    font: var(--la-small) / 1.5 var(--la-code);
    margin: 0 0 var(--la-unit);
    overflow-x: auto;
    padding: calc(var(--la-unit) * 2);
  }

  a {
    color: var(--la-press);
  }

  .warn {
    border-inline-start: 4px solid var(--la-warn);
    padding-inline-start: var(--la-unit);
  }

  .said {
    font-weight: 600;
    min-height: 1.5em;
  }
`;
