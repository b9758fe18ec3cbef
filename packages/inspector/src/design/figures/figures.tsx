import type { ComponentChildren } from 'preact';

/** A number of a record, such as how many emails were sent. */
export interface Figure {
  readonly title: string;
  readonly value: ComponentChildren;
  /** A remark below the value. */
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
