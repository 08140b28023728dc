import { css } from 'lit';

export const heatmapStyle = css`
  .head {
    align-items: baseline;
    display: flex;
    flex-wrap: wrap;
    gap: 4px calc(var(--la-unit) * 2);
    justify-content: space-between;
    margin-bottom: var(--la-unit);
    max-width: max(18rem, var(--width));
  }

  .head .label {
    color: var(--colour);
  }

  .toggle {
    border-color: transparent;
    padding-inline: 0;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  .frame {
    position: relative;
  }

  .stage {
    position: relative;
    touch-action: pan-y;
    width: max-content;
  }

  canvas {
    display: block;
  }

  .cells {
    outline: 1px solid var(--la-rule);
    pointer-events: none;
    position: absolute;
  }

  .cursor {
    pointer-events: none;
    position: absolute;
  }

  .cursor:focus-visible {
    outline-offset: 1px;
  }

  .cursor.told {
    outline: 2px solid var(--la-ink);
    outline-offset: 0;
  }

  .cursor.told:focus-visible {
    outline: 3px solid var(--la-focus);
    outline-offset: 1px;
  }

  .axes {
    align-items: center;
    color: var(--la-muted);
    display: flex;
    flex-wrap: wrap;
    font-size: var(--la-fine);
    gap: 0 calc(var(--la-unit) * 2);
  }

  .scale {
    align-content: start;
    display: grid;
    flex: 0 1 8rem;
    font-size: var(--la-fine);
  }

  .bar {
    border: 1px solid var(--la-edge);
    forced-color-adjust: none;
    height: 10px;
    print-color-adjust: exact;
    -webkit-print-color-adjust: exact;
  }

  .ends {
    display: flex;
    justify-content: space-between;
  }

  /* The scale, and the cell that is read. */
  .below {
    display: flex;
    flex-wrap: wrap;
    gap: 4px calc(var(--la-unit) * 2);
    margin-top: var(--la-unit);
  }

  .status {
    flex: 1 1 9rem;
    line-height: 1.4;
    margin: 0;
    min-height: 2.8em;
    overflow-wrap: anywhere;
  }

  td,
  th {
    border-bottom: 1px solid var(--la-rule);
    padding: 3px 8px;
    text-align: end;
    white-space: nowrap;
  }

  th {
    color: var(--la-muted);
    font-weight: 500;
  }

  /* No column waits for the width of thousands of numbers. */
  .table table {
    table-layout: fixed;
    width: calc((var(--columns) + 1) * 6rem);
  }
`;
