import type { FilterImplOptions, Liquid, Template } from 'liquidjs';
import { isoTime } from '../values/iso-time.ts';
import { type HtmlTools, htmlTools } from './html-tools.ts';
import type { Path } from './liquid-paths.ts';

/** A Liquid template that cannot be parsed or rendered; the message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** What templates are rendered with: plain data. */
export type Scope = Readonly<Record<string, unknown>>;

/** The time of `now`, and the zone that the filter `date` uses when a template names none. */
export interface TemplateClock {
  readonly now: number;
  readonly zone: string;
}

/** A parsed text with Liquid in it. */
export interface CompiledTemplate {
  /** What it reads from the scope. */
  readonly paths: readonly Path[];
  render(scope: Scope, clock: TemplateClock): string;
}

/** Parses templates. The same text is parsed once. */
export interface TemplateEngine {
  compile(text: string): CompiledTemplate;
}

// Templates are not trusted. They read nothing but their scope, and every limit is a count: the same template fails
// on every machine, however busy it is.
const MAX_LENGTH = 500_000;
/** The library takes tokens off the front of a list, which is slow in lists of 16,000 and more. */
const MAX_TAGS = 5000;
const MAX_STEPS = 50_000;
const MAX_MEMORY = 5_000_000;
/** The longest part of an email, in characters. */
const MAX_OUTPUT = 1_000_000;
/** How many characters of templates are kept parsed. */
const MAX_KEPT = 5_000_000;

/** Where filters find the clock: no template can name a symbol. */
const CLOCK = Symbol('clock');

let loading: Promise<TemplateEngine> | undefined;

/** The engine; its libraries are loaded when the first email is sent. */
export function templateEngine(): Promise<TemplateEngine> {
  loading ??= Promise.all([import('liquidjs'), import('./liquid-paths.ts'), htmlTools()]).then(engineOf);
  return loading;
}

const options = {
  parseLimit: MAX_LENGTH,
  memoryLimit: MAX_MEMORY,
  templates: {},
  ownPropertyOnly: true,
  strictFilters: true,
  timezoneOffset: 'Etc/UTC',
};

type Library = typeof import('liquidjs');
type Analysis = typeof import('./liquid-paths.ts');

function engineOf([library, analysis, tools]: [Library, Analysis, HtmlTools]): TemplateEngine {
  const liquid = new library.Liquid(options);
  followClock(liquid);
  // The library's own one looks for the end of each tag up to the end of the text.
  liquid.registerFilter('strip_html', (value: unknown) => tools.withoutTags(String(value ?? '')));
  const known = new Map<string, () => CompiledTemplate>();
  let kept = 0;
  return {
    compile(text) {
      let template = known.get(text);
      if (!template) {
        template = settled(() => (isPlain(text) ? plain(text) : compiled(library, analysis, liquid, text)));
        kept += text.length;
        if (kept > MAX_KEPT) {
          known.clear();
          kept = text.length;
        }
        known.set(text, template);
      }
      return template();
    },
  };
}

/** Does some work now, and gives its result or its error again and again. */
function settled<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

const isPlain = (text: string) => !text.includes('{{') && !text.includes('{%');

const plain = (text: string): CompiledTemplate => ({ paths: [], render: () => bounded(text) });

function compiled(
  { Context }: Library,
  { pathsIn }: Analysis,
  liquid: Liquid,
  text: string,
): CompiledTemplate {
  if (countOf(text, '{{') + countOf(text, '{%') > MAX_TAGS) {
    throw new TemplateError(`more than ${MAX_TAGS} tags and outputs`);
  }
  const templates: Template[] = orTemplateError(() => liquid.parse(text));
  const paths = orTemplateError(() => pathsIn(templates));
  return {
    paths,
    render: (scope, clock) =>
      orTemplateError(() => {
        const now = isoTime(clock.now);
        const globals = { now, today: now, [CLOCK]: clock };
        const renderOptions = { globals, sync: true };
        const context = new Context(scope, liquid.options, renderOptions, {
          renderLimit: stepLimit(),
          liquid,
        });
        return bounded(String(liquid.renderSync(templates, context, renderOptions)));
      }),
  };
}

/** Counts the nodes that are rendered, in place of the library's limit, which is a time. */
function stepLimit() {
  let steps = 0;
  const limiter = {
    use: () => undefined,
    check() {
      if (++steps > MAX_STEPS) throw new TemplateError(`more than ${MAX_STEPS} steps to render it`);
    },
  };
  // The library's class has private members, which nothing but itself reads.
  return limiter as unknown as InstanceType<Library['Context']>['renderLimit'];
}

function bounded(text: string): string {
  if (text.length <= MAX_OUTPUT) return text;
  throw new TemplateError(`longer than ${MAX_OUTPUT} characters`);
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}

function orTemplateError<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError(error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error));
  }
}

/** Makes `now` and `today` the time of the server's clock, in the zone of the email. */
function followClock(liquid: Liquid): void {
  for (const name of [
    'date',
    'date_to_xmlschema',
    'date_to_rfc822',
    'date_to_string',
    'date_to_long_string',
  ]) {
    const filter = liquid.filters[name];
    if (typeof filter !== 'function') continue;
    const wrapped: FilterImplOptions = function (value: unknown, ...rest: unknown[]) {
      const { now, zone } = (this.context.globals as unknown as { [CLOCK]: TemplateClock })[CLOCK]; // `render` sets it
      const moment = value === 'now' || value === 'today' ? new Date(now) : value;
      const [format, ...others] = rest;
      return filter.call(this, moment, ...(name === 'date' && others.length === 0 ? [format, zone] : rest));
    };
    liquid.registerFilter(name, wrapped);
  }
}
