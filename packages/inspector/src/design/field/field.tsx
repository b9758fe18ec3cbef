import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';
import { Icon } from '../icon/icon.tsx';

interface Labels {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly error?: string | undefined;
}

interface FieldProps extends Labels {
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly placeholder?: string;
  readonly isRequired?: boolean;
  readonly type?: 'text' | 'number' | 'email' | 'url' | 'datetime-local' | 'time' | 'color';
  readonly min?: number | undefined;
  readonly max?: number | undefined;
  readonly step?: number | 'any';
  /** Values to choose from; others can be written. */
  readonly options?: readonly string[] | undefined;
  /** More than one makes a text area. */
  readonly rows?: number;
  readonly isCode?: boolean;
}

export const Field = (props: FieldProps) => {
  const { label, value, onInput, hint, error, placeholder, isRequired, rows = 1, isCode, options } = props;
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
          max={props.max}
          step={props.step}
          list={options && `${id}-options`}
          autocomplete="off"
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      )}
      {options && (
        <datalist id={`${id}-options`}>
          {options.map((option) => (
            <option key={option} value={option} />
          ))}
        </datalist>
      )}
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  );
};

const FieldNote = ({ id, hint, error }: Omit<Labels, 'label'> & { readonly id: string }) =>
  hint || error ? (
    <p id={`${id}-note`} class={error === undefined ? 'small quiet' : 'small tone bad'}>
      {error ?? hint}
    </p>
  ) : null;

/** A choice by its value, with the text to show; a plain text is both. */
export type Option<Value> = Value | readonly [value: Value, text: string];

interface SelectProps<Value extends string> extends Labels {
  readonly value: string;
  readonly options: readonly Option<Value>[];
  readonly onInput: (value: Value) => void;
  /** Whether only screen readers get the label, as in toolbars. */
  readonly isLabelHidden?: boolean;
}

export const Select = <Value extends string>(props: SelectProps<Value>) => {
  const { label, value, options, onInput, isLabelHidden = false, hint, error } = props;
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
        aria-invalid={error !== undefined}
        aria-describedby={hint || error ? `${id}-note` : undefined}
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
      <FieldNote id={id} hint={hint} error={error} />
    </div>
  );
};

interface ChecklistProps extends Labels {
  readonly values: readonly string[];
  readonly options: readonly Option<string>[];
  readonly onInput: (values: readonly string[]) => void;
}

export const Checklist = ({ label, values, options, onInput, hint, error }: ChecklistProps) => {
  const id = useId();
  const keys = options.map((option) => (typeof option === 'string' ? option : option[0]));
  const toggle = (key: string) =>
    onInput(keys.filter((one) => (one === key ? !values.includes(one) : values.includes(one))));
  return (
    <fieldset class="field checklist" aria-describedby={hint || error ? `${id}-note` : undefined}>
      <legend>{label}</legend>
      <div class="checklist-options">
        {options.map((option) => {
          const [key, text] = typeof option === 'string' ? [option, option] : option;
          return (
            <label key={key}>
              <input type="checkbox" checked={values.includes(key)} onChange={() => toggle(key)} /> {text}
            </label>
          );
        })}
      </div>
      <FieldNote id={id} hint={hint} error={error} />
    </fieldset>
  );
};

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onInput: (value: string) => void;
  readonly suggestions: readonly string[];
  readonly describedBy: string | undefined;
}

export const SearchField = ({ label, value, onInput, suggestions, describedBy }: SearchFieldProps) => {
  const id = useId();
  return (
    <div class="search-field">
      <Icon name="search" />
      <input
        type="search"
        class="input"
        data-search
        aria-label={label}
        aria-describedby={describedBy}
        aria-keyshortcuts="/"
        placeholder={label}
        value={value}
        list={id}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
      <kbd>/</kbd>
      <datalist id={id}>
        {suggestions.map((suggestion) => (
          <option key={suggestion} value={suggestion} />
        ))}
      </datalist>
    </div>
  );
};

interface AddFieldProps {
  readonly label: string;
  readonly onAdd: (text: string) => Promise<unknown>;
}

export const AddField = ({ label, onAdd }: AddFieldProps) => {
  const draft = useSignal('');
  const add = async (event: Event) => {
    event.preventDefault();
    const text = draft.value.trim();
    if (text !== '' && (await onAdd(text)) !== undefined) draft.value = '';
  };
  return (
    <form class="line add-field" onSubmit={add}>
      <input
        class="input"
        aria-label={label}
        placeholder={label}
        value={draft.value}
        autocomplete="off"
        onInput={({ currentTarget }) => {
          draft.value = currentTarget.value;
        }}
      />
      <Button type="submit" icon="plus">
        Add
      </Button>
    </form>
  );
};
