import type { Markup } from './element.ts';

/**
 * A form, as the server prepares it for pages: the interface's names where it is the same thing. What does not
 * depend on the page is worked out at the server, once, and costs no visitor anything.
 */
export interface FormDefinition {
  id: string;
  headline: string;
  /** The headline or, without one, the words on the button. */
  label: string;
  send_ga_event: boolean;
  /** Seconds before it opens by itself. */
  popup_after: number;
  /** Days before it opens by itself again. */
  popup_every: number;
  /** Days before it does so once it was closed or sent. */
  popup_rest: number;
  /** Its words, with spaces. */
  orientation: string;
  /**
   * Custom properties of its styles, as the text of a declaration: `--p` behind the tab and the button, `--h` for the
   * words on the tab, `--t` for those on the button, `--b` for borders, `--c` for the headline; `--o` is the opacity of
   * the labels.
   */
  styles: string;
  /** A regular expression of the paths that it shows itself on; of none when its widget is off. */
  paths: string;
  hide_on_mobile: boolean;
  /** The button at the edge of the page that opens it. */
  tab: Markup;
  /** What closes it, and its headline. */
  head: Markup[];
  /** What it asks for, under the names that inputs have in the markup of embedded forms, and the button that sends it. */
  form: Markup[];
  /** What takes the place of the form once it was submitted. */
  confirmation: Markup[];
  redirect_url?: string | undefined;
  /** What it says to the visitor by itself. */
  texts: { sending: string; delayed: string; failed: string };
}
