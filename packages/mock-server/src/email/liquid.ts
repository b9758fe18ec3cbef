import type { FilterImplOptions, Liquid, Template } from 'liquidjs';
import { isoTime } from '../shared/values/time.ts';
import { type HtmlTools, htmlTools } from './html-tools.ts';
import type { Path } from './liquid-paths.ts';

/** Thrown for a Liquid template that cannot be parsed or rendered. The message says where. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';
}

/** The plain data that templates are rendered with. */
export type Scope = Readonly<Record<string, unknown>>;

/** The time of `now`, and the default time zone of the filter `date`. */
export interface TemplateClock {
  readonly now: number;
  readonly zone: string;
}

export interface CompiledTemplate {
  readonly paths: readonly Path[];
  render(scope: Scope, clock: TemplateClock): string;
}

/** Compiles templates and caches them by their text. */
export interface TemplateEngine {
  compile(text: string): CompiledTemplate;
}

// Templates are not trusted. They read only their scope, and every limit is a count, so that a template fails the same
// way on every machine.
const MAX_LENGTH = 500_000;
/** The library shifts tokens off an array, which is slow from 16,000 elements on. */
const MAX_TAGS = 5000;
const MAX_STEPS = 50_000;
const MAX_MEMORY = 5_000_000;
/** The maximum length of a rendered part, in characters. */
const MAX_OUTPUT = 1_000_000;
/** The size of the template cache, in characters of source text. */
const MAX_CACHED = 5_000_000;

/** The key under which filters find the clock. Templates cannot access a symbol. */
const CLOCK = Symbol('clock');

let loading: Promise<TemplateEngine> | undefined;

/** Loads the template engine on first use. */
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
  // The library's own filter is quadratic: it searches the whole text for the end of each tag.
  liquid.registerFilter('strip_html', (value: unknown) => tools.withoutTags(String(value ?? '')));
  const cache = new Map<string, () => CompiledTemplate>();
  let cachedLength = 0;
  return {
    compile(text) {
      let template = cache.get(text);
      if (!template) {
        template = settled(() => (isPlain(text) ? plain(text) : compiled(library, analysis, liquid, text)));
        cachedLength += text.length;
        if (cachedLength > MAX_CACHED) {
          cache.clear();
          cachedLength = text.length;
        }
        cache.set(text, template);
      }
      return template();
    },
  };
}

/** Runs `work` once, and returns a function that repeats its result or error. */
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

/** Limits the number of rendered nodes. Replaces the library's limit, which is a duration. */
function stepLimit() {
  let steps = 0;
  const limiter = {
    use: () => undefined,
    check() {
      if (++steps > MAX_STEPS) throw new TemplateError(`more than ${MAX_STEPS} rendering steps`);
    },
  };
  // The library's class has private members that only the class itself reads.
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

/** Makes the date filters use the server's clock for `now` and `today`, and the email's time zone. */
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
