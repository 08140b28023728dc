// What a heat map and a plot share: the line above the drawing, and the table that can stand in its place.
import { css } from 'lit';

export const drawingStyle = css`
  .head {
    align-items: baseline;
    display: flex;
    flex-wrap: wrap;
    gap: 4px calc(var(--la-unit) * 2);
    justify-content: space-between;
  }

  .toggle {
    border-color: transparent;
    padding-inline: 0;
    text-decoration: underline;
    text-underline-offset: 0.2em;
  }

  td,
  th {
    border-bottom: 1px solid var(--la-rule);
    padding: 3px 8px;
    text-align: end;
    white-space: nowrap;
  }
`;
