import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { CopyButton } from '../copy-button/copy-button.tsx';
import { useScrollByKeys } from '../scroll-by-keys.ts';
import { highlightJson } from './highlight-json.tsx';

interface CodeProps {
  /** What the code is, such as `Body`. */
  readonly label: string;
  readonly text: string;
  /** Default: plain text. */
  readonly language?: 'json' | 'text';
  /** Buttons beside the one that copies. */
  readonly actions?: ComponentChildren;
}

/** Code or text as it is, with a button that copies it. */
export const Code = ({ label, text, language = 'text', actions }: CodeProps) => {
  const ref = useRef<HTMLPreElement>(null);
  useScrollByKeys(ref);
  return (
    <figure class="code">
      <figcaption>
        <span>{label}</span>
        <span class="actions">
          {actions}
          <CopyButton text={text} />
        </span>
      </figcaption>
      <pre ref={ref}>{language === 'json' ? highlightJson(text) : text}</pre>
    </figure>
  );
};

interface JsonProps {
  readonly label: string;
  /** Text is shown as it is. */
  readonly value: unknown;
}

/** A value as indented JSON. */
export const Json = ({ label, value }: JsonProps) =>
  typeof value === 'string' ? (
    <Code label={label} text={value} />
  ) : (
    <Code label={label} text={JSON.stringify(value, null, 2) ?? ''} language="json" />
  );

interface HeadersProps {
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** HTTP headers, one per line. */
export const Headers = ({ label, headers }: HeadersProps) => (
  <Code
    label={label}
    text={Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n')}
  />
);
