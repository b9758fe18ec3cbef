import type { Cause } from '../../api/cause.ts';

/** A form as `GET /_admin/forms` lists it. */
export interface Form {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  readonly campaign_id: string | null;
  readonly orientation: string;
  readonly is_widget_enabled: boolean;
  readonly submissions: number;
  /** ISO 8601. */
  readonly created_at: string;
  readonly signup: {
    readonly fields: readonly { readonly name: string; readonly label: string }[];
    readonly tags: readonly string[];
  };
}

/** A submission of a form. */
export interface Submission {
  readonly id: string;
  readonly subscriber_id: string;
  /** The page, if the form was on one. */
  readonly url: string | null;
  readonly submitted_at: string;
  readonly cause: Cause | null;
}

/** Where a form can stand on a page, with the names of these places. */
export const ORIENTATIONS = [
  ['embedded', 'Embedded in the page'],
  ['lightbox', 'Lightbox'],
  ['bottom_left_tab', 'Tab, bottom left'],
  ['bottom_right_tab', 'Tab, bottom right'],
  ['side_left_tab', 'Tab, left side'],
  ['side_right_tab', 'Tab, right side'],
] as const;

/** The name of an orientation. */
export const nameOf = (orientation: string): string =>
  ORIENTATIONS.find(([value]) => value === orientation)?.[1] ?? orientation;
