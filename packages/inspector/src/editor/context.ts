import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Draft, Schema } from './schema.ts';

export interface EditorContext {
  readonly errors: ReadonlyMap<string, string>;
  /** Names the stored record, so that a preview knows its sender. */
  readonly about: Draft;
  /** Whether a stored record changes: an empty text is then a value, rather than none. */
  readonly isChange: boolean;
  /** The path of the item that is open at first, such as `steps[2]`. */
  readonly opened?: string | undefined;
}

export const Editor = createContext<EditorContext>({ errors: new Map(), about: {}, isChange: false });

export const useErrorAt = (path: string): string | undefined => useContext(Editor).errors.get(path);

export interface MemberProps {
  readonly schema: Schema;
  readonly value: unknown;
  readonly label: string;
  /** The member as errors name it: `emails[0].subject`. */
  readonly path: string;
  readonly isRequired: boolean;
  /** Whether an empty text is a value, rather than none. */
  readonly isKept: boolean;
  readonly onChange: (value: unknown) => void;
}

export interface FieldsProps {
  readonly schema: Schema;
  readonly value: Draft;
  readonly path: string;
  readonly onChange: (value: Draft) => void;
  readonly isOptional?: boolean;
  readonly hidden?: readonly string[];
}

/** The component of a record's fields. Lists receive it as a property: an import would form a circle. */
export type FieldsComponent = ComponentType<FieldsProps>;
