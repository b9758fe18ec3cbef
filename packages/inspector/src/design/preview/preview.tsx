import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { serverUrl } from '../../location/server-url.ts';
import { Button } from '../button/button.tsx';
import { classes } from '../classes.ts';
import { into } from '../signals.ts';

interface FrameProps {
  readonly title: string;
  readonly path: string;
  /** Sent in the body of a POST request. Without it, the URL is read. */
  readonly input?: object | undefined;
  /** The permissions of the page. Default: nothing. */
  readonly sandbox?: string;
  /** Whether the page says that it is drawn, by a message. */
  readonly saysDrawn?: boolean;
}

interface PreviewProps extends FrameProps {
  readonly tools?: ComponentChildren;
  readonly head?: ComponentChildren;
  readonly isDark?: boolean;
}

export const Preview = ({ tools, head, isDark = false, ...frame }: PreviewProps) => {
  const isPhone = useSignal(false);
  return (
    <>
      <div class="actions spread">
        {tools}
        <div class="actions">
          {[false, true].map((phone) => (
            <Button
              key={String(phone)}
              isPressed={isPhone.value === phone}
              onClick={() => into(isPhone)(phone)}
            >
              {phone ? 'Phone' : 'Desktop'}
            </Button>
          ))}
        </div>
      </div>
      <div class={classes('card preview', isPhone.value && 'is-phone', isDark && 'is-dark')}>
        {head}
        <Frame {...frame} />
      </div>
    </>
  );
};

/** A frame whose last page stays until the next one is drawn. */
const Frame = ({ path, input, ...props }: FrameProps) => {
  const url = serverUrl(path);
  const json = input && JSON.stringify(input);
  const page = `${url} ${json}`;
  const [shown, setShown] = useState({ page: '', url: '', json });
  const pages = [shown, { page, url, json }].filter(
    (one, index) => one.page !== '' && (index > 0 || one.page !== page),
  );
  return (
    <>
      {pages.map((one) => (
        <Page
          key={one.page} // first: after a spread, it would be no JSX of the bundler
          {...props}
          {...one}
          isHidden={one.page !== shown.page}
          onDrawn={() => setShown(one)}
        />
      ))}
    </>
  );
};

interface PageProps extends Omit<FrameProps, 'path' | 'input'> {
  readonly url: string;
  readonly json: string | undefined;
  readonly isHidden: boolean;
  readonly onDrawn: () => void;
}

/** One page. A new frame for each, since a frame that leads elsewhere adds to the browser's history. */
const Page = ({ title, url, json, sandbox = '', saysDrawn = false, isHidden, onDrawn }: PageProps) => {
  const name = useId();
  const frame = useRef<HTMLIFrameElement>(null);
  const isSent = useRef(json === undefined);
  useLayoutEffect(() => {
    if (json !== undefined) postTo(name, url, json);
    isSent.current = true;
  }, []);
  useLayoutEffect(() => {
    if (!saysDrawn) return undefined;
    const onMessage = ({ source }: MessageEvent) => {
      if (source === frame.current?.contentWindow) onDrawn();
    };
    window.addEventListener('message', onMessage);
    return () => window.removeEventListener('message', onMessage);
  });
  return (
    <iframe
      ref={frame}
      name={name}
      title={title}
      sandbox={sandbox}
      src={json === undefined ? url : undefined}
      hidden={isHidden}
      onLoad={() => isSent.current && !saysDrawn && onDrawn()}
    />
  );
};

function postTo(frame: string, url: string, json: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url, target: frame });
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'json', value: json });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
