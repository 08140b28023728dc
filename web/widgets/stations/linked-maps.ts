// Heat maps of one figure in which the same cell is read: the one under the pointer or the cursor of any of them.
import { html, type TemplateResult } from 'lit';
import type { Matrix } from '../../engine/types.js';
import '../la-heatmap/la-heatmap.js';
import type { CellPlace } from '../la-heatmap/la-heatmap.js';

export interface MapOptions {
  /** What rows and columns are; by default queries and keys. */
  readonly rowTitle?: string;
  readonly colTitle?: string;
  readonly rowNames?: readonly string[];
  readonly colNames?: readonly string[];
  /** The scale, where maps are to share one; by default from the values. */
  readonly domain?: readonly [number, number] | null;
  /** As in la-heatmap. */
  readonly mask?: Uint8Array | null;
}

export class LinkedMaps {
  readonly #host: { requestUpdate(): void };
  #cursor: CellPlace | null = null;

  constructor(host: { requestUpdate(): void }) {
    this.#host = host;
  }

  map(label: string, matrix: Matrix, options: MapOptions = {}): TemplateResult {
    const { rowTitle = 'query', colTitle = 'key', rowNames = [], colNames = [] } = options;
    return html`<la-heatmap
      label=${label}
      row-title=${rowTitle}
      col-title=${colTitle}
      .domain=${options.domain ?? null}
      .mask=${options.mask ?? null}
      .rowNames=${rowNames}
      .colNames=${colNames}
      .cursor=${this.#cursor}
      .matrix=${matrix}
      @la-cursor=${(event: CustomEvent<CellPlace | null>) => {
        this.#cursor = event.detail;
        this.#host.requestUpdate();
      }}
    ></la-heatmap>`;
  }
}

/** The names of queries and keys, for maps of pairs. */
export function namesOf(
  input: { readonly queryNames: readonly string[]; readonly keyNames: readonly string[] } | null,
): Pick<MapOptions, 'rowNames' | 'colNames'> {
  return input === null ? {} : { rowNames: input.queryNames, colNames: input.keyNames };
}
