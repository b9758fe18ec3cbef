import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { serverUrl } from '../../location/server-url.ts';

interface PreviewFrameProps {
  readonly title: string;
  /** A path of the server. */
  readonly path: string;
  /** Sent in the body of a POST request. Without it, the URL is read. */
  readonly input?: object | undefined;
  /** What the page may do. Default: nothing. */
  readonly sandbox?: string;
  /** Whether the page says that it is drawn, by a message. */
  readonly saysDrawn?: boolean;
}

/** A frame with a page that the server makes. The last page stays until the next one is drawn. */
export const PreviewFrame = ({ path, input, ...props }: PreviewFrameProps) => {
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

interface PageProps extends Omit<PreviewFrameProps, 'path' | 'input'> {
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
  useEffect(() => {
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

/** Opens the response to a POST request in a frame. */
function postTo(frame: string, url: string, json: string): void {
  const form = Object.assign(document.createElement('form'), { method: 'post', action: url, target: frame });
  const field = Object.assign(document.createElement('input'), { type: 'hidden', name: 'json', value: json });
  form.append(field);
  document.body.append(form);
  form.submit();
  form.remove();
}
