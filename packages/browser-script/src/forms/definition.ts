import type { Markup } from './element.ts';

/**
 * A form as the server prepares it for pages. Members have the interface's names if they mean the same. The server computes
 * everything that does not depend on the page, once, so that browsers do not have to.
 */
export interface FormDefinition {
  id: string;
  headline: string;
  /** The headline, otherwise the button's text. */
  label: string;
  send_ga_event: boolean;
  /** Seconds until the form opens by itself. */
  popup_after: number;
  /** The share of the page, in percent, that the visitor has seen before. Above 100: the visitor is about to leave. */
  popup_at: number;
  /** Days until the form opens by itself again. */
  popup_every: number;
  /** Days until the form opens by itself again after the visitor has closed or submitted it. */
  popup_rest: number;
  /** The words of the orientation, separated by spaces. */
  orientation: string;
  /**
   * Declarations, mostly of custom properties. Colors: `--p` background of the tab and the button, `--h` text of the tab,
   * `--t` text of the button, `--b` borders, `--c` headline, `--i` other text, `--q` quiet text, `--a` errors, `--g`
   * background. `--o` is the opacity of the labels, `--r` the radius of corners, `--s` a factor for spaces, `--f` the font.
   */
  styles: string;
  /** Rules for the look of this form, added to those of all forms. */
  css: string;
  /** A regular expression of the paths on which the form appears by itself. Matches none if the widget is disabled. */
  paths: string;
  hide_on_mobile: boolean;
  /** The button at the edge of the window that opens the form. */
  tab: Markup;
  /** The close button and the headline. */
  head: Markup[];
  /** The fields, with the names of inputs in embedded markup, and the submit button. */
  form: Markup[];
  /** Replaces the fields after the submission. */
  confirmation: Markup[];
  redirect_url?: string | undefined;
  /** Status messages for the visitor. */
  texts: { sending: string; delayed: string; failed: string; copied: string };
}
