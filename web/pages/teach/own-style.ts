import { css } from 'lit';

export const ownStyle = css`
  .text input,
  .text textarea {
    max-width: 100%;
  }

  .wide,
  .wide textarea {
    width: 100%;
  }

  textarea {
    background: var(--la-surface);
    border: 1px solid var(--la-edge);
    border-radius: var(--la-radius);
    padding: var(--la-unit);
    resize: vertical;
  }

  .field {
    max-width: 100%;
    min-width: 0;
  }

  .problem {
    border-inline-start: 4px solid var(--la-warn);
    margin: 0 0 calc(var(--la-unit) * 2);
    max-width: 40ch;
    padding-inline-start: var(--la-unit);
  }

  .field > .text:has(+ .problem) {
    margin-bottom: 4px;
  }

  button.to {
    background: none;
    border: 0;
    color: var(--la-press);
    min-height: 0;
    padding: 0;
    text-align: start;
    text-decoration: underline;
  }

  .code,
  code {
    font-family: var(--la-code);
  }

  fieldset.list {
    border-inline-start: 2px solid var(--la-rule);
    display: block;
    padding-inline-start: calc(var(--la-unit) * 2);
  }

  ol {
    list-style: none;
    margin: 0;
    padding: 0;
  }

  li + li {
    border-top: 1px solid var(--la-rule);
    padding-top: calc(var(--la-unit) * 2);
  }

  .fields {
    display: flex;
    flex-wrap: wrap;
    gap: 0 calc(var(--la-unit) * 3);
  }

  .fields > fieldset,
  .fields > .wide,
  .fields > .fields {
    flex: 1 0 100%;
    min-width: 0;
  }

  .remove {
    margin-bottom: calc(var(--la-unit) * 2);
  }

  summary {
    cursor: pointer;
    min-height: var(--la-touch);
  }

  .warn {
    margin: 0 0 calc(var(--la-unit) * 2);
  }

  .warn li + li {
    border: 0;
    padding: 0;
  }

  .good {
    font-weight: 600;
  }
`;
