/** An input of a form. */
export interface FormField {
  name: string;
  label: string;
  type: string;
  required?: boolean | undefined;
  /** What a `select` offers. */
  options?: string[] | undefined;
  /** What is in it at first; of a checkbox, what it means when it is ticked. */
  value?: string | undefined;
  /** What browsers fill in by themselves. */
  autocomplete?: string | undefined;
}

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
  /** Of the labels; never so little that they cannot be read. */
  opacity: number;
  show_labels: boolean;
  /**
   * Custom properties of its styles: `--p` behind the headline, the tab and the button, `--h` for the headline, `--t`
   * for other text on `--p`, `--b` for borders.
   */
  colors: Record<string, string>;
  /** Whether it shows itself, on the paths that the next two allow. */
  is_widget: boolean;
  /** A regular expression of paths. */
  shown_on?: string | undefined;
  hidden_on?: string | undefined;
  hide_on_mobile: boolean;
  /** The box for consent is among them. */
  fields: FormField[];
  redirect_url?: string | undefined;
  /** What it says to the visitor by itself. */
  texts: { close: string; sending: string; failed: string };
}
