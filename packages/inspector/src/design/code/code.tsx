import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { CopyButton } from '../copy-button/copy-button.tsx';

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

/** Lets the keyboard reach an element, and so scroll it, while its content is larger than itself. */
function useScrollByKeys(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const update = () => {
      const { scrollHeight, clientHeight, scrollWidth, clientWidth } = element;
      if (scrollHeight > clientHeight || scrollWidth > clientWidth) element.tabIndex = 0;
      else element.removeAttribute('tabindex');
    };
    update();
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => observer.disconnect();
  });
}

/** Strings (1), followed by a colon (2) if they are names; numbers (3); true, false and null (4). */
const TOKEN = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*)|\b(true|false|null)\b/g;

/** Beyond this length, JSON is shown without colors. */
const MAX_LENGTH = 100_000;

/** JSON with a color for each kind of token. */
function highlightJson(text: string): ComponentChildren {
  if (text.length > MAX_LENGTH) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (string === undefined) parts.push(<span class={number ? 'code-number' : 'code-atom'}>{whole}</span>);
    else parts.push(<span class={colon ? 'code-key' : 'code-string'}>{string}</span>, colon);
  }
  return [...parts, text.slice(end)];
}
