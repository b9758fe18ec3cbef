import type { ComponentChildren } from 'preact';

/** A name with its value. Undefined values are left out; null shows a dash. */
export type Detail = readonly [name: string, value: ComponentChildren | undefined];

/** The attributes of a record, one per row. */
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
