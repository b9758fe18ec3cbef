import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const compiler = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');

/** The server's text about a place that an editor points at. */
interface Hover {
  readonly contents: { readonly value: string };
}

/** TypeScript's language server, as an editor runs it. */
export class LanguageServer implements Disposable {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #received = Buffer.alloc(0);
  #count = 0;

  constructor(folder: string) {
    this.#child = spawn(process.execPath, [compiler, '--lsp', '--stdio'], {
      cwd: folder,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#read(chunk));
  }

  async start(folder: string): Promise<void> {
    const rootUri = pathToFileURL(folder).href;
    await this.#ask('initialize', {
      processId: process.pid,
      rootUri,
      capabilities: { textDocument: { hover: { contentFormat: ['markdown'] } } },
    });
    this.#send({ method: 'initialized', params: {} });
  }

  /** The hover text of each of these places of a file. */
  async hover(file: string, text: string, offsets: readonly number[]): Promise<string[]> {
    const uri = pathToFileURL(file).href;
    this.#send({
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'typescript', version: 1, text } },
    });
    const shown: string[] = [];
    for (const offset of offsets) {
      const lines = text.slice(0, offset).split('\n');
      const position = { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 };
      const hover = await this.#ask('textDocument/hover', { textDocument: { uri }, position });
      shown.push((hover as Hover | null)?.contents.value ?? '');
    }
    return shown;
  }

  [Symbol.dispose](): void {
    this.#child.kill();
  }

  #ask(method: string, params: unknown): Promise<unknown> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  #send(message: object): void {
    const body = JSON.stringify({ jsonrpc: '2.0', ...message });
    this.#child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  }

  #read(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const end = this.#received.indexOf('\r\n\r\n');
      const [, length] = /Content-Length: (\d+)/i.exec(this.#received.subarray(0, end).toString()) ?? [];
      if (end === -1 || length === undefined || this.#received.length < end + 4 + Number(length)) return;
      const body = this.#received.subarray(end + 4, end + 4 + Number(length)).toString();
      this.#received = this.#received.subarray(end + 4 + Number(length));
      const { id, method, result } = JSON.parse(body);
      // The server asks too, for settings and the like; there are none.
      if (method !== undefined && id !== undefined) this.#send({ id, result: null });
      else if (id !== undefined) this.#waiting.get(id)?.(result);
    }
  }
}
