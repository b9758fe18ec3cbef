import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  /** Explains the field below it. */
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly type?: 'text' | 'number' | 'email' | 'url' | 'datetime-local' | 'password';
  /** For numbers. */
  readonly min?: number;
  readonly step?: number | 'any';
  /** More than one makes a text area. */
  readonly rows?: number;
  readonly isCode?: boolean;
}

/** A labelled text field. */
export const Field = (props: FieldProps) => {
  const { label, value, onInput, hint, error, placeholder, isRequired, rows = 1, isCode } = props;
  const id = useId();
  const shared = {
    id,
    value,
    placeholder,
    required: isRequired,
    spellcheck: false,
    class: classes('input', isCode && 'mono'),
    'aria-invalid': error !== undefined,
    'aria-describedby': hint || error ? `${id}-note` : undefined,
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {rows > 1 ? (
        <textarea {...shared} rows={rows} onInput={({ currentTarget }) => onInput(currentTarget.value)} />
      ) : (
        <input
          {...shared}
          // Each type has its own list of roles in the types of Preact; the field sets none.
          type={(props.type ?? 'text') as 'text'}
          min={props.min}
          step={props.step}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {(hint || error) && (
        <p id={`${id}-note`} class={error === undefined ? 'quiet' : 'field-error'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
};

/** A choice by its value, with the text to show; a plain text is both. */
export type Option<Value> = Value | readonly [value: Value, text: string];

interface SelectProps<Value extends string> {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Option<Value>[];
  readonly onInput: (value: Value) => void;
  /** Whether only screen readers get the label, as in toolbars. */
  readonly isLabelHidden?: boolean;
}

/** A labelled choice. */
export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { label, value, options, onInput, isLabelHidden = false } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'hidden-visually' : undefined}>
        {label}
      </label>
      <select
        id={id}
        class="input"
        value={value}
        onChange={({ currentTarget }) => onInput(currentTarget.value as Value)} // an option
      >
        {options.map((option) => {
          const [key, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={key} value={key} selected={key === value}>
              {text}
            </option>
          );
        })}
      </select>
    </div>
  );
};

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
}

/** The search field of a page; the key `/` focuses it. */
export const SearchField = ({ label, value, onInput }: SearchFieldProps) => (
  <div class="search-field">
    <Icon name="search" />
    <input
      type="search"
      class="input"
      data-search
      aria-label={label}
      aria-keyshortcuts="/"
      placeholder={label}
      value={value}
      autocomplete="off"
      spellcheck={false}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
    <kbd>/</kbd>
  </div>
);
