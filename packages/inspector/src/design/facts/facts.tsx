import type { ComponentChildren } from 'preact';

/** A name with its value. Undefined values are left out; null shows a dash. */
export type Detail = readonly [name: string, value: ComponentChildren | undefined];

export const DetailList = ({ details }: { readonly details: readonly Detail[] }) => (
  <dl class="detail-list">
    {details
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd class="wrap">{value === null || value === '' ? <span class="quiet">–</span> : value}</dd>
        </div>
      ))}
  </dl>
);

export interface Figure {
  readonly title: string;
  readonly value: ComponentChildren;
  readonly note?: ComponentChildren;
}

/** The most important numbers of a record, side by side. */
export const Figures = ({ figures }: { readonly figures: readonly Figure[] }) => (
  <dl class="card figures">
    {figures.map(({ title, value, note }) => (
      <div key={title}>
        <dt class="quiet">{title}</dt>
        <dd class="figure number">{value}</dd>
        {note !== undefined && <dd class="small quiet number">{note}</dd>}
      </div>
    ))}
  </dl>
);
