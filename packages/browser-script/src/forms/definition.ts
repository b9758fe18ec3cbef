import type { Markup } from './element.ts';

/**
 * A form, as the server prepares it for pages: the interface's names where it is the same thing. What does not
 * depend on the page is worked out at the server, once, and costs no visitor anything.
 */
export interface FormDefinition {
  id: string;
  headline: string;
  description: string;
  button_text: string;
  confirmation_heading: string;
  confirmation_text: string;
  send_ga_event: boolean;
  seconds_before_popup: number;
  days_between_popup: number;
  days_between_popup_after_close: number;
  orientation: string;
  /**
   * Custom properties of its styles, as the text of a declaration: `--p` behind the headline, the tab and the button, `--h` for the headline, `--t`
   * for other text on `--p`, `--b` for borders; `--o` is the opacity of the labels.
   */
  styles: string;
  /** A regular expression of the paths that it shows itself on; of none when its widget is off. */
  paths: string;
  hide_on_mobile: boolean;
  /** The inputs with their labels, under the names that they have in the markup of embedded forms. */
  inputs: Markup[];
  redirect_url?: string | undefined;
  /** What it says to the visitor by itself. */
  texts: { close: string; sending: string; delayed: string; failed: string };
}
