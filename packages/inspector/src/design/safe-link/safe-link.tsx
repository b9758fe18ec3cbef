import type { ComponentChildren } from 'preact';

interface SafeLinkProps {
  /** A URL from data, which may be anything. */
  readonly url: string;
  /** Default: the URL. */
  readonly children?: ComponentChildren;
}

const isWeb = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);

/** A URL from data as a link that opens another tab; plain text unless it is a URL of the web. */
export const SafeLink = ({ url, children = url }: SafeLinkProps) =>
  isWeb(url) ? (
    <a href={url} target="_blank" rel="noreferrer noopener">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );
