import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesAt, read, root, withoutTests } from '../setup/repository.ts';
import { importsOf } from './imports.ts';

/** A pattern that files must not contain. */
interface Rule {
  /** The reason, which is the name of the test. */
  because: string;
  files: RegExp;
  except?: RegExp;
  never: RegExp;
}

/** An import of values or of types: `specifier` is a regular expression for the text between the quotes. */
const importOf = (specifier: string) =>
  new RegExp(String.raw`(?:\bfrom|\bimport\(?)\s*['"](?:${specifier})['"]`);

const server = (folders: string) => new RegExp(`^packages/mock-server/src/(?:${folders})`);

const rules: Rule[] = [
  {
    because: 'the SDK imports neither the server nor Node.js',
    files: /^packages\/sdk\/src\//,
    never: importOf('@trickle/.*|node:.*'),
  },
  {
    because:
      'the command uses the library by its public entries, as its users do, and only types of the server, except to read seeds',
    files: /^packages\/cli\/src\//,
    except: /^packages\/cli\/src\/pull\/seeds\.ts$/,
    never: new RegExp(
      String.raw`${importOf('(?:\\.\\./)+[\\w-]+/src/.*').source}|import(?:\(|\s+(?!type\b)[^;]*from\s+)['"]@trickle/(?!sdk|design)`,
    ),
  },
  {
    because: 'Node.js 22, which the packages support, knows no `using`',
    files: /^packages\/(?:cli|mock-server|sdk)\/src\//,
    never: /^\s*(?:await )?using \w+ =/m,
  },
  {
    because: 'the contract imports zod/mini and nothing else',
    files: /^packages\/sdk\/src\/contract\//,
    never: importOf('(?!zod/mini)[^.].*'),
  },
  {
    because: 'zod is imported as a namespace, and as zod/mini, so that a bundle holds only what it uses',
    files: /^packages\/[^/]+\/src\//,
    never: /import\s+(?!type\b|\* as z from 'zod\/mini')[^;'"]*from\s+['"]zod(?:\/[^'"]*)?['"]/,
  },
  {
    because: 'the page script imports only types from packages',
    files: /^packages\/browser-script\/src\//,
    never: /import\s+(?!type\b)[^;'"]*from\s+['"][^.'"][^'"]*['"]/,
  },
  {
    because: 'the server imports only the contract from the SDK',
    files: server(''),
    never: importOf('@trickle/sdk(?!/contract).*'),
  },
  {
    because: 'only the edges of the server import Hono',
    files: server(''),
    except: server('pages|app|admin|api'),
    never: importOf('@?hono.*'),
  },
  {
    because: 'rules, jobs and storage do not use HTTP, except for the requests of the service itself',
    files: server('domain|store|jobs'),
    except: server('jobs/network/'),
    never: importOf('node:https?'),
  },
  {
    because: 'the engine of the store knows no table',
    files: server('store/engine/'),
    never: importOf('(?:\\.\\./)+(?:tables|records|queries|open|rows)\\b.*'),
  },
  {
    because: 'only shared/platform/ reads the real clock, waits, or uses randomness',
    files: server(''),
    except: server('shared/platform/'),
    never:
      /\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bset(?:Timeout|Interval|Immediate)\(|\brandom(?:UUID|Bytes)\b|\bgetRandomValues\b|\bperformance\.now\b|node:timers/,
  },
];

/** The pages of the inspector, each in a folder of its own. */
const pages = readdirSync(join(root, 'packages/inspector/src/pages')).map((name) => `pages/${name}`);

/**
 * The rooms of each package, from the top down: a file may import its own room and the rooms on lower lines. Rooms on one
 * line do not import each other. A room is a folder or a file below `src`.
 */
const houses: Record<string, string> = {
  'mock-server': `
    index.ts
    cli integrations
    server.ts
    runtime.ts
    app.ts
    pages.ts
    options.ts
    admin
    api
    jobs seed
    domain
    faults
    observe
    email store
    shared`,
  cli: `
    main.ts
    program.ts
    completion
    types
    call compare export import listen login mcp pull rehearse tail trigger whoami why
    sandbox
    connection operations csv
    files
    terminal
    parse-json.ts`,
  design: `
    mark.ts number-test.ts repeated-member.ts terminal.ts
    admin-request.ts deliveries.ts file-text.ts json-tokens.ts replacement.ts tokens.ts tones.ts`,
  sdk: `
    index.ts
    client.ts
    typed-client.ts
    resources
    bulk oauth
    transport
    options.ts
    redis telemetry webhooks content
    rate-limits http-handlers
    core
    records.generated.ts
    contract
    contract/schema`,
  'browser-script': `
    main-pinned.ts main-plain.ts main.ts
    esm.ts start-on-page.ts
    load-features-by-request.ts start.ts
    load-features.ts
    watch-visits.ts
    apply-tags.ts
    send.ts
    outbox.ts
    batch.ts post.ts
    persist.ts visitor.ts
    account-types.ts message.ts queue.ts random-id.ts settings.ts site.ts time-zone.ts
    config.ts forms json.ts result.ts types.ts wait.ts
    guard.ts`,
  inspector: `
    main.tsx
    routes.ts
    ${pages.join(' ')}
    records
    editor
    mailing
    app
    design
    api
    location nouns.ts`,
};

const sources = new Map(
  withoutTests(filesAt('packages/*/src/**/*.{ts,tsx}')).map((file) => [file, read(file)]),
);

const breaks = ({ files, except, never }: Rule, file: string, text: string) =>
  files.test(file) && !except?.test(file) && never.test(text);

const roomsOf = (name: string) =>
  (houses[name] ?? '')
    .split('\n')
    .flatMap((text, line) => Array.from(text.matchAll(/\S+/g), ([room]) => ({ room, line })));

/** The room of a file and its line, counted from the top; undefined for a file that has no room. */
function roomOf(file: string): { room: string; line: number } | undefined {
  const [, name = '', path = ''] = /^packages\/([^/]+)\/src\/(.*)$/.exec(file) ?? [];
  const own = roomsOf(name).filter(({ room }) => path === room || path.startsWith(`${room}/`));
  return own.sort((one, other) => other.room.length - one.room.length)[0];
}

/** The imports of a file that do not run downwards, as sentences. */
function upwardImports(file: string, text: string): string[] {
  const from = roomOf(file);
  return importsOf(file, text).flatMap((target) => {
    const to = roomOf(target);
    if (from === undefined || to === undefined || from.room === to.room || to.line > from.line) return [];
    return [`${file} imports ${target}, but ${to.room} is not below ${from.room}`];
  });
}

/** The first circle of imports that is found, as the files on the way. */
function findCircle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): string[] | undefined => {
    if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
    if (done.has(file)) return undefined;
    for (const target of graph.get(file) ?? []) {
      const circle = walk(target, [...way, file]);
      if (circle) return circle;
    }
    done.add(file);
    return undefined;
  };
  for (const file of graph.keys()) {
    const circle = walk(file, []);
    if (circle) return circle;
  }
  return undefined;
}

describe('architecture', () => {
  test.each(rules)('$because', (rule) => {
    const broken = [...sources].filter(([file, text]) => breaks(rule, file, text));
    expect(broken.map(([file]) => file)).toEqual([]);
  });

  test('every file has a room', () => {
    expect([...sources.keys()].filter((file) => roomOf(file) === undefined)).toEqual([]);
  });

  test('every room has files', () => {
    const used = new Set([...sources.keys()].map((file) => roomOf(file)?.room));
    const rooms = Object.keys(houses).flatMap(roomsOf);
    expect(rooms.filter(({ room }) => !used.has(room))).toEqual([]);
  });

  test('every import runs downwards, types included', () => {
    expect([...sources].flatMap(([file, text]) => upwardImports(file, text))).toEqual([]);
  });

  test('no imports form a circle, types included', () => {
    const graph = new Map([...sources].map(([file, text]) => [file, importsOf(file, text)]));
    expect(findCircle(graph)).toBeUndefined();
  });

  test('no imports between the rooms of the domain form a circle', () => {
    const roomIn = (file: string) => /\/domain\/([^/]+)/.exec(file)?.[1];
    const graph = new Map<string, string[]>();
    for (const [file, text] of sources) {
      const room = roomIn(file);
      if (room === undefined) continue;
      const targets = importsOf(file, text).flatMap((target) => roomIn(target) ?? []);
      graph.set(room, [...(graph.get(room) ?? []), ...targets.filter((target) => target !== room)]);
    }
    expect(graph.size).toBeGreaterThan(10);
    expect(findCircle(graph)).toBeUndefined();
  });

  test('a circle is found', () => {
    const graph = new Map(Object.entries({ a: ['b'], b: ['c', 'd'], c: [], d: ['b'] }));
    expect(findCircle(graph)).toEqual(['b', 'd', 'b']);
  });

  test('an import that runs upwards or sideways is found', () => {
    const store = 'packages/mock-server/src/store/tables/tags.ts';
    expect(upwardImports(store, "import type { Context } from '../../domain/context/context.ts';")).toEqual([
      `${store} imports packages/mock-server/src/domain/context/context.ts, but domain is not below store`,
    ]);
    const api = 'packages/mock-server/src/api/handlers/tags.ts';
    expect(upwardImports(api, "import { toWire } from '../../admin/wire.ts';")).toHaveLength(1);
    expect(upwardImports(api, "import { listTags } from '../../store/tables/tags.ts';")).toEqual([]);
  });

  // Each line breaks exactly one rule, so that a rule that matches nothing is noticed.
  test.each([
    ['packages/sdk/src/client.ts', "import { createServer } from '@trickle/mock-server';"],
    [
      'packages/cli/src/tail/sandbox.ts',
      "import { Transport } from '../../../sdk/src/transport/transport.ts';",
    ],
    ['packages/cli/src/whoami.ts', "import { createServer } from '@trickle/mock-server';"],
    ['packages/cli/src/import/report-rows.ts', '  await using file = await open(path);'],
    ['packages/sdk/src/contract/forms.ts', "import ky from 'ky';"],
    ['packages/sdk/src/transport/input/check.ts', "import { z } from 'zod/mini';"],
    ['packages/browser-script/src/queue.ts', "import { contract } from '@trickle/sdk/contract';"],
    ['packages/mock-server/src/server.ts', "import { createClient } from '@trickle/sdk';"],
    ['packages/mock-server/src/domain/subscribers/tags.ts', "import type { Context } from 'hono';"],
    ['packages/mock-server/src/store/engine/page.ts', "import { listTags } from '../tables/tags.ts';"],
    ['packages/mock-server/src/jobs/runner.ts', "import { request } from 'node:http';"],
    ['packages/mock-server/src/shared/values/time.ts', 'const now = Date.now();'],
  ])('a line in %s is caught: %s', (file, line) => {
    expect(rules.filter((rule) => breaks(rule, file, line))).toHaveLength(1);
  });

  test('the sources of every package are read', () => {
    const packages = new Set([...sources.keys()].map((file) => file.split('/')[1]));
    expect(packages).toEqual(new Set(['browser-script', 'cli', 'design', 'inspector', 'mock-server', 'sdk']));
  });
});
