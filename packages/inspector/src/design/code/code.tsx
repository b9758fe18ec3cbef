import { useSignal } from '@preact/signals';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '../button/button.tsx';
import type { IconName } from '../icon/icon.tsx';

interface CopyButtonProps {
  readonly text: string | (() => string);
  readonly label?: string;
  readonly icon?: IconName;
}

/** Real milliseconds that the check mark stays. */
const SHOWN_FOR = 1500;

/** Text that is used elsewhere, such as an id or a token, with a button that copies it. */
export const CopiedText = ({ text }: { readonly text: string }) => (
  <span class="icon-text mono">
    <span class="wrap">{text}</span>
    <CopyButton text={text} />
  </span>
);

export const CopyButton = ({ text, label, icon: shown }: CopyButtonProps) => {
  const isCopied = useSignal(false);
  const copy = async () => {
    await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, SHOWN_FOR);
  };
  const icon = isCopied.value ? 'check' : (shown ?? 'copy');
  return label === undefined || shown ? (
    <Button look="bare" icon={icon} label={isCopied.value ? 'Copied' : (label ?? 'Copy')} onClick={copy} />
  ) : (
    <Button icon={icon} onClick={copy}>
      {isCopied.value ? 'Copied' : label}
    </Button>
  );
};

interface ShortenedProps {
  readonly text: string;
  readonly start: RegExp;
}

/** Text whose beginning gives way where there is little room. */
export const Shortened = ({ text, start }: ShortenedProps) => {
  const [common = ''] = start.exec(text) ?? [];
  return (
    <span title={text}>
      {common !== '' && <span class="wide-only quiet">{common}</span>}
      {text.slice(common.length)}
    </span>
  );
};

interface CodeProps {
  readonly label: string;
  readonly text: string;
  readonly language?: 'json' | 'text';
  readonly actions?: ComponentChildren;
}

export const Code = ({ label, text, language = 'text', actions }: CodeProps) => {
  const ref = useRef<HTMLPreElement>(null);
  useScrollByKeys(ref);
  return (
    <figure class="code">
      <figcaption class="line spread small quiet">
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

export const Json = ({ label, value }: { readonly label: string; readonly value: unknown }) =>
  typeof value === 'string' ? (
    <Code label={label} text={value} />
  ) : (
    <Code label={label} text={JSON.stringify(value, null, 2) ?? ''} language="json" />
  );

interface HeadersProps {
  readonly label: string;
  readonly headers: Readonly<Record<string, string>>;
}

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

const colored = (kind: string, text: string) => <span style={{ color: `var(--code-${kind})` }}>{text}</span>;

/** Beyond this length, JSON is shown without colors. */
const MAX_LENGTH = 100_000;

function highlightJson(text: string): ComponentChildren {
  if (text.length > MAX_LENGTH) return text;
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [whole, string, colon, number] = match;
    parts.push(text.slice(end, match.index));
    end = match.index + whole.length;
    if (string === undefined) parts.push(colored(number ? 'number' : 'atom', whole));
    else parts.push(colored(colon ? 'key' : 'string', string), colon);
  }
  return [...parts, text.slice(end)];
}
